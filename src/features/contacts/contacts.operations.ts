/** Contacts: people whom an account knows by name. */
import {
  readPerson,
  readTags,
  type GivenPerson,
  type Person,
} from '../../domain/contact/contact.ts';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { lockAccount } from '../../store/nodes/versions.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { findAccount } from '../accounts/accounts.sql.ts';
import { changed, refuse, type Refused } from '../../operations/admin.ts';
import {
  account,
  argument,
  id,
  limitOf,
  list,
  neededInBody,
  option,
  text,
  whole,
} from '../../operations/fields.ts';
import { operation, query, type Filled } from '../../operations/operation.ts';
import { at } from '../../operations/show.ts';
import {
  countContacts,
  deleteContact,
  deleteContacts,
  findContact,
  findContactOf,
  hasSoManyContacts,
  insertContact,
  listContacts,
  planForFilter,
  tagContacts,
  updateContact,
  type ContactRecord,
} from './contacts.sql.ts';
import { faultOfFilter, fieldsField, filterField, filterOf } from './filter-shape.ts';

const accountId = argument('ACCOUNT', account);
const NOT_OF_ACCOUNT = refuse('contactId', 'is not a contact of this account');
const knownAs = (contact: number): Refused =>
  refuse('mobile', `is the number or the user_id of contact ${contact}`);
const FULL = 'would be more contacts than this account may have: a verified one may have more';
const PAGE = 200;

const PERSON = {
  mobile: option('mobile', text('NUMBER'), 'the mobile number; or give user-id'),
  userId: option('user-id', text('ID'), 'the id of a chat user'),
  name: option('name', text('NAME'), 'the name'),
  language: option('language', text('CODE'), 'the language: ur, en'),
  tags: option('tags', list, 'all the tags, separated by commas'),
  fields: fieldsField,
};
type Given = Filled<typeof PERSON>;

const given = ({ userId, ...it }: Given): GivenPerson => ({ ...it, user_id: userId });

/** An operation's field for a person's. */
const refusePerson = ({ field, rule }: { field: keyof GivenPerson; rule: string }): Refused =>
  refuse(field === 'user_id' ? 'userId' : field, rule);

export async function mostContacts(reader: Transaction, accountId: AccountId): Promise<number> {
  const isVerified = (await findAccount(reader, { accountId }))?.verified === true;
  return limit(isVerified ? 'contactsOfAccount' : 'contactsUnverified');
}

const ADD = { accountId, ...PERSON };

export const addContact = operation({
  name: 'contact add',
  about: 'Adds a contact to an account: somebody with a mobile number or the id of a chat user.',
  who: 'account',
  audit: 'contact.add',
  raises: 'nothing',
  input: ADD,
  async work(transaction, { accountId, ...input }, { clock }) {
    const person = readPerson(given(input));
    if ('rule' in person) return refusePerson(person);
    await lockAccount(transaction, { accountId });
    const most = await mostContacts(transaction, accountId);
    if (await hasSoManyContacts(transaction, { accountId, most })) return refuse('mobile', FULL);
    const row = { ...person, accountId, atMs: clock.nowMs() };
    const added = await insertContact(transaction, row);
    if (added !== undefined) return changed(added, { contact: added });
    const other = await findAnother(transaction, accountId, undefined, person);
    return other === undefined ? NOT_OF_ACCOUNT : knownAs(other);
  },
  show: (contact) => ({ data: { contact } }),
});

const SET = { accountId, contactId: argument('CONTACT', id), ...PERSON };

export const setContact = operation({
  name: 'contact set',
  about: 'Changes what is known of a contact; an empty text removes it. FIELDS are added.',
  who: 'account',
  audit: 'contact.set',
  raises: 'nothing',
  needsOne: true,
  input: SET,
  async work(transaction, { accountId, contactId, ...input }, { clock }) {
    const known = await findContact(transaction, { accountId, id: contactId });
    if (known === undefined) return NOT_OF_ACCOUNT;
    const person = readPerson(over(known, given(input)));
    if ('rule' in person) return refusePerson(person);
    const other = await findAnother(transaction, accountId, contactId, person);
    if (other !== undefined) return knownAs(other);
    const row = { ...person, accountId, id: contactId, atMs: clock.nowMs() };
    await updateContact(transaction, row);
    return changed(contactId, { contact: contactId });
  },
  show: (contact) => ({ data: { contact } }),
  present: {
    by: ['accountId', 'contactId'],
    read: async ({ reader }, { accountId, contactId: id }) => {
      const found = await findContact(reader, { accountId, id });
      if (found === undefined) return undefined;
      const { mobile, userId, name, language, tags } = found;
      return { mobile, user_id: userId, name, language, tags };
    },
  },
});

/** What is known, with what is given over it. */
function over(known: ContactRecord, it: GivenPerson): GivenPerson {
  return {
    mobile: it.mobile ?? known.mobile,
    user_id: it.user_id ?? known.userId,
    name: it.name ?? known.name,
    language: it.language ?? known.language,
    tags: it.tags ?? known.tags,
    fields: { ...known.fields, ...it.fields },
  };
}

/** Another contact that has the number or the id. */
async function findAnother(
  transaction: Transaction,
  accountId: AccountId,
  own: number | undefined,
  { mobile, userId }: Person,
): Promise<number | undefined> {
  const names = [
    { mobile, userId: undefined },
    { mobile: undefined, userId },
  ];
  for (const name of names) {
    const found = await findContactOf(transaction, { accountId, ...name });
    if (found !== undefined && found.id !== own) return found.id;
  }
  return undefined;
}

