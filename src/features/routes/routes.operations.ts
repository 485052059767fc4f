/** Routing rules: which link carries whose messages to which operator. */
import { micros } from '../../domain/pricing/money.ts';
import type { Plan } from '../../domain/routing/stranded.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { findLink } from '../links/links.sql.ts';
import { findOperator } from '../operators/operators.sql.ts';
import {
  deleteRoute,
  insertRoute,
  listRoutes,
  type RouteScope,
  updateRoute,
} from './routes.sql.ts';
import { changed, refuse, type Refused } from '../../operations/admin.ts';
import {
  argument,
  category,
  defaulted,
  link,
  operator,
  forAccount,
  option,
  rupees,
  senderRoute,
  unless,
  whole,
} from '../../operations/fields.ts';
import {
  operation,
  query,
  type Filled,
  type OperationContext,
} from '../../operations/operation.ts';
import { findStranded } from './stranded.ts';
import { like } from '../../operations/present.ts';
import { ANY, ROUTE } from './routes.ts';

/** Any of them, too. */
const readOperator: typeof operator.read = (given, source) =>
  given === ANY ? ANY : operator.read(given, source);

/** Whose messages a rule applies to, and its link. No two rules have the same scope. */
const SCOPE = {
  operator: argument('OPERATOR', { ...operator, read: readOperator }),
  link: argument('LINK', link),
  senderRoute: option('sender-route', senderRoute, 'for this sender type only'),
  category: option('category', category, 'for transactional or promotional messages only'),
  accountId: forAccount,
};
type Scope = Filled<typeof SCOPE>;

const NAMES = ['operator', 'sender_route', 'category', 'account', 'link'] as const;
const showScope = ROUTE.columns(...NAMES);
const showRule = ROUTE.columns(...NAMES, 'priority', 'cost', 'weight', 'overflow', 'enabled');

export const setRoute = operation({
  name: 'route set',
  about: 'Routes messages for an operator ("any": every operator) through a link.',
  audit: 'route.set',
  raises: 'settings',
  input: {
    ...SCOPE,
    priority: defaulted('priority', whole('NUMBER', 0, 32_767), 'the lowest wins', 100),
    costMicros: defaulted(
      'cost',
      rupees(10_000n),
      'what a part costs us; of rules with equal priority the cheapest wins',
      micros(0n),
    ),
    weight: defaulted('weight', whole('NUMBER', 1, 1_000), 'its share among equal rules', 1),
    overflowSeconds: option(
      'overflow',
      whole('SECONDS', 1, 86_400),
      'it also carries while more seconds of traffic wait for every better link (default: never)',
    ),
    enabled: unless('off', 'keeps the rule, but does not use it'),
  },
  warn: async (context, input) => (input.enabled ? [] : wouldStrand(context, input)),
  async work(transaction, input) {
    const scope = await findScope(transaction, input);
    if ('ok' in scope) return scope;
    const { priority, enabled, costMicros, weight, overflowSeconds } = input;
    const route = { ...scope, priority, enabled, costMicros, weight, overflowSeconds };
    if (!(await updateRoute(transaction, route))) await insertRoute(transaction, route);
    return changed(undefined, { ...input, costMicros: String(costMicros) });
  },
  show: (_, input) => ({
    data: showRule(input),
    note: 'To see its effect: paigham route explain NUMBER',
  }),
  present: {
    by: ['operator', 'link', 'senderRoute', 'category', 'accountId'],
    read: async ({ reader }, { operator: named, ...scope }) => {
      const operator = named === ANY ? undefined : named;
      const found = (await listRoutes(reader)).find(like({ ...scope, operator }));
      return found && { ...ROUTE.show(found), off: !found.enabled };
    },
  },
});

/** Messages waiting for its link stay there, unless the link is down. */
export const removeRoute = operation({
  name: 'route remove',
  about: 'Removes a rule, named as in route set; asks first if messages have no other route.',
  audit: 'route.remove',
  raises: 'settings',
  input: SCOPE,
  warn: wouldStrand,
  async work(transaction, input) {
    const scope = await findScope(transaction, input);
    if ('ok' in scope) return scope;
    const existed = await deleteRoute(transaction, scope);
    if (!existed) return refuse('link', 'has no such route: see "paigham route list"');
    return changed(undefined, { ...input });
  },
  show: (_, scope) => ({ data: { ...showScope(scope), removed: true } }),
});

export const routeList = query({
  name: 'route list',
  about: 'Lists the routing rules: which link carries whose messages to which operator.',
  input: {},
  read: async ({ reader }) => ({ data: (await listRoutes(reader)).map(ROUTE.columns()) }),
});

async function findScope(reader: Reader, named: Scope): Promise<RouteScope | Refused> {
  const { operator, senderRoute: route, category: kind, accountId } = named;
  const operatorId = operator === ANY ? undefined : await findOperator(reader, { name: operator });
  if (operator !== ANY && operatorId === undefined) {
    return refuse('operator', 'must be one of the operators, or any');
  }
  const found = await findLink(reader, { name: named.link });
  if (found === undefined) return refuse('link', 'must be one of the links');
  return { operatorId, senderRoute: route, category: kind, accountId, linkId: found.id };
}

/** What the routing would strand without a rule. */
async function wouldStrand(
  context: OperationContext,
  named: Scope,
): Promise<readonly string[] | Refused> {
  const scope = await findScope(context.reader, named);
  if ('ok' in scope) return scope;
  const isIt: (route: RouteScope) => boolean = like(scope);
  const without = (plan: Plan): Plan => {
    return { ...plan, routes: plan.routes.filter((route) => !isIt(route)) };
  };
  return findStranded(context, without, scope.linkId);
}
