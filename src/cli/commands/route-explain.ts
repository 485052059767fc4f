import type { AccountId, OperatorId } from '../../domain/ids.ts';
import { readRecipients } from '../../domain/recipient/recipients.ts';
import { healthOf } from '../../domain/routing/choose-link.ts';
import { explainRoutes, type ExplainedRule } from '../../domain/routing/explain-routes.ts';
import type { Routing, Route } from '../../domain/routing/routing.ts';
import { REFERENCE_BITS, type SenderRoute } from '../../domain/sender/sender.ts';
import { Refusal, UsageError } from '../../kit/refusal.ts';
import { readLinkHealth } from '../../store/settings/link-health.ts';
import { readRouting } from '../../store/settings/read-routing.ts';
import type { Answer, Command, Fields, Given, Line } from '../command.ts';
import { findAccount } from '../find-account.ts';
import { findOperator } from '../find-operator.ts';
import { printTable } from '../print.ts';
import { readCategory, readRoute, showRupees, showTime } from '../values.ts';

const DEFAULT_SENDER_ROUTE = 'short_code';
/** No account has this id: only rules for every account match. */
const NOBODY = 0 as AccountId;

async function explain(line: Line, given: Given): Promise<Answer> {
  const recipient = readRecipients(given.arg('NUMBER')).accepted[0];
  if (recipient === undefined)
    throw new UsageError('NUMBER must be a mobile number, 923001234567.');
  const routing = await readRoutingNow(line);
  const senderRoute = readRoute(
    given.option('sender-route') ?? DEFAULT_SENDER_ROUTE,
    '--sender-route',
  );
  const category = readCategory(given.option('category') ?? 'transactional', '--category');
  const named = given.option('account');
  const account = named === undefined ? undefined : await findAccount(line, named);
  const isLookedUp = account?.mnpCoverage === true && (account.mnpOption || given.has('ported'));
  const { operatorId, because } = await findOperator(line, routing, {
    recipient,
    network: given.option('network'),
    lookupsOf: isLookedUp ? account.id : undefined,
  });
  const accountId = account?.id ?? NOBODY;
  const traffic = { operatorId, senderRoute, category, accountId };
  const { rules, winner, next } = explainRoutes(routing, traffic, recipient);
  const carrier = routing.carriedBy.get(operatorId);
  const nameOf = (route: Route | undefined): string | null =>
    route === undefined ? null : linkName(routing, route);
  const facts = {
    number: recipient,
    operator: operatorName(routing, operatorId),
    operator_because: because,
    carried_by: carrier === undefined ? null : operatorName(routing, carrier),
    sender_route: senderRoute,
    category,
    account: named ?? null,
    winner: nameOf(winner),
    next_if_it_fails: nameOf(next),
  };
  const rows = rules.map((rule) => describe(routing, rule, senderRoute));
  const waits = rules.some(({ verdict }) => verdict === 'wins_and_waits');
  const text = [opening(facts), printTable(rows), conclusion(facts, waits)].join('\n\n');
  return { data: facts, full: { ...facts, rules: rows }, text, isBad: winner === undefined };
}

async function readRoutingNow({ reader }: Line): Promise<Routing> {
  const planned = await readRouting(reader, 0);
  if (planned === undefined) throw new Refusal('There are no settings: see "paigham doctor".');
  return { ...planned, health: await readLinkHealth(reader) };
}

function describe(routing: Routing, rule: ExplainedRule, senderRoute: SenderRoute): Fields {
  const { route } = rule;
  return {
    rule: route.id,
    operator: route.operatorId === undefined ? 'any' : operatorName(routing, route.operatorId),
    sender_route: route.senderRoute ?? 'any',
    category: route.category ?? 'any',
    account: route.accountId ?? 'any',
    link: linkName(routing, route),
    priority: route.priority,
    cost: showRupees(route.costMicros),
    weight: route.weight,
    verdict: wordsFor(routing, rule, senderRoute),
  };
}

