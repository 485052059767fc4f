/** Attempts: the outcomes of handing parts to links, and what receipts said about them. */
import type { NodeLease } from '../../domain/carrier/carrier.ts';
import type { AccountId, LinkId, MessageId } from '../../domain/ids.ts';
import {
  ATTEMPT_OUTCOMES,
  MESSAGE_STATES,
  RECEIPT_LEVELS,
  stateOf,
  type AttemptOutcome,
  type MessageKey,
  type MessageState,
  type ReceiptLevel,
} from '../../domain/message/message.ts';
import { eachDay, firstIdAt } from '../../kit/ids.ts';
import { numberList, textList } from '../../kit/postgres/values.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { daily, rowsOf, statement } from '../../kit/postgres/statement.ts';

/** The outcome of handing one part of a message to one link. */
export type Attempt = MessageKey & {
  readonly attempt: number;
  /** From 1. */
  readonly part: number;
  readonly linkId: LinkId;
  readonly outcome: AttemptOutcome;
  /** The operator's id, made comparable by the link's rule. */
  readonly operatorKey: string | undefined;
  readonly status: number | undefined;
  readonly reason: string | undefined;
  /** Of one without an answer: when it was submitted, if that is known. */
  readonly writtenAtMs?: number | undefined;
  /** Of the node that made it, at that time. */
  readonly lease: NodeLease;
};

const INSERT = daily(
  'insert-attempts',
  (day) => `
  insert into attempts_${day} as a (account_id, message_id, attempt, part, link_id, outcome,
                             operator_key, status, reason, node, epoch, ambiguous, answered_at)
  select t.account_id, t.message_id, t.attempt, t.part, t.link_id, t.outcome, t.operator_key,
         t.status, t.reason, t.node, t.epoch, t.outcome = ${ATTEMPT_OUTCOMES.ambiguous},
         coalesce(to_timestamp(t.written_at / 1000.0), @atMs)
  from unnest(:accountId::bigint[], :messageId::bigint[], :attempt::smallint[], :part::smallint[],
              :linkId::int[], :outcome::smallint[], :operatorKey::text[], :status::int[],
              :reason::text[], :slot::smallint[], :epoch::int[], :writtenAt::bigint[])
       as t (account_id, message_id, attempt, part, link_id, outcome, operator_key, status, reason,
             node, epoch, written_at)
  on conflict (account_id, message_id, attempt, part) do update
    set outcome = excluded.outcome, operator_key = excluded.operator_key,
        status = excluded.status, reason = excluded.reason,
        answered_at = case
          when excluded.outcome = ${ATTEMPT_OUTCOMES.ambiguous} and excluded.operator_key is null
          then a.answered_at else excluded.answered_at end
    where a.outcome = ${ATTEMPT_OUTCOMES.ambiguous}
      and (a.operator_key is null or a.operator_key = excluded.operator_key)`,
);

/**
 * Records attempts, answered at `atMs` or else submitted when they say. The same row twice changes
 * nothing, so a commit whose outcome is unknown may be repeated; only an ambiguous attempt accepts
 * a later, better outcome.
 */
export async function insertAttempts(
  transaction: Transaction,
  attempts: readonly Attempt[],
  atMs: number,
): Promise<void> {
  await eachDay(attempts, (day, rows) =>
    transaction.run(INSERT(day), {
      accountId: numberList(rows.map((it) => it.accountId)),
      messageId: numberList(rows.map((it) => it.messageId)),
      attempt: numberList(rows.map((it) => it.attempt)),
      part: numberList(rows.map((it) => it.part)),
      linkId: numberList(rows.map((it) => it.linkId)),
      outcome: numberList(rows.map((it) => ATTEMPT_OUTCOMES[it.outcome])),
      operatorKey: textList(rows.map((it) => it.operatorKey ?? null)),
      status: numberList(rows.map((it) => it.status ?? null)),
      reason: textList(rows.map((it) => it.reason ?? null)),
      slot: numberList(rows.map((it) => it.lease.slot)),
      epoch: numberList(rows.map((it) => it.lease.epoch)),
      writtenAt: numberList(rows.map((it) => it.writtenAtMs ?? null)),
      atMs,
    }),
  );
}

export type FoundAttempt = {
  readonly linkId: LinkId;
  readonly operatorKey: string;
  readonly accountId: AccountId;
  readonly messageId: MessageId;
  readonly attempt: number;
  readonly part: number;
  /** Parts of the whole message. */
  readonly parts: number;
  /** What an earlier receipt said. */
  readonly receiptState: MessageState | undefined;
};

