import { quotable, refuse, type Refusal } from '../../domain/failure/failure.ts';
import type { LinkId, OperatorId } from '../../domain/ids.ts';
import { choiceFor, pick, type Choice } from '../../domain/routing/choose-link.ts';
import type { Routing, Traffic } from '../../domain/routing/routing.ts';
import type { Located } from './find-operators.ts';

/** A number, its operator, and the link that carries there. */
export type Routable = {
  readonly recipient: string;
  readonly operatorId: OperatorId;
  readonly linkId: LinkId;
};

/** A number that gets nothing. */
export type Unroutable<Item> = {
  readonly item: Item;
  /** To which no rule leads, in words fit for any answer; undefined: none is known. */
  readonly operator: string | undefined;
  /** Why, in words fit for any answer. */
  readonly reason: string;
};

/** The link for each number; a number of no known operator, or of one without a rule, has none. */
export function chooseLinks<Item extends Located>(
  routing: Routing,
  located: readonly Item[],
  sent: Omit<Traffic, 'operatorId'>,
): {
  readonly routable: readonly (Item & Routable)[];
  readonly unroutable: readonly Unroutable<Item>[];
} {
  const routable: (Item & Routable)[] = [];
  const unroutable: Unroutable<Item>[] = [];
  const choices = new Map<OperatorId, Choice | undefined>();
  for (const item of located) {
    const { recipient, operatorId } = item;
    if (operatorId !== undefined && !choices.has(operatorId)) {
      choices.set(operatorId, choiceFor(routing, { ...sent, operatorId }));
    }
    const choice = operatorId === undefined ? undefined : choices.get(operatorId);
    if (operatorId === undefined) {
      unroutable.push({ item, operator: undefined, reason: 'no network is known' });
    } else if (choice === undefined) {
      const operator = quotable(routing.operatorNames.get(operatorId) ?? '') ?? 'its network';
      unroutable.push({ item, operator, reason: `no route to ${operator} at the moment` });
    } else routable.push({ ...item, operatorId, linkId: pick(choice, recipient) });
  }
  return { routable, unroutable };
}

/** Why nothing is sent when no number is left: one whose operator is known is never invalid. */
export function refusalOfNone(unroutable: readonly Unroutable<unknown>[]): Refusal {
  const operator = unroutable.find((it) => it.operator !== undefined)?.operator;
  return operator === undefined ? refuse('recipient_unroutable') : refuse('no_route', { operator });
}
