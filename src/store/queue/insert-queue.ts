/** How messages come into the queue: those of a group at once, those of a batch piece by piece. */
import type { NodeLease } from '../../domain/carrier/carrier.ts';
import { HOUR_MS } from '../../domain/durations.ts';
import { TEST_TARIFF } from '../../domain/testing/test-mode.ts';
import type {
  AccountId,
  BatchId,
  LinkId,
  MessageId,
  OperatorId,
  SenderId,
  TemplateId,
} from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { IS_HELD_SQL, MESSAGE_STATES } from '../../domain/message/message.ts';
import { SCHEDULED } from '../../domain/policy/hours.ts';
import { write } from '../../kit/postgres/callable.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { statement } from '../../kit/postgres/statement.ts';
import { numberList } from '../../kit/postgres/values.ts';

/** A message that waits to be handed to an operator. */
export type QueueEntry = {
  readonly accountId: AccountId;
  readonly messageId: MessageId;
  readonly linkId: LinkId;
  /** For a chat message: it leaves after earlier ones to the same person. */
  readonly recipient?: string;
  readonly priority: 0 | 1;
  /** In milliseconds since 1970. */
  readonly expiresAtMs: number;
  /** Leased from the start to the node that writes it, as its first attempt. */
  readonly leased: boolean;
  /** Hours of the day, as stored; undefined: it may leave at any time. */
  readonly hours?: number | undefined;
};

const INSERT = statement(
  'insert-queue',
  `insert into queue (account_id, message_id, link_id, priority, attempt, due_at, expires_at,
                     node, epoch, recipient, hours)
  select t.account_id, t.message_id, t.link_id, t.priority, t.leased,
         @dueAtMs, to_timestamp(t.expires_at / 1000),
         case t.leased when 1 then :slot::smallint end, case t.leased when 1 then :epoch::int end,
         t.recipient, t.hours
  from unnest(:accountId::bigint[], :messageId::bigint[], :linkId::int[], :priority::smallint[],
              :leased::smallint[], :expiresAtMs::float8[], :recipient::bigint[],
              :hours::int[])
       as t (account_id, message_id, link_id, priority, leased, expires_at, recipient, hours)`,
);

/** Queues messages from `dueAtMs` (milliseconds since 1970), in their order. */
export async function insertQueue(
  transaction: Transaction,
  entries: readonly QueueEntry[],
  line: { readonly dueAtMs: number; readonly lease: NodeLease },
): Promise<void> {
  if (entries.length === 0) return;
  await transaction.run(INSERT, {
    accountId: numberList(entries.map((it) => it.accountId)),
    messageId: numberList(entries.map((it) => it.messageId)),
    linkId: numberList(entries.map((it) => it.linkId)),
    priority: numberList(entries.map((it) => it.priority)),
    leased: numberList(entries.map((it) => (it.leased ? 1 : 0))),
    expiresAtMs: numberList(entries.map((it) => it.expiresAtMs)),
    // A list shorter than the others is padded with nulls: texts have none at all.
    recipient: entries.some((it) => it.recipient !== undefined)
      ? numberList(entries.map((it) => (it.recipient === undefined ? null : BigInt(it.recipient))))
      : '{}',
    hours: entries.some((it) => it.hours !== undefined)
      ? numberList(entries.map((it) => it.hours ?? null))
      : '{}',
    dueAtMs: line.dueAtMs,
    slot: line.lease.slot,
    epoch: line.lease.epoch,
  });
}

type BatchKey = { readonly accountId: AccountId; readonly batchId: BatchId };

type FeedMessage = {
  readonly id: MessageId;
  readonly operatorId: OperatorId;
  readonly senderId: SenderId;
  readonly templateId: TemplateId;
  readonly recipient: string;
  readonly expiresAtMs: number;
  readonly isTest: boolean;
};

/** Messages of a large batch whose turn it is. */
export type FeedPiece = BatchKey & {
  /** Where the piece after this one begins; undefined: this is the last. */
  readonly nextPosition: number | undefined;
  /** For chat messages, which `queueChats` queues directly; undefined: it has texts. */
  readonly chats: ChatFeed | undefined;
  /** Hours of the day, as stored. */
  readonly hours: number | undefined;
  readonly messages: readonly FeedMessage[];
};

