import type { OperatorId } from '../../domain/ids.ts';
import { operatorByPrefix, type Routing } from '../../domain/routing/routing.ts';

/** A number and the operator that has it, as far as is known. */
export type Located = {
  readonly recipient: string;
  readonly operatorId: OperatorId | undefined;
};

/** How the operators of a request's numbers are found. */
export type Way =
  /** `network` names it for all of them; undefined: each by its prefix. Costs nothing. */
  | { readonly kind: 'given'; readonly network: OperatorId | undefined }
  /** They are looked up; `mustKnow`: by prefix is not good enough (`ported=1`). */
  | { readonly kind: 'looked_up'; readonly mustKnow: boolean };

/** Whose each number is: what `network` names for all of them, else the holder of the prefix. */
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
