/** Reads JSON that somebody else wrote: anything missing or of another type is undefined. */
import type { ChatEvent, ChatUserNames } from '../../domain/chat/webhook-event.ts';
import { isUserId } from '../../domain/chat/user-id.ts';
import { parseJson } from '@paigham/base/json.ts';

export type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function fieldsOf(value: unknown): Fields | undefined {
  return isFields(value) ? value : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A whole number, possibly written as text. */
export function wholeOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) ? Number(number) : undefined;
}

/** JSON from bytes; undefined if it is not JSON. */
export function readJson(octets: Uint8Array): unknown {
  return parseJson(Buffer.from(octets).toString('utf8'));
}

type Without<Whole, Names extends PropertyKey> = Whole extends unknown ? Omit<Whole, Names> : never;

/** An event before its entry is known, unless it names its business account itself. */
export type ReadEvent = Without<ChatEvent, 'platformBusinessId' | 'writtenAtMs'> & {
  readonly platformBusinessId?: string;
};

/** Reads the value of a change of this field. */
export type ReadField = (field: string, value: Fields) => readonly ReadEvent[];

export function skipped(
  field: string,
  why: 'unknown_field' | 'unreadable',
  of?: unknown,
): ReadEvent {
  const payload = of === undefined ? {} : { payload: beginningOf(of) };
  return { kind: 'passed_over', field: field.slice(0, 64), why, ...payload };
}

/** `JSON.stringify` throws where lists lie in lists some thousand times. */
const MOST_LEVELS = 16;

export function isTooDeep(value: unknown, levels = MOST_LEVELS): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isTooDeep(inner, levels - 1));
}

/** The beginning of a value as JSON, for people who see what it is. */
function beginningOf(value: unknown): string {
  return isTooDeep(value) ? '' : (wordsOf(JSON.stringify(value)) ?? '');
}

/** More seconds than this lie thousands of years ahead: the value must be milliseconds. */
const MOST_SECONDS = 100_000_000_000;
/** The year 2100. */
const LATEST_MS = 4_102_444_800_000;

/**
 * A time written as seconds, usually as text, and occasionally as milliseconds; undefined if it is
 * neither.
 */
export function momentOf(value: unknown): number | undefined {
  const whole = wholeOf(value);
  if (whole === undefined || whole <= 0) return undefined;
  const atMs = whole > MOST_SECONDS ? whole : whole * 1_000;
  return atMs > LATEST_MS ? undefined : atMs;
}

/** The digits of a number as the platform writes it; undefined if it is not one. */
export function digitsOf(value: unknown): string | undefined {
  const digits = (textOf(value) ?? '').replace(/[+\s()-]/g, '');
  return /^\d{5,15}$/.test(digits) ? digits : undefined;
}

/** The platform's id of a user: a country's letters, a dot, the rest. */
export function userIdOf(value: unknown): string | undefined {
  const text = textOf(value) ?? '';
  return isUserId(text) ? text : undefined;
}

export function isNamed({ phone, userId }: ChatUserNames): boolean {
  return phone !== undefined || userId !== undefined;
}

/** A text that a database accepts and that is not too long to read; undefined if there is none. */
export function wordsOf(value: unknown, most = 4_096): string | undefined {
  const text = textOf(value)?.replaceAll('\0', '').slice(0, most).toWellFormed();
  return text === '' ? undefined : text;
}

/** An id of the platform: longer than any seen so far, and printable. */
export function keyOf(value: unknown): string | undefined {
  const text = textOf(value) ?? '';
  return /^[\x21-\x7e]{1,512}$/.test(text) ? text : undefined;
}
