/** How messages are named, and what is said of those that wait. */
import { failureOf, FAILURES, type FailureReason } from '../domain/failure/failure.ts';
import type { MessageLife } from '../domain/message/life.ts';
import { MESSAGE_STATES, REPORT_WORDS, type MessageState } from '../domain/message/message.ts';
import { HELD } from '../domain/policy/hours.ts';
import { isUnusable, type LinkHealth } from '../domain/routing/link-health.ts';
import { UsageError } from '../kit/refusal.ts';
import { idOfUuid, uuidOf } from '../kit/uuid-ids.ts';
import { readNumber, showTime } from './values.ts';

/** The id as a send answers it: of a chat message a UUID. */
export function showMessageId(id: number, isChat: boolean): string {
  return isChat ? uuidOf(id) : String(id);
}

/** Decimal digits or a UUID. */
export function readMessageId(text: string, name: string): number {
  return idOfUuid(text) ?? readNumber(text, name);
}

const STATES = Object.keys(MESSAGE_STATES) as MessageState[];
export const STATE_WORDS = STATES.map(wordOf);

export function wordOf(state: MessageState): string {
  return REPORT_WORDS[state].toLowerCase();
}

export function readState(word: string): MessageState {
  const state = STATES.find((it) => wordOf(it) === word.toLowerCase());
  if (state !== undefined) return state;
  throw new UsageError(`--state must be one of ${STATE_WORDS.join(', ')}.`);
}

/** Why a message that waits does not leave, and when it goes on. */
export function whyItWaits(
  life: MessageLife,
  nowMs: number,
  health: LinkHealth | undefined,
): string {
  const { queued, chat, isUnfed } = life;
  if (queued === undefined) {
    if (chat?.lostAtMs !== undefined) return lostWords(chat.waitUntilMs);
    if (isUnfed) return 'its batch enters the queue piece by piece, and it is not its turn yet';
    return 'it is in no queue: see "paigham doctor"';
  }
  const { attempt, dueAtMs, isEnabled, link, lostUntilMs, node } = queued;
  if (node !== undefined) return `node ${node} is submitting it, attempt ${attempt}`;
  if (lostUntilMs !== undefined) return lostWords(lostUntilMs);
  if (life.reason === HELD && dueAtMs > nowMs) {
    return `its promotional hours begin at ${showTime(dueAtMs)}`;
  }
  if (link === undefined) return 'no route leads to its operator any more';
  if (!isEnabled) return `link ${link} is disabled`;
  if (health === undefined) return `no node has opened link ${link} yet`;
  if (isUnusable(health)) {
    const state = health.state === 'down' ? 'is down' : 'needs attention';
    const words = health.words === undefined ? '' : `: ${health.words}`;
    return `link ${link} ${state} since ${showTime(health.sinceMs)}${words}`;
  }
  const after = life.reason === undefined ? '' : `, after: ${explainReason(life.reason)}`;
  if (dueAtMs > nowMs) return `it is tried again at ${showTime(dueAtMs)}${after}`;
  return `it is in the queue of link ${link}${after}`;
}

function lostWords(untilMs: number | undefined): string {
  const until = untilMs === undefined ? '' : ` until ${showTime(untilMs)}`;
  return `the answer to its last attempt was lost; a receipt may explain it${until}`;
}

/** The sentence of a stored reason, where the catalogue has it. */
export function explainReason(stored: string): string {
  return Object.hasOwn(FAILURES, stored) ? failureOf(stored as FailureReason).sentence : stored;
}
