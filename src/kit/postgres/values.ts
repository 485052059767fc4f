/**
 * How PostgreSQL values map to ours.
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
 *
 * Lists as parameters. The driver writes arrays element by element, with two replacements each; on
 * the hot path that costs more than the statement. These write the literal directly.
 *
 * Lists as parameters in PostgreSQL's binary format. For thousands of rows at once they save
 * both sides formatting and parsing digits, and leave no strings to garbage-collect.
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

/** Parses `2026-11-20 19:54:08.123456+00` to milliseconds since 1970; throws on other formats. */
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

/** The parsers above, in the form that the driver expects. */
export function valueParsers(): pg.CustomTypesConfig {
  const types = new pg.TypeOverrides();
  types.setTypeParser(20, parseInt8);
  types.setTypeParser(1016, parseInt8List);
  types.setTypeParser(1184, parseTime);
  types.setTypeParser(1082, asText);
  return types;
}

/** Integers and bigints, null where a column is null. */
export function numberList(values: readonly (number | bigint | null)[]): string {
  let text = '{';
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    text += `${index === 0 ? '' : ','}${value === null || value === undefined ? 'NULL' : value}`;
  }
  return `${text}}`;
}

const NEEDS_ESCAPE = /["\\]/;

/** Texts, null where a column is null. */
export function textList(values: readonly (string | null)[]): string {
  let text = '{';
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    text += index === 0 ? '' : ',';
    if (value === null || value === undefined) text += 'NULL';
    else if (NEEDS_ESCAPE.test(value)) text += `"${value.replaceAll(/["\\]/g, '\\$&')}"`;
    else text += `"${value}"`;
  }
  return `${text}}`;
}

const TYPES = { int2: 21, int4: 23, int8: 20, text: 25 } as const;
const WIDTHS = { int2: 2, int4: 4, int8: 8 } as const;
const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
const HIGH = 2 ** 32;
/** UTF-8 needs at most this many bytes per UTF-16 unit. */
const MOST_BYTES_PER_UNIT = 3;

/** Integers without a null; for `int8` those that a number represents exactly, below 2^53. */
export function binaryNumbers(type: keyof typeof WIDTHS, values: readonly number[]): Buffer {
  const width = WIDTHS[type];
  const list = Buffer.allocUnsafe(HEADER_BYTES + values.length * (LENGTH_BYTES + width));
  let at = writeHeader(list, TYPES[type], values.length);
  for (const value of values) {
    at = list.writeInt32BE(width, at);
    if (width === 2) at = list.writeInt16BE(value, at);
    else if (width === 4) at = list.writeInt32BE(value, at);
    else {
      at = list.writeInt32BE(Math.floor(value / HIGH), at);
      at = list.writeUInt32BE(value >>> 0, at);
    }
  }
  return list;
}

/** Strings without a null. */
export function binaryTexts(values: readonly string[]): Buffer {
  let units = 0;
  for (const value of values) units += value.length;
  const most = HEADER_BYTES + values.length * LENGTH_BYTES + units * MOST_BYTES_PER_UNIT;
  const list = Buffer.allocUnsafe(most);
  let at = writeHeader(list, TYPES.text, values.length);
  for (const value of values) {
    const bytes = list.write(value, at + LENGTH_BYTES);
    at = list.writeInt32BE(bytes, at) + bytes;
  }
  return list.subarray(0, at);
}

/** One dimension, no nulls, counted from 1. */
function writeHeader(list: Buffer, type: number, length: number): number {
  let at = 0;
  for (const word of [1, 0, type, length, 1]) at = list.writeInt32BE(word, at);
  return at;
}
