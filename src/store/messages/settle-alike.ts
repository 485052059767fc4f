/**
 * What results and receipts do to messages when all of a group say the same, as nearly all do: then
 * what they share is given once, and rows are found by `account_id = … and id = any (…)`, one scan
 * of an index. Written as a join, that would read all that the account has.
 */
import type { NodeLease } from '../../domain/carrier/carrier.ts';
import type { AccountId, LinkId, MessageId, TransferId } from '../../domain/ids.ts';
import {
  ATTEMPT_OUTCOMES,
  MESSAGE_STATES,
  RECEIPT_LEVELS,
  type MessageState,
  type ReceiptLevel,
} from '../../domain/message/message.ts';
import { dayOfId } from '../../kit/ids.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { daily } from '../../kit/postgres/statement.ts';
import { outboxOf } from './event-outbox.ts';

/** Texts of one part, of one account and day, that a link has handed to its operator. */
export type TakenAlike = {
  readonly accountId: AccountId;
  readonly messageIds: readonly MessageId[];
  /** The operator's ids, in the same order. */
  readonly operatorKeys: readonly (string | undefined)[];
  readonly linkId: LinkId;
  readonly attempt: number;
  readonly lease: NodeLease;
  /** The transfer that posts their prices. */
  readonly settleId: TransferId | undefined;
  /** They are one-time codes: their texts are forgotten. */
  readonly isCode: boolean;
};

const TAKE = daily(
  'settle-taken-alike',
  (day) => `
  with gone as (
    delete from queue
    where account_id = :accountId and message_id = any (:messageIds::bigint[])
      and node = :slot and epoch = :epoch
    returning 1
  ), written as (
    insert into attempts_${day} as a (account_id, message_id, attempt, part, link_id, outcome,
                                      operator_key, node, epoch, ambiguous, answered_at)
    select :accountId, t.message_id, :attempt, 1, :linkId, ${ATTEMPT_OUTCOMES.taken},
           t.operator_key, :slot, :epoch, false, @atMs
    from unnest(:messageIds::bigint[], :operatorKeys::text[]) as t (message_id, operator_key)
    on conflict (account_id, message_id, attempt, part) do update
      set outcome = excluded.outcome, operator_key = excluded.operator_key, status = null,
          reason = null, answered_at = excluded.answered_at
      where a.outcome = ${ATTEMPT_OUTCOMES.ambiguous}
        and (a.operator_key is null or a.operator_key = excluded.operator_key)
  ), moved as (
    update messages_${day} m
    set state = greatest(m.state, ${MESSAGE_STATES.sent}),
        parts_taken = m.parts_taken + 1,
        posted_micros = m.posted_micros + m.price_micros,
        settle_id = coalesce(:settleId, m.settle_id),
        sent_at = coalesce(m.sent_at, least(@atMs, m.done_at)),
        reason = case when m.state >= ${MESSAGE_STATES.delivered} then m.reason end,
        text = case when :isCode::boolean then '' else m.text end
    where m.account_id = :accountId and m.id = any (:messageIds::bigint[])
    returning m.account_id, m.id, m.state, m.reason
  ), noted as (
    ${outboxOf(`(select * from moved where state = ${MESSAGE_STATES.sent})`, '@atMs')}
  )
  select require_all((select count(*) from gone), cardinality(:messageIds::bigint[]))`,
);

/**
 * Takes texts out of the queue, records their attempts, and marks them as sent and paid. When this
 * node does not hold all of them the transaction fails with NOT_ALL, and nothing has happened.
 */
export async function settleTakenAlike(
  transaction: Transaction,
  { lease, ...taken }: TakenAlike,
  atMs: number,
): Promise<void> {
  const [first] = taken.messageIds;
  if (first !== undefined)
    await transaction.run(TAKE(dayOfId(first)), { ...taken, ...lease, atMs });
}

/** Final receipts that say the same of texts of one part, of one account and day. */
export type ReceiptsAlike = {
  readonly accountId: AccountId;
  readonly messageIds: readonly MessageId[];
  readonly attempt: number;
  readonly state: MessageState;
  readonly error: string | undefined;
  readonly level: ReceiptLevel;
  /** Why their messages ended so. */
  readonly reason: string | undefined;
};

const CLOSE = daily(
  'close-alike',
  (day) => `
  with told as (
    update attempts_${day}
    set receipt_state = :state::smallint, receipt_error = :error, receipt_level = :level,
        receipt_at = @atMs
    where account_id = :accountId and message_id = any (:messageIds::bigint[])
      and attempt = :attempt and part = 1
      and (receipt_state is null or receipt_state = ${MESSAGE_STATES.unknown})
  ), moved as (
    update messages_${day} m
    set state = :state::smallint, done_at = @atMs,
        reason = coalesce(:reason::text, case when m.parts_taken < m.parts then m.reason end)
    where m.account_id = :accountId and m.id = any (:messageIds::bigint[])
      and :state::smallint > m.state and m.state < ${MESSAGE_STATES.delivered}
    returning m.account_id, m.id, m.state, m.reason
  )
  ${outboxOf('moved', '@atMs')}`,
);

/** Writes first receipts to their attempts, and moves their messages to their final state. */
export async function closeAlike(
  transaction: Transaction,
  { messageIds, state, level, ...receipts }: ReceiptsAlike,
  atMs: number,
): Promise<void> {
  const [first] = messageIds;
  if (first === undefined) return;
  await transaction.run(CLOSE(dayOfId(first)), {
    ...receipts,
    messageIds,
    state: MESSAGE_STATES[state],
    level: RECEIPT_LEVELS[level],
    atMs,
  });
}
