/** `/v1/chat/replies`: what users of the chat platform wrote to an account's numbers. */
import { fetchReplyFile } from './fetch-reply-file.ts';
import type { AccountId, LinkId } from '../../domain/ids.ts';
import type { ChatReply } from '../../domain/chat/webhook-event.ts';
import { limit } from '../../domain/limits.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { pattern, Type, type Static } from '../../kit/shape.ts';
import { createSemaphore } from '../../kit/semaphore.ts';
import { uuidOf } from '../../kit/uuid-ids.ts';
import { listChatReplies, readChatReply } from '../../store/chat/replies.ts';
import { cutAt, getOne, idOf, listOf, SPAN_FIELDS } from '../../api/v1/list.ts';
import { defineEndpoint, refused, refuseField, type Endpoint } from '../../api/v1/endpoint.ts';
import type { ChatEndpointDeps } from '../chat-numbers/deps.http.ts';
import { MUST_BE_PERSON, readPerson } from '../../api/v1/shapes.ts';
import { findContactNames } from '../contacts/contact-names.sql.ts';
import { REPLY_PLACES } from './replies.http.ts';
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
} from '../../operations/resource.ts';

const BAD_PERSON = refuseField('/from', MUST_BE_PERSON);

const FILE = closed(
  {
    mime_type: nullable('As the platform says; null: it did not, or you sent it.'),
    file_name: nullable('Of documents.'),
    href: Type.String({ description: 'Where it can be fetched; of replies for 7 days.' }),
  },
  { title: 'ChatReplyFile' },
);

export const CHAT_REPLY = resource(
  'ChatReply',
  {
    id: id('Decimal digits.'),
    number_id: from('linkId', id('The number that was written to: see /v1/chat/numbers.')),
    from: from('phone', nullable('Digits with country code; null: the user hides the number.')),
    user_id: nullable('The platform’s id of the user for your business; null: unknown.'),
    profile_name: nullable('As the user calls himself.'),
    user_name: nullable('The name the user has chosen there, to be shown: it may change.'),
    type: Type.String({
      description:
        'The platform’s type: text, button, interactive, image, video, audio, document, sticker, ' +
        'location, contacts, reaction, order, call, system, edit, revoke, unsupported, and ' +
        'others to come.',
    }),
    text: nullable('The readable content: a text, the label of a button, a caption, an emoji.'),
    payload: nullable('For a button or a choice: the payload that was sent with it.'),
    message_id: orNull(
      shownBy(Type.String(), uuidOf),
      'Your message that it replies to, if it names one.',
    ),
    group_id: nullable('The group that it was written to; null: to your number alone.'),
    standby: from(
      'isStandby',
      Type.Boolean({
        description: 'true: another agent answers it. Let no program of yours do so.',
      }),
    ),
    edited_at: nullableTime('When the user last changed it: text is what it says now.'),
    revoked_at: nullableTime('When the user took it back: its text and file are gone.'),
    file: derived(Type.Union([FILE, Type.Null()]), ({ id: reply, media, revokedAtMs }: ChatReply) =>
      media === undefined || revokedAtMs !== undefined
        ? null
        : {
            mime_type: media.mime ?? null,
            file_name: media.fileName ?? null,
            href: `/v1/chat/replies/${reply}/file`,
          },
    ),
    content: derived(
      Type.Unknown({ description: 'The message as sent by the platform.' }),
      (it: ChatReply) => (it.revokedAtMs === undefined ? it.content : null),
    ),
    wish: Type.Union([Type.Enum(['stop', 'start']), Type.Null()], {
      description: 'What a keyword such as STOP asked for; applied to marketing.',
    }),
    written_at: time('By the platform’s clock, UTC.'),
    received_at: time('UTC.'),
  },
  'What a user of the chat platform wrote.',
);

export const NAMED_CHAT_REPLY = closed(
  {
    ...CHAT_REPLY.properties,
    name: nullable('What you call the user: the name of your contact.'),
  },
  {
    title: 'ChatReply',
    description: 'What a user of the chat platform wrote, and who it is.',
  },
);

