/** `/v1/chat/replies`: what users of the chat platform wrote to an account's numbers. */
import { fetchReplyFile } from '../../../admin/chat/fetch-reply-file.ts';
import type { AccountId, LinkId } from '../../../domain/ids.ts';
import type { ChatReply } from '../../../domain/chat/reply.ts';
import { limit } from '../../../domain/limits.ts';
import { readRecipient } from '../../../domain/recipient/recipient.ts';
import { Type, type Static } from '../../../kit/shape.ts';
import { createSemaphore } from '../../../kit/semaphore.ts';
import { uuidOf } from '../../../kit/uuid-ids.ts';
import { listChatReplies, readChatReply } from '../../../store/chat-replies.ts';
import { defineEndpoint, done, refused, type Endpoint } from '../endpoint.ts';
import { type ChatEndpointDeps } from './parts.ts';
import { BAD_CURSOR, cutPage, PAGE_FIELDS, pageOf, readCursor, writeCursor } from '../pages.ts';
import { closed, nullable, readId, showTime } from '../shapes.ts';

const FILE = closed(
  {
    mime_type: nullable('As the platform says.'),
    file_name: nullable('Of documents.'),
    href: Type.String({ description: 'Where it is to be had, for 7 days.' }),
  },
  { title: 'ChatReplyFile' },
);

const CHAT_REPLY = closed(
  {
    id: Type.String({ description: 'Decimal digits.' }),
    number_id: Type.String({
      description: 'The number that was written to: see /v1/chat/numbers.',
    }),
    from: nullable('Digits with country code; null: the user hides the number.'),
    user_id: nullable('The platform’s id of the user for your business; null: not told.'),
    profile_name: nullable('As the user calls himself.'),
    type: Type.String({
      description:
        'The platform’s word: text, button, interactive, image, video, audio, document, sticker, ' +
        'location, contacts, reaction, order, call, system, unsupported, and others to come.',
    }),
    text: nullable('What can be read: a text, the label of a button, a caption, an emoji.'),
    payload: nullable('Of a button or a choice: what was given with it when it was sent.'),
    message_id: nullable('Your message that it answers, where it names one.'),
    file: Type.Union([FILE, Type.Null()]),
    content: Type.Unknown({ description: 'The message as the platform wrote it.' }),
    wish: Type.Union([Type.Enum(['stop', 'start']), Type.Null()], {
      description: 'What was asked for by a word such as STOP; heeded for marketing.',
    }),
    written_at: Type.String({ format: 'date-time', description: 'By the platform’s clock, UTC.' }),
    received_at: Type.String({ format: 'date-time', description: 'UTC.' }),
  },
  { title: 'ChatReply', description: 'What a user of the chat platform wrote.' },
);

const QUERY = closed({
  ...PAGE_FIELDS,
  from: Type.Optional(Type.String({ description: 'From this phone, or this user_id, only.' })),
  number_id: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,8}$' })),
});

/** `GET /v1/chat/replies` */
export function createListChatReplies({ reader }: ChatEndpointDeps): Endpoint {
  return defineEndpoint({
    method: 'GET',
    path: '/v1/chat/replies',
    name: 'listChatReplies',
    about: 'What users of the chat platform wrote to your numbers, newest first.',
    query: QUERY,
    gives: pageOf(CHAT_REPLY),
    async handle({ account, query }) {
      const before = readCursor(query.cursor);
      if (before === 'unreadable') return BAD_CURSOR;
      const linkId =
        query.number_id === undefined ? undefined : (Number(query.number_id) as LinkId);
      const filter = { from: userKeyOf(query.from), linkId };
      const most = query.limit + 1;
      const found = await listChatReplies(reader, account.id, { before, most, filter });
      const { rows, next } = cutPage(found, query.limit, writeCursor);
      return done({ data: rows.map(show), next_cursor: next });
    },
  });
}

/** `GET /v1/chat/replies/{id}` */
export function createShowChatReply({ reader }: ChatEndpointDeps): Endpoint {
  return defineEndpoint({
    method: 'GET',
    path: '/v1/chat/replies/{id}',
    name: 'showChatReply',
    about: 'One message of a user.',
    places: { id: 'The id of a reply.' },
    gives: CHAT_REPLY,
    failures: ['reply_unknown'],
    async handle({ account, places }) {
      const reply = await find(reader, account.id, places);
      return reply === undefined ? refused('reply_unknown') : done(show(reply));
    },
  });
}

/** `GET /v1/chat/replies/{id}/file` */
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
    about: 'The picture, sound or file that a user sent, from the platform, which keeps it 7 days.',
    places: { id: 'The id of a reply.' },
    gives: Type.Unknown(),
    givesFile: true,
    failures: ['reply_unknown', 'reply_file_none', 'reply_file_gone', 'reply_file_unavailable'],
    async handle({ account, places }) {
      const reply = await find(reader, account.id, places);
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

/** What cannot be an id answers like one that is not, and like another account's. */
async function find(
  reader: ChatEndpointDeps['reader'],
  accountId: AccountId,
  places: Readonly<Record<string, string>>,
): Promise<ChatReply | undefined> {
  const id = readId(places['id']);
  return id === undefined ? undefined : readChatReply(reader, accountId, id);
}

function userKeyOf(from: string | undefined): string | undefined {
  if (from === undefined) return undefined;
  const read = readRecipient(from);
  return read.ok ? read.number : from.trim();
}

function show(reply: ChatReply): Static<typeof CHAT_REPLY> {
  const { id, linkId, phone, userId, profileName, type, text, payload, messageId } = reply;
  const { media, content, wish } = reply;
  return {
    id: String(id),
    number_id: String(linkId),
    from: phone ?? null,
    user_id: userId ?? null,
    profile_name: profileName ?? null,
    type,
    text: text ?? null,
    payload: payload ?? null,
    message_id: messageId === undefined ? null : uuidOf(messageId),
    file:
      media === undefined
        ? null
        : {
            mime_type: media.mime ?? null,
            file_name: media.fileName ?? null,
            href: `/v1/chat/replies/${id}/file`,
          },
    content,
    wish: wish ?? null,
    written_at: showTime(reply.writtenAtMs),
    received_at: showTime(reply.receivedAtMs),
  };
}
