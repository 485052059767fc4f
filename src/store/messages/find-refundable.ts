/** Messages whose charge is given back. */
import type { MessageId, TransferId } from '../../domain/ids.ts';
import { MESSAGE_STATES, type MessageKey } from '../../domain/message/message.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import { eachDay } from '../../kit/ids.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { daily, rowsOf } from '../../kit/postgres/statement.ts';

/**
 * A message that failed after its parts were charged, under a tariff that refunds failures.
 */
type Refundable = MessageKey & {
  readonly postedMicros: Micros;
  /** The transfer that charged it. */
  readonly settleId: TransferId;
};

const chargedBack = (day: string): string => `
  from ${rowsOf({ accountId: 'bigint', messageId: 'bigint' })}
  join messages_${day} m on m.account_id = t.account_id and m.id = t.message_id
  join tariffs f on f.id = m.tariff_id
  where f.refund_failed`;

const IN_ORDER = `
  order by m.account_id, m.id
  for update of m`;

const FIND_REFUNDABLE = daily<Refundable>(
  'find-refundable',
  (
    day,
  ) => `select m.account_id, m.id as message_id, m.posted_micros, m.settle_id ${chargedBack(day)}
    and m.posted_micros > 0 and m.settle_id is not null
    and m.state < ${MESSAGE_STATES.delivered} ${IN_ORDER}`,
);

/**
 * Among messages that are about to fail, those whose charge is refunded; locked until the
 * transaction ends.
 */
export async function findRefundable(
  transaction: Transaction,
  keys: readonly MessageKey[],
): Promise<readonly Refundable[]> {
  return eachDay(keys, (day, rows) => transaction.run(FIND_REFUNDABLE(day), { rows }));
}

const FIND_FAILED_BEFORE = daily<{ readonly id: MessageId }>(
  'find-failed-before',
  (day) => `select m.id ${chargedBack(day)} and m.state > ${MESSAGE_STATES.delivered} ${IN_ORDER}`,
);

/** Among messages being charged now, those that have failed and whose tariff refunds it. */
export async function findFailedBefore(
  transaction: Transaction,
  keys: readonly MessageKey[],
): Promise<ReadonlySet<MessageId>> {
  const failed = await eachDay(keys, (day, rows) =>
    transaction.run(FIND_FAILED_BEFORE(day), { rows }),
  );
  return new Set(failed.map(({ id }) => id));
}
