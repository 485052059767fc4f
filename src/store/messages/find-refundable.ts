import type { AccountId, MessageId, TransferId } from '../../domain/ids.ts';
import { plain } from '../../kit/postgres/statement.ts';
import { MESSAGE_STATES, type MessageKey } from '../../domain/message/message.ts';
import { micros, type Micros } from '../../domain/pricing/money.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

/**
 * A message that failed after its parts were charged, under a tariff that gives the charge back.
 */
export type Refundable = MessageKey & {
  readonly postedMicros: Micros;
  /** The transfer that charged it. */
  readonly settleId: TransferId;
};

type Row = {
  readonly account_id: number;
  readonly id: number;
  readonly posted_micros: number;
  readonly settle_id: number;
};

const FIND_REFUNDABLE = `
  select m.account_id, m.id, m.posted_micros, m.settle_id
  from unnest($1::bigint[], $2::bigint[]) as k (account_id, id)
  join messages m on m.account_id = k.account_id and m.id = k.id
  join tariffs t on t.id = m.tariff_id
  where t.refund_failed and m.posted_micros > 0 and m.settle_id is not null
    and m.state < ${MESSAGE_STATES.delivered}
  order by m.account_id, m.id
  for update of m`;

/**
 * Of messages that are about to fail, those whose charge is given back; locked until the
 * transaction ends.
 */
export async function findRefundable(
  transaction: Transaction,
  keys: readonly MessageKey[],
): Promise<readonly Refundable[]> {
  if (keys.length === 0) return [];
  const rows = await transaction.run(plain<Row>('find-refundable', FIND_REFUNDABLE), [
    keys.map((key) => key.accountId),
    keys.map((key) => key.messageId),
  ]);
  return rows.map((row) => ({
    accountId: row.account_id as AccountId,
    messageId: row.id as MessageId,
    postedMicros: micros(BigInt(row.posted_micros)),
    settleId: row.settle_id as TransferId,
  }));
}

const FIND_FAILED_BEFORE = `
  select m.id
  from unnest($1::bigint[], $2::bigint[]) as k (account_id, id)
  join messages m on m.account_id = k.account_id and m.id = k.id
  join tariffs t on t.id = m.tariff_id
  where t.refund_failed and m.state > ${MESSAGE_STATES.delivered}
  order by m.account_id, m.id
  for update of m`;

/** Of messages that are charged now, those that have failed and whose tariff gives it back. */
export async function findFailedBefore(
  transaction: Transaction,
  keys: readonly MessageKey[],
): Promise<ReadonlySet<MessageId>> {
  if (keys.length === 0) return new Set();
  type Failed = { readonly id: number };
  const rows = await transaction.run(plain<Failed>('find-failed-before', FIND_FAILED_BEFORE), [
    keys.map((key) => key.accountId),
    keys.map((key) => key.messageId),
  ]);
  return new Set(rows.map((row) => row.id as MessageId));
}
