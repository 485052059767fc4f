import type { OperatorId } from '../../domain/ids.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

const INSERT_OPERATOR = `
  insert into operators (name) values ($1) on conflict (name) do nothing returning id`;

/** Gives the new operator's id; undefined when the name is taken. */
export async function insertOperator(
  transaction: Transaction,
  name: string,
): Promise<OperatorId | undefined> {
  const rows = await transaction.run<{ readonly id: OperatorId }>(
    'insert-operator',
    INSERT_OPERATOR,
    [name],
  );
  return rows[0]?.id;
}

const SET_CARRIED_BY = `update operators set carried_by = $2 where id = $1`;

/** Lets the messages of an operator travel by another's routes; undefined: by its own. */
export async function setCarriedBy(
  transaction: Transaction,
  operatorId: OperatorId,
  carrierId: OperatorId | undefined,
): Promise<void> {
  const values = [operatorId, carrierId ?? null];
  await transaction.run('set-carried-by', SET_CARRIED_BY, values);
}

const UPSERT_PREFIXES = `
  insert into operator_prefixes (prefix, operator_id) select unnest($1::text[]), $2
  on conflict (prefix) do update set operator_id = excluded.operator_id`;

/** Makes an operator the holder of prefixes (digits with country code), whoever held them. */
export async function upsertPrefixes(
  transaction: Transaction,
  operatorId: OperatorId,
  prefixes: readonly string[],
): Promise<void> {
  await transaction.run('upsert-prefixes', UPSERT_PREFIXES, [prefixes, operatorId]);
}

const DELETE_PREFIXES = `
  delete from operator_prefixes where prefix = any ($1::text[]) returning prefix`;

/** Takes prefixes from whoever holds them. Gives how many were held. */
export async function deletePrefixes(
  transaction: Transaction,
  prefixes: readonly string[],
): Promise<number> {
  const rows = await transaction.run('delete-prefixes', DELETE_PREFIXES, [prefixes]);
  return rows.length;
}
