/**
 * Promotional hours (facts: no statute, hours are configuration): outside them a promotional
 * message is accepted and waits. They do not apply to transactional messages and one-time codes.
 */
import { DAY_MS, MINUTE_MS } from '../durations.ts';
import type { SenderRoute } from '../sender/sender.ts';
import type { Template } from '../template/template.ts';

/** Minutes after midnight: from `opens` up to but not including `closes`. */
export type DayHours = { readonly opens: number; readonly closes: number };

/** Seven days from Monday; undefined: not on that day. */
export type Week = readonly (DayHours | undefined)[];

export const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const DAY_MINUTES = 24 * 60;
export const ALWAYS: DayHours = { opens: 0, closes: DAY_MINUTES };

/** Why a waiting message waits, as stored with it. */
export const HELD = 'promotional_hours';

/** The same for one that its account scheduled. */
export const SCHEDULED = 'scheduled';

/** 1970-01-01 was a Thursday. */
const FIRST_WEEKDAY = 3;

/** Whether messages from this kind of template and sender have hours at all. */
export function hasHours(category: Template['category'], route: SenderRoute): boolean {
  return category === 'promotional' && route !== 'short_code';
}

/** Closed until `opensAtMs`, or open until `closesAtMs`; that time lies in the future. */
export type Opening =
  | { readonly open: true; readonly closesAtMs: number }
  | {
      readonly open: false;
      readonly opensAtMs: number;
      /** The account scheduled it; otherwise its hours make it wait. */
      readonly isScheduled?: boolean;
    };

/** Whether a message with this opening may be handed to an operator at a moment. */
export function mayGoAt(opening: Opening | undefined, atMs: number): boolean {
  if (opening === undefined) return true;
  return opening.open ? atMs < opening.closesAtMs : atMs >= opening.opensAtMs;
}

/** Whether messages with these openings leave, and stop leaving, at the same moments. */
export function sameOpening(some: Opening | undefined, other: Opening | undefined): boolean {
  return turnOf(some) === turnOf(other) && some?.open === other?.open;
}

function turnOf(opening: Opening | undefined): number | undefined {
  return opening?.open === true ? opening.closesAtMs : opening?.opensAtMs;
}

/** The earliest time a message accepted now may leave. */
export function earliestAt(opening: Opening | undefined, nowMs: number): number {
  return opening?.open === false ? Math.max(nowMs, opening.opensAtMs) : nowMs;
}

/** Why messages with this opening wait, as stored; undefined: they do not. */
export function whyWaiting(
  opening: Opening | undefined,
  nowMs: number,
): typeof HELD | typeof SCHEDULED | undefined {
  if (opening?.open !== false || opening.opensAtMs <= nowMs) return undefined;
  return opening.isScheduled === true ? SCHEDULED : HELD;
}

/**
 * Whether hours are open at a moment (milliseconds since 1970). A week that never opens would be
 * closed forever: none can be set.
 */
export function openingAt(week: Week, atMs: number): Opening {
  const today = dayAt(atMs);
  for (let day = today; day <= today + 8; day += 1) {
    const hours = hoursOf(week, day);
    if (hours === undefined) continue;
    const opensAtMs = momentOf(day, hours.opens);
    if (atMs < opensAtMs) return { open: false, opensAtMs };
    const closesAtMs = momentOf(day, hours.closes);
    if (atMs < closesAtMs) return { open: true, closesAtMs: lastClosing(week, day) };
  }
  return { open: false, opensAtMs: Number.MAX_SAFE_INTEGER };
}

/** Midnight closes nothing if the next day opens with it. */
function lastClosing(week: Week, from: number): number {
  let day = from;
  while (day < from + 7) {
    if (hoursOf(week, day)?.closes !== DAY_MINUTES || hoursOf(week, day + 1)?.opens !== 0) break;
    day += 1;
  }
  return momentOf(day, hoursOf(week, day)?.closes ?? 0);
}

function hoursOf(week: Week, day: number): DayHours | undefined {
  return week[(((day + FIRST_WEEKDAY) % 7) + 7) % 7];
}

