/** `/v1/conversations`: replies of one person to one sender or number, and who answers them. */
import { takeConversation } from './take-conversation.ts';
import { setConversation } from './conversations.operations.ts';
import type { Account, Principal } from '../../domain/account/account.ts';
import { readUserId } from '../../domain/chat/user-id.ts';
import type { LinkId } from '../../domain/ids.ts';
import { readNumberPart } from '../../domain/recipient/recipient.ts';
import { isTestNumber } from '../../domain/testing/test-numbers.ts';
import { pattern, Type } from '../../kit/shape.ts';
import { listAssignees } from '../users/users.sql.ts';
import {
  CONVERSATION_KINDS,
  CONVERSATION_STATES,
  findConversation,
  type Conversation,
} from './conversations.sql.ts';
import {
  listConversations,
  searchConversations,
  type ConversationPlace,
} from './conversation-lists.sql.ts';
import { createNoteEndpoints } from './notes.http.ts';
import { LABEL } from '../labels/labels.ts';
import { refuseByPlatform } from '../chat-templates/change-templates.http.ts';
import { refuseField, type Endpoint } from '../../api/v1/endpoint.ts';
import { SEES_TEXTS, type Texts } from '../messages/message-texts.http.ts';
import { operate, type OperateDeps } from '../../api/v1/operate.ts';
import { byTime } from '../../api/v1/pages.ts';
import { MUST_BE_PERSON, readPerson } from '../../api/v1/shapes.ts';
import { allOf, cutAt, getOne, idOf, listOf } from '../../api/v1/list.ts';
import {
  closed,
  derived,
  from,
  id,
  nullable,
  nullableTime,
  orNull,
  resource,
  shownBy,
  time,
  count,
} from '../../operations/resource.ts';

const ASSIGNEE = closed(
  { id: Type.String(), name: Type.String() },
  { title: 'Assignee', description: 'A person who may answer conversations.' },
);

const LABELLED = closed(
  { id: Type.String(), name: LABEL.properties.name, colour: LABEL.properties.colour },
  { title: 'ConversationLabel' },
);

function senderOf({ kind, own }: Conversation, { chat }: Account): string {
  const digits = kind === 'chat' ? chat.numbers.get(Number(own) as LinkId)?.digits : undefined;
  return digits ?? own;
}

const isNumber = (kind: Conversation['kind'], other: string): boolean =>
  kind === 'sms' || /^\d{1,15}$/.test(other);

const CONVERSATION = resource(
  'Conversation',
  {
    id: id('Decimal digits.'),
    kind: Type.Enum([...CONVERSATION_KINDS]),
    sender: derived(
      Type.String({ description: 'Your sender; for chat the digits of your number.' }),
      senderOf,
    ),
    number: derived(
      nullable('The phone, digits with country code; null: the user hides it.'),
      ({ kind, other }: Conversation) => (isNumber(kind, other) ? other : null),
    ),
    user_id: derived(
      nullable('For chat the platform’s id of a user who hides the number.'),
      ({ kind, other }: Conversation) => (isNumber(kind, other) ? null : other),
    ),
    test: from(
      'other',
      shownBy(
        Type.Boolean({ description: 'With a number of tests, which nobody has.' }),
        isTestNumber,
      ),
    ),
    name: nullable('Of your contact; else for chat as the user calls himself.'),
    user_name: nullable('For chat the name the user has chosen there, to be shown: it may change.'),
    last_at: time('Of the last reply or answer.'),
    last_by: Type.Enum(['them', 'us'], { description: 'us: a person of your account.' }),
    last_text: nullable('How it begins; null: it was a template, a file, or cannot be read.'),
    unread: count('Replies since it was read or answered.'),
    assigned_to: derived(orNull(ASSIGNEE), ({ assignedUser, assignee }: Conversation) =>
      assignedUser === undefined || assignee === undefined
        ? null
        : { id: String(assignedUser), name: assignee },
    ),
    state: Type.Enum([...CONVERSATION_STATES], { description: 'A reply opens it again.' }),
    held_by: nullable(
      'For chat who answers instead of you: ai_agent is the platform’s own; another. null: you. ' +
        'What you write in free form takes it over.',
    ),
    held_note: nullable('What the one who answered before left for the next.'),
    window_until: nullableTime(
      'For chat: until when free form is allowed, after that only approved templates.',
    ),
    labels: Type.Array(LABELLED, { description: 'By their names.' }),
  },
  'One person and one of your senders or chat numbers.',
);

const FILTERS = {
  unread: Type.Optional(Type.Boolean({ description: 'true: only those with unread replies.' })),
  assigned: Type.Optional(
    Type.String({
      ...pattern(/^(me|nobody|[1-9][0-9]{0,15})$/, 'must be me, nobody, or the id of a user'),
      description: 'me, nobody, or the id of a user.',
    }),
  ),
  kind: Type.Optional(Type.Enum([...CONVERSATION_KINDS])),
  number: Type.Optional(Type.String({ description: 'With this phone, or this user_id, only.' })),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description:
        'In names, numbers and ids of chat users, a part is enough; with texts=true also in texts.',
    }),
  ),
  texts: Type.Optional(
    Type.Boolean({
      description:
        'Search what was written, too: for people whose role is owner or manager. Each search is ' +
        'audited.',
    }),
  ),
  state: Type.Optional(Type.Enum([...CONVERSATION_STATES])),
  label: Type.Optional(
    Type.String({
      ...pattern(/^[1-9][0-9]{0,15}$/, 'must be the id of a label'),
      description: 'With this label, by its id.',
    }),
  ),
};

