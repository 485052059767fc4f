import type { AccountId, MessageId } from '../../domain/ids.ts';
import type { MessageKey } from '../../domain/message/message.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import type { NodeLease } from '../nodes/node-lease.ts';

type Row = { readonly account_id: number; readonly message_id: number };

const keyOf = (row: Row): MessageKey => ({
  accountId: row.account_id as AccountId,
  messageId: row.message_id as MessageId,
});

const LEAVE_QUEUE = `
  delete from queue q
  using unnest($1::bigint[], $2::bigint[]) as t (account_id, message_id)
  where q.account_id = t.account_id and q.message_id = t.message_id
    and q.node = $3 and q.epoch = $4
  returning q.account_id, q.message_id`;

/**
 * Takes messages out of the line, if this node still holds them: whoever gets a message back here, and nobody
 * else, moves its state and its money.
 */
export async function leaveQueue(
  transaction: Transaction,
  lease: NodeLease,
  keys: readonly MessageKey[],
): Promise<readonly MessageKey[]> {
  if (keys.length === 0) return [];
  const rows = await transaction.run<Row>('leave-queue', LEAVE_QUEUE, [
    keys.map((key) => key.accountId),
    keys.map((key) => key.messageId),
    lease.slot,
    lease.epoch,
  ]);
  return rows.map(keyOf);
}

/** A held message that goes back into the line until `dueAtMs`. */
export type PutBack = MessageKey & { readonly dueAtMs: number };

const PUT_BACK = `
  update queue q set node = null, epoch = null, due_at = to_timestamp(t.due_at / 1000)
  from unnest($1::bigint[], $2::bigint[], $3::float8[]) as t (account_id, message_id, due_at)
  where q.account_id = t.account_id and q.message_id = t.message_id
    and q.node = $4 and q.epoch = $5
  returning q.account_id, q.message_id`;

/** Gives held messages back to the line, for a later attempt. Tells which this node did hold. */
export async function putBack(
  transaction: Transaction,
  lease: NodeLease,
  entries: readonly PutBack[],
): Promise<readonly MessageKey[]> {
  if (entries.length === 0) return [];
  const rows = await transaction.run<Row>('put-back', PUT_BACK, [
    entries.map((entry) => entry.accountId),
    entries.map((entry) => entry.messageId),
    entries.map((entry) => entry.dueAtMs),
    lease.slot,
    lease.epoch,
  ]);
  return rows.map(keyOf);
}
