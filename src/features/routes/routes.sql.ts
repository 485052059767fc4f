/** The rules by which links are chosen. */
import type { Route } from '../../domain/routing/routing.ts';
import { read, write } from '../../kit/postgres/callable.ts';

/** Whose messages a rule matches, and the link: what identifies a rule. */
export type RouteScope = Pick<
  Route,
  'operatorId' | 'senderRoute' | 'category' | 'accountId' | 'linkId'
>;

type RouteRecord = Omit<Route, 'id'>;

const SAME_SCOPE = `
  operator_id is not distinct from :operatorId and sender_route is not distinct from :senderRoute
  and category is not distinct from :category and account_id is not distinct from :accountId
  and link_id = :linkId`;

/** Changes the rule of a scope; false when there is none yet. */
export const updateRoute = write.any<RouteRecord>(
  'update-route',
  `update routes
  set priority = :priority, enabled = :enabled, cost_micros = :costMicros, weight = :weight,
    overflow_seconds = :overflowSeconds
  where ${SAME_SCOPE}
  returning id`,
);

export const insertRoute = write.run<RouteRecord>(
  'insert-route',
  `insert into routes (operator_id, sender_route, category, account_id, link_id, priority, enabled,
                      cost_micros, weight, overflow_seconds)
  values (:operatorId, :senderRoute, :category, :accountId, :linkId, :priority, :enabled,
          :costMicros, :weight, :overflowSeconds)`,
);

/** Removes the rule of a scope; false when there is none. */
export const deleteRoute = write.any<RouteScope>(
  'delete-route',
  `delete from routes where ${SAME_SCOPE} returning id`,
);

/** With the names of what it leads to. */
type NamedRoute = Required<Omit<RouteRecord, 'operatorId' | 'linkId'>> & {
  readonly operator: string | undefined;
  readonly link: string;
  readonly linkEnabled: boolean;
};

export const listRoutes = read.many<void, NamedRoute>(
  'list-routes',
  `select o.name as operator, r.sender_route, r.category, r.account_id, l.name as link, r.priority,
         r.enabled, r.cost_micros, r.weight, r.overflow_seconds, l.enabled as link_enabled
  from routes r join links l on l.id = r.link_id left join operators o on o.id = r.operator_id
  order by r.operator_id nulls first, r.priority, r.id`,
);
