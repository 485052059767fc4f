/**
 * Promotional hours (facts: no statute, hours are configuration): outside of them a promotional
 * message is accepted and waits. Transactional messages and one-time codes know no hours.
 */
import type { Template } from '../template/template.ts';
import type { SenderRoute } from '../sender/sender.ts';
import { dayAt, momentOf, ZONE } from './zone.ts';

/** Minutes after midnight: from `opens` up to, not including, `closes`. */
export type DayHours = { readonly opens: number; readonly closes: number };

/** Seven days from Monday; undefined: never on that day. */
export type Week = readonly (DayHours | undefined)[];

export const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const DAY_MINUTES = 24 * 60;
export const ALWAYS: DayHours = { opens: 0, closes: DAY_MINUTES };

/** Why a waiting message waits, as it is stored beside it. */
export const HELD = 'promotional_hours';

/** 1970-01-01 was a Thursday. */
const FIRST_WEEKDAY = 3;

/** Whether messages of such a template by such a sender have hours at all. */
export function hasHours(category: Template['category'], route: SenderRoute): boolean {
  return category === 'promotional' && route !== 'short_code';
}

/** Closed until `opensAtMs`, or open until `closesAtMs`; one of them lies in the future. */
export type Opening =
  | { readonly open: true; readonly closesAtMs: number }
  | { readonly open: false; readonly opensAtMs: number };

/** Whether a message whose hours stood so may be handed to an operator at a moment. */
export function mayGoAt(opening: Opening | undefined, atMs: number): boolean {
  if (opening === undefined) return true;
  return opening.open ? atMs < opening.closesAtMs : atMs >= opening.opensAtMs;
}

/** Whether messages whose hours stand so leave, and may no longer leave, at the same moments. */
export function sameOpening(some: Opening | undefined, other: Opening | undefined): boolean {
  return turnOf(some) === turnOf(other) && some?.open === other?.open;
}

function turnOf(opening: Opening | undefined): number | undefined {
  return opening?.open === true ? opening.closesAtMs : opening?.opensAtMs;
}

/** When a message that is accepted now leaves at the earliest. */
export function earliestAt(opening: Opening | undefined, nowMs: number): number {
  return opening?.open === false ? Math.max(nowMs, opening.opensAtMs) : nowMs;
}

/**
 * How hours stand at a moment (milliseconds since 1970). A week that never opens is closed for
 * ever: none can be set.
 */
export function openingAt(week: Week, atMs: number, zone: string = ZONE): Opening {
  const today = dayAt(atMs, zone);
  for (let day = today; day <= today + 8; day += 1) {
    const hours = hoursOf(week, day);
    if (hours === undefined) continue;
    const opensAtMs = momentOf(day, hours.opens, zone);
    if (atMs < opensAtMs) return { open: false, opensAtMs };
    const closesAtMs = momentOf(day, hours.closes, zone);
    if (atMs < closesAtMs) return { open: true, closesAtMs: lastClosing(week, day, zone) };
  }
  return { open: false, opensAtMs: Number.MAX_SAFE_INTEGER };
}

/** Midnight closes nothing when the next day opens with it. */
function lastClosing(week: Week, from: number, zone: string): number {
  let day = from;
  while (day < from + 7) {
    if (hoursOf(week, day)?.closes !== DAY_MINUTES || hoursOf(week, day + 1)?.opens !== 0) break;
    day += 1;
  }
  return momentOf(day, hoursOf(week, day)?.closes ?? 0, zone);
}

function hoursOf(week: Week, day: number): DayHours | undefined {
  return week[(((day + FIRST_WEEKDAY) % 7) + 7) % 7];
}

/** The longest time without an open minute, in minutes. */
export function longestClosedMinutes(week: Week): number {
  let longest = 0;
  let closed = 0;
  // Twice round, so that a gap over the end of the week is seen whole.
  for (const hours of [...week, ...week]) {
    longest = Math.max(longest, closed + (hours?.opens ?? DAY_MINUTES));
    closed = hours === undefined ? closed + DAY_MINUTES : DAY_MINUTES - hours.closes;
  }
  return longest;
}

/** `09:00-21:00`, `always` or `never`; undefined when it is none of them. */
export function readHours(text: string): DayHours | 'never' | undefined {
  if (text === 'never') return 'never';
  if (text === 'always') return ALWAYS;
  const found = /^(\d\d):(\d\d)-(\d\d):(\d\d)$/.exec(text);
  if (found === null) return undefined;
  const [opens, closes] = [minutesOf(found[1], found[2]), minutesOf(found[3], found[4])];
  if (opens === undefined || closes === undefined || opens >= closes) return undefined;
  return { opens, closes };
}

function minutesOf(hours = '', minutes = ''): number | undefined {
  const total = Number(hours) * 60 + Number(minutes);
  return Number(minutes) < 60 && total <= DAY_MINUTES ? total : undefined;
}

/** The hours of a day in the words that `readHours` reads. */
export function showHours(hours: DayHours | undefined): string {
  if (hours === undefined) return 'never';
  if (hours.opens === 0 && hours.closes === DAY_MINUTES) return 'always';
  const clock = (minutes: number): string =>
    `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
  return `${clock(hours.opens)}-${clock(hours.closes)}`;
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}
