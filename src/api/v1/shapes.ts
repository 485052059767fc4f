/** How `/v1` reads ids and numbers. */
import { readUserId } from '../../domain/chat/user-id.ts';
import { readRecipient } from '../../domain/recipient/recipient.ts';

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

export const MUST_BE_MOBILE = 'must be a Pakistani mobile number such as 03001234567';

export const MUST_BE_PERSON = 'must be a mobile number, or the id of a user who hides it';
