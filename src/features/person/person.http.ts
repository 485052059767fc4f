/** `/v1/person` and `/v1/forgettings`: what an account keeps of one person, and forgetting it. */
import type { FailureReason } from '../../domain/failure/failure.ts';
import { type Principal, SCOPES } from '../../domain/account/account.ts';
import { MESSAGE_WORDS, wordOfState } from '../batches/batch-shape.http.ts';
import { Type } from '../../kit/shape.ts';
import { collection } from '../../api/v1/collection.ts';
import { refuseField, type Endpoint } from '../../api/v1/endpoint.ts';
import { guard } from '../../api/v1/guards.ts';
import { getOne, idOf, listOf } from '../../api/v1/list.ts';
import { actingAs, operate, type OperateDeps } from '../../api/v1/operate.ts';
import { byTime } from '../../api/v1/pages.ts';
import { MUST_BE_PERSON } from '../../api/v1/shapes.ts';
import { noteLook } from '../../operations/admin.ts';
import {
  closed,
  derived,
  each,
  id,
  nullable,
  nullableTime,
  resource,
  time,
  count,
} from '../../operations/resource.ts';
import { SEES_TEXTS, TEXTS } from '../messages/message-texts.http.ts';
import { findForgetting, listForgettings, type Forgetting } from './forgettings.sql.ts';
import { countPerson, type PersonCounts } from './names.sql.ts';
import { findPerson, type KnownPerson } from './person.ts';
import { forgetPerson } from './person.operations.ts';
import { RECORD_KINDS, type PersonRecord } from './records.sql.ts';
import { listRecords, type RecordPlace, type RecordsDeps } from './records.ts';

const FORGETTING = resource(
  'Forgetting',
  {
    id: id(),
    state: derived(
      Type.Enum(['running', 'done'], {
        description: 'running: some messages are on their way; they are forgotten at their end.',
      }),
      ({ doneAtMs }: Forgetting) => (doneAtMs === undefined ? 'running' : 'done'),
    ),
    messages: count('Messages that have been forgotten so far.'),
    replies: count(),
    asked_by: Type.String({ description: 'user:4, key:17.' }),
    asked_at: time(),
    done_at: nullableTime('null: it goes on.'),
  },
  'That a person was forgotten. Who it was is not kept.',
);

type Found = KnownPerson & PersonCounts & { readonly forgettings: readonly Forgetting[] };

const PERSON = resource(
  'PersonKept',
  {
    numbers: Type.Array(Type.String()),
    user_ids: Type.Array(Type.String(), { description: 'Ids of the chat platform.' }),
    contacts: count(),
    opt_outs: count('On the suppression list.'),
    consents: count('What was said of consent, for and against.'),
    look_ups: count(),
    conversations: count(),
    notes: count('Of colleagues, on those conversations.'),
    replies: count('With what was written in the app of a phone.'),
    messages: count(),
    waiting: count('Of the messages: nobody is forgotten while there are any.'),
    on_their_way: count('Of the messages: their end is not known.'),
    forgettings: each(FORGETTING, { description: 'When the person was forgotten before.' }),
  },
  'By which names you know a person, and how much you keep.',
);

const RECORD = resource(
  'PersonRecord',
  {
    kind: Type.Enum([...RECORD_KINDS]),
    at: nullableTime('When it was sent, said or changed.'),
    channel: nullable('sms or chat.'),
    direction: nullable('in: from the person; out: to them.'),
    sender: nullable('Your sender, or the digits of your chat number.'),
    state: derived(
      nullable(`Of a message: ${MESSAGE_WORDS.join(', ')}; of others their own.`),
      ({ kind, state }: PersonRecord) =>
        kind === 'message' ? wordOfState(state as Parameters<typeof wordOfState>[0]) : state,
    ),
    text: nullable('What was said, noted, agreed to; of messages with texts=true.'),
    detail: Type.Record(Type.String(), Type.String(), { description: 'What else is kept.' }),
  },
  'One thing that you keep of a person.',
);

const QUERY = {
  person: Type.String({ description: 'A number as people write it, or a user_id.' }),
};
const BAD_PERSON = refuseField('/person', MUST_BE_PERSON);

