import type { SenderId } from '../ids.ts';

/** Seed section 1, "Sender routes": shared name, own brand, short code for one-time codes. */
export type SenderRoute = 'simple' | 'branded' | 'short_code';

export type Sender = {
  readonly id: SenderId;
  readonly name: string;
  readonly route: SenderRoute;
  readonly state: 'waiting' | 'approved' | 'rejected';
  /** Every account has it, verified or not; set in an account's snapshot. */
  readonly isShared?: boolean;
};

/** The default short code of the seed (section 1). */
export const DEFAULT_SHORT_CODE = '8584';

/**
 * The width of the concatenation reference per sender route (contract section 6): fixed, because it
 * decides how many parts a text has, and so its price. 8 bits are the cheapest and supported
 * everywhere; two long texts on their way to one phone at the same moment share a reference once in
 * 256.
 */
export const REFERENCE_BITS: Readonly<Record<SenderRoute, 8 | 16>> = {
  simple: 8,
  branded: 8,
  short_code: 8,
};

/** 1: a one-time code. Wherever messages wait, the higher number goes first. */
export type Priority = 0 | 1;

/** Every priority, the most urgent first. */
export const PRIORITIES: readonly Priority[] = [1, 0];

/**
 * One-time codes never wait behind a campaign. A code goes to one number; a list of recipients is a
 * campaign, whatever its sender.
 */
export function priorityOf(route: SenderRoute, recipients: number): Priority {
  return route === 'short_code' && recipients === 1 ? 1 : 0;
}

/** Whether a phone can reply to it: to a number, never to letters. */
export function canBeAnswered(name: string): boolean {
  return /^\d+$/.test(name);
}

/** The route of a shared name: letters go by the Simple one, digits are a short code. */
export function sharedRouteOf(name: string): 'simple' | 'short_code' {
  return canBeAnswered(name) ? 'short_code' : 'simple';
}

/** Characters that people confuse, and those that they overlook. */
const LIKE: Readonly<Record<string, string>> = { 0: 'o', 1: 'l', i: 'l', 5: 's', 8: 'b', 2: 'z' };

/** Whether two names look alike: `infosms`, `lnfo-SMS` and `InfoSMS` do. */
export function looksLike(name: string, other: string): boolean {
  return bare(name) === bare(other);
}

function bare(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[ ._&-]/g, '')
    .replaceAll(/[012i58]/g, (sign) => LIKE[sign] ?? sign);
}

/** Shorter names differ by a letter without being alike: HBL and UBL. */
const LEAST_LETTERS = 6;

/**
 * Whether people may take one name for the other: they look alike, or are one letter apart, too
 * many, too few, another, or two in the other order. Reason enough to ask, not to refuse.
 */
export function mayBeTakenFor(name: string, other: string): boolean {
  const [one, two] = [bare(name), bare(other)];
  if (one === two) return true;
  if (Math.min(one.length, two.length) < LEAST_LETTERS || /^\d+$/.test(name)) return false;
  let from = 0;
  while (one[from] !== undefined && one[from] === two[from]) from += 1;
  const [rest, others] = [one.slice(from), two.slice(from)];
  const isSwapped = rest[0] === others[1] && rest[1] === others[0];
  return (
    rest.slice(1) === others ||
    rest === others.slice(1) ||
    rest.slice(1) === others.slice(1) ||
    (isSwapped && rest.slice(2) === others.slice(2))
  );
}

/**
 * Why a name cannot be a sender ID; undefined if it can. GSM 03.40: at most 11 letters, or up to 15
 * digits.
 */
export function faultOfSenderName(name: string): string | undefined {
  if (/^\d{3,15}$/.test(name)) return undefined;
  if (name.length < 3 || name.length > 11)
    return 'must have 3 to 11 characters, or be a number of 3 to 15 digits';
  if (!/^[A-Za-z0-9 ._&-]+$/.test(name))
    return 'must have only letters, digits, spaces and . _ & -';
  if (name !== name.trim()) return 'must not begin or end with a space';
  return undefined;
}
