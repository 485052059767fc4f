/** The rules by which links are chosen. */
import type { Route } from '../../domain/routing/routing.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { statement } from '../../kit/postgres/statement.ts';

/** Whose messages a rule matches, and the link: what identifies a rule. */
export type RouteScope = Pick<
  Route,
  'operatorId' | 'senderRoute' | 'category' | 'accountId' | 'linkId'
>;

export type RouteRecord = Omit<Route, 'id'>;

type Changed = { readonly id: number };

const SAME_SCOPE = `
  operator_id is not distinct from :operatorId and sender_route is not distinct from :senderRoute
  and category is not distinct from :category and account_id is not distinct from :accountId
  and link_id = :linkId`;

const UPDATE = statement<Changed>(
  'update-route',
  `update routes
  set priority = :priority, enabled = :enabled, cost_micros = :costMicros, weight = :weight,
    overflow_seconds = :overflowSeconds
  where ${SAME_SCOPE}
  returning id`,
);

/** Changes the rule of a scope; false when there is none yet. */
export async function updateRoute(transaction: Transaction, route: RouteRecord): Promise<boolean> {
  return (await transaction.run(UPDATE, route)).length > 0;
}

const INSERT = statement(
  'insert-route',
  `insert into routes (operator_id, sender_route, category, account_id, link_id, priority, enabled,
                      cost_micros, weight, overflow_seconds)
  values (:operatorId, :senderRoute, :category, :accountId, :linkId, :priority, :enabled,
          :costMicros, :weight, :overflowSeconds)`,
);

export async function insertRoute(transaction: Transaction, route: RouteRecord): Promise<void> {
  await transaction.run(INSERT, route);
}

const DELETE = statement<Changed>(
  'delete-route',
  `delete from routes where ${SAME_SCOPE} returning id`,
);

/** Removes the rule of a scope; false when there is none. */
export async function deleteRoute(transaction: Transaction, scope: RouteScope): Promise<boolean> {
  return (await transaction.run(DELETE, scope)).length > 0;
}

const LIST = statement<RouteRecord>(
  'list-routes',
  `select operator_id, sender_route, category, account_id, link_id, priority, enabled, cost_micros,
         weight, overflow_seconds
  from routes order by operator_id nulls first, priority, id`,
);

export async function listRoutes(reader: Reader): Promise<readonly RouteRecord[]> {
  return reader.read(LIST);
}
