import { BATCH_STATES } from '../../domain/message/message.ts';
import type { AccountId, BatchId, MessageId, TransferId } from '../../domain/ids.ts';
import type { NodeLease } from '../../domain/carrier/carrier.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

/** An accepted request with several recipients. */
export type NewBatch = {
  readonly accountId: AccountId;
  readonly id: BatchId;
  readonly state: keyof typeof BATCH_STATES;
  readonly recipients: number;
  readonly parts: number;
  readonly priceMicros: Micros;
  readonly reserveId: TransferId;
  /** Kept with a batch that is being written, so that giving it up frees the key. */
  readonly idempotencyKey: string | undefined;
  /** The lowest and the highest id of its messages. */
  readonly firstMessage: MessageId;
  readonly lastMessage: MessageId;
};

const INSERT_BATCHES = `
  insert into batches (account_id, id, state, recipients, parts, price_micros, reserve_id,
                       idempotency_key, first_message, last_message, node, epoch, created_at)
  select t.*, $11, $12, to_timestamp($13::float8 / 1000)
  from unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::int[], $5::int[], $6::bigint[],
              $7::bigint[], $8::text[], $9::bigint[], $10::bigint[]) as t`;

/** Writes batches, on behalf of the node that holds `lease`. */
export async function insertBatches(
  transaction: Transaction,
  batches: readonly NewBatch[],
  by: { readonly lease: NodeLease; readonly atMs: number },
): Promise<void> {
  if (batches.length === 0) return;
  await transaction.run('insert-batches', INSERT_BATCHES, [
    batches.map((it) => it.accountId),
    batches.map((it) => it.id),
    batches.map((it) => BATCH_STATES[it.state]),
    batches.map((it) => it.recipients),
    batches.map((it) => it.parts),
    batches.map((it) => it.priceMicros),
    batches.map((it) => it.reserveId),
    batches.map((it) => it.idempotencyKey ?? null),
    batches.map((it) => it.firstMessage),
    batches.map((it) => it.lastMessage),
    by.lease.slot,
    by.lease.epoch,
    by.atMs,
  ]);
}

const PUBLISH_BATCH = `
  with published as (
    update batches set state = ${BATCH_STATES.published}, price_micros = $5,
                       published_at = to_timestamp($4::float8 / 1000)
    where account_id = $1 and id = $2 and state = ${BATCH_STATES.writing}
    returning account_id, id, recipients
  )
  insert into feeds (account_id, batch_id, next_position, last_position, due_at)
  select account_id, id, 1, recipients, to_timestamp($3::float8 / 1000) from published
  returning batch_id`;

/**
 * Makes a written batch visible and lets it into the queue from `dueAtMs` on (milliseconds since
 * 1970); false when a sweeper has given it up.
 */
export async function publishBatch(
  transaction: Transaction,
  batch: {
    readonly accountId: AccountId;
    readonly id: BatchId;
    readonly dueAtMs: number;
    readonly atMs: number;
    /** Of its messages; until now what is held for its look-ups was in it as well. */
    readonly priceMicros: Micros;
  },
): Promise<boolean> {
  const { accountId, id, dueAtMs, atMs, priceMicros } = batch;
  const values = [accountId, id, dueAtMs, atMs, priceMicros];
  const rows = await transaction.run('publish-batch', PUBLISH_BATCH, values);
  return rows.length === 1;
}
