/** A batch's waiting messages as a whole: postponed, put back, or queued to be ended. */
import { HOUR_MS } from '../../domain/durations.ts';
import type { AccountId, BatchId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { PAUSED_AFTER_SQL, PAUSED_BY_SQL } from '../../domain/message/hold.ts';
import { MESSAGE_STATES } from '../../domain/message/message.ts';
import { write } from '../../kit/postgres/callable.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { only, statement } from '../../kit/postgres/statement.ts';

/** A batch, with the range of its messages' ids. */
export type QueuedBatch = {
  readonly accountId: AccountId;
  readonly id: BatchId;
  readonly firstMessage: number;
  readonly lastMessage: number;
};

/** Its waiting messages of which no operator can have anything. */
const WAITING = `
  from queue w
  cross join lateral (
    select batch_id, parts_taken, reason, accepted_at from messages m
    where m.account_id = w.account_id and m.id = w.message_id
    limit 1
  ) as m
  where m.batch_id = :id and m.parts_taken = 0 and m.reason is distinct from 'answer_lost'
    and w.account_id = :accountId and w.message_id between :firstMessage and :lastMessage
    and w.node is null and w.lost_until is null`;

/** How long a pause may last; nothing expires meanwhile. */
const LONGEST = `interval '${limit('heldHours')} hours'`;

/**
 * Postpones the next messages of a paused batch. Returns how many; a message that somebody is
 * taking right now is left out, and checked by whoever took it.
 */
export const putOffBatch = write.value<
  QueuedBatch & { readonly most: number },
  { readonly moved: number }
>(
  'put-off-batch',
  `with moved as (
    update queue q set due_at = q.due_at + ${PAUSED_BY_SQL}, since = null,
      expires_at = q.expires_at + ${LONGEST}
    from (select w.ctid as place ${WAITING} and w.due_at < ${PAUSED_AFTER_SQL}
          limit :most for update of w skip locked) as h
    where q.ctid = h.place
    returning 1
  )
  select count(*) as moved from moved`,
);

const PUT_BACK = statement<{ readonly moved: number }>(
  'put-back-batch',
  `with moved as (
    update queue q set due_at = q.due_at - ${PAUSED_BY_SQL},
      expires_at = greatest(q.expires_at - ${LONGEST}, least(
        q.expires_at - ${LONGEST} + make_interval(secs => :waitedMs::float8 / 1000),
        h.accepted_at + make_interval(hours => :mostHours::int)))
    from (select w.ctid as place, m.accepted_at ${WAITING} and w.due_at >= ${PAUSED_AFTER_SQL}
          limit :most for update of w) as h
    where q.ctid = h.place
    returning 1
  )
  select count(*) as moved from moved`,
);

/**
 * Makes the next messages of a batch due when they were before it was paused. Returns how many. The
 * pause does not shorten their validity, up to the limit for held messages.
 */
export async function putBackBatch(
  transaction: Transaction,
  batch: QueuedBatch,
  { waitedMs, most }: { readonly waitedMs: number; readonly most: number },
): Promise<number> {
  const mostHours = limit('validityHours') + limit('heldHours');
  return only(await transaction.run(PUT_BACK, { ...batch, waitedMs, most, mostHours })).moved;
}

const QUEUE_REST = statement<{ readonly fed: number }>(
  'queue-rest',
  `with fed as materialized (
    select next_position, last_position, coalesce(link_id, 0) as link_id from feeds
    where account_id = :accountId and batch_id = :id for update
  ), advanced as (
    update feeds set next_position = next_position + :most::int
    where account_id = :accountId and batch_id = :id
      and (select next_position + :most::int <= last_position from fed)
  ), ended as (
    delete from feeds
    where account_id = :accountId and batch_id = :id
      and (select next_position + :most::int > last_position from fed)
  ), queued as (
    insert into queue (account_id, message_id, link_id, priority, attempt, due_at, expires_at)
    select m.account_id, m.id, f.link_id, 0, 0, @atMs, m.expires_at
    from fed f join messages m on m.account_id = :accountId and m.batch_id = :id
      and m.position >= f.next_position and m.position < f.next_position + :most::int
      and m.id between :firstMessage and :lastMessage and m.state = ${MESSAGE_STATES.waiting}
  )
  select count(*) as fed from fed`,
);

/**
 * Queues the next messages of a large batch that are not queued yet, so that they can be ended in
 * the same transaction. False if its feed has no more.
 */
export async function queueRest(
  transaction: Transaction,
  batch: QueuedBatch,
  { most, atMs }: { readonly most: number; readonly atMs: number },
): Promise<boolean> {
  return only(await transaction.run(QUEUE_REST, { ...batch, most, atMs })).fed > 0;
}

/**
 * Whether any waiting message of a batch can be ended, or a node has taken it and will send it, end
 * it, or give it back.
 */
export const anyWaiting = write.value<QueuedBatch, { readonly isAny: boolean }>(
  'any-of-batch-waiting',
  `select exists (select 1 ${WAITING}) or exists (
    select from queue w
    where w.account_id = :accountId and w.message_id between :firstMessage and :lastMessage
      and w.node is not null and w.lost_until is null
      and :id = (select m.batch_id from messages m
                 where m.account_id = w.account_id and m.id = w.message_id)
  ) as is_any`,
);

/** How long a batch stays paused before it is cancelled, in milliseconds. */
export const LONGEST_PAUSE_MS = limit('heldHours') * HOUR_MS;