const ONE = { accountId, contactId: argument('CONTACT', id) };

export const removeContact = operation({
  name: 'contact remove',
  about: 'Deletes a contact. Messages to the number, and what they cost, stay.',
  who: 'account',
  audit: 'contact.remove',
  raises: 'nothing',
  input: ONE,
  async work(transaction, { accountId, contactId }) {
    const existed = await deleteContact(transaction, { accountId, id: contactId });
    return existed ? changed(contactId, { contact: contactId }) : NOT_OF_ACCOUNT;
  },
  show: (contact) => ({ data: { contact } }),
});

const most = whole('NUMBER', 0, limit('contactsOfAccount'));
/** Told before by the count of the same filter: what has changed since is not touched unseen. */
const count = neededInBody(
  option('count', most, 'how many it changes, as counted before; refused if there are others'),
);

/** The refusal if there are not as many as somebody has seen. */
async function countedOtherwise(
  transaction: Transaction,
  accountId: AccountId,
  { filter = {}, count: seen }: { filter?: object | undefined; count: number | undefined },
): Promise<Refused | undefined> {
  await planForFilter(transaction);
  if (seen === undefined) return undefined;
  const { contacts } = await countContacts(transaction, accountId, filterOf(filter));
  return contacts === seen
    ? undefined
    : refuse('count', `is ${contacts} by now: look at them, and repeat it with that count`);
}

const TAG = {
  accountId,
  filter: neededInBody(filterField),
  add: option('add', list, 'tags to give, separated by commas'),
  remove: option('remove', list, 'tags to take'),
  count,
};

export const tagContactsOf = operation({
  name: 'contact tag',
  about: 'Gives tags to the contacts that fit a filter, and takes tags from them.',
  who: 'account',
  audit: 'contact.tag',
  raises: 'nothing',
  input: TAG,
  async work(transaction, { accountId, filter = {}, ...input }, { clock }) {
    const wrong = faultOfFilter(filter);
    if (wrong !== undefined) return refuse('filter', wrong);
    const [add, remove] = [readTags(input.add ?? []), readTags(input.remove ?? [])];
    if ('rule' in add) return refuse('add', add.rule);
    if ('rule' in remove) return refuse('remove', remove.rule);
    if (add.tags.length + remove.tags.length === 0)
      return refuse('add', 'must be given, or remove');
    const otherwise = await countedOtherwise(transaction, accountId, {
      filter,
      count: input.count,
    });
    if (otherwise !== undefined) return otherwise;
    const tags = { add: add.tags, remove: remove.tags };
    const wanted = filterOf(filter);
    const contacts = await tagContacts(transaction, accountId, wanted, {
      ...tags,
      atMs: clock.nowMs(),
    });
    return changed(contacts, { ...tags, filter, contacts });
  },
  warn: async ({ reader }, input) => warning(reader, input, 'This changes'),
  show: (contacts) => ({ data: { contacts } }),
});

const PURGE = { accountId, filter: neededInBody(filterField), count };

export const purgeContacts = operation({
  name: 'contact purge',
  about: 'Deletes the contacts that fit a filter. Messages, and what they cost, stay.',
  who: 'account',
  audit: 'contact.purge',
  raises: 'nothing',
  input: PURGE,
  async work(transaction, { accountId, filter = {}, count: seen }) {
    const wrong = faultOfFilter(filter);
    if (wrong !== undefined) return refuse('filter', wrong);
    const otherwise = await countedOtherwise(transaction, accountId, { filter, count: seen });
    if (otherwise !== undefined) return otherwise;
    const contacts = await deleteContacts(transaction, accountId, filterOf(filter));
    return changed(contacts, { filter, contacts });
  },
  warn: async ({ reader }, input) => warning(reader, input, 'This deletes'),
  show: (contacts) => ({ data: { contacts } }),
});

async function warning(
  reader: Parameters<typeof countContacts>[0],
  { accountId, filter = {} }: { accountId: AccountId; filter?: object | undefined },
  verb: string,
): Promise<readonly string[] | Refused> {
  const wrong = faultOfFilter(filter);
  if (wrong !== undefined) return refuse('filter', wrong);
  const { contacts } = await countContacts(reader, accountId, filterOf(filter));
  return [`${verb} ${contacts} of the contacts.`];
}

export const contactList = query({
  name: 'contact list',
  about: 'Lists contacts of an account, newest first.',
  input: {
    accountId,
    filter: filterField,
    beforeId: option('before', id, 'older than this one'),
    most: limitOf(PAGE),
  },
  async read({ reader }, { accountId, filter = {}, beforeId, most: rows }) {
    const wrong = faultOfFilter(filter);
    if (wrong !== undefined) return refuse('filter', wrong);
    const page = { accountId, filter: filterOf(filter), beforeId, most: rows };
    const found = await listContacts(reader, page);
    const data = found.map((it) => ({
      id: it.id,
      mobile: it.mobile,
      user_id: it.userId,
      name: it.name,
      language: it.language,
      tags: it.tags,
      opted_out: it.optedOut,
      added: at(it.createdAtMs),
    }));
    return { data, empty: 'No contacts found.' };
  },
});
