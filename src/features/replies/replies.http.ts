/** `/v1/replies`: what phones wrote to an account's senders. */
import type { AccountId } from '../../domain/ids.ts';
import { readRecipient } from '../../domain/recipient/recipient.ts';
import type { KeptReply } from '../../domain/reply/reply.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { Type, type Static } from '../../kit/shape.ts';
import type { AskReplies, Replies } from '../../replies/replies.ts';
import { getOne, idOf, listOf, SPAN_FIELDS } from '../../api/v1/list.ts';
import type { Endpoint } from '../../api/v1/endpoint.ts';
import { byTime } from '../../api/v1/pages.ts';
import { findContactNames } from '../contacts/contact-names.sql.ts';
import {
  closed,
  id,
  time,
  orNull,
  nullable,
  derived,
  resource,
} from '../../operations/resource.ts';

/** Replies are listed by when they came. */
export const REPLY_PLACES = byTime<NonNullable<AskReplies['before']>>('receivedAtMs', 'id');

const REPLY = resource(
  'Reply',
  {
    id: id('Decimal digits.'),
    from: Type.String({ description: 'The phone: digits with country code.' }),
    to: Type.String({ description: 'Your sender that the reply was sent to.' }),
    text: nullable('null if the octets cannot be decoded.'),
    octets: derived(
      nullable('The raw octets in hex, if they cannot be decoded; else null.'),
      (it: KeptReply) =>
        it.text === undefined ? Buffer.from(it.octets).toString('hex') : undefined,
    ),
    parts: Type.Integer({ minimum: 1, description: 'Parts that came.' }),
    complete: derived(
      Type.Boolean({ description: 'false: parts are missing, … stands for them.' }),
      (it: KeptReply) => it.parts === it.partsExpected,
    ),
    wish: Type.Union([Type.Enum(['stop', 'stop_all', 'start']), Type.Null()], {
      description: 'What a keyword such as STOP asked for; it has been applied.',
    }),
    message_id: orNull(id(), 'Your last message to this phone from this sender, within 7 days.'),
    received_at: time('UTC.'),
  },
  'A reply from a phone.',
);

export const NAMED_REPLY = closed(
  { ...REPLY.properties, name: nullable('What you call the phone: the name of your contact.') },
  { title: 'Reply', description: 'A reply, and whom it is from.' },
);

/** Replies, with the names of those who wrote. */
export async function nameReplies(
  reader: Reader,
  accountId: AccountId,
  replies: readonly KeptReply[],
): Promise<Static<typeof NAMED_REPLY>[]> {
  const people = replies.map(({ from }) => from);
  const names = await findContactNames(reader, accountId, people);
  return replies.map((it) => ({ ...REPLY.show(it), name: names.get(it.from) ?? null }));
}

/** `GET /v1/replies` */
export function createListReplies(replies: Pick<Replies, 'list'>, reader: Reader): Endpoint {
  return listOf({
    path: '/v1/replies',
    name: 'listReplies',
    scope: 'read',
    about: 'Replies to your senders, newest first.',
    item: NAMED_REPLY,
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
      return { rows: await nameReplies(reader, account.id, page.replies), next: page.next };
    },
    show: (reply) => reply,
  });
}

/** `GET /v1/replies/{id}` */
export function createShowReply(replies: Pick<Replies, 'find'>, reader: Reader): Endpoint {
  return getOne({
    path: '/v1/replies/{id}',
    name: 'showReply',
    scope: 'read',
    about: 'One reply.',
    places: { id: idOf('a reply') },
    gives: NAMED_REPLY,
    unknown: 'reply_unknown',
    async find({ account, places: { id } }) {
      const reply = await replies.find(account.id, id);
      return reply && (await nameReplies(reader, account.id, [reply]))[0];
    },
  });
}
