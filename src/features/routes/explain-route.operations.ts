/** Which rule a message to a number would follow, and why the other rules lost. */
import { NOBODY, type LinkId, type OperatorId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { readRecipients } from '../../domain/recipient/recipient.ts';
import {
  type ExplainedRule,
  explainRoutes,
  healthOf,
  overflowFor,
  secondsWaiting,
} from '../../domain/routing/choose-link.ts';
import type { Routing, Route } from '../../domain/routing/routing.ts';
import { REFERENCE_BITS, type SenderRoute } from '../../domain/sender/sender.ts';
import { Refusal } from '@paigham/base/refusal.ts';
import { countQueue } from '../../store/queue/look-at-queue.ts';
import { readLinkHealth } from '../links/links.sql.ts';
import { readRouting } from '../../store/snapshots/routing-snapshots.ts';
import { findOperator } from '../operators/find-operator.ts';
import { ROUTE } from './routes.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { Type } from '../../kit/shape.ts';
import {
  account,
  accountOf,
  argument,
  category,
  defaulted,
  flag,
  operator,
  option,
  senderRoute,
  type Kind,
} from '../../operations/fields.ts';
import { query } from '../../operations/operation.ts';
import { showTime, type RawFields } from '../../operations/show.ts';

const DEFAULT_SENDER_ROUTE = 'short_code';

const number: Kind<string> = {
  word: 'NUMBER',
  schema: Type.String(),
  must: 'must be a mobile number, 923001234567',
  read: (given) => readRecipients(given).accepted[0],
};

export const routeExplain = query({
  name: 'route explain',
  about: 'Explains which rule a message to a number would follow, and why the others lost.',
  input: {
    recipient: argument('NUMBER', number),
    senderRoute: defaulted(
      'sender-route',
      senderRoute,
      'simple, branded or short_code',
      DEFAULT_SENDER_ROUTE,
    ),
    category: defaulted('category', category, 'transactional or promotional', 'transactional'),
    accountId: option('account', account, 'for messages of this account'),
    ported: flag('ported', 'as with ported=1: uses the account’s saved look-ups'),
    network: option('network', operator, 'as if the caller had named it'),
  },
  async read({ reader, admin }, input) {
    const { recipient, senderRoute: type, category: kind, network } = input;
    const routing = await readRoutingNow(reader);
    const of = input.accountId === undefined ? undefined : await accountOf(reader, input.accountId);
    const isLookedUp = of?.mnpCoverage === true && (of.mnpOption || input.ported);
    const lookupsOf = isLookedUp ? of.id : undefined;
    const question = { recipient, network, lookupsOf, nowMs: admin.clock.nowMs() };
    const { operatorId, because } = await findOperator(reader, routing, question);
    const accountId = of?.id ?? NOBODY;
    const traffic = { operatorId, senderRoute: type, category: kind, accountId };
    const { rules, winner, next } = explainRoutes(routing, traffic, recipient);
    const carrier = routing.carriedBy.get(operatorId);
    const facts = {
      number: recipient,
      operator: operatorName(routing, operatorId),
      operator_because: because,
      carried_by: carrier === undefined ? null : operatorName(routing, carrier),
      sender_route: type,
      category: kind,
      account: of === undefined ? null : String(of.id),
      winner: winner === undefined ? null : linkName(routing, winner),
      next_if_it_fails: next === undefined ? null : linkName(routing, next),
    };
    const secondsOf = await readSeconds(reader, routing, admin.clock.nowMs());
    const from = winner?.linkId;
    const over = from && overflowFor(routing, { ...traffic, from, secondsOf }, recipient);
    const rows = rules.map((rule) => {
      const isOver = rule.verdict !== 'wins' && rule.route.linkId === over;
      return describe(routing, rule, { type, isOver });
    });
    const waits = rules.some(({ verdict }) => verdict === 'wins_and_waits');
    return {
      data: facts,
      full: { ...facts, rules: rows },
      sections: [opening(facts), { data: rows }, conclusion(facts, waits)],
      isBad: winner === undefined,
    };
  },
});

async function readRoutingNow(reader: Reader): Promise<Routing> {
  const planned = await readRouting(reader, 0);
  if (planned === undefined) throw new Refusal('There are no settings: see "paigham doctor".');
  return { ...planned, health: await readLinkHealth(reader) };
}

/** How long what waits for each link takes at its rate. */
async function readSeconds(
  reader: Reader,
  { links }: Routing,
  nowMs: number,
): Promise<(linkId: LinkId) => number> {
  const dueByMs = nowMs + limit('retryLastMs');
  const waiting = await countQueue(reader, limit('queueExplained'), dueByMs);
  return (linkId) => secondsWaiting({ waiting, links }, linkId);
}

type Explaining = {
  readonly type: SenderRoute;
  /** It takes some of what waits for better links now. */
  readonly isOver: boolean;
};

const showRule = ROUTE.columns(
  'operator',
  'sender_route',
  'category',
  'account',
  'link',
  'priority',
  'cost',
  'weight',
);

function describe(routing: Routing, rule: ExplainedRule, { type, isOver }: Explaining): RawFields {
  const { route } = rule;
  const { id, operatorId } = route;
  const operator = operatorId && operatorName(routing, operatorId);
  return {
    rule: id,
    ...showRule({ ...route, operator, link: linkName(routing, route) }),
    verdict: `${wordsFor(routing, rule, type)}${overflowWords(route, isOver)}`,
  };
}

function overflowWords({ overflowSeconds: seconds }: Route, isOver: boolean): string {
  if (seconds === undefined) return '';
  const long = `more than ${seconds} s of traffic wait`;
  return isOver
    ? `; takes over some now: ${long} for better links`
    : `; takes over some while ${long} for every better link`;
}

function wordsFor(routing: Routing, rule: ExplainedRule, type: SenderRoute): string {
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
      return `excluded: its link cannot carry ${REFERENCE_BITS[type]}-bit references`;
    case 'later_priority':
    case 'less_specific':
    case 'dearer':
    case 'share_of_others':
      return `lost: ${LOST[rule.verdict]}`;
    case 'operator_disabled':
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
  share_of_others: 'equal; other numbers get its share by weight',
} as const;

const OUT = {
  operator_disabled: 'the operator is disabled: see "paigham operator enable"',
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
  const then = next === null ? 'the message waits in its queue' : `${next} takes over`;
  return `It goes through ${winner}. If that fails, ${then}.`;
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
