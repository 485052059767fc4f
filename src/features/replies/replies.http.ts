/** `/v1/replies`: what phones wrote to an account's senders. */
import { readRecipient } from '../../domain/recipient/recipient.ts';
import type { KeptReply } from '../../domain/reply/reply.ts';
import { Type, type Static } from '../../kit/shape.ts';
import type { AskReplies, Replies } from '../../replies/replies.ts';
import { getOne, idOf, listOf, SPAN_FIELDS } from '../../api/v1/list.ts';
import type { Endpoint } from '../../api/v1/endpoint.ts';
import { byTime } from '../../api/v1/pages.ts';
import { closed, nullable, showTime } from '../../api/v1/shapes.ts';

/** Replies are listed by when they came. */
export const REPLY_PLACES = byTime<NonNullable<AskReplies['before']>>('receivedAtMs', 'id');

export const REPLY = closed(
  {
    id: Type.String({ description: 'Decimal digits.' }),
    from: Type.String({ description: 'The phone: digits with country code.' }),
    to: Type.String({ description: 'Your sender that the reply was sent to.' }),
    text: nullable('null if the octets cannot be decoded.'),
    octets: nullable('The raw octets in hex, if they cannot be decoded; else null.'),
    parts: Type.Integer({ minimum: 1, description: 'Parts that came.' }),
    complete: Type.Boolean({ description: 'false: parts are missing, … stands for them.' }),
    wish: Type.Union([Type.Enum(['stop', 'stop_all', 'start']), Type.Null()], {
      description: 'What a keyword such as STOP asked for; it has been applied.',
    }),
    message_id: nullable('Your last message to this phone from this sender, within 7 days.'),
    received_at: Type.String({ format: 'date-time', description: 'UTC.' }),
  },
  { title: 'Reply', description: 'A reply from a phone.' },
);

/** `GET /v1/replies` */
export function createListReplies(replies: Pick<Replies, 'list'>): Endpoint {
  return listOf({
    path: '/v1/replies',
    name: 'listReplies',
    scope: 'read',
    about: 'Replies to your senders, newest first.',
    item: REPLY,
    title: 'ReplyList',
    filters: {
      from: Type.Optional(Type.String({ description: 'From this phone only.' })),
      to: Type.Optional(Type.String({ description: 'To this sender only.' })),
      ...SPAN_FIELDS,
    },
    cursor: REPLY_PLACES,
    async find({ account, query, before, span }) {
      const from = query.from && readRecipient(query.from);
      const phone = from && (from.ok ? from.number : query.from);
      const filter = { from: phone, to: query.to, ...span };
      const page = await replies.list(account.id, { before, most: query.limit, filter });
      return { rows: page.replies, next: page.next };
    },
    show: showReply,
  });
}

/** `GET /v1/replies/{id}` */
export function createShowReply(replies: Pick<Replies, 'find'>): Endpoint {
  return getOne({
    path: '/v1/replies/{id}',
    name: 'showReply',
    scope: 'read',
    about: 'One reply.',
    places: { id: idOf('a reply') },
    gives: REPLY,
    unknown: 'reply_unknown',
    async find({ account, places: { id } }) {
      const reply = await replies.find(account.id, id);
      return reply && showReply(reply);
    },
  });
}

/** A reply as its account sees it. */
export function showReply(reply: KeptReply): Static<typeof REPLY> {
  const { id, from, to, text, octets, parts, partsExpected, wish, messageId } = reply;
  return {
    id: String(id),
    from,
    to,
    text: text ?? null,
    octets: text === undefined ? Buffer.from(octets).toString('hex') : null,
    parts,
    complete: parts === partsExpected,
    wish: wish ?? null,
    message_id: messageId === undefined ? null : String(messageId),
    received_at: showTime(reply.receivedAtMs),
  };
}
