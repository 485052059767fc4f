/** The 24 hours in which an account may write in free form (contract section 10). */
import { HOUR_MS, SECOND_MS } from '../durations.ts';
import { limit } from '../limits.ts';
import type { ChatPrice } from './chat-tariff.ts';

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

/**
 * Since when a window is closed that the platform called closed in a status of `saidAtMs`, heard at
 * `heardAtMs`. Its times are whole seconds: a user who wrote within that second wrote after the
 * refusal, or the platform will say so again. A clock that runs ahead does not close anything for
 * longer.
 */
export function closedSince(saidAtMs: number, heardAtMs: number): number {
  return Math.floor(Math.min(saidAtMs, heardAtMs) / SECOND_MS) * SECOND_MS;
}

/** What somebody has opted out of with an account. */
const CHAT_OPTOUTS = ['marketing', 'all'] as const;
type ChatOptout = (typeof CHAT_OPTOUTS)[number];

/**
 * Whether an opt-out forbids a message. Opting out of marketing leaves everything else; opting out
 * of everything leaves only answers to what the user writes.
 */
export function forbids(optout: ChatOptout | undefined, category: ChatPrice): boolean {
  if (optout === 'all') return category !== 'free_form';
  return optout === 'marketing' && category === 'marketing';
}
