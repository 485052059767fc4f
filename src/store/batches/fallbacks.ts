/** Batches of chat messages that fall back to a text (decision 125). */
import type { AccountId, BatchId, MessageId } from '../../domain/ids.ts';
import type { FailureReason } from '../../domain/failure/failure.ts';
import type { Hold } from '../../domain/message/hold.ts';
import { BATCH_STATES, FORGOTTEN_BELOW, TOLD_STATE_SQL } from '../../domain/message/message.ts';
import type { FallbackTotals } from '../../domain/message/fallback.ts';
import { eachDay } from '../../kit/ids.ts';
import { read, write } from '../../kit/postgres/callable.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { daily, rowsOf, statement } from '../../kit/postgres/statement.ts';
import type { BatchName } from './remove-batches.ts';

export type NewFallbackRow = {
  readonly messageId: MessageId;
  readonly position: number;
  /** The values of its text. */
  readonly said: Readonly<Record<string, string>>;
};

/** With the piece of the messages that they are of, which makes sure that it is still written. */
export const insertFallbackRows = write.rows<
  NewFallbackRow,
  { accountId: AccountId; batchId: BatchId; lookAtMs: number }
>(
  'insert-fallback-rows',
  `insert into fallback_rows (account_id, message_id, batch_id, position, said, look_at)
  select :accountId, t.message_id, :batchId, t.position, t.said, @lookAtMs
  from ${rowsOf({ messageId: 'bigint', position: 'int', said: 'jsonb' })}`,
);

export type NewFallback = BatchName &
  FallbackTotals & {
    readonly afterMinutes: number;
    readonly sender: string;
    readonly templateId: number;
    readonly unicode: boolean;
    readonly isTest: boolean;
    readonly lookAtMs: number;
  };

/** In the commit that publishes its batch. */
export const insertFallback = write.run<NewFallback>(
  'insert-fallback',
  `insert into fallbacks (account_id, batch_id, after_minutes, sender, template_id, unicode,
                         is_test, messages, parts, price_micros, without_number, left_out, look_at)
  values (:accountId, :id, :afterMinutes, :sender, :templateId, :unicode, :isTest, :messages,
          :parts, :priceMicros, :withoutNumber, :leftOut, @lookAtMs)`,
);

/** A fallback whose rows are to be looked at. */
export type DueFallback = BatchName & {
  readonly textBatchId: BatchId | undefined;
  readonly afterMinutes: number;
  readonly sender: string;
  readonly templateId: number;
  readonly unicode: boolean;
  readonly isTest: boolean;
  readonly waitsFor: FailureReason | undefined;
  readonly startsAtMs: number | undefined;
};

/** Takes the one that has waited for longest; another node takes it again after `againMs`. */
export const takeFallback = write.one<{ atMs: number; againMs: number }, DueFallback>(
  'take-fallback',
  `update fallbacks f set look_at = @againMs
  from (
    select account_id, batch_id from fallbacks where look_at <= @atMs
    order by look_at limit 1 for update skip locked
  ) as t
  where f.account_id = t.account_id and f.batch_id = t.batch_id
  returning f.account_id, f.batch_id as id, f.text_batch_id, f.after_minutes, f.sender,
    f.template_id, f.unicode, f.is_test, f.waits_for, f.starts_at`,
);

export type FallbackBatches = {
  readonly hold: Hold | undefined;
  /** Of the batch of its texts. */
  readonly textHold: Hold | undefined;
  /** Not before then were its messages to leave. */
  readonly dueAtMs: number;
};

/** Whether it is held: whoever pauses or cancels it waits until the caller has committed. */
export const lockFallbackBatch = write.one<
  BatchName & { textBatchId: BatchId | undefined },
  FallbackBatches
>(
  'lock-fallback-batch',
  `select b.hold, greatest(b.published_at, b.send_at) as due_at,
    (select s.hold from batches s
     where s.account_id = :accountId and s.id = :textBatchId) as text_hold
  from batches b
  where b.account_id = :accountId and b.id = :id and b.state = ${BATCH_STATES.published}
  for share of b`,
);

type TakenRow = {
  readonly messageId: MessageId;
  readonly position: number;
  readonly said: Readonly<Record<string, string>>;
  readonly dueAtMs: number | undefined;
  readonly isLate: boolean;
};

const TAKE_ROWS = statement<TakenRow>(
  'take-fallback-rows',
  `select message_id, position, said, due_at, is_late from fallback_rows
  where account_id = :accountId and batch_id = :id and look_at <= @atMs
  order by look_at limit :most for update skip locked`,
);

