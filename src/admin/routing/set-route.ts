import type { AccountId } from '../../domain/ids.ts';
import { MICROS_PER_RUPEE, type Micros } from '../../domain/pricing/money.ts';
import type { Category } from '../../domain/routing/routing.ts';
import type { SenderRoute } from '../../domain/sender/sender.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { findAccount } from '../../store/accounts/list-accounts.ts';
import { findLink } from '../../store/settings/links.ts';
import { findOperator } from '../../store/settings/list-operators.ts';
import {
  deleteRoute,
  insertRoute,
  updateRoute,
  type RouteScope,
} from '../../store/settings/routes.ts';
import {
  changeSettings,
  changed,
  refuse,
  type Admin,
  type Outcome,
  type Refused,
} from '../admin.ts';

/** Whose messages a rule is about, and the link. Two rules never have the same scope. */
export type NamedScope = {
  /** The operator's name; undefined: every operator. */
  readonly operator: string | undefined;
  /** undefined: every sender route. */
  readonly senderRoute: SenderRoute | undefined;
  /** undefined: both. */
  readonly category?: Category | undefined;
  /** undefined: every account. */
  readonly accountId?: AccountId | undefined;
  /** The link's name. */
  readonly link: string;
};

export type SetRoute = NamedScope & {
  /** The lowest wins. */
  readonly priority: number;
  readonly enabled: boolean;
  /** What we pay the operator for a part; 0 when absent. */
  readonly costMicros?: Micros;
  /** The share of the messages among equals; 1 when absent. */
  readonly weight?: number;
};

const HIGHEST_PRIORITY = 32_767;
const HIGHEST_WEIGHT = 1_000;
const MOST_RUPEES_PER_PART = 10_000n;

/** Says which link carries messages to an operator; a second call for the same route changes it. */
export async function setRoute(admin: Admin, input: SetRoute): Promise<Outcome<void>> {
  const { priority, enabled, costMicros = 0n as Micros, weight = 1 } = input;
  if (!isWhole(priority, 0, HIGHEST_PRIORITY)) {
    return refuse('priority', `must be a whole number from 0 to ${HIGHEST_PRIORITY}`);
  }
  if (!isWhole(weight, 1, HIGHEST_WEIGHT)) {
    return refuse('weight', `must be a whole number from 1 to ${HIGHEST_WEIGHT}`);
  }
  if (costMicros < 0n || costMicros > MOST_RUPEES_PER_PART * MICROS_PER_RUPEE) {
    return refuse('costMicros', `must be from 0 to ${MOST_RUPEES_PER_PART} rupees`);
  }
  return changeSettings(admin, { action: 'route.set' }, async (transaction) => {
    const scope = await findScope(transaction, input);
    if ('ok' in scope) return scope;
    const route = { ...scope, priority, enabled, costMicros, weight };
    const existed = await updateRoute(transaction, route);
    if (!existed) await insertRoute(transaction, route);
    return changed(undefined, { ...input, costMicros: String(costMicros), weight });
  });
}

/** Takes a rule away. What waits for its link already stays there as long as that is not down. */
export async function removeRoute(admin: Admin, input: NamedScope): Promise<Outcome<void>> {
  return changeSettings(admin, { action: 'route.remove' }, async (transaction) => {
    const scope = await findScope(transaction, input);
    if ('ok' in scope) return scope;
    const existed = await deleteRoute(transaction, scope);
    if (!existed) return refuse('link', 'has no such route: see "paigham route list"');
    return changed(undefined, { ...input });
  });
}

async function findScope(
  transaction: Transaction,
  named: NamedScope,
): Promise<RouteScope | Refused> {
  const { operator, senderRoute, category, accountId } = named;
  const operatorId = operator === undefined ? undefined : await findOperator(transaction, operator);
  if (operator !== undefined && operatorId === undefined) {
    return refuse('operator', 'must be one of the operators, or any');
  }
  const link = await findLink(transaction, named.link);
  if (link === undefined) return refuse('link', 'must be one of the links');
  if (accountId !== undefined && !(await findAccount(transaction, accountId))) {
    return refuse('account', 'must be an account that exists');
  }
  return { operatorId, senderRoute, category, accountId, linkId: link.id };
}

function isWhole(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}
