/** Operators and the prefixes of their numbers. */
import type { OperatorId } from '../../domain/ids.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { statement } from '../../kit/postgres/statement.ts';

export type OperatorRecord = {
  readonly id: OperatorId;
  readonly name: string;
  readonly prefixes: readonly string[];
  /** The operator whose routes carry its messages, if not its own. */
  readonly carriedBy: OperatorId | undefined;
  /** False: there is no contract with it. */
  readonly enabled: boolean;
};

const LIST = statement<OperatorRecord>(
  'list-operators',
  `select o.id, o.name, o.carried_by, o.enabled,
         array(select prefix from operator_prefixes p
                where p.operator_id = o.id order by prefix) as prefixes
  from operators o order by o.id`,
);

export async function listOperators(reader: Reader): Promise<readonly OperatorRecord[]> {
  return reader.read(LIST);
}

type Id = { readonly id: OperatorId };

const FIND = statement<Id>('find-operator', `select id from operators where name = :name`);

/** The operator with exactly this name. */
export async function findOperator(reader: Reader, name: string): Promise<OperatorId | undefined> {
  return (await reader.read(FIND, { name }))[0]?.id;
}

const INSERT = statement<Id>(
  'insert-operator',
  `insert into operators (name) values (:name) on conflict (name) do nothing returning id`,
);

/** Gives the new operator's id; undefined when the name is taken. */
export async function insertOperator(
  transaction: Transaction,
  name: string,
): Promise<OperatorId | undefined> {
  return (await transaction.run(INSERT, { name }))[0]?.id;
}

const SET_CARRIED_BY = statement(
  'set-carried-by',
  `update operators set carried_by = :carrierId where id = :operatorId`,
);

/** Routes the messages of an operator by another's routes; undefined: by its own. */
export async function setCarriedBy(
  transaction: Transaction,
  operatorId: OperatorId,
  carrierId: OperatorId | undefined,
): Promise<void> {
  await transaction.run(SET_CARRIED_BY, { operatorId, carrierId });
}

const ENABLE = statement(
  'enable-operator',
  `update operators set enabled = :enabled where id = :operatorId`,
);

/** Whether messages to an operator's numbers are carried at all. */
export async function enableOperator(
  transaction: Transaction,
  operatorId: OperatorId,
  enabled: boolean,
): Promise<void> {
  await transaction.run(ENABLE, { operatorId, enabled });
}

const UPSERT_PREFIXES = statement(
  'upsert-prefixes',
  `insert into operator_prefixes (prefix, operator_id)
  select unnest(:prefixes::text[]), :operatorId
  on conflict (prefix) do update set operator_id = excluded.operator_id`,
);

/** Assigns prefixes (digits with country code) to an operator, whoever had them. */
export async function upsertPrefixes(
  transaction: Transaction,
  operatorId: OperatorId,
  prefixes: readonly string[],
): Promise<void> {
  await transaction.run(UPSERT_PREFIXES, { prefixes, operatorId });
}

const DELETE_PREFIXES = statement<{ readonly prefix: string }>(
  'delete-prefixes',
  `delete from operator_prefixes where prefix = any (:prefixes::text[]) returning prefix`,
);

/** Removes prefixes from whoever has them. Returns how many were assigned. */
export async function deletePrefixes(
  transaction: Transaction,
  prefixes: readonly string[],
): Promise<number> {
  return (await transaction.run(DELETE_PREFIXES, { prefixes })).length;
}
