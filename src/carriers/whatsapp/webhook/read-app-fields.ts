/**
 * Fields about the app on a phone that has a number, too (facts of the platform, C13):
 * `smb_message_echoes`, `history`, `smb_app_state_sync`.
 */
import { withoutUnseen } from '../../../domain/account/name.ts';
import { CHANGING_TYPES } from '../../../domain/chat/webhook-event.ts';
import {
  digitsOf,
  type Fields,
  fieldsOf,
  isNamed,
  keyOf,
  listOf,
  momentOf,
  skipped,
  type ReadEvent,
  textOf,
  userIdOf,
  wordsOf,
} from '../json-fields.ts';
import { readContent } from './read-messages-field.ts';

type About = { readonly field: string; readonly phoneNumberId: string };

const numberOf = (value: Fields): string | undefined =>
  textOf(fieldsOf(value['metadata'])?.['phone_number_id']);

/** What the shop writes in the app, and changes there. */
export function readEchoes(field: string, value: Fields): readonly ReadEvent[] {
  const phoneNumberId = numberOf(value);
  if (phoneNumberId === undefined) return [skipped(field, 'unreadable')];
  return listOf(value['message_echoes']).map((it) => {
    const echo = fieldsOf(it) ?? {};
    const user = { phone: digitsOf(echo['to']), userId: userIdOf(echo['to_user_id']) };
    const about = { field, phoneNumberId };
    return readChange(echo, user, about) ?? readSaid(echo, user, { ...about, isOurs: true });
  });
}

type User = { readonly phone: string | undefined; readonly userId: string | undefined };

function readChange(echo: Fields, user: User, { phoneNumberId }: About): ReadEvent | undefined {
  const type = CHANGING_TYPES.find((it) => it === echo['type']);
  const own = fieldsOf(echo[type ?? '']) ?? {};
  const operatorKey = keyOf(own['original_message_id']);
  const atMs = momentOf(echo['timestamp']);
  if (type === undefined || operatorKey === undefined || atMs === undefined) return undefined;
  const what = type === 'edit' ? 'edit' : 'revoke';
  const text = what === 'edit' ? readContent('edit', own).text : undefined;
  return { kind: 'app_change', phoneNumberId, operatorKey, user, what, text, atMs };
}

function readSaid(
  message: Fields,
  user: User,
  about: About & { readonly isOurs: boolean; readonly isPast?: boolean },
): ReadEvent {
  const { field, phoneNumberId, isOurs, isPast = false } = about;
  const operatorKey = keyOf(message['id']);
  const atMs = momentOf(message['timestamp']);
  const type = wordsOf(message['type'], 64);
  if (operatorKey === undefined || atMs === undefined || type === undefined || !isNamed(user)) {
    return skipped(field, 'unreadable');
  }
  const { text } = readContent(type, fieldsOf(message[type]) ?? {});
  return {
    kind: 'app_message',
    phoneNumberId,
    operatorKey,
    user,
    isOurs,
    isPast,
    type,
    text,
    atMs,
  };
}

/** Conversations before the number came here, in pieces; what the shop does not share, with why. */
export function readHistory(field: string, value: Fields): readonly ReadEvent[] {
  const phoneNumberId = numberOf(value);
  if (phoneNumberId === undefined) return [skipped(field, 'unreadable')];
  const pieces = listOf(value['history']).map((it) => fieldsOf(it) ?? {});
  const threads = pieces.flatMap((it) => listOf(it['threads'])).map((it) => fieldsOf(it) ?? {});
  return threads.flatMap((thread) => {
    const user = { phone: digitsOf(thread['id']), userId: userIdOf(thread['id']) };
    return listOf(thread['messages']).map((it) => {
      const message = fieldsOf(it) ?? {};
      // Only what the shop wrote says to whom.
      const isOurs = message['to'] !== undefined || message['to_user_id'] !== undefined;
      return readSaid(message, user, { field, phoneNumberId, isOurs, isPast: true });
    });
  });
}

export function readAppContacts(field: string, value: Fields): readonly ReadEvent[] {
  const phoneNumberId = numberOf(value);
  if (phoneNumberId === undefined) return [skipped(field, 'unreadable')];
  return listOf(value['state_sync']).map((it) => {
    const { contact: given, action, metadata } = fieldsOf(it) ?? {};
    const contact = fieldsOf(given) ?? {};
    const user = {
      phone: digitsOf(contact['phone_number']),
      userId: userIdOf(contact['user_id']),
    };
    const atMs = momentOf(fieldsOf(metadata)?.['timestamp']);
    const named = withoutUnseen(wordsOf(contact['full_name'] ?? contact['first_name'], 256) ?? '');
    const name = action === 'remove' || named === '' ? undefined : named;
    if (atMs === undefined || !isNamed(user)) return skipped(field, 'unreadable');
    return { kind: 'contact', phoneNumberId, user, name, atMs };
  });
}
