import type { LinkId, OperatorId } from '../../domain/ids.ts';
import type { SenderRoute } from '../../domain/sender/sender.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';

/** One road: the messages of an operator (and of one sender route, or of all) by a link. */
export type RouteRecord = {
  readonly operatorId: OperatorId;
  readonly senderRoute: SenderRoute | undefined;
  readonly linkId: LinkId;
  readonly priority: number;
  readonly enabled: boolean;
};

const UPDATE_ROUTE = `
  update routes set priority = $4, enabled = $5
  where operator_id = $1 and sender_route is not distinct from $2 and link_id = $3
  returning id`;

/** Changes the road of an operator and sender route by a link; false when there is none yet. */
export async function updateRoute(transaction: Transaction, route: RouteRecord): Promise<boolean> {
  const rows = await transaction.run('update-route', UPDATE_ROUTE, valuesOf(route));
  return rows.length > 0;
}

const INSERT_ROUTE = `
  insert into routes (operator_id, sender_route, link_id, priority, enabled)
  values ($1, $2, $3, $4, $5)`;

export async function insertRoute(transaction: Transaction, route: RouteRecord): Promise<void> {
  await transaction.run('insert-route', INSERT_ROUTE, valuesOf(route));
}

function valuesOf(route: RouteRecord): readonly unknown[] {
  const { operatorId, senderRoute, linkId, priority, enabled } = route;
  return [operatorId, senderRoute ?? null, linkId, priority, enabled];
}

type Row = {
  readonly operator_id: OperatorId;
  readonly sender_route: SenderRoute | null;
  readonly link_id: LinkId;
  readonly priority: number;
  readonly enabled: boolean;
};

const LIST_ROUTES = `
  select operator_id, sender_route, link_id, priority, enabled
  from routes order by operator_id, priority, id`;

export async function listRoutes(reader: Reader): Promise<readonly RouteRecord[]> {
  const rows = await reader.read<Row>('list-routes', LIST_ROUTES, []);
  return rows.map((row) => ({
    operatorId: row.operator_id,
    senderRoute: row.sender_route ?? undefined,
    linkId: row.link_id,
    priority: row.priority,
    enabled: row.enabled,
  }));
}
