/** Batches whose account wants to be told of their end. */
import { BATCH_STATES, MESSAGE_STATES } from '../../domain/message/message.ts';
import { write } from '../../kit/postgres/callable.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { rowsOf, statement } from '../../kit/postgres/statement.ts';
import type { BatchName } from './remove-batches.ts';

export type BatchEnd = BatchName & {
  readonly publishedAtMs: number;
  readonly firstMessage: number;
  readonly lastMessage: number;
  /** The last position that was looked at; undefined: there was none left. */
  readonly seen: number | undefined;
  /** The first position among them whose message has not ended; undefined: there is none. */
  readonly open: number | undefined;
};

/**
 * Locks batches that are to be looked at, and looks at the next `mostMessages` of each.
 * What has ended stays so, and each look begins where the last one stopped: every message is passed
 * once. One of which nobody knows how it ended (`unknown`) has ended.
 */
export const takeBatchEnds = write.many<
  { atMs: number; most: number; mostMessages: number },
  BatchEnd
>(
  'take-batch-ends',
  `select t.account_id, t.batch_id as id, b.published_at, b.first_message, b.last_message,
    s.seen, s.open
  from (
    select account_id, batch_id, settled_position from batch_ends
    where look_at <= @atMs order by look_at limit :most for update skip locked
  ) as t
  cross join lateral (
    select coalesce(published_at, created_at) as published_at,
      coalesce(first_message, 0) as first_message, coalesce(last_message, 0) as last_message
    from batches
    where account_id = t.account_id and id = t.batch_id and state = ${BATCH_STATES.published}
      and hold is distinct from 'cancelling'
    limit 1
  ) as b
  cross join lateral (
    select max(p.position) as seen,
      min(p.position) filter (where p.state < ${MESSAGE_STATES.unknown}) as open
    from (
      select m.position, m.state from messages m
      where m.account_id = t.account_id and m.batch_id = t.batch_id
        and m.id between b.first_message and b.last_message and m.position > t.settled_position
      order by m.position limit :mostMessages
    ) as p
  ) as s`,
);

const NEXT = statement(
  'next-batch-ends',
  `update batch_ends e set settled_position = greatest(t.settled, e.settled_position),
    look_at = t.look_at
  from ${rowsOf({ accountId: 'bigint', id: 'bigint', settled: 'int', lookAtMs: 'timestamptz' })}
  where e.account_id = t.account_id and e.batch_id = t.id`,
);

/** Records how far batches are, and when they are looked at again. */
export async function nextBatchEnds(
  transaction: Transaction,
  rows: readonly (BatchName & { readonly settled: number; readonly lookAtMs: number })[],
): Promise<void> {
  if (rows.length > 0) await transaction.run(NEXT, { rows });
}

export const removeBatchEnds = write.rows<BatchName>(
  'remove-batch-ends',
  `delete from batch_ends e using ${rowsOf({ accountId: 'bigint', id: 'bigint' })}
  where e.account_id = t.account_id and e.batch_id = t.id`,
);
