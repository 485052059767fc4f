/** Whether batches are paused or cancelled: accounts ask for it, a job carries it out. */
import type { AccountId, BatchId, ChatTemplateId, MessageId } from '../../domain/ids.ts';
import { HOUR_MS } from '../../domain/durations.ts';
import { limit } from '../../domain/limits.ts';
import {
  PAUSED_AFTER_SQL,
  PAUSED_BY_SQL,
  type Hold,
  type HoldWish,
  holdAfter,
  type StopReason,
} from '../../domain/message/hold.ts';
import { ALPHABETS, BATCH_STATES } from '../../domain/message/message.ts';
import { read, write } from '../../kit/postgres/callable.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { only, statement } from '../../kit/postgres/statement.ts';
import { findTextBatch, hasOpenFallback } from './fallbacks.ts';
import { fenceBatch, type BatchName } from './remove-batches.ts';

/** A published batch, locked. */
export type HeldBatch = {
  readonly accountId: AccountId;
  readonly id: BatchId;
  readonly hold: Hold | undefined;
  readonly heldAtMs: number | undefined;
  readonly stopReason: StopReason | undefined;
  readonly firstMessage: number;
  readonly lastMessage: number;
};

/** Batches of the previous version were created with their messages, within an hour. */
const HOUR_OF_IDS = '3600 * 4194304::bigint';

/** Locks a published batch; undefined: there is none. */
export const lockBatch = write.one<BatchName, HeldBatch>(
  'lock-held-batch',
  `select account_id, id, hold, held_at, stop_reason,
    coalesce(first_message, id - ${HOUR_OF_IDS}) as first_message,
    coalesce(last_message, id + ${HOUR_OF_IDS}) as last_message
  from batches
  where account_id = :accountId and id = :id and state = ${BATCH_STATES.published}
  for update`,
);

const LOCK_UPLOAD = statement<{ readonly state: string; readonly hold: Hold | undefined }>(
  'lock-upload',
  'select state, hold from uploads where account_id = :accountId and batch_id = :id for update',
);

const HOLD_UPLOAD = statement(
  'hold-upload',
  `update uploads set hold = :hold,
    state = case when :hold = 'cancelled' then 'refused' else state end,
    ended_at = case when :hold = 'cancelled' then @atMs end
  where account_id = :accountId and batch_id = :id`,
);

const SET_HOLD = statement(
  'set-hold',
  `update batches set hold = :hold, held_at = @atMs,
    stop_reason = case when :hold::text <> 'resuming'
                    then coalesce(:stopReason, stop_reason) end
  where account_id = :accountId and id = :id`,
);

const IS_TEMPLATE_SOUND = statement<{ readonly isSound: boolean }>(
  'is-batch-template-sound',
  `select exists (
    select from chat_templates t
    where t.account_id = :accountId and t.state = 'approved' and t.id = (
      select m.template_id from messages m
      where m.account_id = :accountId and m.batch_id = :id
        and m.id between :firstMessage and :lastMessage
      order by m.position limit 1)) as is_sound`,
);

/** The rest of a batch: nobody lets it into the queue before it is put back. */
const PUT_OFF_FEED = statement(
  'put-off-feed',
  `update feeds set
    due_at = case when due_at is not null then greatest(due_at, @atMs) + ${PAUSED_BY_SQL} end,
    chat_due_at =
      case when chat_due_at is not null then greatest(chat_due_at, @atMs) + ${PAUSED_BY_SQL} end
  where account_id = :accountId and batch_id = :id
    and coalesce(chat_due_at, due_at) < ${PAUSED_AFTER_SQL}`,
);

const PUT_BACK_FEED = statement(
  'put-back-feed',
  `update feeds set due_at = due_at - ${PAUSED_BY_SQL},
    chat_due_at = chat_due_at - ${PAUSED_BY_SQL},
    held_ms = greatest(held_ms, least(held_ms + :waitedMs::bigint, :mostMs::bigint))
  where account_id = :accountId and batch_id = :id
    and coalesce(chat_due_at, due_at) >= ${PAUSED_AFTER_SQL}`,
);

const WAITS = statement<{ readonly waits: boolean }>(
  'batch-waits',
  `select exists (select from feeds f where f.account_id = :accountId and f.batch_id = :id)
    or exists (
      select from queue q
      where q.account_id = :accountId and q.message_id between :firstMessage and :lastMessage
        and :id = (select m.batch_id from messages m
                   where m.account_id = q.account_id and m.id = q.message_id)
    ) as waits`,
);

/**
 * `unknown`: there is no such batch. `over`: nothing of it waits any more, or it was refused.
 * `cancelled`: it cannot go on. `ended`: it was cancelled whole, before it had any messages.
 * `template`: its template, for which it was stopped, may still not be used.
 */
export type HoldOutcome = 'done' | 'ended' | 'unknown' | 'over' | 'cancelled' | 'template';

/**
 * Pauses, resumes or cancels a batch, or an upload that is not published yet. Does nothing if it is
 * already so. Locks upload, batch and feed, in this order, as publishing does.
 */
