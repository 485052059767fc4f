/** `/v1/staff/messages`: messages of every account, never their texts. Looking is audited. */
import { PART_NEEDS, readSought, showMessageId } from './message-words.ts';
import { findStrangeName } from './message-names.ts';
import { exportMessages } from './message-export.operations.ts';
import {
  findNamed,
  findPlaceOfId,
  isOperator,
  lookAtMessage,
  noteSearch,
} from './messages.operations.ts';
import type { AccountId, MessageId } from '../../domain/ids.ts';
import { reportedReason } from '../../domain/message/report.ts';
import { firstIdAt } from '../../kit/ids.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { Type, type Static } from '../../kit/shape.ts';
import {
  findOwner,
  searchMessages,
  type ListedMessage,
  type MessageSearch,
} from './search-messages.sql.ts';
import { listQueueLinks } from '../links/links.sql.ts';
import { MESSAGE_WORDS, stateOfWord, wordOfState } from '../batches/batch-shape.http.ts';
import {
  defineEndpoint,
  refuseField,
  type Refused,
  type PersonEndpoint,
} from '../../api/v1/endpoint.ts';
import { cutAt, getOne, listOf, SPAN_FIELDS, spanOf, type Span } from '../../api/v1/list.ts';
import { findAccount } from '../accounts/accounts.sql.ts';
import type { PeopleDeps } from '../sign-in/sign-in.http.ts';
import { readId } from '../../api/v1/shapes.ts';
import { readTold, showLife, STAFF_MESSAGE } from './message-life.http.ts';
import { staffMay } from '../../api/v1/guards.ts';
import { MESSAGE_ID, refuseBatch } from './messages.http.ts';
import {
  closed,
  derived,
  from,
  id,
  money,
  nullable,
  nullableTime,
  orNull,
  resource,
  shownBy,
  time,
} from '../../operations/resource.ts';

const FOUND = resource(
  'FoundMessage',
  {
    id: derived(
      Type.String({ description: 'For a text decimal digits, for a chat message a UUID.' }),
      (it: ListedMessage) => showMessageId(it.id, it.isChat),
    ),
    kind: from(
      'isChat',
      shownBy(Type.Enum(['sms', 'chat']), (isChat: boolean) => (isChat ? 'chat' : 'sms')),
    ),
    account: derived(closed({ id: Type.String(), name: Type.String() }), (it: ListedMessage) => ({
      id: String(it.accountId),
      name: it.account,
    })),
    batch_id: orNull(id(), 'null: its request had only this message.'),
    recipient: Type.String({ description: 'Digits with country code, or a chat user_id.' }),
    sender: nullable('Its name; of a chat message the digits of the number.'),
    network: derived(
      nullable('The operator of the number; null for a chat message.'),
      (it: ListedMessage) => (it.isChat ? null : it.network),
    ),
    state: shownBy(Type.Enum([...MESSAGE_WORDS]), wordOfState),
    reason: nullable('As stored: why it ended, or why it was last put back.'),
    detail: derived(nullable('The reason as a sentence, once it has ended.'), reportedReason),
    parts: Type.Integer({ minimum: 1 }),
    price: money({ description: 'Rupees, of all parts; 0 of what came back, or is free.' }),
    accepted_at: time(),
    sent_at: nullableTime('When the operator or the chat platform accepted it.'),
    done_at: nullableTime('When it became final.'),
  },
  'A message of any account, without its text.',
);

const FILTERS = {
  number: Type.Optional(
    Type.String({
      description:
        'To this phone or chat user_id, or with account or since: to numbers with these digits.',
    }),
  ),
  account: Type.Optional(Type.String({ description: 'Of the account with this id.' })),
  id: Type.Optional(Type.String({ description: 'That a send returned: a message or a batch.' })),
  state: Type.Optional(Type.Enum([...MESSAGE_WORDS])),
  kind: Type.Optional(Type.Enum(['sms', 'chat'])),
  operator_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'That an operator gave it, or a part of it, however its links write ids.',
    }),
  ),
  operator: Type.Optional(Type.String({ description: 'To numbers of the operator of this name.' })),
  link: Type.Optional(Type.String({ description: 'By the link of this name.' })),
  sender: Type.Optional(Type.String({ description: 'From this sender or chat number.' })),
  reason: Type.Optional(
    Type.String({ description: 'As stored: operator_throttled, retries_exhausted.' }),
  ),
  ...SPAN_FIELDS,
};
const EXPORTED = closed(FILTERS);

/** `GET /v1/staff/messages` */
export function createFindMessages({ reader, admin }: PeopleDeps): PersonEndpoint {
  return listOf({
    path: '/v1/staff/messages',
    name: 'listStaffMessages',
    who: 'staff',
    guards: [staffMay('message list')],
    about:
      'Messages to a number, of an account, by the id that a send returned or that an operator ' +
      'gave, or of all since a time, newest first; a page may be short, or empty, and have a ' +
      'next one. The look is written to the audit log.',
    filters: FILTERS,
    item: FOUND,
    title: 'FoundMessageList',
    async find({ person: { actor }, query, before, most, span }) {
      const search = await readSearch(reader, query, { before, span });
      if (search === undefined) return [];
      if ('kind' in search) return search;
      const { messages, stoppedAt } = await searchMessages(reader, { ...search, most });
      const { rows, next = stoppedAt } = cutAt(messages, query.limit, ({ id }) => id);
      await noteSearch({ ...admin, actor }, search, rows);
      return { rows, next };
    },
    show: FOUND.show,
  });
}

