import { removeRoute, setRoute, type NamedScope } from '../../admin/routing/set-route.ts';
import { micros } from '../../domain/pricing/money.ts';
import type { Plan } from '../../domain/routing/lost-ways.ts';
import type { Route } from '../../domain/routing/routing.ts';
import { listLinks } from '../../store/settings/links.ts';
import { listOperators } from '../../store/settings/list-operators.ts';
import { listRoutes } from '../../store/settings/routes.ts';
import type { OptionShape } from '../../kit/arguments.ts';
import { agree, YES } from '../agree.ts';
import {
  settled,
  type Answer,
  type Command,
  type Fields,
  type Given,
  type Line,
} from '../command.ts';
import { findAccount } from '../find-account.ts';
import { findNamedLink } from '../find-link.ts';
import { tellStranded } from '../stranded.ts';
import { readCategory, readNumber, readRoute, readRupees, showRupees } from '../values.ts';

const DEFAULT_PRIORITY = '100';
const DEFAULT_WEIGHT = '1';
const ANY = 'any';

async function list({ reader }: Line): Promise<Answer> {
  const operators = new Map((await listOperators(reader)).map(({ id, name }) => [id, name]));
  const links = new Map((await listLinks(reader)).map((link) => [link.id, link]));
  const routes = await listRoutes(reader);
  const data = routes.map((route) => ({
    operator: route.operatorId === undefined ? ANY : (operators.get(route.operatorId) ?? null),
    sender_route: route.senderRoute ?? ANY,
    category: route.category ?? ANY,
    account: route.accountId ?? ANY,
    link: links.get(route.linkId)?.name ?? null,
    priority: route.priority,
    cost: showRupees(route.costMicros),
    weight: route.weight,
    enabled: route.enabled,
    link_enabled: links.get(route.linkId)?.enabled ?? false,
  }));
  return { data };
}

async function readScope(line: Line, given: Given): Promise<NamedScope> {
  const operator = given.arg('OPERATOR');
  const route = given.option('sender-route');
  const category = given.option('category');
  const account = given.option('account');
  return {
    operator: operator === ANY ? undefined : operator,
    senderRoute: route === undefined ? undefined : readRoute(route, '--sender-route'),
    category: category === undefined ? undefined : readCategory(category, '--category'),
    accountId: account === undefined ? undefined : (await findAccount(line, account)).id,
    link: given.arg('LINK'),
  };
}

async function set(line: Line, given: Given): Promise<Answer> {
  const scope = await readScope(line, given);
  const cost = given.option('cost');
  const rule = {
    priority: readNumber(given.option('priority') ?? DEFAULT_PRIORITY, '--priority'),
    costMicros: cost === undefined ? micros(0n) : readRupees(cost, '--cost'),
    weight: readNumber(given.option('weight') ?? DEFAULT_WEIGHT, '--weight'),
    enabled: !given.has('off'),
  };
  if (!rule.enabled) await agree(line, given, await tellWithout(line, scope));
  settled(await setRoute(line.admin, { ...scope, ...rule }), given);
  const { priority, costMicros, weight, enabled } = rule;
  const data = { ...shown(scope), priority, cost: showRupees(costMicros), weight, enabled };
  return { data, note: 'See what it does: paigham route explain NUMBER' };
}

async function remove(line: Line, given: Given): Promise<Answer> {
  const scope = await readScope(line, given);
  await agree(line, given, await tellWithout(line, scope));
  settled(await removeRoute(line.admin, scope), given);
  return { data: { ...shown(scope), removed: true } };
}

/** What the routing without a rule would strand. */
async function tellWithout(line: Line, scope: NamedScope): Promise<readonly string[]> {
  const link = await findNamedLink(line, scope.link);
  const isIt = (plan: Plan, route: Route): boolean =>
    route.linkId === link.id &&
    scope.operator ===
      (route.operatorId === undefined ? undefined : plan.operatorNames.get(route.operatorId)) &&
    scope.senderRoute === route.senderRoute &&
    scope.category === route.category &&
    scope.accountId === route.accountId;
  const without = (plan: Plan): Plan => {
    return { ...plan, routes: plan.routes.filter((route) => !isIt(plan, route)) };
  };
  return tellStranded(line, without, link.id);
}

function shown({ operator, senderRoute, category, accountId, link }: NamedScope): Fields {
  return {
    operator: operator ?? ANY,
    sender_route: senderRoute ?? ANY,
    category: category ?? ANY,
    account: accountId ?? ANY,
    link,
  };
}

const SCOPE_OPTIONS: readonly OptionShape[] = [
  { name: 'sender-route', value: 'ROUTE', about: 'for this sender route alone' },
  { name: 'category', value: 'CATEGORY', about: 'for transactional or promotional messages alone' },
  { name: 'account', value: 'ACCOUNT', about: 'for this account alone' },
];

export const routeCommands: readonly Command[] = [
  {
    name: 'route list',
    args: [],
    options: [],
    about: 'Lists the routing rules: which link carries whose messages to which operator.',
    run: list,
  },
  {
    name: 'route set',
    args: ['OPERATOR', 'LINK'],
    options: [
      ...SCOPE_OPTIONS,
      {
        name: 'priority',
        value: 'NUMBER',
        about: `the lowest wins (default: ${DEFAULT_PRIORITY})`,
      },
      {
        name: 'cost',
        value: 'RUPEES',
        about: 'what we pay for a part; of equals the cheapest (default: 0)',
      },
      { name: 'weight', value: 'NUMBER', about: `share among equals (default: ${DEFAULT_WEIGHT})` },
      { name: 'off', about: 'the rule is not used' },
      YES,
    ],
    about: 'Carries the messages to an operator ("any": to every one) by a link.',
    run: set,
  },
  {
    name: 'route remove',
    args: ['OPERATOR', 'LINK'],
    options: [...SCOPE_OPTIONS, YES],
    about: 'Removes a rule, named as it was set; asks first where it is the last way.',
    run: remove,
  },
];
