/** Messages on their way: what attempts, receipts and silence make of them. */
import type { TransferId } from '../../domain/ids.ts';
import {
  ALPHABETS,
  MESSAGE_STATES,
  type MessageKey,
  type MessageState,
} from '../../domain/message/message.ts';
import { textKept } from '../../domain/message/forgotten.ts';
import { HELD } from '../../domain/policy/hours.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import { eachDay } from '../../kit/ids.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { daily, rowsOf } from '../../kit/postgres/statement.ts';
import { numberList, textList } from '../../kit/postgres/values.ts';
import { outboxOf } from './event-outbox.ts';

/**
 * States are numbered in order of progress, and those from `delivered` on are final: a move is
 * legal when it goes up and does not start at a final one. domain/message holds the same rule; a
 * test compares them.
 */
const MAY_MOVE = `(t.state > m.state and m.state < ${MESSAGE_STATES.delivered})`;

/** The effect of an attempt on a message: its state, and the parts that the operator accepted. */
export type Submission = MessageKey & {
  readonly state: MessageState;
  readonly partsTaken: number;
  readonly postedMicros: Micros;
  readonly settleId: TransferId | undefined;
  readonly reason: string | undefined;
  readonly isCode: boolean;
};

/**
 * Whether the state was this attempt's doing. A text is sent by the one attempt that leaves the
 * queue; of a chat message the platform may have said so before its answer was stored.
 */
const WAS_MOVED = `m.state = t.state and case when t.state = ${MESSAGE_STATES.sent}
    then m.alphabet <> ${ALPHABETS.chat} or m.sent_at = now.at else m.done_at = now.at end`;

/** A status that came before the answer says more than that the platform holds the message back. */
const WAS_HELD = `(t.state = ${MESSAGE_STATES.sent} and t.reason is not null
      and m.state >= ${MESSAGE_STATES.sent})`;

const RECORD_SUBMISSIONS = daily(
  'record-submissions',
  (day) => `
  with written as (
  update messages_${day} m
  set state = case when ${MAY_MOVE} then t.state else m.state end,
      parts_taken = m.parts_taken + t.parts_taken,
      posted_micros = m.posted_micros + t.posted_micros,
      settle_id = coalesce(t.settle_id, m.settle_id),
      sent_at = case when t.parts_taken > 0 then coalesce(m.sent_at, least(now.at, m.done_at))
                     else m.sent_at end,
      done_at = case when ${MAY_MOVE} and t.state > ${MESSAGE_STATES.sent} then now.at
                     else m.done_at end,
      reason = case when m.state >= ${MESSAGE_STATES.delivered} or ${WAS_HELD} then m.reason
                    else t.reason end,
      text = ${textKept(day)}
  from unnest(:accountId::bigint[], :messageId::bigint[], :state::smallint[],
              :partsTaken::smallint[], :postedMicros::bigint[], :settleId::bigint[],
              :reason::text[], :isCode::boolean[])
       as t (account_id, id, state, parts_taken, posted_micros, settle_id, reason, is_code),
       (select @atMs as at) as now
  where m.account_id = t.account_id and m.id = t.id
  returning m.account_id, m.id, m.state, m.reason, ${WAS_MOVED} as is_moved
  ), moved as (
    select * from written where is_moved and state > ${MESSAGE_STATES.waiting}
  )
  ${outboxOf('moved', '@atMs')}`,
);

/**
 * Records the outcomes of attempts. What was reported before its answer came had been sent by then.
 * Call it only for messages that leaveQueue or putBack returned.
 */
export async function recordSubmissions(
  transaction: Transaction,
  submissions: readonly Submission[],
  atMs: number,
): Promise<void> {
  await eachDay(submissions, (day, rows) =>
    transaction.run(RECORD_SUBMISSIONS(day), {
      accountId: numberList(rows.map((it) => it.accountId)),
      messageId: numberList(rows.map((it) => it.messageId)),
      state: numberList(rows.map((it) => MESSAGE_STATES[it.state])),
      partsTaken: numberList(rows.map((it) => it.partsTaken)),
      postedMicros: numberList(rows.map((it) => it.postedMicros)),
      settleId: numberList(rows.map((it) => it.settleId ?? null)),
      reason: textList(rows.map((it) => it.reason ?? null)),
      isCode: textList(rows.map((it) => String(it.isCode))),
      atMs,
    }),
  );
}

/** The final state of a message. */
export type Closing = MessageKey & {
  readonly state: MessageState;
  readonly reason: string | undefined;
};

const CLOSE_MESSAGES = daily(
  'close-messages',
  (day) => `
  with moved as (
  update messages_${day} m
  set state = t.state, done_at = @atMs,
      reason = coalesce(t.reason, case when m.parts_taken < m.parts then m.reason end)
  from unnest(:accountId::bigint[], :messageId::bigint[], :state::smallint[], :reason::text[])
       as t (account_id, id, state, reason)
  where m.account_id = t.account_id and m.id = t.id and ${MAY_MOVE}
  returning m.account_id, m.id, m.state, m.reason
  )
  ${outboxOf('moved', '@atMs')}`,
);

/**
 * Moves messages forward by operators' final receipts; one that would move a message back changes
 * nothing. The reason why a message was not charged is kept, whatever is learnt later.
 */
export async function closeMessages(
  transaction: Transaction,
  closings: readonly Closing[],
  atMs: number,
): Promise<void> {
  await eachDay(closings, (day, rows) =>
    transaction.run(CLOSE_MESSAGES(day), {
      accountId: numberList(rows.map((it) => it.accountId)),
      messageId: numberList(rows.map((it) => it.messageId)),
      state: numberList(rows.map((it) => MESSAGE_STATES[it.state])),
      reason: textList(rows.map((it) => it.reason ?? null)),
      atMs,
    }),
  );
}

const MARK_HELD = daily(
  'mark-held',
  (day) => `
  update messages_${day} m set reason = '${HELD}'
  from ${rowsOf({ accountId: 'bigint', messageId: 'bigint' })}
  where m.account_id = t.account_id and m.id = t.message_id`,
);

/** Records that waiting messages wait for their hours. */
export async function markHeld(
  transaction: Transaction,
  keys: readonly MessageKey[],
): Promise<void> {
  await eachDay(keys, (day, rows) => transaction.run(MARK_HELD(day), { rows }));
}
