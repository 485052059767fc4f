/**
 * What the platform's error codes mean, in the answer to a send or later in a `failed` status: it
 * does not promise which, so one table serves both (facts of the platform, section 3). Codes
 * decide, never titles or HTTP statuses. An unknown code is kept as a number and becomes
 * `platform_unknown_word`: retried within limits, never guessed.
 */
import {
  NO_PAYMENT,
  type PlatformReaction,
  type PlatformRefusal,
} from '../../domain/chat/platform.ts';
import { failureOf, type FailureReason } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import type { Log } from '../../kit/log.ts';

/**
 * What must back off: messages to one recipient, one number, its business account, or everything we
 * send.
 */
export type BackoffScope = 'recipient' | 'number' | 'business' | 'app';

export type ErrorMeaning = {
  readonly reason: FailureReason;
  /** What the service must do; undefined when the code concerns this message only. */
  readonly reaction?: PlatformReaction;
  /** What the link itself must do. */
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
  [[131037], stop('the platform has not approved the display name of the number')],
  [
    [131045, 133000, 133006, 133010, 136024],
    stop('the number is not registered with the platform'),
  ],
  [
    [133015, 133016],
    stop('the number was registered or removed a moment ago: wait, then register it by hand'),
  ],
  [[131042, 131044], stop(NO_PAYMENT, 'platform_payment')],
  [[134011], stop('the platform’s terms of payment are not accepted: see its business pages')],
  // How much.
  [[4], { reason: 'platform_throttled', backoff: 'app' }],
  [[80007], { reason: 'platform_throttled', backoff: 'business' }],
  [[130429], { reason: 'platform_throttled', backoff: 'number' }],
  [[131056], { reason: 'platform_recipient_paced', backoff: 'recipient' }],
  [[131064], { reason: 'platform_templates_limited', reaction: { kind: 'rest_templates' } }],
  [[131048], { reason: 'platform_spam_limited', reaction: { kind: 'rest_marketing' } }],
  // The platform itself.
  [[1, 2, 131000, 131016, 131057, 133004], { reason: 'platform_fault' }],
  // What we wrote.
  [[131008, 131051], { reason: 'platform_refused_form' }],
  // What we wrote, or the id of a file that the platform no longer has: it does not say which.
  [[33, 100, 131009], { reason: 'platform_refused_form', reaction: { kind: 'forget_upload' } }],
  // To whom. 130497 is a country that this business may not write to, which is no reason to stop
  // the rest.
  [[130403, 130497, 131021, 131030, 131062, 137000], { reason: 'platform_refused_recipient' }],
  [[131026], { reason: 'platform_unreachable' }],
  [[131047], { reason: 'platform_window_closed', reaction: { kind: 'close_window' } }],
  [[131050], { reason: 'platform_opted_out', reaction: { kind: 'opt_out' } }],
  [[130472], { reason: 'platform_withheld' }],
  [[131049], { reason: 'platform_withheld', reaction: { kind: 'rest_person' } }],
  [[131055, 131063, 134100, 134102, 135000], { reason: 'platform_refused' }],
  // Files.
  [[131052, 131053], { reason: 'platform_refused_media', reaction: { kind: 'forget_upload' } }],
  // Templates.
  [
    [132000, 132001, 132005, 132007, 132008, 132012, 132018],
    { reason: 'platform_refused_template' },
  ],
  [
    [132015, 132016, 132068],
    { reason: 'platform_template_stopped', reaction: { kind: 'stop_campaign' } },
  ],
  [[134101], { reason: 'platform_template_syncing' }],
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
 * Whether a refusal leaves open what became of the message: the platform failed with 5xx, and its
 * code only says that something is wrong.
 */
export function leavesOpen(refusal: Pick<PlatformRefusal, 'httpStatus' | 'code'>): boolean {
  const { httpStatus, code } = refusal;
  return httpStatus >= 500 && (code === 1 || !PLATFORM_ERRORS.has(code));
}

/** The store keeps a status in 31 bits; no known code needs more. */
const HIGHEST = 0x7fff_ffff;

export type JudgedRefusal = ErrorMeaning & {
  /** The code, as kept. */
  readonly status: number;
};

type RefusalsDeps = {
  readonly log: Log;
  readonly tally?: { unknownCode(code: number): void };
};

/** What refusals mean; a code seen for the first time is logged, up to a limit. */
export class Refusals {
  readonly #deps: RefusalsDeps;
  /** Unknown codes that were logged. */
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

  /** The same for a message that names a file by its upload. */
  judgeWithFile(refusal: PlatformRefusal): JudgedRefusal {
    const judged = this.judge(refusal);
    const isOfFile = judged.reaction?.kind === 'forget_upload';
    return isOfFile ? { ...judged, reason: 'platform_refused_media' } : judged;
  }

  /** The same for an upload: a permanent refusal is the file's fault. */
  judgeUpload(refusal: PlatformRefusal): JudgedRefusal {
    const judged = this.judge(refusal);
    const isLasting = failureOf(judged.reason).permanent;
    return { ...judged, reason: isLasting ? 'platform_refused_media' : 'platform_media_unready' };
  }

  #note({ code, subcode, trace }: PlatformRefusal): void {
    const { log, tally } = this.#deps;
    const isKnown = this.#seen.has(code);
    // Beyond the limit they are lumped together: nobody can fill our memory with codes.
    const isCounted = isKnown || this.#seen.size < limit('knownStatuses');
    tally?.unknownCode(isCounted ? code : HIGHEST);
    if (isKnown || !isCounted) return;
    this.#seen.add(code);
    log.warn({ code, subcode, trace }, 'the platform refused with a code that is not known here');
  }

  #tell({ code, subcode, trace }: PlatformRefusal): void {
    const words = 'the platform lets this number send nothing more';
    this.#deps.log.warn({ code, subcode, trace }, words);
  }
}
