import type { AccountId, OperatorId, TariffId } from '../../domain/ids.ts';
import { micros } from '../../domain/pricing/money.ts';
import type { Tariff } from '../../domain/pricing/tariff.ts';
import type { SenderRoute } from '../../domain/sender/sender.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';

const INSERT_TARIFF = `
  insert into tariffs (account_id, sender_route, operator_id, part_price_micros, refund_failed,
                       valid_from)
  values ($1, $2, $3, $4, $5, to_timestamp($6::float8 / 1000))
  returning id`;

/** Writes a dated price. One in force never changes: a later row takes the place of an earlier. */
export async function insertTariff(
  transaction: Transaction,
  tariff: Omit<Tariff, 'id'>,
): Promise<Tariff> {
  const rows = await transaction.run<{ readonly id: TariffId }>('insert-tariff', INSERT_TARIFF, [
    tariff.accountId ?? null,
    tariff.senderRoute,
    tariff.operatorId ?? null,
    tariff.partPriceMicros,
    tariff.refundFailed,
    tariff.validFromMs,
  ]);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('a new tariff has got no id');
  return { ...tariff, id };
}

type Row = {
  readonly id: TariffId;
  readonly account_id: AccountId | null;
  readonly sender_route: SenderRoute;
  readonly operator_id: OperatorId | null;
  readonly part_price_micros: number;
  readonly refund_failed: boolean;
  readonly valid_from: number;
};

const LIST_TARIFFS = `
  select id, account_id, sender_route, operator_id, part_price_micros, refund_failed, valid_from
  from tariffs
  order by account_id nulls first, sender_route, operator_id nulls first, valid_from, id`;

export async function listTariffs(reader: Reader): Promise<readonly Tariff[]> {
  const rows = await reader.read<Row>('list-tariffs', LIST_TARIFFS, []);
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id ?? undefined,
    senderRoute: row.sender_route,
    operatorId: row.operator_id ?? undefined,
    partPriceMicros: micros(BigInt(row.part_price_micros)),
    refundFailed: row.refund_failed,
    validFromMs: row.valid_from,
  }));
}

const DELETE_TARIFF = `delete from tariffs where id = $1`;

/** Removes a price by which no message was priced yet. */
export async function deleteTariff(transaction: Transaction, id: TariffId): Promise<void> {
  await transaction.run('delete-tariff', DELETE_TARIFF, [id]);
}
