import type { AccountId, LookupTariffId } from '../../domain/ids.ts';
import type { LookupTariff } from '../../domain/portability/lookup.ts';
import { micros } from '../../domain/pricing/money.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';

const INSERT_LOOKUP_TARIFF = `
  insert into lookup_tariffs (account_id, first_micros, again_micros, valid_from)
  values ($1, $2, $3, to_timestamp($4::float8 / 1000))
  returning id`;

/** Writes dated prices of look-ups; a later row takes the place of an earlier. */
export async function insertLookupTariff(
  transaction: Transaction,
  tariff: Omit<LookupTariff, 'id'>,
): Promise<LookupTariff> {
  const rows = await transaction.run<{ readonly id: LookupTariffId }>(
    'insert-lookup-tariff',
    INSERT_LOOKUP_TARIFF,
    [tariff.accountId ?? null, tariff.firstMicros, tariff.againMicros, tariff.validFromMs],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('a new tariff of look-ups has got no id');
  return { ...tariff, id };
}

type Row = {
  readonly id: LookupTariffId;
  readonly account_id: AccountId | null;
  readonly first_micros: number;
  readonly again_micros: number;
  readonly valid_from: number;
};

const LIST_LOOKUP_TARIFFS = `
  select id, account_id, first_micros, again_micros, valid_from
  from lookup_tariffs
  order by account_id nulls first, valid_from, id`;

export async function listLookupTariffs(reader: Reader): Promise<readonly LookupTariff[]> {
  const rows = await reader.read<Row>('list-lookup-tariffs', LIST_LOOKUP_TARIFFS, []);
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id ?? undefined,
    firstMicros: micros(BigInt(row.first_micros)),
    againMicros: micros(BigInt(row.again_micros)),
    validFromMs: row.valid_from,
  }));
}
