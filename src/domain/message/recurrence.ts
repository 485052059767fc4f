/** Campaigns to contacts that are sent again and again (decision 0128). */
import { DAY_MS, HOUR_MS } from '../durations.ts';

export const RECURRENCES = ['day', 'week', 'month'] as const;

/** How a campaign goes on after its time. */
export type Recurrence = {
  readonly every: (typeof RECURRENCES)[number];
  /** Of the month, 1 to 31, in Pakistan: a shorter month has its last day instead. */
  readonly day: number;
  /** Not after then, in milliseconds since 1970; undefined: until it is cancelled. */
  readonly untilMs?: number | undefined;
};

/** Pakistan has no summer time. */
const PAKISTAN_MS = 5 * HOUR_MS;

/** The day of the month in Pakistan, 1 to 31. */
export const dayOfMonth = (atMs: number): number => new Date(atMs + PAKISTAN_MS).getUTCDate();

/**
 * When a campaign is sent next, at the same time of the day in Pakistan; undefined: never. Times
 * that have passed meanwhile are left out.
 */
export function nextTime(
  { every, day, untilMs = Infinity }: Recurrence,
  { sendAtMs, nowMs }: { readonly sendAtMs: number; readonly nowMs: number },
): number | undefined {
  let next = sendAtMs;
  do next = every === 'month' ? monthAfter(next, day) : next + DAY_MS * (every === 'day' ? 1 : 7);
  while (next <= nowMs);
  return next > untilMs ? undefined : next;
}

function monthAfter(atMs: number, day: number): number {
  const at = new Date(atMs + PAKISTAN_MS);
  const [year, next] = [at.getUTCFullYear(), at.getUTCMonth() + 1];
  const last = new Date(Date.UTC(year, next + 1, 0)).getUTCDate();
  const ofDay = (atMs + PAKISTAN_MS) % DAY_MS;
  return Date.UTC(year, next, Math.min(day, last)) + ofDay - PAKISTAN_MS;
}
