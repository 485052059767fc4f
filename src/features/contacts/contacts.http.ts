/** `/v1/contacts`: people whom an account knows by name. */
import { readFilter } from '../../domain/contact/filter.ts';
import { Type } from '../../kit/shape.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { collection } from '../../api/v1/collection.ts';
import { defineEndpoint, done, refuseFields, type Endpoint } from '../../api/v1/endpoint.ts';
import { getOne, idOf, listOf } from '../../api/v1/list.ts';
import { operate, type OperateDeps } from '../../api/v1/operate.ts';
import {
  addContact,
  purgeContacts,
  removeContact,
  setContact,
  tagContactsOf,
} from './contacts.operations.ts';
import { countContacts, findContact, listContacts } from './contacts.sql.ts';
import { FILTER_FIELDS } from './filter-shape.ts';
import { closed, id, nullable, resource, time, count } from '../../operations/resource.ts';

const CONTACT = resource(
  'Contact',
  {
    id: id(),
    mobile: nullable('Digits with country code; null: a chat user who hides it.'),
    user_id: nullable('The chat platform’s id of the user.'),
    name: Type.String({ description: 'Empty: not known.' }),
    language: nullable('A code, such as ur.'),
    tags: Type.Array(Type.String(), { description: 'In their order.' }),
    fields: Type.Record(Type.String(), Type.String(), { description: 'What else you know.' }),
    opted_out: Type.Boolean({ description: 'Wants nothing more of you, or no advertising.' }),
    created_at: time(),
    updated_at: time(),
  },
  'Somebody whom you know.',
);

function readQuery(query: Parameters<typeof readFilter>[0]) {
  const filter = readFilter(query);
  if (!('rule' in filter)) return filter;
  return refuseFields([{ pointer: `/${filter.field}`, rule: filter.rule }]);
}

export const COUNT = closed(
  {
    contacts: count(),
    with_mobile: count('Those that a text can reach.'),
  },
  { title: 'ContactCount', description: 'How many contacts fit a filter.' },
);

/** `GET /v1/contacts`: by itself, because it is exported too. */
const at = collection(CONTACT, {
  path: '/v1/contacts',
  id: idOf('a contact'),
  field: 'contactId',
  unknown: 'contact_unknown',
});

export function createListContacts({ reader }: OperateDeps): Endpoint {
  return listOf({
    ...at.list,
    name: 'listContacts',
    scope: 'read',
    about: 'Your contacts, newest first.',
    filters: FILTER_FIELDS,
    async find({ account, query, before: beforeId, most }) {
      const filter = readQuery(query);
      if ('kind' in filter) return filter;
      return listContacts(reader, { accountId: account.id, filter, beforeId, most });
    },
  });
}

const CHANGED = closed(
  { contacts: count('How many it has changed.') },
  { title: 'ChangedContacts', description: 'What a change of many contacts came to.' },
);

export function createContactEndpoints(deps: OperateDeps): readonly Endpoint[] {
  const { reader } = deps;
  return [
    operate(deps, addContact, {
      ...at.add,
      name: 'addContact',
      scope: 'send',
      about: 'Adds a contact, with a mobile number or the user_id of a chat user.',
      needsBody: true,
      unknown: 'contact_unknown',
      done: [201, 'The contact.'],
      show: (id, { account }) => showOne(reader, account.id, id),
    }),
    createCount(reader),
    ...createChangesOfMany(deps),
    getOne({
      ...at.show,
      name: 'showContact',
      scope: 'read',
      about: 'One contact.',
      find: ({ account, places: { id } }) => findContact(reader, { accountId: account.id, id }),
    }),
    operate(deps, setContact, {
      ...at.change,
      name: 'changeContact',
      scope: 'send',
      about:
        'Changes what is known of a contact. tags takes the place of all of them; fields are ' +
        'added to those known, and an empty text removes one.',
      show: (id, { account }) => showOne(reader, account.id, id),
    }),
    operate(deps, removeContact, {
      ...at.remove,
      name: 'removeContact',
      scope: 'send',
      gives: Type.Null(),
      done: [204, 'It is gone.'],
      show: () => null,
    }),
  ];
}

async function showOne(
  reader: Reader,
  accountId: Parameters<typeof findContact>[1]['accountId'],
  id: number,
) {
  const found = await findContact(reader, { accountId, id });
  return found && CONTACT.show(found);
}

function createCount(reader: Reader): Endpoint {
  return defineEndpoint({
    method: 'GET',
    path: '/v1/contacts/count',
    name: 'countContacts',
    scope: 'read',
    about: 'How many contacts fit a filter.',
    query: closed(FILTER_FIELDS),
    gives: COUNT,
    async handle({ account, query }) {
      const filter = readQuery(query);
      if ('kind' in filter) return filter;
      const { contacts, withMobile } = await countContacts(reader, account.id, filter);
      return done({ contacts, with_mobile: withMobile });
    },
  });
}

/** Of those who fit a filter. */
function createChangesOfMany(deps: OperateDeps): readonly Endpoint[] {
  return [
    operate(deps, tagContactsOf, {
      method: 'POST',
      path: '/v1/contacts/tag',
      name: 'tagContacts',
      scope: 'send',
      gives: CHANGED,
      repeatable: true,
      show: (contacts) => ({ contacts }),
    }),
    operate(deps, purgeContacts, {
      method: 'POST',
      path: '/v1/contacts/purge',
      name: 'purgeContacts',
      scope: 'account',
      about: 'Deletes the contacts that fit a filter. Count them before.',
      gives: CHANGED,
      repeatable: true,
      show: (contacts) => ({ contacts }),
    }),
  ];
}
