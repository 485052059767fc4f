import type { OperatorId } from '../../domain/ids.ts';
import { operatorByPrefix, type Routing } from '../../domain/routing/routing.ts';

/** A number and its operator, as far as it is known. */
export type Located = {
  readonly recipient: string;
  readonly operatorId: OperatorId | undefined;
};

/** How to find the operators of a request's numbers. */
export type Way =
  /** `network` names it for all of them; undefined: by each prefix. Costs nothing. */
  | { readonly kind: 'given'; readonly network: OperatorId | undefined }
  /** By look-up; with `mustKnow` (`ported=1`) the prefix is not good enough. */
  | { readonly kind: 'looked_up'; readonly mustKnow: boolean };

/** The operator of each number: the one `network` names, else the holder of its prefix. */
export function findOperators<Item extends { readonly recipient: string }>(
  routing: Routing,
  items: readonly Item[],
  network: OperatorId | undefined,
): readonly (Item & Located)[] {
  return items.map((item) => ({
    ...item,
    operatorId: network ?? operatorByPrefix(routing, item.recipient),
  }));
}