/** What is known of a chat message; nothing: it is no longer kept. */
type ChatFacts = {
  readonly messageId: MessageId;
  /** As stored. */
  readonly state: number;
  /** Digits; undefined: forgotten. */
  readonly recipient: string | undefined;
  readonly sentAtMs: number | undefined;
  readonly lostAtMs: number | undefined;
};

const READ_CHATS = daily<ChatFacts>(
  'read-fallback-chats',
  (day) => `
  select m.id as message_id, ${TOLD_STATE_SQL} as state, m.sent_at, c.lost_at,
    case when m.recipient >= ${FORGOTTEN_BELOW} then m.recipient::text end as recipient
  from unnest(:ids::bigint[]) as t (id)
  cross join lateral (
    select * from messages_${day} where account_id = :accountId and id = t.id limit 1
  ) as m
  cross join lateral (
    select lost_at from chat_messages_${day} where account_id = :accountId and id = t.id limit 1
  ) as c`,
);

type Known = Omit<ChatFacts, 'messageId'>;
export type FallbackRow = TakenRow & { readonly [Fact in keyof Known]: Known[Fact] | undefined };

const UNKNOWN = {
  state: undefined,
  recipient: undefined,
  sentAtMs: undefined,
  lostAtMs: undefined,
};

/** Locks rows whose time has come, with their messages, each by its key. */
export async function takeFallbackRows(
  transaction: Transaction,
  batch: BatchName & { readonly atMs: number; readonly most: number },
): Promise<readonly FallbackRow[]> {
  const rows = await transaction.run(TAKE_ROWS, batch);
  const { accountId } = batch;
  const found = await eachDay(rows, (day, some) => {
    const ids = some.map(({ messageId }) => messageId);
    return transaction.run(READ_CHATS(day), { accountId, ids });
  });
  const facts = new Map(found.map((it) => [it.messageId, it]));
  return rows.map((row) => ({ ...row, ...UNKNOWN, ...facts.get(row.messageId) }));
}

/** Rows that are looked at again; `isDue`: their texts are. */
export const putBackFallbackRows = write.rows<
  { messageId: MessageId; lookAtMs: number; isDue: boolean; isLate: boolean },
  { accountId: AccountId; atMs: number }
>(
  'put-back-fallback-rows',
  `update fallback_rows r set look_at = t.look_at, is_late = t.is_late,
    due_at = coalesce(r.due_at, case when t.is_due then @atMs end)
  from ${rowsOf({
    messageId: 'bigint',
    lookAtMs: 'timestamptz',
    isDue: 'boolean',
    isLate: 'boolean',
  })}
  where r.account_id = :accountId and r.message_id = t.message_id`,
);

/** How many of some rows are gone now, each of them once. */
export const endFallbackRows = write.value<
  { accountId: AccountId; messageIds: readonly MessageId[] },
  { ended: number }
>(
  'end-fallback-rows',
  `with gone as (
    delete from fallback_rows
    where account_id = :accountId and message_id = any (:messageIds::bigint[])
    returning 1
  )
  select count(*) as ended from gone`,
);

export type RowWithoutText = {
  readonly messageId: MessageId;
  readonly row: number;
  readonly code: number;
  readonly shown: string;
  readonly reason: string;
  readonly rule: string;
};

/** Ends rows that get no text, with why as rows left out of the batch of the texts; how many. */
export const leaveOutFallbackRows = write.value<
  { accountId: AccountId; textBatchId: BatchId; rows: readonly RowWithoutText[] },
  { ended: number }
>(
  'leave-out-fallback-rows',
  `with told as (
    select * from ${rowsOf({
      messageId: 'bigint',
      row: 'int',
      code: 'smallint',
      shown: 'text',
      reason: 'text',
      rule: 'text',
    })}
  ), gone as (
    delete from fallback_rows r using told t
    where r.account_id = :accountId and r.message_id = t.message_id
    returning t.*
  ), left_out as (
    insert into batch_rows (account_id, batch_id, row_number, code, shown, reason, rule)
    select :accountId, :textBatchId, row, code, shown, reason, rule from gone
    on conflict do nothing
    returning 1
  ), counted as (
    update batches set left_out = left_out + (select count(*) from left_out)
    where account_id = :accountId and id = :textBatchId
  )
  select count(*) as ended from gone`,
);

/** Ends some rows of a batch that is cancelled; how many. */
export const stopFallbackRows = write.value<BatchName & { most: number }, { ended: number }>(
  'stop-fallback-rows',
  `with gone as (
    delete from fallback_rows where account_id = :accountId and message_id = any (array(
      select message_id from fallback_rows
      where account_id = :accountId and batch_id = :id order by look_at limit :most
      for update skip locked))
    returning 1
  )
  select count(*) as ended from gone`,
);

