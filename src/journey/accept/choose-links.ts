import { quotable, refuse, type Refusal } from '../../domain/failure/failure.ts';
import type { LinkId, OperatorId } from '../../domain/ids.ts';
import { choiceFor, pick, type Choice } from '../../domain/routing/choose-link.ts';
import type { Routing, Traffic } from '../../domain/routing/routing.ts';
import { TEST_LINKS } from '../../domain/testing/test-mode.ts';
import { isTestNumber } from '../../domain/testing/test-numbers.ts';
import type { Located } from './find-operators.ts';

/** A number, its operator, and the link that reaches it. */
export type Routable = {
  readonly recipient: string;
  readonly operatorId: OperatorId;
  readonly linkId: LinkId;
};

/** A number that gets nothing. */
export type Unroutable<Item> = {
  readonly item: Item;
  /** The operator that no rule leads to, worded for any answer; undefined: unknown. */
  readonly operator: string | undefined;
  /** The reason, worded so that any answer may show it. */
  readonly reason: string;
};

type Chosen<Item> = {
  readonly routable: readonly (Item & Routable)[];
  readonly unroutable: readonly Unroutable<Item>[];
};

/**
 * The link for each number; one whose operator is unknown or has no rule gets none. A test goes
 * nowhere, whatever the rules say.
 */
export function chooseLinks<Item extends Located>(
  routing: Routing,
  located: readonly Item[],
  { isTest, ...sent }: Omit<Traffic, 'operatorId'> & { readonly isTest: boolean },
): Chosen<Item> {
  if (isTest) return chooseTestLink(routing, located);
  const routable: (Item & Routable)[] = [];
  const unroutable: Unroutable<Item>[] = [];
  const choices = new Map<OperatorId, Choice | undefined>();
  for (const item of located) {
    const { recipient } = item;
    // Even where the request names a network: a test run with a live key must cost nothing.
    const operatorId = isTestNumber(recipient) ? undefined : item.operatorId;
    if (operatorId !== undefined && !choices.has(operatorId)) {
      choices.set(operatorId, choiceFor(routing, { ...sent, operatorId }));
    }
    const choice = operatorId === undefined ? undefined : choices.get(operatorId);
    if (operatorId === undefined) {
      unroutable.push({ item, operator: undefined, reason: UNKNOWN_NETWORK });
    } else if (choice === undefined) {
      const operator = quotable(routing.operatorNames.get(operatorId) ?? '') ?? 'its network';
      unroutable.push({ item, operator, reason: `no route to ${operator} at the moment` });
    } else routable.push({ ...item, operatorId, linkId: pick(choice, recipient) });
  }
  return { routable, unroutable };
}

/** Numbers that play an end have no operator of their own: they have the first one's. */
function chooseTestLink<Item extends Located>(
  { operatorNames }: Routing,
  located: readonly Item[],
): Chosen<Item> {
  const [first] = operatorNames.keys();
  const routable: (Item & Routable)[] = [];
  const unroutable: Unroutable<Item>[] = [];
  for (const item of located) {
    const operatorId = item.operatorId ?? (isTestNumber(item.recipient) ? first : undefined);
    if (operatorId !== undefined) {
      routable.push({ ...item, operatorId, linkId: TEST_LINKS.sms });
    } else unroutable.push({ item, operator: undefined, reason: UNKNOWN_NETWORK });
  }
  return { routable, unroutable };
}

const UNKNOWN_NETWORK = 'no network is known';

/** The refusal when no number is left: a number whose operator is known is never called invalid. */
export function refusalOfNone(unroutable: readonly Unroutable<unknown>[]): Refusal {
  const operator = unroutable.find((it) => it.operator !== undefined)?.operator;
  return operator === undefined ? refuse('recipient_unroutable') : refuse('no_route', { operator });
}
