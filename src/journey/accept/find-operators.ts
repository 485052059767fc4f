import type { OperatorId } from '../../domain/ids.ts';
import { operatorByPrefix, type Roads } from '../../domain/routing/routing.ts';

/** A number and the operator that has it, as far as is known. */
export type Located = {
  readonly recipient: string;
  readonly operatorId: OperatorId | undefined;
};

/** Whose each number is: what `network` names for all of them, else the holder of the prefix. */
export function findOperators(
  roads: Roads,
  recipients: readonly string[],
  network: OperatorId | undefined,
): readonly Located[] {
  return recipients.map((recipient) => ({
    recipient,
    operatorId: network ?? operatorByPrefix(roads, recipient),
  }));
}
