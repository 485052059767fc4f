import type { NodeLease } from '../../domain/carrier/carrier.ts';
import { plain } from '../../kit/postgres/statement.ts';
import type { AccountId, BatchId, LinkId, MessageId } from '../../domain/ids.ts';
import { numberList } from '../../kit/postgres/lists.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

/** A message that waits to be handed to an operator. */
export type QueueEntry = {
  readonly accountId: AccountId;
  readonly messageId: MessageId;
  readonly linkId: LinkId;
  /** Of a chat message: it leaves after what went to the same person before. */
  readonly recipient?: string;
  readonly priority: 0 | 1;
  /** In milliseconds since 1970. */
  readonly expiresAtMs: number;
  /** Leased from the beginning to the node that writes it, as its first attempt. */
  readonly leased: boolean;
};

const INSERT_QUEUE = `
  insert into queue (account_id, message_id, link_id, priority, attempt, due_at, expires_at,
                     node, epoch, recipient)
  select t.account_id, t.message_id, t.link_id, t.priority, t.leased,
         to_timestamp($6::float8 / 1000), to_timestamp(t.expires_at / 1000),
         case t.leased when 1 then $8::smallint end, case t.leased when 1 then $9::int end,
         t.recipient
  from unnest($1::bigint[], $2::bigint[], $3::int[], $4::smallint[], $5::smallint[],
              $7::float8[], $10::bigint[])
       as t (account_id, message_id, link_id, priority, leased, expires_at, recipient)`;

/** Puts messages in line from `dueAtMs` (milliseconds since 1970), in their order. */
export async function insertQueue(
  transaction: Transaction,
  entries: readonly QueueEntry[],
  line: { readonly dueAtMs: number; readonly lease: NodeLease },
): Promise<void> {
  if (entries.length === 0) return;
  await transaction.run(plain('insert-queue', INSERT_QUEUE), [
    numberList(entries.map((it) => it.accountId)),
    numberList(entries.map((it) => it.messageId)),
    numberList(entries.map((it) => it.linkId)),
    numberList(entries.map((it) => it.priority)),
    numberList(entries.map((it) => (it.leased ? 1 : 0))),
    line.dueAtMs,
    numberList(entries.map((it) => it.expiresAtMs)),
    line.lease.slot,
    line.lease.epoch,
    // A list that is shorter than the others is filled up with nulls: texts have none at all.
    entries.some((it) => it.recipient !== undefined)
      ? numberList(entries.map((it) => (it.recipient === undefined ? null : BigInt(it.recipient))))
      : '{}',
  ]);
}

const QUEUE_BATCH = `
  insert into queue (account_id, message_id, link_id, priority, attempt, due_at, expires_at,
                     recipient)
  select m.account_id, m.id, $5::int, $6::smallint, 0, to_timestamp($7::float8 / 1000),
         m.expires_at, m.recipient
  from messages m
  where m.account_id = $1 and m.batch_id = $2 and m.id between $3 and $4
  order by m.position`;

/** Puts all chat messages of a batch in line that is written already, in their order. */
export async function queueBatch(
  transaction: Transaction,
  batch: {
    readonly accountId: AccountId;
    readonly id: BatchId;
    readonly firstMessage: MessageId;
    readonly lastMessage: MessageId;
  },
  line: Pick<QueueEntry, 'linkId' | 'priority'> & { readonly dueAtMs: number },
): Promise<void> {
  const { accountId, id, firstMessage, lastMessage } = batch;
  const values = [accountId, id, firstMessage, lastMessage];
  await transaction.run(plain('queue-batch', QUEUE_BATCH), [
    ...values,
    ...[line.linkId, line.priority, line.dueAtMs],
  ]);
}
