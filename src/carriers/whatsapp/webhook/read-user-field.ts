import { fieldsOf, listOf, textOf, type Fields } from '../json-fields.ts';
import { digitsOf, isNamed, momentOf, passedOver, userIdOf, type Word } from './word-of.ts';

/** What users want of marketing, and which of them have got another id. */
export function readUserField(field: string, value: Fields): readonly Word[] {
  const phoneNumberId = textOf(fieldsOf(value['metadata'])?.['phone_number_id']);
  return listOf(value[field]).map((it) => {
    const entry = fieldsOf(it) ?? {};
    const word =
      field === 'user_preferences' ? readPreference(entry, phoneNumberId) : readChange(entry);
    return word ?? passedOver(field, 'unreadable');
  });
}

const WISHES: Readonly<Record<string, 'stop' | 'start'>> = { stop: 'stop', resume: 'start' };

function readPreference(entry: Fields, phoneNumberId: string | undefined): Word | undefined {
  const user = { phone: digitsOf(entry['wa_id']), userId: userIdOf(entry['user_id']) };
  const atMs = momentOf(entry['timestamp']);
  const wish = WISHES[(textOf(entry['value']) ?? '').toLowerCase()];
  if (phoneNumberId === undefined || wish === undefined || atMs === undefined) return undefined;
  return isNamed(user) ? { kind: 'preference', phoneNumberId, user, wish, atMs } : undefined;
}

function readChange(entry: Fields): Word | undefined {
  const ids = fieldsOf(entry['user_id']) ?? {};
  const before = { phone: undefined, userId: userIdOf(ids['previous']) };
  const user = { phone: digitsOf(entry['wa_id']), userId: userIdOf(ids['current']) };
  const atMs = momentOf(entry['timestamp']);
  const isWhole = atMs !== undefined && isNamed(before) && isNamed(user);
  return isWhole ? { kind: 'user_change', before, user, atMs } : undefined;
}
