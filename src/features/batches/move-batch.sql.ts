/** A scheduled batch gets another time, all of it or none. */
import { isReadLater } from '../../domain/message/file-send.ts';
import { BATCH_STATES } from '../../domain/message/message.ts';
import type { Hold } from '../../domain/message/hold.ts';
import { dayOfMonth } from '../../domain/message/recurrence.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { statement } from '../../kit/postgres/statement.ts';
import type { BatchName } from '../../store/batches/remove-batches.ts';

const LOCK_UPLOAD = statement<{ readonly state: string; readonly hold: Hold | undefined }>(
  'lock-moved-upload',
  'select state, hold from uploads where account_id = :accountId and batch_id = :id for update',
);

/** It is still read at its time, however near that is now. */
const MOVE_UPLOAD = statement(
  'move-upload',
  `update uploads set read_at = @sendAtMs,
    request = jsonb_set(
      case when request ? 'recurs' then jsonb_set(request, '{recurs,day}', :day) else request end,
      '{sendAt}', to_jsonb(:sendAt::text))
  where account_id = :accountId and batch_id = :id`,
);

type Scheduled = {
  readonly hold: Hold | undefined;
  readonly sendAtMs: number | undefined;
  readonly firstMessage: number | undefined;
  readonly lastMessage: number | undefined;
};

const LOCK = statement<Scheduled>(
  'lock-scheduled-batch',
  `select hold, send_at, first_message, last_message from batches
  where account_id = :accountId and id = :id and state = ${BATCH_STATES.published}
  for update`,
);

/** Validity counts from when it may leave: its end moves by as much as that does. */
const MOVE_FEED = statement<{ readonly isWhole: boolean }>(
  'move-feed',
  `with held as (
    select account_id, batch_id, coalesce(chat_due_at, due_at) as due, next_position = 1 as is_whole
    from feeds where account_id = :accountId and batch_id = :id for update
  )
  update feeds f set
    due_at = case when f.due_at is not null then @sendAtMs end,
    chat_due_at = case when f.chat_due_at is not null then @sendAtMs end,
    held_ms = f.held_ms + (extract(epoch from @sendAtMs - held.due) * 1000)::bigint
  from held where f.account_id = held.account_id and f.batch_id = held.batch_id
    and held.due > @atMs
  returning held.is_whole`,
);

const OF_BATCH = `q.account_id = :accountId
    and q.message_id between :firstMessage and :lastMessage
    and :id = (select m.batch_id from messages m
               where m.account_id = q.account_id and m.id = q.message_id)`;

const MOVE_QUEUED = statement<{ readonly moved: number; readonly stays: number }>(
  'move-queued-batch',
  `with found as (
    select q.ctid as place, q.due_at, q.node is null and q.due_at > @atMs as may_move
    from queue q where ${OF_BATCH}
    for update of q
  ), moved as (
    update queue q set due_at = @sendAtMs, expires_at = q.expires_at + (@sendAtMs - q.due_at)
    from found where q.ctid = found.place and found.may_move
    returning 1
  )
  select (select count(*) from moved) as moved,
    (select count(*) from found where not may_move) as stays`,
);

const SET_SEND_AT = statement(
  'set-send-at',
  'update batches set send_at = @sendAtMs where account_id = :accountId and id = :id',
);

/**
 * `unknown`: there is no such batch. `over`: it is not scheduled, or its time has come. `held`: it
 * is paused, or its file is being read. `cancelled`: it cannot go on. `partly`: some of it is
 * leaving, and whoever asked has to take everything back. `charged`: its messages wait, and may not
 * wait for so long.
 */
export type MoveOutcome = 'done' | 'unknown' | 'over' | 'held' | 'cancelled' | 'partly' | 'charged';

/** Locks upload, batch and feed, in this order, as publishing does. */
export async function moveBatch(
  transaction: Transaction,
  batch: BatchName,
  { sendAtMs, atMs }: { readonly sendAtMs: number; readonly atMs: number },
): Promise<MoveOutcome> {
  const [upload] = await transaction.run(LOCK_UPLOAD, batch);
  if (upload !== undefined && upload.state !== 'done') {
    if (upload.hold === 'cancelled') return 'cancelled';
    if (upload.hold === undefined && upload.state === 'scheduled') {
      const [sendAt, day] = [String(sendAtMs), String(dayOfMonth(sendAtMs))];
      await transaction.run(MOVE_UPLOAD, { ...batch, sendAtMs, sendAt, day });
      return 'done';
    }
    return upload.state === 'refused' ? 'over' : 'held';
  }
  const [found] = await transaction.run(LOCK, batch);
  if (found === undefined) return 'unknown';
  const { hold, firstMessage = batch.id, lastMessage = batch.id } = found;
  if (hold === 'cancelling' || hold === 'cancelled') return 'cancelled';
  if (hold !== undefined) return 'held';
  if ((found.sendAtMs ?? 0) <= atMs) return 'over';
  if (isReadLater({ sendAtMs }, atMs)) return 'charged';
  const feeds = await transaction.run(MOVE_FEED, { ...batch, sendAtMs, atMs });
  const times = { ...batch, firstMessage, lastMessage, sendAtMs, atMs };
  const [queued = { moved: 0, stays: 0 }] = await transaction.run(MOVE_QUEUED, times);
  if (queued.stays > 0 || feeds.some(({ isWhole }) => !isWhole)) return 'partly';
  if (queued.moved + feeds.length === 0) return 'over';
  await transaction.run(SET_SEND_AT, { ...batch, sendAtMs });
  return 'done';
}