/** Replies, with the names of those who wrote. */
export async function nameChatReplies(
  reader: Reader,
  accountId: AccountId,
  replies: readonly ChatReply[],
): Promise<Static<typeof NAMED_CHAT_REPLY>[]> {
  const namesOf = ({ phone, userId }: ChatReply): readonly string[] =>
    [phone, userId].filter((it) => it !== undefined);
  const names = await findContactNames(reader, accountId, replies.flatMap(namesOf));
  return replies.map((it) => {
    const known = namesOf(it).find((name) => names.has(name));
    return { ...CHAT_REPLY.show(it), name: names.get(known ?? '') ?? null };
  });
}

const FILTERS = {
  from: Type.Optional(Type.String({ description: 'From this phone, or this user_id, only.' })),
  number_id: Type.Optional(
    Type.String({
      ...pattern(/^[1-9][0-9]{0,8}$/, 'must be the id of a chat number'),
      examples: ['17'],
    }),
  ),
  ...SPAN_FIELDS,
};

export function createListChatReplies({ reader }: ChatEndpointDeps): Endpoint {
  return listOf({
    path: '/v1/chat/replies',
    name: 'listChatReplies',
    scope: 'read',
    about: 'What users of the chat platform wrote to your numbers, newest first.',
    item: NAMED_CHAT_REPLY,
    title: 'ChatReplyList',
    filters: FILTERS,
    cursor: REPLY_PLACES,
    async find({ account, query, before, most, span }) {
      const linkId =
        query.number_id === undefined ? undefined : (Number(query.number_id) as LinkId);
      const from = query.from === undefined ? undefined : readPerson(query.from);
      if (from === undefined && query.from !== undefined) return BAD_PERSON;
      const filter = { from, linkId, ...span };
      const found = await listChatReplies(reader, account.id, { before, most, filter });
      const { rows, next } = cutAt(found, query.limit, (row) => row);
      return { rows: await nameChatReplies(reader, account.id, rows), next };
    },
    show: (reply) => reply,
  });
}

const PLACES = { id: idOf('a reply') };

/** `GET /v1/chat/replies/{id}` */
export function createShowChatReply({ reader }: ChatEndpointDeps): Endpoint {
  return getOne({
    path: '/v1/chat/replies/{id}',
    name: 'showChatReply',
    scope: 'read',
    about: 'One message of a user.',
    places: PLACES,
    gives: NAMED_CHAT_REPLY,
    unknown: 'reply_unknown',
    async find({ account, places }) {
      const reply = await readChatReply(reader, account.id, places.id);
      return reply && (await nameChatReplies(reader, account.id, [reply]))[0];
    },
  });
}

export function createGiveReplyFile({ reader, chat }: ChatEndpointDeps): Endpoint {
  const turns = createSemaphore({
    clock: chat.clock,
    most: limit('chatReplyMediaAtOnce'),
    waiting: limit('chatReplyMediaWaiting'),
    waitMs: limit('chatReplyMediaWaitMs'),
    ofOne: {
      most: limit('chatReplyMediaOfAccount'),
      waiting: limit('chatReplyMediaWaitingOfAccount'),
    },
  });
  return defineEndpoint({
    method: 'GET',
    path: '/v1/chat/replies/{id}/file',
    name: 'fetchChatReplyFile',
    forAgents: true,
    // It asks the chat platform.
    inTest: false,
    scope: 'read',
    about: 'The picture, audio or file that a user sent; the platform keeps it for 7 days.',
    places: PLACES,
    givesFile: true,
    failures: ['reply_unknown', 'reply_file_none', 'reply_file_gone', 'reply_file_unavailable'],
    async handle({ account, places }) {
      const reply = await readChatReply(reader, account.id, places.id);
      if (reply === undefined) return refused('reply_unknown');
      if (!(await turns.enter(account.id))) return refused('reply_file_unavailable');
      const fetched = await fetchReplyFile(chat, reply).finally(() => turns.leave(account.id));
      switch (fetched.kind) {
        case 'none':
          return refused('reply_file_none');
        case 'gone':
          return refused('reply_file_gone');
        case 'unavailable':
          return refused('reply_file_unavailable');
        case 'file': {
          const { mime, content } = fetched.media;
          return { kind: 'file', mime, content, fileName: fetched.fileName };
        }
      }
    },
  });
}
