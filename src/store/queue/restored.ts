/** What a restored database would send again: found, so that it can be ended. */
import type { NodeLease } from '../../domain/carrier/carrier.ts';
import type { AccountId, BatchId } from '../../domain/ids.ts';
import { PAUSED_AFTER_SQL } from '../../domain/message/hold.ts';
import { write } from '../../kit/postgres/callable.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { statement } from '../../kit/postgres/statement.ts';
import { type DueMessage, type Leased, readLeased, take } from './leased.ts';

const TAKE_RESTORED = statement<Leased>(
  'take-restored',
  take(
    `select ctid from queue
    where node is not null or lost_until is not null or due_at <= @atMs
      or (behind and due_at < ${PAUSED_AFTER_SQL})
    limit :most`,
    ', attempt = q.attempt + case when q.node is null and q.lost_until is null then 1 else 0 end',
  ),
);

/**
 * Takes messages that may have been sent since the backup, under the number that their attempt
 * would have had. What is due later, or paused, cannot have been.
 */
export async function takeRestored(
  transaction: Transaction,
  lease: NodeLease,
  ask: { readonly atMs: number; readonly most: number },
): Promise<readonly DueMessage[]> {
  return readLeased(transaction, await transaction.run(TAKE_RESTORED, { ...lease, ...ask }));
}

type BatchKey = { readonly accountId: AccountId; readonly id: BatchId };

/** Large batches of which a part would enter the queue now. */
export const listDueFeeds = write.many<{ atMs: number }, BatchKey>(
  'list-due-feeds',
  `select account_id, batch_id as id from feeds where coalesce(chat_due_at, due_at) <= @atMs`,
);

/** Files that would be read and sent now. */
export const listOpenUploads = write.many<{ atMs: number }, BatchKey>(
  'list-open-uploads',
  `select account_id, batch_id as id from uploads
  where state in ('waiting', 'reading') or (state = 'scheduled' and read_at <= @atMs)`,
);

const PAUSE_RESUMING = statement(
  'pause-resuming',
  `update batches set hold = 'paused' where hold = 'resuming'`,
);

const GIVE_UP_MAILS = statement(
  'give-up-mails',
  `update mails set due_at = null, sealed = '', end_state = 'given_up', ended_at = @atMs,
    error = 'The database was restored: it may have been sent before.'
  where due_at is not null`,
);

/** Far more than an account has in the time that a backup is old. */
const EVENTS_SKIPPED = 1_000_000_000;

const SKIP_EVENT_NUMBERS = statement(
  'skip-event-numbers',
  `with skipped as (
    update event_logs set next_number = next_number + ${EVENTS_SKIPPED}
    returning account_id, next_number
  )
  update webhooks w set delivered_number = s.next_number - 1
  from skipped s where w.account_id = s.account_id`,
);

/**
 * Ends the rest in one statement each: batches that were being resumed wait for a person again,
 * mails are given up, and events get numbers that no caller has seen. Webhooks go on from there.
 */
export async function endRest(transaction: Transaction, atMs: number): Promise<void> {
  await transaction.run(PAUSE_RESUMING);
  await transaction.run(GIVE_UP_MAILS, { atMs });
  await transaction.run(SKIP_EVENT_NUMBERS);
}
