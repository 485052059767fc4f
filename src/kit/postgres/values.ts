/**
 * How values of PostgreSQL become values of ours.
 *
 * | column        | value                                                                  |
 * |---------------|------------------------------------------------------------------------|
 * | int8          | number; a value beyond 2^53 throws, it is never rounded                |
 * | timestamptz   | number: milliseconds since 1970 (microseconds are cut off)             |
 * | date, numeric | the text as PostgreSQL writes it                                       |
 * | json, jsonb   | parsed                                                                 |
 * | int8[]        | array of numbers and nulls                                             |
 *
 * Money is stored as int8 millionths, so it is exact up to 9 billion rupees; the store turns the
 * number into its branded bigint. Sessions are set to UTC (pool.ts), which `parseTime` relies on.
 */
import pg from 'pg';

/** Reads an int8; throws when a JavaScript number cannot hold it exactly. */
export function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('a bigint column is beyond 2^53');
  return value;
}

/** Reads a one-dimensional int8[]: `{1,NULL,3}`. */
export function parseInt8List(text: string): (number | null)[] {
  if (text === '{}') return [];
  const items = text.slice(1, -1).split(',');
  return items.map((item) => (item === 'NULL' ? null : parseInt8(item)));
}

const twoDigits = (text: string, at: number): number =>
  (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48;

/** Reads `2026-11-20 19:54:08.123456+00` into milliseconds since 1970; throws on other shapes. */
export function parseTime(text: string): number {
  if (text.charCodeAt(4) !== 45 || !text.endsWith('+00')) {
    throw new RangeError('a time is infinite, far away, or not in UTC');
  }
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const fraction = text.charCodeAt(19) === 46 ? text.slice(20, -3).padEnd(3, '0').slice(0, 3) : '0';
  return Date.UTC(
    year,
    twoDigits(text, 5) - 1,
    twoDigits(text, 8),
    twoDigits(text, 11),
    twoDigits(text, 14),
    twoDigits(text, 17),
    Number(fraction),
  );
}

/** Writes milliseconds since 1970 as a value for a timestamptz parameter. */
export function timeText(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

const asText = (text: string): string => text;

/** The parsers above, in the shape that the driver takes. */
export function valueParsers(): pg.CustomTypesConfig {
  const types = new pg.TypeOverrides();
  types.setTypeParser(20, parseInt8);
  types.setTypeParser(1016, parseInt8List);
  types.setTypeParser(1184, parseTime);
  types.setTypeParser(1082, asText);
  return types;
}
