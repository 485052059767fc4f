/** Why a message is under way and does not leave, or is not known to have left. */
import { HELD, SCHEDULED, timeInZone } from '../policy/hours.ts';
import {
  FAILURE_WORDS,
  FORBIDDEN_WORDS,
  quotable,
  type FailureReason,
} from '../failure/failure.ts';
import type { MessageState } from './message.ts';

/** In one word: its time, its batch, no link, or no answer. */
export type WaitWord =
  | typeof HELD
  | typeof SCHEDULED
  | 'link_down'
  | 'batch_paused'
  | 'answer_lost';

/** Why a message waits, in one word and in a few. */
export type Wait = { readonly word: WaitWord | FailureReason; readonly words: string };

/** What the chat platform holds back, by the reason that was stored then. */
const RESTS: ReadonlyMap<string, Wait> = new Map(
  (
    [
      ['platform_templates_limited', 'takes no templates of the business account for a while'],
      ['platform_spam_limited', 'limits the number after complaints from recipients'],
      ['platform_person_rests', 'lets no more marketing through to this person for a day'],
    ] as const
  ).map(([word, what]) => [word, { word, words: `waits: the chat platform ${what}` }]),
);

const OUTCOMES = [...FORBIDDEN_WORDS, ...FAILURE_WORDS];

/** What is known of a message that waits. */
export type Waiting = {
  readonly state: MessageState;
  readonly reason: string | undefined;
  readonly network: string;
  /** Of its time, or its hours. */
  readonly heldUntilMs?: number | undefined;
  /** Until when the chat platform may still say what became of it: its answer was lost. */
  readonly lostUntilMs: number | undefined;
  /** It is due, and the link that it waits for is not sending now. */
  readonly waitsForLink: boolean;
  /** What keeps its number on the chat platform from sending, as far as it is known. */
  readonly stopWords?: string | undefined;
  readonly isPaused: boolean;
};

/** As of `atMs`, without any of the words by which callers recognise outcomes. */
export function whyItWaits(it: Waiting, atMs: number): Wait | undefined {
  if (it.lostUntilMs !== undefined) {
    const until = timeInZone(it.lostUntilMs);
    const words = `waits: the chat platform has not confirmed it, and may do so until ${until}`;
    return { word: 'answer_lost', words };
  }
  if (it.isPaused) return { word: 'batch_paused', words: 'waits: its batch is paused' };
  const untilMs = it.heldUntilMs ?? 0;
  if (untilMs > atMs) {
    const time = timeInZone(untilMs);
    return it.reason === SCHEDULED
      ? { word: SCHEDULED, words: `scheduled for ${time}` }
      : { word: HELD, words: `waits for promotional hours, until ${time}` };
  }
  const rest = it.state === 'waiting' ? RESTS.get(it.reason ?? '') : undefined;
  if (rest !== undefined || !it.waitsForLink) return rest;
  if (it.network === 'chat') {
    const words = 'waits: its number on the chat platform sends nothing at the moment';
    const why = it.stopWords?.toLowerCase();
    // The platform's own words may mislead whoever looks for words of outcomes.
    const misleads = OUTCOMES.some((word) => why?.includes(word));
    const isTold = why !== undefined && !misleads;
    return { word: 'link_down', words: isTold ? `${words}: ${it.stopWords}` : words };
  }
  const network = quotable(it.network) ?? 'its network';
  return { word: 'link_down', words: `waits: no link to ${network} is up at the moment` };
}