const SOUGHT_RULE = 'must be a phone number, at least 3 digits of one, or a user_id';

const no = (name: string, rule: string) => refuseField(`/${name}`, rule);

/** `GET /v1/staff/messages/export` */
export function createExportFound({ reader, admin }: PeopleDeps): PersonEndpoint {
  return defineEndpoint({
    method: 'GET',
    path: '/v1/staff/messages/export',
    name: 'exportStaffMessages',
    who: 'staff',
    about:
      'The same as CSV, with each attempt at each part, times in Pakistan time with ' +
      'milliseconds: for a complaint to an operator. At most 10,000 messages. The look is ' +
      'written to the audit log.',
    guards: [staffMay('message export')],
    query: EXPORTED,
    givesFile: true,
    async handle({ person: { actor }, query }) {
      const span = spanOf(query);
      if ('kind' in span) return span;
      const found = await readSearch(reader, query, { before: undefined, span });
      if (found !== undefined && 'kind' in found) return found;
      const search = found ?? { ...NOTHING, named: [] };
      const { csv } = await exportMessages(reader, { ...admin, actor }, search);
      const content = Buffer.from(csv);
      return { kind: 'file', mime: 'text/csv; charset=utf-8', content, fileName: 'messages.csv' };
    },
  });
}

type Wanted = Omit<MessageSearch, 'most'>;

const NOTHING: Wanted = {
  accountId: undefined,
  recipient: undefined,
  batchId: undefined,
  state: undefined,
  isChat: undefined,
  fromId: 0,
  belowId: 0,
};

/** undefined: nothing can match. */
async function readSearch(
  reader: Reader,
  query: Static<typeof EXPORTED>,
  { before, span }: { readonly before: number | undefined; readonly span: Span },
): Promise<Wanted | Refused | undefined> {
  const { number, account, id, state, kind, operator_id: operatorId } = query;
  const { sinceMs, untilMs } = span;
  if ([number, account, id, operatorId, sinceMs].every((it) => it === undefined)) {
    return no('number', 'must be given, or account, id, operator_id or since');
  }
  const sought = number === undefined ? {} : readSought(number);
  if (sought === undefined) return no('number', SOUGHT_RULE);
  if (sought.numberPart && [account, id, sinceMs].every((it) => it === undefined)) {
    return no('number', PART_NEEDS);
  }
  const { operator, link, sender, reason } = query;
  const strange = await findStrangeName(reader, query);
  if (strange !== undefined) return no(strange.field, strange.rule);
  if (operator !== undefined && !(await isOperator(reader, operator))) {
    return no('operator', 'must be one of the operators');
  }
  if (link !== undefined && !(await isLink(reader, link))) {
    return no('link', 'must be one of the links');
  }
  const place = id === undefined ? undefined : await findPlaceOfId(reader, MESSAGE_ID.read(id));
  if (typeof place === 'string') return undefined;
  const accountId = account === undefined ? undefined : ((readId(account) ?? 0) as AccountId);
  if (accountId !== undefined && !(await findAccount(reader, { accountId }))) {
    return no('account', 'must be the id of an account');
  }
  if (place !== undefined && (accountId ?? place.accountId) !== place.accountId) return undefined;
  const ends = [place?.belowId, before, untilMs === undefined ? undefined : firstIdAt(untilMs)];
  const range = {
    fromId: Math.max(place?.fromId ?? 0, sinceMs === undefined ? 0 : firstIdAt(sinceMs)),
    belowId: Math.min(Number.MAX_SAFE_INTEGER, ...ends.filter((it) => it !== undefined)),
  };
  return {
    ...range,
    recipient: sought.recipient,
    numberPart: sought.numberPart,
    userId: sought.userId,
    operator,
    link,
    sender,
    reason,
    batchId: place?.batchId,
    accountId: place?.accountId ?? accountId,
    state: state === undefined ? undefined : stateOfWord(state),
    isChat: kind === undefined ? undefined : kind === 'chat',
    named: operatorId === undefined ? undefined : await findNamed(reader, operatorId, range),
  };
}

async function isLink(reader: Reader, name: string): Promise<boolean> {
  return (await listQueueLinks(reader)).some((it) => it.name.toLowerCase() === name.toLowerCase());
}

/** `GET /v1/staff/messages/{id}` */
export function createShowLife({ reader, admin }: PeopleDeps): PersonEndpoint {
  return getOne({
    path: '/v1/staff/messages/{id}',
    name: 'showStaffMessage',
    who: 'staff',
    guards: [staffMay('message show')],
    about:
      'The whole life of a message of any account, but never its text, which may be a one-time ' +
      'code. The look is written to the audit log.',
    places: { id: MESSAGE_ID },
    gives: STAFF_MESSAGE,
    unknown: 'message_unknown',
    failures: ['message_is_batch'],
    async find({ person: { actor }, places: { id } }) {
      const accountId = await findOwner(reader, 'message', id);
      if (accountId === undefined) {
        const isBatch = (await findOwner(reader, 'batch', id)) !== undefined;
        return isBatch ? refuseBatch(id) : undefined;
      }
      const key = { accountId, messageId: id as MessageId };
      const seen = await lookAtMessage({ reader, admin: { ...admin, actor } }, key);
      // Its batch is still being written: nobody sees it yet.
      return seen && showLife(key, seen, await readTold(reader, key, seen));
    },
  });
}
