/** The 24 hours in which an account may write in free form (contract section 10). */
import { limit } from '../limits.ts';

const HOUR_MS = 3_600_000;

/**
 * Whether a free-form message may be accepted now: less than 24 hours after the user's last message
 * to the number.
 */
export function isOpenAt(inboundAtMs: number | undefined, atMs: number): boolean {
  return inboundAtMs !== undefined && atMs < inboundAtMs + limit('chatWindowHours') * HOUR_MS;
}

/** Whether one may still leave: it must be at the platform before the window closes. */
export function mayLeaveAt(inboundAtMs: number | undefined, atMs: number): boolean {
  return isOpenAt(inboundAtMs, atMs + limit('chatWindowMarginMs'));
}