/** The source and destination of a piece of a batch of chat messages. */
export type ChatFeed = {
  readonly from: number;
  readonly most: number;
  /** The number that they leave by. */
  readonly linkId: LinkId;
  /** A message's turn is this plus its position. */
  readonly turn: string;
  readonly heldMs: number;
  /** Only as much of it enters as the platform's limit of the day leaves. */
  readonly isSpread: boolean;
};

/** What may enter the queue: texts, and chat messages for these numbers. */
export type FeedRoom = { readonly texts: boolean; readonly numbers: readonly LinkId[] };

const NEXT_FEED = statement<
  BatchKey & {
    readonly nextPosition: number;
    readonly lastPosition: number;
    readonly heldMs: number;
    readonly linkId: LinkId | undefined;
    readonly turn: string | undefined;
    readonly hours: number | undefined;
    readonly isSpread: boolean;
  }
>(
  'next-feed',
  `select account_id, batch_id, next_position, last_position, held_ms, link_id, turn::text,
    hours, is_spread
  from feeds
  where coalesce(chat_due_at, due_at) <= @atMs
    and case when link_id is null then :texts::boolean else link_id = any (:numbers::int[]) end
  order by next_position, batch_id
  limit 1
  for update skip locked`,
);

const FEED_MESSAGES = statement<FeedMessage>(
  'feed-messages',
  `select id, operator_id, sender_id, template_id, recipient::text, expires_at,
    tariff_id = ${TEST_TARIFF} as is_test
  from messages
  where account_id = :accountId and batch_id = :batchId
    and position >= :from::int and position < :from + :most::int
    and state = ${MESSAGE_STATES.waiting}
  order by position`,
);

/**
 * Locks the next `most` messages of the large batch that has had the fewest so far, so that batches
 * share the queue: `advanceFeed` or `postponeFeed` then records the result. undefined if no due
 * batch has room. Leaves out what was cancelled meanwhile.
 */
export async function takeFeed(
  transaction: Transaction,
  { most, ...ask }: FeedRoom & { readonly most: number; readonly atMs: number },
): Promise<FeedPiece | undefined> {
  const [feed] = await transaction.run(NEXT_FEED, ask);
  if (feed === undefined) return undefined;
  const { accountId, batchId, nextPosition: from, lastPosition, heldMs, linkId, turn } = feed;
  const { isSpread } = feed;
  const count = Math.min(most, lastPosition - from + 1);
  const isChat = linkId !== undefined && turn !== undefined;
  const found = isChat
    ? []
    : await transaction.run(FEED_MESSAGES, { accountId, batchId, from, most });
  return {
    accountId,
    batchId,
    hours: feed.hours,
    chats: isChat ? { from, most: count, linkId, turn, heldMs, isSpread } : undefined,
    nextPosition: from + most > lastPosition ? undefined : from + most,
    messages: found.map((it) => ({ ...it, expiresAtMs: it.expiresAtMs + heldMs })),
  };
}

const UNFED = `
  insert into queue (account_id, message_id, link_id, priority, attempt, due_at, expires_at,
                     recipient, turn)
  overriding system value`;

const QUEUE_CHATS = statement(
  'queue-chats',
  `${UNFED}
  select account_id, id, :linkId::int, 0, 0, @atMs,
         expires_at + make_interval(secs => :heldMs::float8 / 1000), recipient,
         :turn::bigint + position
  from messages
  where account_id = :accountId and batch_id = :batchId
    and position >= :from::int and position < :from + :most::int
    and state = ${MESSAGE_STATES.waiting}
  order by position`,
);

/** Queues a piece of a batch of chat messages, with the turns that were reserved for them. */
export async function queueChats(
  transaction: Transaction,
  { accountId, batchId, chats }: FeedPiece & { readonly chats: ChatFeed },
  atMs: number,
): Promise<void> {
  await transaction.run(QUEUE_CHATS, { accountId, batchId, ...chats, atMs });
}

/**
 * Queues messages ahead of their turn, to be taken in the same transaction. Waits while their
 * batches are being fed.
 * One look-up by key per message, and one for its feed, whatever the planner believes.
 */
