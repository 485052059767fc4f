import type { AccountId, LinkId, MessageId } from '../../domain/ids.ts';
import {
  ATTEMPT_OUTCOMES,
  MESSAGE_STATES,
  stateOf,
  type MessageState,
} from '../../domain/message/message.ts';
import { firstIdAt } from '../../kit/ids.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

/** An attempt as a receipt finds it. */
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

type Row = {
  readonly link_id: number;
  readonly operator_key: string;
  readonly account_id: number;
  readonly message_id: number;
  readonly attempt: number;
  readonly part: number;
  readonly parts: number;
  readonly receipt_state: number | null;
};

const FIND_ATTEMPTS = `
  select distinct on (a.link_id, a.operator_key)
         a.link_id, a.operator_key, a.account_id, a.message_id, a.attempt, a.part,
         a.receipt_state, m.parts
  from unnest($1::int[], $2::text[]) as t (link_id, operator_key)
  join attempts a on a.link_id = t.link_id and a.operator_key = t.operator_key
  join messages m on m.account_id = a.account_id and m.id = a.message_id
  where a.message_id >= $3
  order by a.link_id, a.operator_key, a.message_id desc, a.attempt desc`;

/**
 * Finds the attempts that operators' ids belong to, within their links and not older than
 * `sinceMs`: operators repeat their ids, so the youngest attempt is the one that is meant.
 */
export async function findAttempts(
  transaction: Transaction,
  names: readonly { readonly linkId: LinkId; readonly operatorKey: string }[],
  sinceMs: number,
): Promise<readonly FoundAttempt[]> {
  if (names.length === 0) return [];
  const rows = await transaction.run<Row>('find-attempts', FIND_ATTEMPTS, [
    names.map((it) => it.linkId),
    names.map((it) => it.operatorKey),
    firstIdAt(sinceMs),
  ]);
  return rows.map((row) => ({
    linkId: row.link_id as LinkId,
    operatorKey: row.operator_key,
    accountId: row.account_id as AccountId,
    messageId: row.message_id as MessageId,
    attempt: row.attempt,
    part: row.part,
    parts: row.parts,
    receiptState: row.receipt_state === null ? undefined : stateOf(row.receipt_state),
  }));
}

const PART_STATES = `
  select distinct on (a.account_id, a.message_id, a.part)
         a.account_id, a.message_id, a.part, a.receipt_state
  from unnest($1::bigint[], $2::bigint[]) as t (account_id, message_id)
  join attempts a on a.account_id = t.account_id and a.message_id = t.message_id
  where a.outcome = ${ATTEMPT_OUTCOMES.taken} or a.operator_key is not null
  order by a.account_id, a.message_id, a.part,
           (a.receipt_state is not distinct from ${MESSAGE_STATES.delivered}) desc,
           a.outcome, (a.receipt_state is not null) desc, a.attempt desc`;

export type StoredPart = {
  readonly messageId: MessageId;
  readonly part: number;
  readonly receiptState: MessageState | undefined;
};

type PartRow = {
  readonly message_id: number;
  readonly part: number;
  readonly receipt_state: number | null;
};

/**
 * What receipts have said so far of the parts of messages that have several; the best word of each
 * part. Of an attempt that was lost and whose id is known by now, the word counts where no other
 * attempt was taken.
 */
export async function readPartStates(
  transaction: Transaction,
  keys: readonly { readonly accountId: AccountId; readonly messageId: MessageId }[],
): Promise<readonly StoredPart[]> {
  if (keys.length === 0) return [];
  const rows = await transaction.run<PartRow>('part-states', PART_STATES, [
    keys.map((key) => key.accountId),
    keys.map((key) => key.messageId),
  ]);
  return rows.map((row) => ({
    messageId: row.message_id as MessageId,
    part: row.part,
    receiptState: row.receipt_state === null ? undefined : stateOf(row.receipt_state),
  }));
}
