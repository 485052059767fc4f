import type { LinkId, OperatorId } from '../../domain/ids.ts';
import { choiceFor, pick, type Choice } from '../../domain/routing/choose-link.ts';
import type { Roads, Traffic } from '../../domain/routing/routing.ts';
import type { Located } from './find-operators.ts';

/** A number, its operator, and the link that carries there. */
export type Routable = {
  readonly recipient: string;
  readonly operatorId: OperatorId;
  readonly linkId: LinkId;
};

/** Why a number gets nothing whose operator nobody knows, or nobody carries to. */
export const NO_NETWORK = 'no network is known';

/** The link for each number; a number of no known operator, or of one without a route, has none. */
export function chooseLinks<Item extends Located>(
  roads: Roads,
  located: readonly Item[],
  sent: Omit<Traffic, 'operatorId'>,
): { readonly routable: readonly (Item & Routable)[]; readonly unroutable: readonly Item[] } {
  const routable: (Item & Routable)[] = [];
  const unroutable: Item[] = [];
  const choices = new Map<OperatorId, Choice | undefined>();
  for (const item of located) {
    const { recipient, operatorId } = item;
    if (operatorId !== undefined && !choices.has(operatorId)) {
      choices.set(operatorId, choiceFor(roads, { ...sent, operatorId }));
    }
    const choice = operatorId === undefined ? undefined : choices.get(operatorId);
    if (operatorId === undefined || choice === undefined) unroutable.push(item);
    else routable.push({ ...item, operatorId, linkId: pick(choice, recipient) });
  }
  return { routable, unroutable };
}
