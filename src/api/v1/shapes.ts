/** Shapes used all over `/v1`, and how it writes and reads their values. */
import { readUserId } from '../../domain/chat/user-id.ts';
import { readRecipient } from '../../domain/recipient/recipient.ts';
import { Type, type TProperties } from '../../kit/shape.ts';

/** An object with these properties and no others. */
export const closed = <Properties extends TProperties>(
  properties: Properties,
  options: { readonly title?: string; readonly description?: string } = {},
) => Type.Object(properties, { ...options, additionalProperties: false });

/** A text, or null if there is none. */
export const nullable = (description: string) =>
  Type.Union([Type.String(), Type.Null()], { description });

/** A time, or null if there is none yet. */
export const nullableTime = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description });

/** A whole number, or null if there is none. */
export const nullableCount = (description: string) =>
  Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], { description });

/** A time as `/v1` writes it. */
export function showTime(atMs: number): string {
  return new Date(atMs).toISOString();
}

/** The same, or null. */
export function showTimeOrNull(atMs: number | undefined): string | null {
  return atMs === undefined ? null : showTime(atMs);
}

/**
 * An id in a path. undefined when it is impossible: it is answered like an id that does not exist,
 * and like another account's.
 */
export function readId(text: string | undefined): number | undefined {
  const id = Number(/^[1-9]\d{0,15}$/.exec(text ?? '')?.[0]);
  return Number.isSafeInteger(id) ? id : undefined;
}

/** As people write numbers; foreign ones, to which chat messages go, as digits. */
function readNumber(given: string): string | undefined {
  const read = readRecipient(given);
  if (read.ok) return read.number;
  return /^[1-9]\d{6,14}$/.test(given) ? given : undefined;
}

/** A phone, or the platform’s id of a user who hides it. */
export function readPerson(given: string): string | undefined {
  const text = given.trim();
  return readNumber(text) ?? readUserId(text);
}

export const MUST_BE_PERSON = 'must be a mobile number, or the id of a user who hides it';