/** Counts what became of rows, and says when to look again: at the next of them, or never. */
export const noteFallback = write.run<
  BatchName & {
    reached: number;
    refused: number;
    givenUp: number;
    stopped: number;
    atMs: number;
    /** Not before then. */
    leastMs: number;
    /** It was paused. */
    startsAtMs: number | undefined;
  }
>(
  'note-fallback',
  `with next as (
    select min(look_at) as at from fallback_rows where account_id = :accountId and batch_id = :id
  ), noted as (
    update fallbacks f set reached = reached + :reached, refused = refused + :refused,
      given_up = given_up + :givenUp, stopped = stopped + :stopped,
      starts_at = coalesce(@startsAtMs, starts_at),
      look_at = greatest(next.at, @leastMs),
      ended_at = case when next.at is null then @atMs end
    from next where f.account_id = :accountId and f.batch_id = :id and f.ended_at is null
    returning f.account_id, f.text_batch_id, f.ended_at
  )
  insert into batch_ends (account_id, batch_id, look_at)
  select n.account_id, n.text_batch_id, @atMs from noted n
  join event_logs l on l.account_id = n.account_id and l.recorded_until > @atMs
  where n.ended_at is not null and n.text_batch_id is not null
  on conflict do nothing`,
);

/** Why its texts wait; undefined: they do not. */
export const noteWaiting = write.run<BatchName & { waitsFor: FailureReason | undefined }>(
  'note-fallback-waits',
  `update fallbacks set waits_for = :waitsFor
  where account_id = :accountId and batch_id = :id and waits_for is distinct from :waitsFor`,
);

/** Makes the batch of the texts, which has none yet and is called as the campaign is. */
export const insertTextBatch = write.run<
  BatchName & { textBatchId: BatchId; slot: number; epoch: number; atMs: number }
>(
  'insert-text-batch',
  `with named as (
    update fallbacks set text_batch_id = :textBatchId
    where account_id = :accountId and batch_id = :id
  )
  insert into batches (account_id, id, state, recipients, parts, price_micros, reserve_id, node,
                       epoch, created_at, published_at, last_position, name)
  select account_id, :textBatchId, ${BATCH_STATES.published}, 0, 0, 0, 0, :slot, :epoch, @atMs,
    @atMs, last_position, left(coalesce(name, file_name), 90) || ' · SMS'
  from batches where account_id = :accountId and id = :id`,
);

/** The batch of the texts of another; undefined: it has none. */
export const findTextBatch = write.maybeValue<BatchName, { textBatchId: BatchId | undefined }>(
  'find-text-batch',
  `select text_batch_id from fallbacks where account_id = :accountId and batch_id = :id`,
);

/** Whether a text may still follow a message of a batch. */
export const hasOpenFallback = read.any<BatchName>(
  'has-open-fallback',
  `select 1 from fallbacks
  where account_id = :accountId and batch_id = :id and ended_at is null`,
);

/** A text that takes the place of a chat message that did not arrive. */
export type InPlaceOf = {
  readonly accountId: AccountId;
  /** The batch of such texts, and the chat message. */
  readonly batchId: BatchId;
  readonly chatId: MessageId;
  readonly messageId: MessageId;
  readonly parts: number;
  readonly price: string;
};

const TAKE_PLACES = statement(
  'take-places-of-chats',
  `with t as (
    select * from ${rowsOf({
      accountId: 'bigint',
      batchId: 'bigint',
      chatId: 'bigint',
      messageId: 'bigint',
      parts: 'int',
      price: 'text',
    })}
  ), gone as (
    delete from fallback_rows r using t
    where r.account_id = t.account_id and r.message_id = t.chat_id
    returning 1
  ), sums as (
    select account_id, batch_id, count(*) as recipients, sum(parts) as parts,
      sum(price::bigint) as price_micros, min(message_id) as first, max(message_id) as last
    from t group by 1, 2
  ), grown as (
    update batches b set recipients = b.recipients + s.recipients, parts = b.parts + s.parts,
      price_micros = b.price_micros + s.price_micros,
      first_message = least(b.first_message, s.first),
      last_message = greatest(b.last_message, s.last)
    from sums s where b.account_id = s.account_id and b.id = s.batch_id
    returning 1
  )
  select require_all((select count(*) from gone), :expected::int),
    (select count(*) from grown)`,
);

/**
 * In the commit that accepts the texts: fails with NOT_ALL if one of the chat messages has been
 * followed by its text before, so that whatever happens there is one.
 */
export async function takePlaces(
  transaction: Transaction,
  rows: readonly InPlaceOf[],
): Promise<void> {
  if (rows.length > 0) await transaction.run(TAKE_PLACES, { rows, expected: rows.length });
}