/** `GET /v1/person/records`: by itself, because it is exported too. */
export function createListRecords(deps: OperateDeps & RecordsDeps): Endpoint {
  const { reader, chat } = deps;
  return listOf({
    path: '/v1/person/records',
    name: 'listPersonRecords',
    scope: 'read',
    about:
      'All that you keep of a person, whatever name it is under: contact, opt-outs, consents, ' +
      'conversations, notes, replies, messages. Each first page is audited.',
    guards: [SEES_TEXTS],
    filters: { ...QUERY, texts: TEXTS },
    item: RECORD,
    title: 'PersonRecordList',
    cursor: byTime<RecordPlace>('list', 'place'),
    async find({ account, principal, query, before: from, most }) {
      const { id: accountId } = account;
      const person = await findPerson({ reader, seal: chat.seal }, accountId, query.person);
      if (person === undefined) return BAD_PERSON;
      if (from === undefined) {
        const detail = { person: person.digests[0] };
        await noteLook(actingAs(chat, principal), { action: 'person.show', accountId, detail });
      }
      const asked = { account, principal, person, withTexts: query.texts === true };
      // The last one only says that there are more.
      return listRecords(deps, asked, { from, most: most - 1 });
    },
    show: RECORD.show,
  });
}

/**
 * People who may read what was said, and keys with every scope: nobody gives a key a scope that
 * they do not have, so none does for its maker what that person may not.
 */
const MAY_FORGET = guard<{ readonly principal: Principal }>(
  'forgetting_denied',
  ({ principal: { actor, seesTexts, scopes } }) =>
    actor.startsWith('user:') ? seesTexts === true : SCOPES.every((it) => scopes.includes(it)),
);

/** It cannot be undone: a person has just shown who they are. Of a key its scope says enough. */
const SURE = guard<{ readonly principal: Principal }>(
  'confirmation_needed',
  ({ principal }) => principal.isConfirmed !== false,
);

const at = collection(FORGETTING, {
  path: '/v1/forgettings',
  id: idOf('a forgetting'),
  field: 'forgettingId',
  unknown: 'forgetting_unknown' satisfies FailureReason,
});

export function createPersonKeptEndpoints(deps: OperateDeps): readonly Endpoint[] {
  const { reader, chat } = deps;
  return [
    getOne({
      path: '/v1/person',
      name: 'showPersonKept',
      scope: 'read',
      about: 'By which names you know a person, and how much you keep of them.',
      query: closed(QUERY),
      gives: PERSON,
      async find({ account: { id: accountId }, query }) {
        const found = await findPerson({ reader, seal: chat.seal }, accountId, query.person);
        if (found === undefined) return BAD_PERSON;
        const [digest] = found.digests;
        const page = { accountId, digest, beforeId: undefined, most: FORGETTINGS };
        const forgettings = await listForgettings(reader, page);
        const shown: Found = { ...found, ...(await countPerson(reader, found)), forgettings };
        return PERSON.show(shown);
      },
    }),
    listOf({
      ...at.list,
      name: 'listForgettings',
      scope: 'read',
      about: 'People whom you have forgotten, newest first, without their names.',
      filters: {},
      find: ({ account, before: beforeId, most }) =>
        listForgettings(reader, { accountId: account.id, digest: undefined, beforeId, most }),
    }),
    operate(deps, forgetPerson, {
      ...at.add,
      name: 'forgetPerson',
      scope: 'send',
      guards: [MAY_FORGET, SURE],
      unknown: 'forgetting_unknown',
      done: [201, 'It has begun: what is little is gone, the rest follows within minutes.'],
      async show(forgetting, { account }) {
        const found = await findForgetting(reader, { accountId: account.id, id: forgetting });
        return found && FORGETTING.show(found);
      },
    }),
    getOne({
      ...at.show,
      name: 'showForgetting',
      scope: 'read',
      about: 'How far it is.',
      find: ({ account, places: { id: forgetting } }) =>
        findForgetting(reader, { accountId: account.id, id: forgetting }),
    }),
  ];
}

/** How many earlier ones are shown. */
const FORGETTINGS = 20;
