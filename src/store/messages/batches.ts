import { BATCH_STATES } from '../../domain/message/message.ts';
import type { AccountId, BatchId, TransferId } from '../../domain/ids.ts';
import type { NodeLease } from '../../domain/carrier/carrier.ts';
import { micros, type Micros } from '../../domain/pricing/money.ts';
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
};

const INSERT_BATCHES = `
  insert into batches (account_id, id, state, recipients, parts, price_micros, reserve_id,
                       idempotency_key, node, epoch, created_at)
  select t.*, $9, $10, to_timestamp($11::float8 / 1000)
  from unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::int[], $5::int[], $6::bigint[],
              $7::bigint[], $8::text[]) as t`;

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
    by.lease.slot,
    by.lease.epoch,
    by.atMs,
  ]);
}

const PUBLISH_BATCH = `
  with published as (
    update batches set state = ${BATCH_STATES.published}
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
  batch: { readonly accountId: AccountId; readonly id: BatchId; readonly dueAtMs: number },
): Promise<boolean> {
  const values = [batch.accountId, batch.id, batch.dueAtMs];
  const rows = await transaction.run('publish-batch', PUBLISH_BATCH, values);
  return rows.length === 1;
}

const ABANDONED = `
  select b.account_id, b.id, b.price_micros, b.recipients from batches b
  where b.state = ${BATCH_STATES.writing} and not exists (
    select 1 from nodes n
    where n.slot = b.node and n.epoch = b.epoch and n.lease_until > now()
  )
  order by b.account_id, b.id
  limit 20
  for update skip locked`;

export type AbandonedBatch = {
  readonly account_id: AccountId;
  readonly id: BatchId;
  readonly price_micros: number;
  readonly recipients: number;
};

/** Batches whose writer is dead and which were never published, locked. */
export function findAbandonedBatches(transaction: Transaction): Promise<readonly AbandonedBatch[]> {
  return transaction.run<AbandonedBatch>('abandoned-batches', ABANDONED, []);
}

const DELETE_MESSAGES = `delete from messages where account_id = $1 and batch_id = $2`;
const DELETE_BATCH = `
  with removed as (
    delete from batches where account_id = $1 and id = $2 and state = ${BATCH_STATES.writing}
    returning account_id, price_micros, recipients, idempotency_key
  ), freed as (
    delete from idempotency_keys i using removed r
    where i.account_id = r.account_id and i.key = r.idempotency_key and i.answer is null
  )
  select price_micros, recipients from removed`;

/**
 * Removes an unpublished batch, the messages that were written of it and the claim on its
 * idempotency key: nobody was told of them. undefined when it was published or removed meanwhile.
 */
export async function removeBatch(
  transaction: Transaction,
  accountId: AccountId,
  id: BatchId,
): Promise<{ readonly priceMicros: Micros; readonly recipients: number } | undefined> {
  type Row = { readonly price_micros: number; readonly recipients: number };
  const [row] = await transaction.run<Row>('remove-batch', DELETE_BATCH, [accountId, id]);
  if (row === undefined) return undefined;
  await transaction.run('remove-batch-messages', DELETE_MESSAGES, [accountId, id]);
  return { priceMicros: micros(BigInt(row.price_micros)), recipients: row.recipients };
}
