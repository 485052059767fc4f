import { describe, expect, it } from 'vitest';
import { makeAttempt, makeLong, NOON_MS, rupees } from '../../../test/support/fixtures.ts';
import { limit } from '../../domain/limits.ts';
import type { Outgoing, PartResult } from '../../domain/message/outgoing.ts';
import { judgeAttempt, type AttemptJudgement, type Judging } from './judge-attempt.ts';

const reconcile: Judging = {
  atMs: NOON_MS,
  chance: () => 0,
  ambiguous: 'reconcile',
  ambiguousAfterMs: 5_000,
  reconcileWithinMs: 600_000,
};

const taken = (part: number): PartResult => ({ part, kind: 'taken', operatorKey: `op${part}` });
const lost = (part: number): PartResult => ({ part, kind: 'ambiguous' });
const denied = (part: number): PartResult => ({ part, kind: 'denied' });
const unexplained = (part: number): PartResult => ({ part, kind: 'unexplained' });
const unasked = (part: number): PartResult => ({ part, kind: 'unasked' });
const refused = (part: number): PartResult => ({
  part,
  kind: 'refused',
  reason: 'operator_refused',
  status: 0x45,
});

type Case = { readonly of?: number; readonly message?: Partial<Outgoing> };

function judge(results: readonly PartResult[], { of = 1, message }: Case = {}, now = reconcile) {
  return judgeAttempt(makeAttempt(makeLong(of, message), results), now);
}

/** The state, when it is due and why, and the rupees posted and released. */
function outline(judgement: AttemptJudgement): readonly unknown[] {
  const { state, dueAtMs, reason, postMicros, releaseMicros } = judgement;
  const inMs = dueAtMs === undefined ? undefined : dueAtMs - NOON_MS;
  return [state, inMs, reason, postMicros / rupees(1), releaseMicros / rupees(1)];
}

const until = (ms: number): Partial<Outgoing> => ({ lostUntilMs: NOON_MS + ms });

describe('an attempt whose answer was lost before', () => {
  it.each<[string, readonly PartResult[], Case, readonly unknown[]]>([
    ['denied goes again at once', [denied(1)], {}, ['waiting', 0, undefined, 0n, 0n]],
    [
      'denied after its last try is rejected',
      [denied(1)],
      { message: { attempt: limit('retries') } },
      ['rejected', undefined, 'retries_exhausted', 0n, 2n],
    ],
    [
      'denied after its validity is expired',
      [denied(1)],
      { message: { expiresAtMs: NOON_MS } },
      ['expired', undefined, 'expired_waiting', 0n, 2n],
    ],
    [
      'never explained is unknown',
      [unexplained(1)],
      {},
      ['unknown', undefined, 'answer_lost', 0n, 2n],
    ],
    [
      'not asked yet waits for its time',
      [unasked(1)],
      { message: until(9_000) },
      ['waiting', 9_000, 'answer_lost', 0n, 0n],
    ],
    [
      'not asked in its time is asked a moment later',
      [unasked(1)],
      { message: until(-9_000) },
      ['waiting', limit('reconcileAgainMs'), 'answer_lost', 0n, 0n],
    ],
    [
      'explained in one part and not in the other is unknown, the first charged',
      [taken(1), unexplained(2)],
      { of: 2 },
      ['unknown', undefined, 'answer_lost', 2n, 2n],
    ],
    [
      'denied in one part waits for the word on the other',
      [denied(1), unasked(2)],
      { of: 2, message: until(9_000) },
      ['waiting', 9_000, 'answer_lost', 0n, 0n],
    ],
    [
      'refused late for good is rejected, whatever the others',
      [refused(1), unasked(2)],
      { of: 2, message: until(9_000) },
      ['rejected', undefined, 'operator_refused', 0n, 4n],
    ],
  ])('and is %s', (_, results, about, expected) => {
    expect(outline(judge(results, about))).toEqual(expected);
  });

  it('may be submitted by nobody until its time is over, and by anybody after a denial', () => {
    const kept = judge([unasked(1)], { message: until(9_000) });
    expect(kept.lostUntilMs).toBe(NOON_MS + 9_000);
    expect(judge([lost(1)]).lostUntilMs).toBe(NOON_MS + 600_000);
    expect(judge([denied(1)], { message: until(0) }).lostUntilMs).toBeUndefined();
    const resubmit = { ...reconcile, ambiguous: 'resubmit' } as const;
    expect(judge([lost(1)], {}, resubmit).lostUntilMs).toBeUndefined();
  });
});
