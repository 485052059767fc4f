/** People whom an account knows: what may be kept of them. */
import { withoutUnseen } from '../account/name.ts';
import { readUserId, type ChatUserId } from '../chat/user-id.ts';
import { limit } from '../limits.ts';
import { readRecipient, type PhoneNumber } from '../recipient/recipient.ts';

export type Fields = Readonly<Record<string, string>>;

/** What is kept of a person; '' or undefined: not known. */
export type Person = {
  readonly mobile: PhoneNumber | undefined;
  readonly userId: ChatUserId | undefined;
  readonly name: string;
  readonly language: string | undefined;
  /** Sorted, each once. */
  readonly tags: readonly string[];
  readonly fields: Fields;
};

/** As somebody gave it: any part may be missing, or wrong. */
export type GivenPerson = {
  readonly mobile?: string | undefined;
  readonly user_id?: string | undefined;
  readonly name?: string | undefined;
  readonly language?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly fields?: Fields | undefined;
};

/** Columns that every contact has: no field may be called so. */
export const CONTACT_COLUMNS = ['mobile', 'user_id', 'name', 'language', 'tags'] as const;
/** Columns of an import that say who has agreed to promotional messages, by channel. */
export const CONSENT_COLUMNS = ['sms_consent', 'chat_consent'] as const;
export type ConsentColumn = (typeof CONSENT_COLUMNS)[number];

const OTHERS = ['id', 'created_at', 'updated_at'];
const RESERVED: readonly string[] = [...CONTACT_COLUMNS, ...CONSENT_COLUMNS, ...OTHERS];

const TAG = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_.\u200c-]*( [\p{L}\p{M}\p{N}_.\u200c-]+)*$/u;
/** Most tags are so: what is to be done with others takes long for a million of them. */
const PLAIN_TAG = /^[a-z0-9][a-z0-9_.-]*$/;
const MOST_TAG = limit('contactTagCharacters');
const FIELD_NAME = /^\p{L}[\p{L}\p{M}\p{N}_\u200c]*$/u;
const LANGUAGE = /^[a-z]{2,3}([_-][A-Za-z]{2,4})?$/;

export const TAG_RULE =
  `must be a word or a few, of at most ${limit('contactTagCharacters')} letters, digits, ` +
  'hyphens and full stops, without commas';
export const LANGUAGE_RULE = 'must be a language code, such as ur or en';
const FIELD_NAME_RULE =
  'must have names of letters, digits and underscores, none of them mobile, user_id, name, ' +
  'language, tags, id, created_at or updated_at';

/** A tag in its stored form; undefined: it can be none. */
export function readTag(given: string): string | undefined {
  const isStored = PLAIN_TAG.test(given);
  const tag = isStored
    ? given
    : given.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
  return tag.length <= MOST_TAG && (isStored || TAG.test(tag)) ? tag : undefined;
}

/** How languages are called in lists. */
const LANGUAGE_WORDS: Readonly<Record<string, string>> = {
  urdu: 'ur',
  اردو: 'ur',
  english: 'en',
  انگریزی: 'en',
};

/** A language in its stored form; undefined: it can be none. */
export function readLanguage(given: string): string | undefined {
  const written = given.trim().toLowerCase();
  const language = LANGUAGE_WORDS[written] ?? written;
  return LANGUAGE.test(language) ? language : undefined;
}

export function isFieldName(name: string): boolean {
  const most = limit('contactFieldNameCharacters');
  return name.length <= most && FIELD_NAME.test(name) && !RESERVED.includes(name);
}

/** A heading as the name of a field: `Order Date` becomes `order_date`; undefined: it cannot. */
export function fieldNameOf(heading: string): string | undefined {
  const name = heading
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\u200c]+/gu, '_')
    .replaceAll(/^[_\p{N}]+|_+$/gu, '')
    .slice(0, limit('contactFieldNameCharacters'));
  return isFieldName(name) ? name : undefined;
}

/** One line without what nobody sees, and without blanks at its ends. */
export function oneLine(text: string): string {
  // Most texts of a million are so.
  if (/^(?:[!-~]+(?: [!-~]+)*)?$/.test(text)) return text;
  return withoutUnseen(text.replaceAll(/[\s\p{Cc}]/gu, ' '))
    .replaceAll(/ +/g, ' ')
    .toWellFormed()
    .trim();
}

type PersonFault = { readonly field: keyof GivenPerson; readonly rule: string };

const fault = (field: keyof GivenPerson, rule: string): PersonFault => ({ field, rule });

/** Reads a person, or the first rule that is broken. What is not given stays unknown. */
export function readPerson(given: GivenPerson): Person | PersonFault {
  const called = readNames(given);
  if ('rule' in called) return called;
  const name = oneLine(given.name ?? '');
  if (name.length > limit('contactNameCharacters')) {
    return fault('name', `must have at most ${limit('contactNameCharacters')} characters`);
  }
  const written = given.language?.trim() ?? '';
  const language = written === '' ? undefined : readLanguage(written);
  if (written !== '' && language === undefined) return fault('language', LANGUAGE_RULE);
  const tags = readTags(given.tags ?? []);
  if ('rule' in tags) return tags;
  const fields = readFields(given.fields ?? {});
  if ('rule' in fields) return fields;
  return { ...called, name, language, tags: tags.tags, fields: fields.fields };
}

function readNames({
  mobile = '',
  user_id: userId = '',
}: GivenPerson): Pick<Person, 'mobile' | 'userId'> | PersonFault {
  const isNumber = mobile.trim() !== '';
  const number = isNumber ? readRecipient(mobile) : undefined;
  if (number?.ok === false) return fault('mobile', 'must be a Pakistani mobile number');
  const user = userId.trim() === '' ? undefined : readUserId(userId);
  if (userId.trim() !== '' && user === undefined) {
    return fault('user_id', 'must be the id of a chat user, such as PK.13491208655302741918');
  }
  if (number === undefined && user === undefined) return fault('mobile', 'must be given');
  return { mobile: number?.number, userId: user };
}

/** A text of a request within a sentence. */
const shortened = (text: string): string => oneLine(text).slice(0, limit('contactTagCharacters'));

/** Tags in their stored form: sorted, each once. */
export function readTags(
  given: readonly string[],
): { readonly tags: readonly string[] } | PersonFault {
  const tags: string[] = [];
  for (const each of given) {
    const tag = readTag(each);
    if (tag === undefined) return fault('tags', `${TAG_RULE}: not “${shortened(each)}”`);
    tags.push(tag);
  }
  const sorted = [...new Set(tags)].toSorted();
  const most = limit('contactTags');
  return sorted.length > most ? fault('tags', `must be at most ${most}`) : { tags: sorted };
}

function readFields(given: Fields): { readonly fields: Fields } | PersonFault {
  const entries = Object.entries(given);
  if (!entries.every(([name]) => isFieldName(name))) return fault('fields', FIELD_NAME_RULE);
  if (entries.length > limit('contactFields')) {
    return fault('fields', `must be at most ${limit('contactFields')}`);
  }
  const most = limit('contactFieldCharacters');
  const fields: Record<string, string> = {};
  for (const [name, written] of entries) {
    const text = oneLine(written);
    if (text.length > most) return fault('fields', `must have at most ${most} characters each`);
    if (text !== '') fields[name] = text;
  }
  return { fields };
}
