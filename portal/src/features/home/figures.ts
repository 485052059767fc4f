/** The figures of the first page. */
import type { Usage } from '../../shared/api/types.ts';

const DAY_MS = 86_400_000;
const ZONE_MS = 5 * 3_600_000;

/** Midnight of Pakistan that begins the last so many days. */
export function sinceDays(days: number): string {
  const today = Math.floor((Date.now() + ZONE_MS) / DAY_MS) * DAY_MS - ZONE_MS;
  return new Date(today - (days - 1) * DAY_MS).toISOString();
}

/** As usage names it: the day of Pakistan. */
export function today(): string {
  return new Date(Date.now() + ZONE_MS).toISOString().slice(0, 10);
}

const paisaOf = (amount: string): bigint => BigInt(amount.replace('.', ''));

/** A pace that is known of fewer days says nothing. */
const FEWEST_DAYS = 3;

/**
 * Whole days that a balance lasts at the pace of so many of the last days, the first of which is
 * the first with a message; undefined: nothing was spent, or too few days are known.
 */
export function daysLeft(balance: string, price: string, days: number): number | undefined {
  const spent = paisaOf(price);
  if (spent <= 0n || days < FEWEST_DAYS) return undefined;
  const left = paisaOf(balance);
  return left <= 0n ? 0 : Number((left * BigInt(days)) / spent);
}

/** How many days it is, today included, since the first that has a message; 0: none has. */
export function daysSince(days: readonly string[], today: string): number {
  const [first] = days.toSorted();
  if (first === undefined) return 0;
  return Math.round((Date.parse(today) - Date.parse(first)) / DAY_MS) + 1;
}

type Counts = Usage['total']['counts'];

/** What has ended, and what of it was delivered, in per cent; undefined: nothing has ended. */
export function deliveredOf(counts: Counts): { readonly share: number | undefined; ended: number } {
  const { delivered, failed, rejected, expired } = counts;
  const ended = delivered + failed + rejected + expired;
  return { share: ended === 0 ? undefined : (100 * delivered) / ended, ended };
}