export async function askHold(
  transaction: Transaction,
  batch: BatchName,
  {
    wish,
    atMs,
    stopReason,
  }: {
    readonly wish: HoldWish;
    readonly atMs: number;
    /** Of a pause that the service makes. */
    readonly stopReason?: StopReason;
  },
): Promise<HoldOutcome> {
  const [upload] = await transaction.run(LOCK_UPLOAD, batch);
  if (upload !== undefined && upload.state !== 'done') {
    return holdUpload(transaction, batch, { upload, wish, atMs });
  }
  const held = await lockBatch(transaction, batch);
  if (held === undefined) return 'unknown';
  const hold = holdAfter(wish, held.hold);
  if (hold === 'never') return 'cancelled';
  if (hold === undefined) return 'done';
  const waits =
    wish === 'resume' ||
    only(await transaction.run(WAITS, held)).waits ||
    (await hasOpenFallback(transaction, batch));
  if (!waits) return 'over';
  if (wish === 'resume') {
    if (held.stopReason === 'template_paused') {
      const { isSound } = only(await transaction.run(IS_TEMPLATE_SOUND, held));
      if (!isSound) return 'template';
    }
    const waitedMs = atMs - (held.heldAtMs ?? atMs);
    const mostMs = limit('heldHours') * HOUR_MS;
    await transaction.run(PUT_BACK_FEED, { ...batch, waitedMs, mostMs });
    // Its queued messages are put back by the length of its pause.
    await transaction.run(SET_HOLD, { ...batch, hold, atMs: held.heldAtMs, stopReason });
  } else {
    await transaction.run(PUT_OFF_FEED, { ...batch, atMs });
    await transaction.run(SET_HOLD, { ...batch, hold, atMs, stopReason });
  }
  // What follows chat messages as texts goes with them.
  const id = await findTextBatch(transaction, batch);
  if (id !== undefined) {
    await askHold(transaction, { accountId: batch.accountId, id }, { wish, atMs });
  }
  return 'done';
}

async function holdUpload(
  transaction: Transaction,
  batch: BatchName,
  {
    upload,
    wish,
    atMs,
  }: {
    readonly upload: { readonly state: string; readonly hold: Hold | undefined };
    readonly wish: HoldWish;
    readonly atMs: number;
  },
): Promise<HoldOutcome> {
  if (upload.hold === 'cancelled') return wish === 'cancel' ? 'done' : 'cancelled';
  if (upload.state === 'refused') return 'over';
  // A job removes what was written of it.
  if (wish === 'cancel') await fenceBatch(transaction, batch);
  const hold = { resume: undefined, pause: 'paused', cancel: 'cancelled' }[wish];
  await transaction.run(HOLD_UPLOAD, { ...batch, hold, atMs });
  return wish === 'cancel' ? 'ended' : 'done';
}

/** Records the progress of pausing, resuming or cancelling a batch; undefined: it is sending. */
export async function setHold(
  transaction: Transaction,
  { accountId, id, heldAtMs }: HeldBatch,
  hold: Hold | undefined,
): Promise<void> {
  const stopReason = undefined;
  await transaction.run(SET_HOLD, { accountId, id, hold, atMs: heldAtMs, stopReason });
}

/** `isForgotten`: it was paused too long ago. */
type Unfinished = BatchName & { readonly isForgotten: boolean };

/** Batches with something left to do, and those paused before `beforeMs`. */
export const findHeld = read.many<{ beforeMs: number }, Unfinished>(
  'find-held-batches',
  `select account_id, id, coalesce(hold = 'paused', false) as is_forgotten from batches
  where hold is not null and hold <> 'cancelled' and (hold <> 'paused' or held_at <= @beforeMs)
  order by held_at
  limit 20`,
);

/** Batches of chat messages of an account of which something waits and that are not held. */
const GOING = `
  from batches b
  where b.account_id = :accountId and b.state = ${BATCH_STATES.published}
    and (b.hold is null or b.hold = 'resuming')`;

export const findCampaignsOf = write.many<
  { accountId: AccountId; templateId: ChatTemplateId },
  BatchName
>(
  'find-campaigns-of-template',
  `select b.account_id, b.id ${GOING} and b.id in (
    select f.batch_id from feeds f
    where f.account_id = :accountId and f.link_id is not null
      and (select m.template_id from messages m
           where m.account_id = f.account_id and m.batch_id = f.batch_id
             and m.id between b.first_message and b.last_message
           order by m.position limit 1) = :templateId
    union
    select m.batch_id from queue q
    join messages m on m.account_id = q.account_id and m.id = q.message_id
    where q.account_id = :accountId and m.template_id = :templateId and m.batch_id is not null
      and m.alphabet = ${ALPHABETS.chat})
  order by b.id`,
);

export const findCampaignsWith = write.many<
  { accountId: AccountId; messageIds: readonly MessageId[] },
  BatchName
>(
  'find-campaigns-with',
  `select b.account_id, b.id ${GOING} and b.id in (
    select m.batch_id from unnest(:messageIds::bigint[]) as t (id)
    join messages m on m.account_id = :accountId and m.id = t.id)
  order by b.id`,
);
