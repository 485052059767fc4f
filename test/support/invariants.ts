/**
 * What must hold after every fault and every simulated run, as one check:
 *
 * - I1 every id returned with OK exists and ends;
 * - I2 the ledger explains every balance, sums to zero, and no prepaid one is negative;
 * - I3 charged parts are the parts that operators took; the rest is released with a reason;
 * - I4 an operator has one copy, unless an attempt is recorded as ambiguous;
 * - I5 nothing crosses accounts;
 * - I6 no secret in any output (`findSecrets`);
 * - I7 states only move forward (if `watchMoves` is watching);
 * - I8 the events delivered are what happened, once, in order, without gaps;
 * - I9 what test keys send costs nothing and goes to nobody;
 * - I10 what reports add up is what messages and transfers say.
 */
import { findLost } from './invariants/accepted.ts';
import { findRealTests } from './invariants/tests.ts';
import { findStrays } from './invariants/accounts.ts';
import { findUnexplainedCopies } from './invariants/copies.ts';
import type { Evidence } from './invariants/evidence.ts';
import { findUnexplained } from './invariants/ledger.ts';
import { findMistold } from './invariants/events.ts';
import { findWrongSums } from './invariants/sums.ts';
import { findIllegalMoves } from './invariants/moves.ts';

export type { Ask, Evidence, HeardCopies } from './invariants/evidence.ts';
export { watchMoves } from './invariants/moves.ts';

/** A sentence for every violation; empty if all is well. */
export async function findBreaches(evidence: Evidence): Promise<readonly string[]> {
  return [
    ...(await findLost(evidence)),
    ...(await findUnexplained(evidence)),
    ...(await findUnexplainedCopies(evidence)),
    ...(await findStrays(evidence)),
    ...(await findIllegalMoves(evidence.ask)),
    ...(await findRealTests(evidence.ask)),
    ...(await findWrongSums(evidence.ask)),
    ...(evidence.isOver ? await findMistold(evidence.ask) : []),
  ];
}

/** I6: a sentence for every secret found in an output. Does not repeat the secret. */
export function findSecrets(
  outputs: Readonly<Record<string, string>>,
  secrets: Readonly<Record<string, string>>,
): readonly string[] {
  return Object.entries(outputs).flatMap(([where, output]) =>
    Object.entries(secrets)
      .filter(([, secret]) => output.includes(secret))
      .map(([what]) => `I6: ${what} stands in ${where}`),
  );
}
