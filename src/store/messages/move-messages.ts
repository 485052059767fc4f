import type { TransferId } from '../../domain/ids.ts';
import { plain } from '../../kit/postgres/statement.ts';
import {
  MESSAGE_STATES,
  type MessageKey,
  type MessageState,
} from '../../domain/message/message.ts';
import { HELD } from '../../domain/policy/hours.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import { numberList, textList } from '../../kit/postgres/lists.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { byDay } from '../../kit/ids.ts';

/**
 * States are numbered in the order of travel, and those from `delivered` on are final: a move is
 * legal when it goes up and does not start at a final one. domain/message holds the same rule; a
 * test compares them.
 */
const MAY_MOVE = `(t.state > m.state and m.state < ${MESSAGE_STATES.delivered})`;

/** What an attempt did to a message: its state, and the parts that the operator took now. */
export type Submission = MessageKey & {
  readonly state: MessageState;
  readonly partsTaken: number;
  readonly postedMicros: Micros;
  readonly settleId: TransferId | undefined;
  readonly reason: string | undefined;
};

const recordSubmissionsIn = (day: string): string => `
  update messages_${day} m
  set state = case when ${MAY_MOVE} then t.state else m.state end,
      parts_taken = m.parts_taken + t.parts_taken,
      posted_micros = m.posted_micros + t.posted_micros,
      settle_id = coalesce(t.settle_id, m.settle_id),
      sent_at = case when t.parts_taken > 0 then coalesce(m.sent_at, least(now.at, m.done_at))
                     else m.sent_at end,
      done_at = case when ${MAY_MOVE} and t.state > ${MESSAGE_STATES.sent} then now.at
                     else m.done_at end,
      reason = case when m.state >= ${MESSAGE_STATES.delivered} then m.reason else t.reason end
  from unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::smallint[], $5::bigint[],
              $6::bigint[], $7::text[])
       as t (account_id, id, state, parts_taken, posted_micros, settle_id, reason),
       (select to_timestamp($8::float8 / 1000) as at) as now
  where m.account_id = t.account_id and m.id = t.id`;

/**
 * Records what attempts came to. What was told to be done before its answer came was sent by then.
 * Call it only for messages that leaveQueue or putBack gave back.
 */
export async function recordSubmissions(
  transaction: Transaction,
  submissions: readonly Submission[],
  atMs: number,
): Promise<void> {
  const record = ([day, rows]: [string, readonly Submission[]]): Promise<unknown> =>
    transaction.run(plain(`record-submissions-${day}`, recordSubmissionsIn(day)), [
      numberList(rows.map((it) => it.accountId)),
      numberList(rows.map((it) => it.messageId)),
      numberList(rows.map((it) => MESSAGE_STATES[it.state])),
      numberList(rows.map((it) => it.partsTaken)),
      numberList(rows.map((it) => it.postedMicros)),
      numberList(rows.map((it) => it.settleId ?? null)),
      textList(rows.map((it) => it.reason ?? null)),
      atMs,
    ]);
  await Promise.all([...byDay(submissions, ({ messageId }) => messageId)].map(record));
}

/** The last word on a message. */
export type Closing = MessageKey & {
  readonly state: MessageState;
  readonly reason: string | undefined;
};

const closeMessagesIn = (day: string): string => `
  update messages_${day} m
  set state = t.state, done_at = to_timestamp($5::float8 / 1000),
      reason = coalesce(t.reason, case when m.parts_taken < m.parts then m.reason end)
  from unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::text[])
       as t (account_id, id, state, reason)
  where m.account_id = t.account_id and m.id = t.id and ${MAY_MOVE}`;

/**
 * Moves messages forward on the operators' final words; a word that would move one back changes
 * nothing. Why a message was not charged stays said, whatever is learnt of it later.
 */
export async function closeMessages(
  transaction: Transaction,
  closings: readonly Closing[],
  atMs: number,
): Promise<void> {
  const close = ([day, rows]: [string, readonly Closing[]]): Promise<unknown> =>
    transaction.run(plain(`close-messages-${day}`, closeMessagesIn(day)), [
      numberList(rows.map((it) => it.accountId)),
      numberList(rows.map((it) => it.messageId)),
      numberList(rows.map((it) => MESSAGE_STATES[it.state])),
      textList(rows.map((it) => it.reason ?? null)),
      atMs,
    ]);
  await Promise.all([...byDay(closings, ({ messageId }) => messageId)].map(close));
}

const markHeldIn = (day: string): string => `
  update messages_${day} m set reason = '${HELD}'
  from unnest($1::bigint[], $2::bigint[]) as t (account_id, id)
  where m.account_id = t.account_id and m.id = t.id`;

/** Notes that waiting messages wait for their hours. */
export async function markHeld(
  transaction: Transaction,
  keys: readonly MessageKey[],
): Promise<void> {
  const mark = ([day, rows]: [string, readonly MessageKey[]]): Promise<unknown> =>
    transaction.run(plain(`mark-held-${day}`, markHeldIn(day)), [
      numberList(rows.map((it) => it.accountId)),
      numberList(rows.map((it) => it.messageId)),
    ]);
  await Promise.all([...byDay(keys, ({ messageId }) => messageId)].map(mark));
}
