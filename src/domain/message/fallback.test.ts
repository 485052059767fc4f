import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../durations.ts';
import { refuse } from '../failure/failure.ts';
import { judgeFallback, leftOutFor, mayPassLater, type LookedAt } from './fallback.ts';

const START_MS = Date.UTC(2026, 10, 20, 9);
const WAITS: LookedAt = {
  state: 'waiting',
  isCancelled: false,
  sentAtMs: undefined,
  lostAtMs: undefined,
  dueAtMs: undefined,
  isLate: false,
};
const SENT: LookedAt = { ...WAITS, state: 'sent', sentAtMs: START_MS + MINUTE_MS };

const judged = (of: LookedAt, afterMs: number) =>
  judgeFallback(of, { startMs: START_MS, afterMinutes: 5, nowMs: START_MS + afterMs });
const kindAt = (of: LookedAt, afterMs: number) => judged(of, afterMs).kind;

describe('a chat message with a text behind it', () => {
  it('needs none once it is delivered, however late it is looked at', () => {
    expect(kindAt({ ...SENT, state: 'delivered' }, 9 * HOUR_MS)).toBe('reached');
    expect(kindAt({ ...SENT, state: 'delivered', dueAtMs: START_MS }, HOUR_MS)).toBe('reached');
  });

  it.each(['failed', 'rejected', 'expired', 'unknown'] as const)('needs it: %s', (state) => {
    expect(kindAt({ ...SENT, state }, 0)).toBe('text');
  });

  it('is late so many minutes after it left, not a millisecond before', () => {
    expect(kindAt(SENT, 6 * MINUTE_MS - 1)).toBe('wait');
    expect(kindAt(SENT, 6 * MINUTE_MS)).toBe('text');
  });

  it('that may have left is waited for from when its answer was lost', () => {
    const lost = { ...WAITS, lostAtMs: START_MS + 2 * MINUTE_MS };
    expect(kindAt(lost, 7 * MINUTE_MS - 1)).toBe('wait');
    expect(kindAt(lost, 7 * MINUTE_MS)).toBe('text');
  });

  it('that has not left in time is cancelled first, and waited for if that cannot be', () => {
    expect(kindAt(WAITS, 5 * MINUTE_MS - 1)).toBe('wait');
    expect(kindAt(WAITS, 5 * MINUTE_MS)).toBe('cancel');
    expect(kindAt({ ...WAITS, isLate: true }, 5 * MINUTE_MS)).toBe('wait');
    const cancelled = { ...WAITS, state: 'cancelled', isCancelled: true } as const;
    expect(kindAt({ ...cancelled, isLate: true }, 5 * MINUTE_MS)).toBe('text');
  });

  it('that its account has cancelled, or that is no longer kept, is followed by nothing', () => {
    expect(kindAt({ ...WAITS, state: 'cancelled', isCancelled: true }, 0)).toBe('stopped');
    expect(kindAt({ ...WAITS, state: undefined }, 0)).toBe('stopped');
  });

  it('is tried for a day after it was due', () => {
    const due = { ...SENT, dueAtMs: START_MS };
    expect(kindAt(due, 24 * HOUR_MS - 1)).toBe('text');
    expect(kindAt(due, 24 * HOUR_MS)).toBe('given_up');
  });

  it('is looked at ever more seldom, and when it is late', () => {
    const lookAfter = (afterMs: number) => {
      const verdict = judged({ ...WAITS }, afterMs);
      return verdict.kind === 'wait' ? verdict.lookAtMs - START_MS : undefined;
    };
    expect(lookAfter(0)).toBe(20 * SECOND_MS);
    expect(lookAfter(MINUTE_MS)).toBe(2 * MINUTE_MS);
    expect(lookAfter(4 * MINUTE_MS)).toBe(5 * MINUTE_MS);
  });
});

describe('a text that is refused', () => {
  it('may pass later for want of credit, or as too much waits', () => {
    const reasons = ['credit_insufficient', 'rejected_spending', 'queue_full'] as const;
    expect(reasons.filter((it) => !mayPassLater(refuse(it)))).toEqual([]);
    expect(mayPassLater(refuse('rejected_opted_out'))).toBe(false);
    expect(mayPassLater(refuse('template_not_approved'))).toBe(false);
  });

  it('is told in words of no other outcome', () => {
    const row = { row: 2, shown: '923001234567' };
    const [optedOut, other] = [refuse('rejected_opted_out'), refuse('sender_not_approved')];
    expect(leftOutFor(row, optedOut)).toMatchObject({ ...row, code: 9, rule: 'opted out' });
    expect(leftOutFor(row, other).rule).not.toMatch(/^(Invalid|Error|Denied)/);
  });
});
