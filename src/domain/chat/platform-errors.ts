/**
 * What the chat platform says with an error code, in the answer to a send or later in a `failed`
 * status: by which path a code comes is not promised, so one table serves both (facts of the
 * platform, section 3). Codes decide, never titles or HTTP statuses. A code that is not here is
 * kept as a number and becomes `platform_unknown_word`: tried again within bounds, never guessed.
 */
import type { FailureReason } from '../failure/failure.ts';
import type { PlatformRefusal } from './platform.ts';

/** What a code asks for, beside what its reason means for the message. */
export type PlatformReaction =
  /** Nothing: it concerns this message alone. */
  | { readonly kind: 'none' }
  /** Nothing leaves for a while: from this number, or from all of a business account or of us. */
  | { readonly kind: 'pause'; readonly whose: 'number' | 'business' | 'app' }
  /** This recipient has to be left alone for some seconds. */
  | { readonly kind: 'delay_recipient' }
  /** Nothing leaves from the number until somebody has looked after it. */
  | { readonly kind: 'stop_number'; readonly words: string }
  /** Our upload is not to be had any more: the file is handed over anew. */
  | { readonly kind: 'forget_upload' }
  /** The recipient's last word is older than we think. */
  | { readonly kind: 'close_window' }
  /** The recipient wants no marketing of this number. */
  | { readonly kind: 'opt_out' }
  /** For this recipient the platform has nobody: worth remembering for some time. */
  | { readonly kind: 'unreachable' }
  /** Recipients complain: marketing of this number waits for a while. */
  | { readonly kind: 'rest_marketing' }
  /** This recipient gets no marketing for a day. */
  | { readonly kind: 'spare_recipient' }
  /** What we know of the template is not true any more. */
  | { readonly kind: 'resync_template'; readonly state?: 'paused' | 'disabled' };

export type PlatformMeaning = {
  readonly reason: FailureReason;
  readonly reaction: PlatformReaction;
};

const NONE: PlatformReaction = { kind: 'none' };
const FORGET_UPLOAD: PlatformReaction = { kind: 'forget_upload' };
const RESYNC: PlatformReaction = { kind: 'resync_template' };

const meaning = (reason: FailureReason, reaction: PlatformReaction = NONE): PlatformMeaning => ({
  reason,
  reaction,
});
const pause = (whose: 'number' | 'business' | 'app'): PlatformMeaning =>
  meaning('platform_throttled', { kind: 'pause', whose });
const stop = (words: string): PlatformMeaning =>
  meaning('platform_number_stopped', { kind: 'stop_number', words });

const CREDENTIAL = stop('the platform refuses the access credential: store a new one');
const PERMISSION = stop('the credential lacks a permission for this number');
const PERMISSION_CODES = [3, 10, 131005, ...Array.from({ length: 100 }, (_, index) => 200 + index)];
const LOCKED = stop('the platform has locked the account: see its business pages');
const UNREGISTERED = stop('the number is not registered with the platform');
const PAYMENT = meaning('platform_payment', {
  kind: 'stop_number',
  words: 'the platform wants its bill paid: see its business pages',
});
const FAULT = meaning('platform_fault');
const FORM = meaning('platform_refused_form');
const RECIPIENT = meaning('platform_refused_recipient');
const TEMPLATE = meaning('platform_refused_template');

/** Error code of the platform → what it means. */
export const PLATFORM_ERRORS: ReadonlyMap<number, PlatformMeaning> = new Map([
  // Who may send.
  [0, CREDENTIAL],
  [190, CREDENTIAL],
  ...PERMISSION_CODES.map((code): [number, PlatformMeaning] => [code, PERMISSION]),
  [368, LOCKED],
  [131031, LOCKED],
  [131064, stop('the platform limits the account after misclassified templates')],
  [131037, stop('the platform has not approved the display name of the number')],
  [131045, UNREGISTERED],
  [133010, UNREGISTERED],
  [133016, stop('the number was registered too often: wait, then register it by hand')],
  [131042, PAYMENT],
  [131044, PAYMENT],
  // How much.
  [4, pause('app')],
  [80007, pause('business')],
  [130429, pause('number')],
  [131056, meaning('platform_recipient_paced', { kind: 'delay_recipient' })],
  [131048, meaning('platform_spam_limited', { kind: 'rest_marketing' })],
  // The platform itself.
  [1, FAULT],
  [2, FAULT],
  [131000, FAULT],
  [131016, FAULT],
  [131057, FAULT],
  [133004, FAULT],
  // What we wrote.
  [33, FORM],
  [100, FORM],
  [131008, FORM],
  [131009, FORM],
  [131051, FORM],
  // To whom.
  // A country that this business may not write to: no reason to stop all others.
  [130497, RECIPIENT],
  [131021, RECIPIENT],
  [131030, RECIPIENT],
  [131062, RECIPIENT],
  [137000, RECIPIENT],
  [131026, meaning('platform_unreachable', { kind: 'unreachable' })],
  [131047, meaning('platform_window_closed', { kind: 'close_window' })],
  [131050, meaning('platform_opted_out', { kind: 'opt_out' })],
  [131049, meaning('platform_withheld', { kind: 'spare_recipient' })],
  [130472, meaning('platform_withheld')],
  [131063, meaning('platform_refused')],
  [135000, meaning('platform_refused')],
  // Files.
  [131052, meaning('platform_refused_media', FORGET_UPLOAD)],
  [131053, meaning('platform_refused_media', FORGET_UPLOAD)],
  // Templates.
  [132000, TEMPLATE],
  [132001, meaning('platform_refused_template', RESYNC)],
  [132005, TEMPLATE],
  [132007, TEMPLATE],
  [132008, TEMPLATE],
  [132012, TEMPLATE],
  [132015, meaning('platform_template_stopped', { kind: 'resync_template', state: 'paused' })],
  [132016, meaning('platform_template_stopped', { kind: 'resync_template', state: 'disabled' })],
  [132068, meaning('platform_template_stopped', RESYNC)],
  [132069, meaning('platform_throttled')],
]);

const UNKNOWN = meaning('platform_unknown_word');

/** What a code means, whichever way it came. */
export function meaningOfPlatformError(code: number): PlatformMeaning {
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
