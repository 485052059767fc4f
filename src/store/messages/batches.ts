import { BATCH_STATES } from '../../domain/message/message.ts';
import { plain } from '../../kit/postgres/statement.ts';
import type { AccountId, BatchId, MessageId, TransferId } from '../../domain/ids.ts';
import type { NodeLease } from '../../domain/carrier/carrier.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

/** An accepted request with several recipients. */
export type NewBatch = {
  readonly accountId: AccountId;
  readonly id: BatchId;
  readonly recipients: number;
  readonly parts: number;
  readonly priceMicros: Micros;
  readonly reserveId: TransferId;
  /** The lowest and the highest id of its messages. */
  readonly firstMessage: MessageId;
  readonly lastMessage: MessageId;
};

const INSERT_BATCHES = `
  insert into batches (account_id, id, state, recipients, parts, price_micros, reserve_id,
                       first_message, last_message, node, epoch, created_at)
  select t.account_id, t.id, ${BATCH_STATES.published}, t.recipients, t.parts, t.price_micros,
         t.reserve_id, t.first_message, t.last_message, $9, $10, to_timestamp($11::float8 / 1000)
  from unnest($1::bigint[], $2::bigint[], $3::int[], $4::int[], $5::bigint[], $6::bigint[],
              $7::bigint[], $8::bigint[])
       as t (account_id, id, recipients, parts, price_micros, reserve_id, first_message,
             last_message)`;

/** Writes batches that can be seen at once, on behalf of the node that holds `lease`. */
export async function insertBatches(
  transaction: Transaction,
  batches: readonly NewBatch[],
  by: { readonly lease: NodeLease; readonly atMs: number },
): Promise<void> {
  if (batches.length === 0) return;
  await transaction.run(plain('insert-batches', INSERT_BATCHES), [
    batches.map((it) => it.accountId),
    batches.map((it) => it.id),
    batches.map((it) => it.recipients),
    batches.map((it) => it.parts),
    batches.map((it) => it.priceMicros),
    batches.map((it) => it.reserveId),
    batches.map((it) => it.firstMessage),
    batches.map((it) => it.lastMessage),
    by.lease.slot,
    by.lease.epoch,
    by.atMs,
  ]);
}