type Stored<Row> = Omit<Row, 'receiptState'> & { readonly receiptState: number | undefined };

function withState<Row extends { readonly receiptState: number | undefined }>(row: Row) {
  const { receiptState: state } = row;
  return { ...row, receiptState: state === undefined ? undefined : stateOf(state) };
}

const FIND = statement<Stored<FoundAttempt>>(
  'find-attempts',
  `select distinct on (a.link_id, a.operator_key)
         a.link_id, a.operator_key, a.account_id, a.message_id, a.attempt, a.part,
         a.receipt_state, m.parts
  from ${rowsOf({ linkId: 'int', operatorKey: 'text' })}
  join attempts a on a.link_id = t.link_id and a.operator_key = t.operator_key
  join messages m on m.account_id = a.account_id and m.id = a.message_id and m.id >= :sinceId
  where a.message_id >= :sinceId
  order by a.link_id, a.operator_key, a.message_id desc, a.attempt desc`,
);

/**
 * Finds the attempts that operators' ids belong to, within their links and not older than
 * `sinceMs`: operators reuse their ids, so the newest attempt is the one meant.
 */
export async function findAttempts(
  transaction: Transaction,
  names: readonly { readonly linkId: LinkId; readonly operatorKey: string }[],
  sinceMs: number,
): Promise<readonly FoundAttempt[]> {
  if (names.length === 0) return [];
  const found = await transaction.run(FIND, { rows: names, sinceId: firstIdAt(sinceMs) });
  return found.map(withState);
}

export type StoredPart = {
  readonly messageId: MessageId;
  readonly part: number;
  readonly receiptState: MessageState | undefined;
};

const PART_STATES = daily<Stored<StoredPart>>(
  'part-states',
  (day) => `select message_id, part, receipt_state from (
    select distinct on (a.account_id, a.message_id, a.part) a.*
    from ${rowsOf({ accountId: 'bigint', messageId: 'bigint' })}
    join attempts_${day} a on a.account_id = t.account_id and a.message_id = t.message_id
    where a.outcome = ${ATTEMPT_OUTCOMES.taken} or a.operator_key is not null
    order by a.account_id, a.message_id, a.part,
             (a.receipt_state is not distinct from ${MESSAGE_STATES.delivered}) desc,
             a.outcome, (a.receipt_state is not null) desc, a.attempt desc
  ) as best`,
);

/**
 * What receipts have said so far about the parts of multipart messages; the best state of each
 * part. For a lost attempt whose id is now known, its state counts if no other
 * attempt was accepted.
 */
export async function readPartStates(
  transaction: Transaction,
  keys: readonly { readonly accountId: AccountId; readonly messageId: MessageId }[],
): Promise<readonly StoredPart[]> {
  const rows = await eachDay(keys, (day, some) =>
    transaction.run(PART_STATES(day), { rows: some }),
  );
  return rows.map(withState);
}

/** An operator's final state of one part. */
export type PartReceipt = MessageKey & {
  readonly attempt: number;
  readonly part: number;
  readonly state: MessageState;
  readonly error: string | undefined;
  readonly level: ReceiptLevel;
};

const RECORD_RECEIPTS = daily(
  'record-receipts',
  (day) => `
  update attempts_${day} a
  set receipt_state = t.state, receipt_error = t.error, receipt_level = t.level,
      receipt_at = @atMs
  from unnest(:accountId::bigint[], :messageId::bigint[], :attempt::smallint[], :part::smallint[],
              :state::smallint[], :error::text[], :level::smallint[])
       as t (account_id, message_id, attempt, part, state, error, level)
  where a.account_id = t.account_id and a.message_id = t.message_id
    and a.attempt = t.attempt and a.part = t.part
    and (a.receipt_state is null or a.receipt_state = ${MESSAGE_STATES.unknown})`,
);

/** Writes first receipts to their attempts. One that already has a receipt keeps its state. */
export async function recordReceipts(
  transaction: Transaction,
  receipts: readonly PartReceipt[],
  atMs: number,
): Promise<void> {
  await eachDay(receipts, (day, rows) =>
    transaction.run(RECORD_RECEIPTS(day), {
      accountId: numberList(rows.map((it) => it.accountId)),
      messageId: numberList(rows.map((it) => it.messageId)),
      attempt: numberList(rows.map((it) => it.attempt)),
      part: numberList(rows.map((it) => it.part)),
      state: numberList(rows.map((it) => MESSAGE_STATES[it.state])),
      error: textList(rows.map((it) => it.error ?? null)),
      level: numberList(rows.map((it) => RECEIPT_LEVELS[it.level])),
      atMs,
    }),
  );
}
