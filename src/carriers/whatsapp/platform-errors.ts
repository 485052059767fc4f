/**
 * What the platform's error codes mean, in the answer to a send or later in a `failed` status: by
 * which path a code comes is not promised, so one table serves both (facts of the platform, section
 * 3). Codes decide, never titles or HTTP statuses. A code that is not here is kept as a number and
 * becomes `platform_unknown_word`: tried again within bounds, never guessed.
 */
import type { PlatformReaction } from '../../domain/chat/reaction.ts';
import type { PlatformRefusal } from '../../domain/chat/platform.ts';
import { failureOf, type FailureReason } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import type { Log } from '../../kit/log.ts';

/** What has to back off: messages to one recipient, one number, its business account, or us all. */
export type BackoffScope = 'recipient' | 'number' | 'business' | 'app';

export type ErrorMeaning = {
  readonly reason: FailureReason;
  /** What the service is asked for; undefined when the code concerns this message alone. */
  readonly reaction?: PlatformReaction;
  /** What the link itself is asked for. */
  readonly backoff?: BackoffScope;
};

const stop = (words: string, reason: FailureReason = 'platform_number_stopped'): ErrorMeaning => ({
  reason,
  reaction: { kind: 'stop_number', words },
});

const PERMISSIONS = Array.from({ length: 100 }, (_, index) => 200 + index);

const MEANINGS: readonly (readonly [codes: readonly number[], meaning: ErrorMeaning])[] = [
  // Who may send.
  [[0, 190], stop('the platform refuses the access credential: store a new one')],
  [[3, 10, 131005, ...PERMISSIONS], stop('the credential lacks a permission for this number')],
  [[368, 131031], stop('the platform has locked the account: see its business pages')],
  [[131064], stop('the platform limits the account after misclassified templates')],
  [[131037], stop('the platform has not approved the display name of the number')],
  [[131045, 133010], stop('the number is not registered with the platform')],
  [[133016], stop('the number was registered too often: wait, then register it by hand')],
  [
    [131042, 131044],
    stop('the platform wants its bill paid: see its business pages', 'platform_payment'),
  ],
  // How much.
  [[4], { reason: 'platform_throttled', backoff: 'app' }],
  [[80007], { reason: 'platform_throttled', backoff: 'business' }],
  [[130429], { reason: 'platform_throttled', backoff: 'number' }],
  [[131056], { reason: 'platform_recipient_paced', backoff: 'recipient' }],
  [[131048], { reason: 'platform_spam_limited', reaction: { kind: 'rest_marketing' } }],
  // The platform itself.
  [[1, 2, 131000, 131016, 131057, 133004], { reason: 'platform_fault' }],
  // What we wrote.
  [[33, 100, 131008, 131009, 131051], { reason: 'platform_refused_form' }],
  // To whom. 130497 is a country that this business may not write to: no reason to stop all others.
  [[130497, 131021, 131030, 131062, 137000], { reason: 'platform_refused_recipient' }],
  [[131026], { reason: 'platform_unreachable' }],
  [[131047], { reason: 'platform_window_closed', reaction: { kind: 'close_window' } }],
  [[131050], { reason: 'platform_opted_out', reaction: { kind: 'opt_out' } }],
  [[130472, 131049], { reason: 'platform_withheld' }],
  [[131063, 135000], { reason: 'platform_refused' }],
  // Files.
  [[131052, 131053], { reason: 'platform_refused_media', reaction: { kind: 'forget_upload' } }],
  // Templates.
  [[132000, 132001, 132005, 132007, 132008, 132012], { reason: 'platform_refused_template' }],
  [[132015, 132016, 132068], { reason: 'platform_template_stopped' }],
  [[132069], { reason: 'platform_throttled' }],
];

/** Error code of the platform → what it means. */
export const PLATFORM_ERRORS: ReadonlyMap<number, ErrorMeaning> = new Map(
  MEANINGS.flatMap(([codes, meaning]) => codes.map((code) => [code, meaning] as const)),
);

const UNKNOWN: ErrorMeaning = { reason: 'platform_unknown_word' };

/** What a code means, whichever way it came. */
export function meaningOfCode(code: number): ErrorMeaning {
  return PLATFORM_ERRORS.get(code) ?? UNKNOWN;
}

/**
 * Whether a refusal leaves open what became of the message: the platform broke down over it (5xx)
 * and its code says no more than that something is wrong.
 */
export function leavesOpen(refusal: Pick<PlatformRefusal, 'httpStatus' | 'code'>): boolean {
  const { httpStatus, code } = refusal;
  return httpStatus >= 500 && (code === 1 || !PLATFORM_ERRORS.has(code));
}

/** The store keeps a status in 31 bits; no known code needs more. */
const HIGHEST = 0x7fff_ffff;

export type JudgedRefusal = ErrorMeaning & {
  /** The code, as it is kept. */
  readonly status: number;
};

type RefusalsDeps = {
  readonly log: Log;
  /** Counts a refusal with a code that has no meaning here. */
  readonly tally?: { unknownCode(code: number): void };
};

/** What refusals mean; a code that was never seen before is logged, within a bound. */
export class Refusals {
  readonly #deps: RefusalsDeps;
  /** Codes without a meaning that were logged. */
  readonly #seen = new Set<number>();

  constructor(deps: RefusalsDeps) {
    this.#deps = deps;
  }

  judge(refusal: PlatformRefusal): JudgedRefusal {
    const meaning = meaningOfCode(refusal.code);
    if (meaning.reason === 'platform_unknown_word') this.#note(refusal);
    if (meaning.reaction?.kind === 'stop_number') this.#tell(refusal);
    return { ...meaning, status: Math.min(Math.max(0, refusal.code), HIGHEST) };
  }

  /** The same of the file of a message: what is lasting lies in the file. */
  judgeUpload(refusal: PlatformRefusal): JudgedRefusal {
    const judged = this.judge(refusal);
    const isLasting = failureOf(judged.reason).permanent;
    return { ...judged, reason: isLasting ? 'platform_refused_media' : 'platform_media_unready' };
  }

  #note({ code, subcode, trace }: PlatformRefusal): void {
    const { log, tally } = this.#deps;
    const isKnown = this.#seen.has(code);
    // Beyond the bound they are one: nobody fills our memory with codes.
    const isCounted = isKnown || this.#seen.size < limit('knownStatuses');
    tally?.unknownCode(isCounted ? code : HIGHEST);
    if (isKnown || !isCounted) return;
    this.#seen.add(code);
    log.warn({ code, subcode, trace }, 'the platform refuses with a code that has no meaning here');
  }

  #tell({ code, subcode, trace }: PlatformRefusal): void {
    const words = 'the platform lets this number send nothing more';
    this.#deps.log.warn({ code, subcode, trace }, words);
  }
}
