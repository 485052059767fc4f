/**
 * Takes away what was written of a batch that was never published. First it is fenced: from that
 * commit on nobody can add to it or publish it, and nobody sees it. Then its messages go, some at a
 * time, and at last the batch.
 */
import type { AccountId, BatchId, TransferId } from '../../domain/ids.ts';
import { plain } from '../../kit/postgres/statement.ts';
import { ALPHABETS, BATCH_STATES } from '../../domain/message/message.ts';
import { micros, type Micros } from '../../domain/pricing/money.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';

export type BatchName = { readonly accountId: AccountId; readonly id: BatchId };

/** One try to write a batch: an upload that is tried again has the same id and another transfer. */
export type BatchTry = BatchName & { readonly reserveId: TransferId };

const ABANDONED = `
  select b.account_id, b.id, b.reserve_id from batches b
  where b.state = ${BATCH_STATES.removing}
     or (b.state = ${BATCH_STATES.writing} and not exists (
           select 1 from nodes n
           where n.slot = b.node and n.epoch = b.epoch and n.lease_until > now()
         ))
  order by b.account_id, b.id
  limit 20`;

/** Batches whose writer is dead and which were never published, or that are half removed. */
export async function findAbandonedBatches(reader: Reader): Promise<readonly BatchTry[]> {
  type Row = {
    readonly account_id: AccountId;
    readonly id: BatchId;
    readonly reserve_id: TransferId;
  };
  const rows = await reader.read(plain<Row>('abandoned-batches', ABANDONED), []);
  return rows.map((row) => {
    return { accountId: row.account_id, id: row.id, reserveId: row.reserve_id };
  });
}

const FENCE_BATCH = `
  with held as (
    select account_id, id, price_micros, recipients, idempotency_key from batches
    where account_id = $1 and id = $2 and state = ${BATCH_STATES.writing}
      and ($3::bigint is null or reserve_id = $3)
    for update
  ), fenced as (
    update batches b set state = ${BATCH_STATES.removing}, price_micros = 0
    from held h where b.account_id = h.account_id and b.id = h.id
  ), freed as (
    delete from idempotency_keys i using held h
    where i.account_id = h.account_id and i.key = h.idempotency_key and i.answer is null
  )
  select price_micros, recipients from held`;

/**
 * Fences a batch that is being written, or one try of it, and frees its idempotency key. Gives what
 * was reserved for it, to be released in the same transaction; undefined when it is not being
 * written.
 */
export async function fenceBatch(
  transaction: Transaction,
  { accountId, id, reserveId }: BatchName & Partial<BatchTry>,
): Promise<{ readonly priceMicros: Micros; readonly recipients: number } | undefined> {
  type Row = { readonly price_micros: number; readonly recipients: number };
  const values = [accountId, id, reserveId ?? null];
  const [row] = await transaction.run(plain<Row>('fence-batch', FENCE_BATCH), values);
  return row && { priceMicros: micros(BigInt(row.price_micros)), recipients: row.recipients };
}

/** Where a removal has got to, and how much it may take at once. */
export type RemovalPiece = { readonly after: number; readonly most: number };

const removeFrom = (table: string, column: string, besides = ''): string => `
  with edge as (
    select max(place) as last from (
      select ${column} as place from ${table}
      where account_id = $1 and batch_id = $2 and ${column} > $3
      order by ${column} limit $4
    ) piece
  ), gone as (
    delete from ${table}
    where account_id = $1 and batch_id = $2 and ${column} > $3
      and ${column} <= (select last from edge)
      and exists (
        select 1 from batches
        where account_id = $1 and id = $2 and state = ${BATCH_STATES.removing}
      )
    returning *
  )${besides}
  select last from edge`;

/** What chat messages have beside their rows of `messages`. */
const WITH_CHATS = `, besides as (
    delete from chat_messages c using gone g
    where g.alphabet = ${ALPHABETS.chat} and c.account_id = g.account_id and c.id = g.id
  )`;

/**
 * Removes the next messages of a fenced batch. Gives the position of the last one; undefined when
 * there are none.
 */
export function removeMessages(
  transaction: Transaction,
  batch: BatchName,
  piece: RemovalPiece,
): Promise<number | undefined> {
  const statement = removeFrom('messages', 'position', WITH_CHATS);
  return removeNext(transaction, 'remove-batch-messages', { ...batch, ...piece, statement });
}

/** The same of the rows that were left out of it; gives the number of the last one. */
export function removeLeftOut(
  transaction: Transaction,
  batch: BatchName,
  piece: RemovalPiece,
): Promise<number | undefined> {
  const statement = removeFrom('batch_rows', 'row_number');
  return removeNext(transaction, 'remove-batch-rows', { ...batch, ...piece, statement });
}

async function removeNext(
  transaction: Transaction,
  name: string,
  from: BatchName & RemovalPiece & { readonly statement: string },
): Promise<number | undefined> {
  const values = [from.accountId, from.id, from.after, from.most];
  const [row] = await transaction.run(
    plain<{ readonly last: number | null }>(name, from.statement),
    values,
  );
  return row?.last ?? undefined;
}

const REMOVE_BATCH = `
  delete from batches where account_id = $1 and id = $2 and state = ${BATCH_STATES.removing}`;

/** Removes a fenced batch that has nothing left. */
export async function removeBatch(transaction: Transaction, batch: BatchName): Promise<void> {
  await transaction.run(plain('remove-batch', REMOVE_BATCH), [batch.accountId, batch.id]);
}
