import { DAY_MS, MINUTE_MS } from '../durations.ts';

/** Where promotional hours and days of spending are told. */
export const ZONE = 'Asia/Karachi';

/** Minutes whose offset is remembered; offsets change at whole minutes. */
const REMEMBERED = 256;

const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, number>();

/**
 * How far a zone's clocks are ahead of UTC at a moment (milliseconds since 1970), in milliseconds,
 * by the time-zone database.
 */
function offsetMsAt(atMs: number, zone: string = ZONE): number {
  const minute = Math.floor(atMs / MINUTE_MS);
  const name = `${zone} ${minute}`;
  const known = offsets.get(name);
  if (known !== undefined) return known;
  const offset = readOffsetMs(minute * MINUTE_MS, zone);
  if (offsets.size >= REMEMBERED) offsets.clear();
  offsets.set(name, offset);
  return offset;
}

/** `GMT+05:00`, or `GMT` alone. */
function readOffsetMs(atMs: number, zone: string): number {
  const parts = formatOf(zone).formatToParts(atMs);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const found = /([+-])(\d\d):(\d\d)/.exec(name);
  if (found === null) return 0;
  const [, sign, hours, minutes] = found;
  const size = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
  return sign === '-' ? -size : size;
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  formats.set(zone, format);
  return format;
}

/** The number of a day in the zone, counted from 1970-01-01 there. */
export function dayAt(atMs: number, zone: string = ZONE): number {
  return Math.floor((atMs + offsetMsAt(atMs, zone)) / DAY_MS);
}

/** The moment at which so many minutes of a day of the zone have passed on its clocks. */
export function momentOf(day: number, minutes: number, zone: string = ZONE): number {
  const local = day * DAY_MS + minutes * MINUTE_MS;
  const guess = local - offsetMsAt(local, zone);
  return local - offsetMsAt(guess, zone);
}

/** The months since 1970-01 in the zone. */
export function monthAt(atMs: number, zone: string = ZONE): number {
  const { year, month } = dateOf(dayAt(atMs, zone));
  return (year - 1970) * 12 + month - 1;
}

/** The calendar of a day number (days since 1970), by the rule of 400 years. */
function dateOf(day: number): { readonly year: number; readonly month: number } {
  const shifted = day + 719_468;
  const era = Math.floor(shifted / 146_097);
  const ofEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1_460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) /
      365,
  );
  const ofYear =
    ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * ofYear + 2) / 153);
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month };
}

/** `2026-11-22 09:00 Asia/Karachi`. */
export function timeInZone(atMs: number, zone: string = ZONE): string {
  const local = new Date(atMs + offsetMsAt(atMs, zone)).toISOString();
  return `${local.slice(0, 10)} ${local.slice(11, 16)} ${zone}`;
}

/** `2026-11-22T09:00:00+05:00`: as the command line shows every time. */
export function stampInZone(atMs: number, zone: string = ZONE): string {
  const offsetMs = offsetMsAt(atMs, zone);
  const local = new Date(atMs + offsetMs).toISOString().slice(0, 19);
  const clock = new Date(Math.abs(offsetMs)).toISOString().slice(11, 16);
  return `${local}${offsetMs < 0 ? '-' : '+'}${clock}`;
}
