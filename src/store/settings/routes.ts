import type { AccountId, LinkId, OperatorId } from '../../domain/ids.ts';
import { micros } from '../../domain/pricing/money.ts';
import type { Category, Route } from '../../domain/routing/routing.ts';
import type { SenderRoute } from '../../domain/sender/sender.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';

/** Whose messages a rule is about, and the link: what tells one rule from another. */
export type RouteScope = Pick<
  Route,
  'operatorId' | 'senderRoute' | 'category' | 'accountId' | 'linkId'
>;

export type RouteRecord = Omit<Route, 'id'>;

const SAME_SCOPE = `
  operator_id is not distinct from $1 and sender_route is not distinct from $2
  and category is not distinct from $3 and account_id is not distinct from $4 and link_id = $5`;

const UPDATE_ROUTE = `
  update routes set priority = $6, enabled = $7, cost_micros = $8, weight = $9
  where ${SAME_SCOPE}
  returning id`;

/** Changes the rule of a scope; false when there is none yet. */
export async function updateRoute(transaction: Transaction, route: RouteRecord): Promise<boolean> {
  const rows = await transaction.run('update-route', UPDATE_ROUTE, valuesOf(route));
  return rows.length > 0;
}

const INSERT_ROUTE = `
  insert into routes (operator_id, sender_route, category, account_id, link_id, priority, enabled,
                      cost_micros, weight)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

export async function insertRoute(transaction: Transaction, route: RouteRecord): Promise<void> {
  await transaction.run('insert-route', INSERT_ROUTE, valuesOf(route));
}

const DELETE_ROUTE = `delete from routes where ${SAME_SCOPE} returning id`;

/** Removes the rule of a scope; false when there is none. */
export async function deleteRoute(transaction: Transaction, scope: RouteScope): Promise<boolean> {
  const rows = await transaction.run('delete-route', DELETE_ROUTE, valuesOfScope(scope));
  return rows.length > 0;
}

function valuesOfScope(scope: RouteScope): readonly unknown[] {
  const { operatorId, senderRoute, category, accountId, linkId } = scope;
  return [operatorId ?? null, senderRoute ?? null, category ?? null, accountId ?? null, linkId];
}

function valuesOf(route: RouteRecord): readonly unknown[] {
  const { priority, enabled, costMicros, weight } = route;
  return [...valuesOfScope(route), priority, enabled, costMicros, weight];
}

type Row = {
  readonly operator_id: OperatorId | null;
  readonly sender_route: SenderRoute | null;
  readonly category: Category | null;
  readonly account_id: AccountId | null;
  readonly link_id: LinkId;
  readonly priority: number;
  readonly enabled: boolean;
  readonly cost_micros: number;
  readonly weight: number;
};

const LIST_ROUTES = `
  select operator_id, sender_route, category, account_id, link_id, priority, enabled, cost_micros,
         weight
  from routes order by operator_id nulls first, priority, id`;

export async function listRoutes(reader: Reader): Promise<readonly RouteRecord[]> {
  const rows = await reader.read<Row>('list-routes', LIST_ROUTES, []);
  return rows.map((row) => ({
    operatorId: row.operator_id ?? undefined,
    senderRoute: row.sender_route ?? undefined,
    category: row.category ?? undefined,
    accountId: row.account_id ?? undefined,
    linkId: row.link_id,
    priority: row.priority,
    enabled: row.enabled,
    costMicros: micros(BigInt(row.cost_micros)),
    weight: row.weight,
  }));
}