export const queueUnfed = write.run<{
  accountId: AccountId;
  messageIds: readonly MessageId[];
  atMs: number;
}>(
  'queue-unfed',
  `${UNFED}
  select m.account_id, m.id, coalesce(f.link_id, 0), 0, 0, @atMs, m.expires_at,
         case when f.link_id is not null then m.recipient end,
         coalesce(f.turn + m.position, nextval('queue_turn_seq'))
  from unnest(:messageIds::bigint[]) as t (id)
  cross join lateral (
    select * from messages where account_id = :accountId and id = t.id limit 1
  ) as m
  join feeds f on f.account_id = m.account_id and f.batch_id = m.batch_id
  where m.position >= f.next_position and m.state = ${MESSAGE_STATES.waiting}
  for update of f`,
);

/** How far back the platform may still hold something: what it takes within a minute or so. */
const LOOKED_AT = 2 * limit('feedMessages');

const LOOKED_BACK = `m.account_id = b.account_id and m.batch_id = b.id
      and m.id between b.first_message and b.last_message
      and m.position >= :since and m.position < :from`;

const FIND_PACE = statement<FeedPace>(
  'find-feed-pace',
  `select
    t.category in ('marketing', 'utility') and coalesce(t.quality, '') <> 'green' as is_unproven,
    exists (select from messages m where ${LOOKED_BACK} and ${IS_HELD_SQL}) as is_held,
    exists (select from messages m where ${LOOKED_BACK} and m.state = ${MESSAGE_STATES.waiting}
      and coalesce(m.reason, '${SCHEDULED}') = '${SCHEDULED}') as is_waiting
  from batches b
  join chat_templates t on t.account_id = b.account_id and t.id = (
    select m.template_id from messages m
    where m.account_id = b.account_id and m.batch_id = b.id and m.position < :from
      and m.id between b.first_message and b.last_message
    order by m.position desc limit 1)
  where b.account_id = :accountId and b.id = :batchId`,
);

/** How a campaign by template goes so far. */
export type FeedPace = {
  /** The platform does not know yet that people like the template. */
  readonly isUnproven: boolean;
  /** It holds some of its last messages back. */
  readonly isHeld: boolean;
  /** Some of them have not been handed to it; what it has put off once does not count. */
  readonly isWaiting: boolean;
};

/** How a batch of chat messages goes; undefined: it is in free form, or its template is gone. */
export async function findPace(
  transaction: Transaction,
  { accountId, batchId, chats }: FeedPiece & { readonly chats: ChatFeed },
): Promise<FeedPace | undefined> {
  const back = { from: chats.from, since: chats.from - LOOKED_AT };
  return (await transaction.run(FIND_PACE, { accountId, batchId, ...back }))[0];
}

const ADVANCE_FEED = statement(
  'advance-feed',
  `update feeds set next_position = :nextPosition
  where account_id = :accountId and batch_id = :batchId`,
);

const END_FEED = statement(
  'end-feed',
  'delete from feeds where account_id = :accountId and batch_id = :batchId',
);

/** Records that a piece has entered the queue. */
export async function advanceFeed(transaction: Transaction, piece: FeedPiece): Promise<void> {
  if (piece.nextPosition === undefined) await transaction.run(END_FEED, piece);
  else await transaction.run(ADVANCE_FEED, piece);
}

const POSTPONE_FEED = statement(
  'postpone-feed',
  `update feeds set due_at = case when due_at is not null then @untilMs end,
                   chat_due_at = case when chat_due_at is not null then @untilMs end,
                   held_ms = greatest(held_ms, least(held_ms + :waitMs::bigint, :mostMs::bigint))
  where account_id = :accountId and batch_id = :batchId`,
);

/**
 * Holds the rest of a batch back until `untilMs`; the delay extends the validity of its
 * messages, up to the limit for held ones.
 */
export async function postponeFeed(
  transaction: Transaction,
  { accountId, batchId }: FeedPiece,
  { untilMs, atMs }: { readonly untilMs: number; readonly atMs: number },
): Promise<void> {
  const waitMs = untilMs - atMs;
  const mostMs = limit('heldHours') * HOUR_MS;
  await transaction.run(POSTPONE_FEED, { accountId, batchId, untilMs, waitMs, mostMs });
}