function wordsFor(routing: Routing, rule: ExplainedRule, senderRoute: SenderRoute): string {
  const health = healthOf(routing, rule.route.linkId);
  const since = `since ${showTime(health.sinceMs)}, ${health.words ?? 'no reason is known'}`;
  switch (rule.verdict) {
    case 'wins':
      return 'WINS';
    case 'wins_and_waits':
      return isOff(routing, rule.route)
        ? 'WINS, and the message waits: its link is disabled'
        : `WINS, and the message waits: the link is not up ${since}`;
    case 'link_down':
      return `lost: its link is down ${since}`;
    case 'link_needs_attention':
      return `lost: its link needs attention ${since}`;
    case 'link_being_tried':
      return `lost: its link is being tried with a few numbers ${since}`;
    case 'cannot_carry':
      return `out: its link cannot carry ${REFERENCE_BITS[senderRoute]}-bit references`;
    case 'later_priority':
    case 'less_specific':
    case 'dearer':
    case 'share_of_others':
      return `lost: ${LOST[rule.verdict]}`;
    case 'rule_disabled':
    case 'link_disabled':
    case 'link_unknown':
    case 'other_operator':
    case 'other_sender_route':
    case 'other_category':
    case 'other_account':
      return `out: ${OUT[rule.verdict]}`;
  }
}

const LOST = {
  later_priority: 'higher priority number',
  less_specific: 'less specific',
  dearer: 'costs more',
  share_of_others: 'an equal; other numbers have its share by weight',
} as const;

const OUT = {
  rule_disabled: 'the rule is disabled',
  link_disabled: 'its link is disabled',
  link_unknown: 'its link cannot be used: see "paigham doctor"',
  other_operator: 'another operator',
  other_sender_route: 'another sender route',
  other_category: 'another category',
  other_account: 'another account',
} as const;

type Facts = {
  readonly number: string;
  readonly operator: string;
  readonly operator_because: string;
  readonly carried_by: string | null;
  readonly winner: string | null;
  readonly next_if_it_fails: string | null;
};

function opening(facts: Facts): string {
  const { number, operator, operator_because: because, carried_by: carrier } = facts;
  const by = carrier === null ? '' : ` Its messages travel by the routes of ${carrier}.`;
  return `${number} is a number of ${operator}: ${because}.${by}`;
}

function conclusion({ winner, next_if_it_fails: next }: Facts, waits: boolean): string {
  if (winner === null) return 'No rule leads there: sends are refused with 12 until one does.';
  if (waits) return `It waits for ${winner}, or for another rule whose link is up.`;
  const then = next === null ? 'the message waits in its line' : `${next} takes over`;
  return `It goes by ${winner}. If that fails, ${then}.`;
}

function operatorName(routing: Routing, operatorId: OperatorId): string {
  return routing.operatorNames.get(operatorId) ?? String(operatorId);
}

function isOff({ links }: Routing, { linkId }: Route): boolean {
  return links.get(linkId)?.enabled === false;
}

function linkName(routing: Routing, { linkId }: Route): string {
  return routing.links.get(linkId)?.name ?? String(linkId);
}

export const routeExplainCommands: readonly Command[] = [
  {
    name: 'route explain',
    args: ['NUMBER'],
    options: [
      { name: 'sender-route', value: 'ROUTE', about: `simple, branded or ${DEFAULT_SENDER_ROUTE}` },
      { name: 'category', value: 'CATEGORY', about: 'promotional, or transactional' },
      { name: 'account', value: 'ACCOUNT', about: 'as messages of this account' },
      { name: 'ported', about: 'as with ported=1: what the account has looked up counts' },
      { name: 'network', value: 'OPERATOR', about: 'as if the caller had named it' },
    ],
    about: 'Says which rule a message to a number would follow, and why the others lost.',
    run: explain,
  },
];