/** The longest time without an open minute, in minutes. */
export function longestClosedMinutes(week: Week): number {
  let longest = 0;
  let closed = 0;
  // Twice around, so that a gap across the end of the week is seen whole.
  for (const hours of [...week, ...week]) {
    longest = Math.max(longest, closed + (hours?.opens ?? DAY_MINUTES));
    closed = hours === undefined ? closed + DAY_MINUTES : DAY_MINUTES - hours.closes;
  }
  return longest;
}

/**
 * A week as far as the hours of a day go that a request names; without a week on every day.
 * undefined: neither is given, so that any time is right.
 */
export function within(week: Week | undefined, hours: DayHours | undefined): Week | undefined {
  if (hours === undefined) return week;
  return (week ?? DAYS.map(() => ALWAYS)).map((day) => {
    const opens = Math.max(hours.opens, day?.opens ?? DAY_MINUTES);
    const closes = Math.min(hours.closes, day?.closes ?? 0);
    return opens < closes ? { opens, closes } : undefined;
  });
}

/** Minutes of the opening are multiplied by this where hours are stored as one number. */
const OPENS_BY = 10_000;

/** Hours of a day as they are stored beside a message. */
export function storedHours({ opens, closes }: DayHours): number {
  return opens * OPENS_BY + closes;
}

export function hoursStored(stored: number | undefined): DayHours | undefined {
  if (stored === undefined) return undefined;
  return { opens: Math.floor(stored / OPENS_BY), closes: stored % OPENS_BY };
}

/** `09:00-21:00`, `always` or `never`; undefined if it is none of them. */
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

/** The hours of a day in the form that `readHours` reads. */
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

/** The zone of promotional hours and of spending days. */
const ZONE = 'Asia/Karachi';

/** How many minutes' offsets are remembered; offsets change at whole minutes. */
const REMEMBERED = 256;

const FORMAT = new Intl.DateTimeFormat('en', { timeZone: ZONE, timeZoneName: 'longOffset' });
const offsets = new Map<number, number>();

/**
 * How far the zone's clocks are ahead of UTC at a moment (milliseconds since 1970), in
 * milliseconds, from the time-zone database.
 */
function offsetMsAt(atMs: number): number {
  const minute = Math.floor(atMs / MINUTE_MS);
  const known = offsets.get(minute);
  if (known !== undefined) return known;
  const offset = readOffsetMs(minute * MINUTE_MS);
  if (offsets.size >= REMEMBERED) offsets.clear();
  offsets.set(minute, offset);
  return offset;
}

/** Out of `GMT+05:00`: the zone is ahead of UTC all year. */
function readOffsetMs(atMs: number): number {
  const parts = FORMAT.formatToParts(atMs);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, hours, minutes] = /\+(\d\d):(\d\d)/.exec(name) ?? [];
  return (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
}

/** The number of a day in the zone, counted from 1970-01-01 there. */
export function dayAt(atMs: number): number {
  return Math.floor((atMs + offsetMsAt(atMs)) / DAY_MS);
}

/** The moment at which the zone's clocks show this many minutes into a day. */
export function momentOf(day: number, minutes: number): number {
  const local = day * DAY_MS + minutes * MINUTE_MS;
  const guess = local - offsetMsAt(local);
  return local - offsetMsAt(guess);
}

/** Months since 1970-01 in the zone. */
export function monthAt(atMs: number): number {
  const date = new Date(dayAt(atMs) * DAY_MS);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}

/** `2026-11-22 09:00 Asia/Karachi`. */
export function timeInZone(atMs: number): string {
  const local = new Date(atMs + offsetMsAt(atMs)).toISOString();
  return `${local.slice(0, 10)} ${local.slice(11, 16)} ${ZONE}`;
}

/** `2026-11-22T09:00:00+05:00`: how the command line shows every time. */
export function stampInZone(atMs: number, isExact = false): string {
  const offsetMs = offsetMsAt(atMs);
  const local = new Date(atMs + offsetMs).toISOString().slice(0, isExact ? 23 : 19);
  return `${local}+${new Date(offsetMs).toISOString().slice(11, 16)}`;
}
