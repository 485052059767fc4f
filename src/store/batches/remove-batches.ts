/**
 * Removes what was written of a batch that was never published. First it is fenced: from that
 * commit on nobody can add to it, publish it or see it. Then its messages are deleted, some at a
 * time, and finally the batch.
 */
import type { AccountId, BatchId, TransferId } from '../../domain/ids.ts';
import { ALPHABETS, BATCH_STATES } from '../../domain/message/message.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import { read, write } from '../../kit/postgres/callable.ts';

export type BatchName = { readonly accountId: AccountId; readonly id: BatchId };

/** One try to write a batch: an upload that is tried again has the same id and another transfer. */
export type BatchTry = BatchName & { readonly reserveId: TransferId };

/** Batches whose writer is dead and which were never published, or that are half removed. */
export const findAbandonedBatches = read.many<void, BatchTry>(
  'abandoned-batches',
  `select b.account_id, b.id, b.reserve_id from batches b
  where b.state = ${BATCH_STATES.removing}
     or (b.state = ${BATCH_STATES.writing} and not exists (
           select 1 from nodes n
           where n.slot = b.node and n.epoch = b.epoch and n.lease_until > now()
         ))
  order by b.account_id, b.id
  limit 20`,
);

type Fenced = { readonly priceMicros: Micros; readonly recipients: number };

/**
 * Fences a batch that is being written, or one try of it, and frees its idempotency key. Returns
 * was reserved for it, to be released in the same transaction; undefined when it is not being
 * written.
 */
export const fenceBatch = write.one<BatchName & Partial<BatchTry>, Fenced>(
  'fence-batch',
  `with held as (
    select account_id, id, price_micros, recipients, idempotency_key from batches
    where account_id = :accountId and id = :id and state = ${BATCH_STATES.writing}
      and (:reserveId::bigint is null or reserve_id = :reserveId)
    for update
  ), fenced as (
    update batches b set state = ${BATCH_STATES.removing}, price_micros = 0
    from held h where b.account_id = h.account_id and b.id = h.id
  ), freed as (
    delete from idempotency_keys i using held h
    where i.account_id = h.account_id and i.key = h.idempotency_key and i.answer is null
  )
  select price_micros, recipients from held`,
);

/** How far a removal has got, and how much it may delete at once. */
type RemovalPiece = { readonly after: number; readonly most: number };

const removeFrom = (table: string, column: string, besides = ''): string => `
  with edge as (
    select max(place) as last from (
      select ${column} as place from ${table}
      where account_id = :accountId and batch_id = :id and ${column} > :after
      order by ${column} limit :most
    ) piece
  ), gone as (
    delete from ${table}
    where account_id = :accountId and batch_id = :id and ${column} > :after
      and ${column} <= (select last from edge)
      and exists (
        select 1 from batches
        where account_id = :accountId and id = :id and state = ${BATCH_STATES.removing}
      )
    returning *
  )${besides}
  select last from edge`;

/** What messages have in addition to their rows in `messages`. */
const BESIDES = `, besides as (
    delete from chat_messages c using gone g
    where g.alphabet = ${ALPHABETS.chat} and c.account_id = g.account_id and c.id = g.id
  ), links as (
    delete from short_links l using gone g
    where g.alphabet <> ${ALPHABETS.chat} and l.account_id = g.account_id and l.message_id = g.id
  ), texts as (
    delete from fallback_rows r using gone g
    where g.alphabet = ${ALPHABETS.chat} and r.account_id = g.account_id and r.message_id = g.id
  )`;

type Removed = { readonly last: number | undefined };

/**
 * Removes the next messages of a fenced batch. Returns the position of the last one; undefined if
 * there are none.
 */
export const removeMessages = write.value<BatchName & RemovalPiece, Removed>(
  'remove-batch-messages',
  removeFrom('messages', 'position', BESIDES),
);

/** The same for the rows that were left out of it; returns the number of the last one. */
export const removeLeftOut = write.value<BatchName & RemovalPiece, Removed>(
  'remove-batch-rows',
  removeFrom('batch_rows', 'row_number'),
);

/** Removes a fenced batch that has nothing left. */
export const removeBatch = write.run<BatchName>(
  'remove-batch',
  `delete from batches
  where account_id = :accountId and id = :id and state = ${BATCH_STATES.removing}`,
);