const ONE = '/v1/conversations/{id}';
const PLACES = { id: idOf('a conversation') };

export function createConversationEndpoints(
  deps: OperateDeps & { readonly texts: Texts },
): readonly Endpoint[] {
  const { reader } = deps;
  return [
    createList(deps),
    createTake(deps),
    ...createNoteEndpoints(deps),
    allOf({
      path: '/v1/assignees',
      name: 'listAssignees',
      forAgents: true,
      scope: 'read',
      about: 'The people of your account who may answer conversations, by name.',
      item: ASSIGNEE,
      title: 'AssigneeList',
      find: ({ account }) => listAssignees(reader, account.id),
      show: ({ id, name }) => ({ id: String(id), name }),
    }),
    getOne({
      path: ONE,
      name: 'showConversation',
      forAgents: true,
      scope: 'read',
      places: PLACES,
      about: 'One conversation.',
      gives: CONVERSATION,
      unknown: 'conversation_unknown',
      async find({ account, places: { id } }) {
        const found = await findConversation(reader, { accountId: account.id, id });
        return found && CONVERSATION.show(found, account);
      },
    }),
    operate(deps, setConversation, {
      method: 'PATCH',
      path: ONE,
      name: 'changeConversation',
      forAgents: true,
      scope: 'send',
      places: PLACES,
      fromPath: { conversationId: 'id' },
      unknown: 'conversation_unknown',
      about: 'Assigns a conversation, marks it as read, closes it or opens it again.',
      gives: CONVERSATION,
      async show(_, { account, input }) {
        const found = await findConversation(reader, {
          accountId: account.id,
          id: input.conversationId,
        });
        return found && CONVERSATION.show(found, account);
      },
    }),
  ];
}

/** It asks the chat platform, so a test cannot. */
function createTake(deps: OperateDeps): Endpoint {
  return operate(deps, takeConversation, {
    method: 'POST',
    path: `${ONE}/take`,
    name: 'takeConversation',
    forAgents: true,
    scope: 'send',
    places: PLACES,
    fromPath: { conversationId: 'id' },
    unknown: 'conversation_unknown',
    about: 'Takes over a chat conversation that another agent of the platform answers.',
    gives: CONVERSATION,
    repeatable: true,
    failures: [
      'conversation_not_chat',
      'chat_platform_refused',
      'chat_platform_unreachable',
      'chat_platform_silent',
    ],
    refuse: refuseByPlatform,
    show: async (_, { account, input }) => {
      const ask = { accountId: account.id, id: input.conversationId };
      const found = await findConversation(deps.reader, ask);
      return found && CONVERSATION.show(found, account);
    },
  });
}

function createList({ reader, texts }: OperateDeps & { readonly texts: Texts }): Endpoint {
  return listOf({
    path: '/v1/conversations',
    name: 'listConversations',
    forAgents: true,
    scope: 'read',
    guards: [SEES_TEXTS],
    filters: FILTERS,
    about: 'Who wrote to your senders and chat numbers, the last to move first.',
    item: CONVERSATION,
    title: 'ConversationList',
    cursor: byTime<ConversationPlace>('lastAtMs', 'id'),
    async find({ account, principal, query, before, most }) {
      const { assigned: named, number, search: wanted, ...rest } = query;
      const assigned = named === undefined ? undefined : personOf(named, principal);
      if (assigned === 'nobody signed in') return NOT_A_PERSON;
      const text = bareOf(wanted ?? '');
      // Under an id of the platform somebody is found whose number is known meanwhile, too.
      const userId = readUserId(text);
      const other = number === undefined ? userId : readPerson(number);
      if (other === undefined && number !== undefined) return BAD_NUMBER;
      const filter = {
        kind: rest.kind,
        state: rest.state,
        isUnread: rest.unread === true,
        assigned,
        other,
        label: rest.label === undefined ? undefined : Number(rest.label),
      };
      const ask = { before, most, filter };
      const inTexts = rest.texts === true;
      const search = { text, part: readNumberPart(text), inTexts };
      const isNamed = text === '' || (userId !== undefined && number === undefined);
      const listed = isNamed ? await listConversations(reader, account.id, ask) : [];
      // A part of an id looks like one.
      const { found, end } =
        text === '' || listed.length > 0
          ? { found: listed, end: undefined }
          : await searchConversations(reader, account.id, { ...ask, search });
      if (text !== '' && inTexts) await texts.noteSearch({ account, principal });
      const { rows, next = end } = cutAt(found, query.limit, (row) => row);
      return { rows, next };
    },
    show: (row, { account }) => CONVERSATION.show(row, account),
  });
}

/** Without marks of direction, which are copied with ids, and the sign before names of users. */
const bareOf = (wanted: string): string =>
  wanted
    .replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
    .replace(/^@/, '')
    .normalize();

const NOT_A_PERSON = refuseField('/assigned', 'must be an id or nobody: a key is not a person');

const BAD_NUMBER = refuseField('/number', MUST_BE_PERSON);

/** The user whom the filter names; 0: nobody. */
function personOf(named: string, { actor }: Principal): number | 'nobody signed in' {
  if (named === 'nobody') return 0;
  if (named !== 'me') return Number(named);
  const id = /^user:(\d+)$/.exec(actor)?.[1];
  return id === undefined ? 'nobody signed in' : Number(id);
}
