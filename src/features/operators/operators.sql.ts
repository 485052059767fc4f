/** Operators and the prefixes of their numbers. */
import type { OperatorId } from '../../domain/ids.ts';
import { read, write } from '../../kit/postgres/callable.ts';

export type OperatorRecord = {
  readonly id: OperatorId;
  readonly name: string;
  readonly prefixes: readonly string[];
  /** The operator whose routes carry its messages, if not its own. */
  readonly carriedBy: OperatorId | undefined;
  /** Its name. */
  readonly carrier: string | undefined;
  /** False: there is no contract with it. */
  readonly enabled: boolean;
  /** It is there only to name what it has carried. */
  readonly removed: boolean;
};

/** All of them, also those that were removed. */
export const listOperators = read.many<void, OperatorRecord>(
  'list-operators',
  `select o.id, o.name, o.carried_by, c.name as carrier, o.enabled, o.removed,
         array(select prefix from operator_prefixes p
                where p.operator_id = o.id order by prefix) as prefixes
  from operators o left join operators c on c.id = o.carried_by order by o.id`,
);

type Id = { readonly id: OperatorId };

/** The operator with exactly this name. */
export const findOperator = read.maybeValue<{ readonly name: string }, Id>(
  'find-operator',
  `select id from operators where name = :name and not removed`,
);

/**
 * Gives the new operator's id, or that of a removed one of this name; undefined when the name is
 * taken, in whichever case.
 */
export const insertOperator = write.maybeValue<{ readonly name: string }, Id>(
  'insert-operator',
  `insert into operators as o (name)
  select :name where not exists (
    select from operators where lower(name) = lower(:name) and name <> :name)
  on conflict (name) do update set removed = false, enabled = true where o.removed
  returning id`,
);

/** Routes the messages of an operator by another's routes; undefined: by its own. */
export const setCarriedBy = write.run<{
  operatorId: OperatorId;
  carrierId: OperatorId | undefined;
}>('set-carried-by', `update operators set carried_by = :carrierId where id = :operatorId`);

/** Whether messages to an operator's numbers are carried at all. */
export const enableOperator = write.run<{ operatorId: OperatorId; enabled: boolean }>(
  'enable-operator',
  `update operators set enabled = :enabled where id = :operatorId`,
);

type UsesOfOperator = {
  readonly routes: number;
  readonly prefixes: number;
  /** The operators that it carries. */
  readonly carried: number;
  readonly hasWaiting: boolean;
};

/** What still needs an operator. */
export const findUsesOfOperator = read.single<{ id: OperatorId }, UsesOfOperator>(
  'uses-of-operator',
  `select (select count(*) from routes where operator_id = :id) as routes,
    (select count(*) from operator_prefixes where operator_id = :id) as prefixes,
    (select count(*) from operators where carried_by = :id) as carried,
    exists (
      select from queue q
      join messages m on m.account_id = q.account_id and m.id = q.message_id
      where m.operator_id = :id
    ) or exists (
      select from feeds f
      join batches b on b.account_id = f.account_id and b.id = f.batch_id
      join messages m on m.account_id = f.account_id and m.batch_id = f.batch_id
        and m.id between b.first_message and b.last_message and m.position >= f.next_position
      where m.operator_id = :id
    ) as has_waiting`,
);

/** Takes an operator out of every list; what it has carried keeps its name. */
export const removeOperator = write.run<{ id: OperatorId }>(
  'remove-operator',
  `update operators set removed = true, enabled = false, carried_by = null where id = :id`,
);

/** Assigns prefixes (digits with country code) to an operator, whoever had them. */
export const upsertPrefixes = write.run<{ prefixes: readonly string[]; operatorId: OperatorId }>(
  'upsert-prefixes',
  `insert into operator_prefixes (prefix, operator_id)
  select unnest(:prefixes::text[]), :operatorId
  on conflict (prefix) do update set operator_id = excluded.operator_id`,
);

/** Removes prefixes from whoever has them. Returns how many were assigned. */
export const deletePrefixes = write.count<{ prefixes: readonly string[] }>(
  'delete-prefixes',
  `delete from operator_prefixes where prefix = any (:prefixes::text[]) returning prefix`,
);
