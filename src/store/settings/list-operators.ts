import type { OperatorId } from '../../domain/ids.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

export type OperatorRecord = {
  readonly id: OperatorId;
  readonly name: string;
  readonly prefixes: readonly string[];
  /** The operator by whose routes its messages travel, if by another's. */
  readonly carriedBy: OperatorId | null;
};

const LIST_OPERATORS = `
  select o.id, o.name, o.carried_by as "carriedBy",
         array(select prefix from operator_prefixes p
                where p.operator_id = o.id order by prefix) as prefixes
  from operators o order by o.id`;

export async function listOperators(reader: Reader): Promise<readonly OperatorRecord[]> {
  return reader.read<OperatorRecord>('list-operators', LIST_OPERATORS, []);
}

const FIND_OPERATOR = `select id from operators where name = $1`;

/** The operator of exactly this name. */
export async function findOperator(reader: Reader, name: string): Promise<OperatorId | undefined> {
  const rows = await reader.read<{ readonly id: OperatorId }>('find-operator', FIND_OPERATOR, [
    name,
  ]);
  return rows[0]?.id;
}
