/** Outcomes of an attempt's parts, and the circumstances when it is judged. */
import type { PartResult } from '../../src/domain/message/outgoing.ts';
import type { Judging } from '../../src/journey/settle/judge-attempt.ts';
import { NOON_MS } from './fixtures.ts';

/** At noon, on a link that resubmits what was lost. */
export const JUDGING: Judging = {
  atMs: NOON_MS,
  chance: () => 0,
  ambiguous: 'resubmit',
  ambiguousAfterMs: 5_000,
  reconcileWithinMs: 600_000,
};

export const taken = (part = 1, operatorKey = `op${part}`): PartResult => {
  return { part, kind: 'taken', operatorKey };
};
export const unsent = (part = 1): PartResult => ({ part, kind: 'unsent' });
export const lost = (part = 1): PartResult => ({ part, kind: 'ambiguous' });

/** Refused for now: the operator throttles. */
export const slower = (part = 1): PartResult => {
  return { part, kind: 'refused', reason: 'operator_throttled', status: 0x58 };
};

/** Refused permanently. */
export const refused = (part = 1): PartResult => {
  return { part, kind: 'refused', reason: 'operator_refused', status: 0x45 };
};
