import type { ChatEvent, ChatUserNames } from '../../../domain/chat/webhook-event.ts';
import { textOf, wholeOf, type Fields } from '../json-fields.ts';

type Without<Whole, Names extends PropertyKey> = Whole extends unknown ? Omit<Whole, Names> : never;

/** An event, before it is known of which entry it is. */
export type ReadEvent = Without<ChatEvent, 'platformBusinessId' | 'writtenAtMs'>;

/** Reads the value of a change of this field. */
export type ReadField = (field: string, value: Fields) => readonly ReadEvent[];

export function passedOver(field: string, why: 'unknown_field' | 'unreadable'): ReadEvent {
  return { kind: 'passed_over', field: field.slice(0, 64), why };
}

/** More seconds than this lie thousands of years ahead: such a moment is in milliseconds. */
const MOST_SECONDS = 100_000_000_000;
/** The year 2100. */
const LATEST_MS = 4_102_444_800_000;

/**
 * A moment that is written as seconds, mostly as a text, now and then as milliseconds; undefined
 * when it is none.
 */
export function momentOf(value: unknown): number | undefined {
  const whole = wholeOf(value);
  if (whole === undefined || whole <= 0) return undefined;
  const atMs = whole > MOST_SECONDS ? whole : whole * 1_000;
  return atMs > LATEST_MS ? undefined : atMs;
}

/** Digits of a number as the platform writes it; undefined when it is none. */
export function digitsOf(value: unknown): string | undefined {
  const digits = (textOf(value) ?? '').replace(/[+\s()-]/g, '');
  return /^\d{5,15}$/.test(digits) ? digits : undefined;
}

/** The platform's id of a user: letters of a country, a dot, the rest. */
export function userIdOf(value: unknown): string | undefined {
  const text = textOf(value) ?? '';
  return /^[A-Z]{2}\.[A-Za-z0-9.]{1,140}$/.test(text) ? text : undefined;
}

/** Whether a user has a name at all. */
export function isNamed({ phone, userId }: ChatUserNames): boolean {
  return phone !== undefined || userId !== undefined;
}

/** A text that a database takes and a person can bear; undefined for none. */
export function wordsOf(value: unknown, most = 4_096): string | undefined {
  const text = textOf(value)?.replaceAll('\0', '').slice(0, most).toWellFormed();
  return text === '' ? undefined : text;
}

/** An id of the platform: long enough for any that was seen, and printable. */
export function keyOf(value: unknown): string | undefined {
  const text = textOf(value) ?? '';
  return /^[\x21-\x7e]{1,512}$/.test(text) ? text : undefined;
}
