import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  LEASE,
  LINKS,
  makeAttempt,
  makeLong,
  NOON_MS,
  ROSHAN,
  rupees,
} from '../../../test/support/fixtures.ts';
import {
  JUDGING,
  lost,
  refused,
  slower,
  taken,
  unsent,
} from '../../../test/support/part-results.ts';
import type { LinkId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { Outgoing, PartResult } from '../../domain/message/outgoing.ts';
import { judgeAttempt, type AttemptJudgement, type Judging, isTiredOf } from './judge-attempt.ts';

const denied = (part: number): PartResult => ({ part, kind: 'denied' });
const unexplained = (part: number): PartResult => ({ part, kind: 'unexplained' });
const unasked = (part: number): PartResult => ({ part, kind: 'unasked' });
const withdrawn: PartResult = {
  part: 0,
  kind: 'withdrawn',
  state: 'rejected',
  reason: 'sender_revoked',
};

type Case = {
  readonly of?: number;
  readonly message?: Partial<Outgoing>;
  readonly now?: Partial<Judging>;
};

function judge(results: readonly PartResult[], { of = 1, message, now: moment }: Case = {}) {
  return judgeAttempt(makeAttempt(makeLong(of, message), results), { ...JUDGING, ...moment });
}

/** What a case checks: the state, when it is due and why, and the rupees posted and released. */
function outline(judgement: AttemptJudgement): readonly unknown[] {
  const { state, dueAtMs, reason, postMicros, releaseMicros } = judgement;
  const inMs = dueAtMs === undefined ? undefined : dueAtMs - NOON_MS;
  return [state, inMs, reason, postMicros / rupees(1), releaseMicros / rupees(1)];
}

const last = { attempt: limit('retries') };
const soon = { expiresAtMs: NOON_MS + 500 };

describe('an attempt', () => {
  it('is judged by its message, on its link, under its lease', () => {
    expect(judge([taken(1)], { message: { attempt: 3 } })).toEqual({
      accountId: ROSHAN,
      messageId: 1_000,
      linkId: LINKS.jazz,
      lease: LEASE,
      attempt: 3,
      parts: 1,
      results: [taken(1)],
      isChat: false,
      isCode: false,
      leaves: true,
      state: 'sent',
      dueAtMs: undefined,
      lostUntilMs: undefined,
      wasLost: false,
      reason: undefined,
      partsTaken: 1,
      postMicros: rupees(2),
      releaseMicros: 0n,
    });
  });

  it.each<readonly [string, readonly PartResult[], Case, readonly unknown[]]>([
    ['taken', [taken(1)], {}, ['sent', undefined, undefined, 2n, 0n]],
    [
      'taken in all its parts',
      [taken(2), taken(1)],
      { of: 2 },
      ['sent', undefined, undefined, 4n, 0n],
    ],
    ['refused for good', [refused(1)], {}, ['rejected', undefined, 'operator_refused', 0n, 2n]],
    ['refused for now', [slower(1)], {}, ['waiting', 500, 'operator_throttled', 0n, 0n]],
    ['never written', [unsent(1)], {}, ['waiting', 0, undefined, 0n, 0n]],
    ['lost', [lost(1)], {}, ['waiting', 5_000, 'answer_lost', 0n, 0n]],
    [
      'lost where it is reconciled',
      [lost(1)],
      { now: { ambiguous: 'reconcile' } },
      ['waiting', 600_000, 'answer_lost', 0n, 0n],
    ],
    ['withdrawn', [withdrawn], { of: 3 }, ['rejected', undefined, 'sender_revoked', 0n, 6n]],
  ])('that was %s', (_, results, about, expected) => {
    expect(outline(judge(results, about))).toEqual(expected);
  });

  it.each<readonly [string, readonly PartResult[], Case, readonly unknown[]]>([
    [
      'a part refused for good ends it, the rest is released',
      [taken(1), refused(2), unsent(3)],
      { of: 3 },
      ['rejected', undefined, 'operator_refused', 2n, 4n],
    ],
    [
      'for good before for now',
      [slower(1), refused(2)],
      { of: 2 },
      ['rejected', undefined, 'operator_refused', 0n, 4n],
    ],
    [
      'for good before lost',
      [lost(1), refused(2)],
      { of: 2 },
      ['rejected', undefined, 'operator_refused', 0n, 4n],
    ],
    [
      'lost before for now',
      [slower(1), lost(2)],
      { of: 2 },
      ['waiting', 5_000, 'answer_lost', 0n, 0n],
    ],
    [
      'for now before unsent',
      [unsent(1), slower(2)],
      { of: 2 },
      ['waiting', 500, 'operator_throttled', 0n, 0n],
    ],
    [
      'the rest unsent goes on at once',
      [taken(1), unsent(2)],
      { of: 2 },
      ['waiting', 0, undefined, 2n, 0n],
    ],
    [
      'the rest lost is reconciled',
      [taken(1), lost(2)],
      { of: 2, now: { ambiguous: 'reconcile' } },
      ['waiting', 600_000, 'answer_lost', 2n, 0n],
    ],
  ])('of several parts: %s', (_, results, about, expected) => {
    expect(outline(judge(results, about))).toEqual(expected);
  });

  it.each<readonly [string, readonly PartResult[], Outgoing['partsTaken'], readonly unknown[]]>([
    ['completes it', [taken(2)], [1, 3], ['sent', undefined, undefined, 2n, 0n]],
    ['finds it complete', [], [1, 2, 3], ['sent', undefined, undefined, 0n, 0n]],
    ['ends it', [refused(2)], [1, 3], ['rejected', undefined, 'operator_refused', 0n, 2n]],
    ['withdraws it', [withdrawn], [1], ['rejected', undefined, 'sender_revoked', 0n, 4n]],
    ['leaves one', [taken(3), slower(2)], [1], ['waiting', 500, 'operator_throttled', 2n, 0n]],
  ])('after an earlier one brought parts there: %s', (_, results, partsTaken, expected) => {
    expect(outline(judge(results, { of: 3, message: { partsTaken } }))).toEqual(expected);
  });
});

describe('the bounds of attempts', () => {
  it.each<readonly [string, readonly PartResult[], Case, readonly unknown[]]>([
    [
      'the last number is still tried again',
      [slower(1)],
      { message: { attempt: limit('retries') - 1 } },
      ['waiting', 150_000, 'operator_throttled', 0n, 0n],
    ],
    [
      'none follows it',
      [slower(1)],
      { message: last },
      ['rejected', undefined, 'retries_exhausted', 0n, 2n],
    ],
    [
      'none follows a lost one',
      [lost(1)],
      { message: last },
      ['unknown', undefined, 'answer_lost', 0n, 2n],
    ],
    [
      'what was never written was none',
      [unsent(1)],
      { message: last },
      ['waiting', 0, undefined, 0n, 0n],
    ],
    [
      'the next would be too late',
      [slower(1)],
      { message: soon },
      ['expired', undefined, 'expired_waiting', 0n, 2n],
    ],
    [
      'the next would be too late for one whose answer was lost before',
      [slower(1)],
      { message: { ...soon, isUnexplained: true } },
      ['unknown', undefined, 'answer_lost', 0n, 2n],
    ],
    [
      'the next would be just in time',
      [slower(1)],
      { message: { expiresAtMs: NOON_MS + 501 } },
      ['waiting', 500, 'operator_throttled', 0n, 0n],
    ],
    [
      'a lost one is never called expired',
      [lost(1)],
      { message: soon },
      ['unknown', undefined, 'answer_lost', 0n, 2n],
    ],
    [
      'it is too late at once',
      [unsent(1)],
      { message: { expiresAtMs: NOON_MS } },
      ['expired', undefined, 'expired_waiting', 0n, 2n],
    ],
    [
      'what was taken is sent, however late',
      [taken(1)],
      { message: { ...soon, ...last } },
      ['sent', undefined, undefined, 2n, 0n],
    ],
  ])('%s', (_, results, about, expected) => {
    expect(outline(judge(results, about))).toEqual(expected);
  });

  it('spread the next attempts at random', () => {
    const dueAtMs = (chance: number) =>
      judge([slower(1)], { now: { chance: () => chance } }).dueAtMs;
    expect(dueAtMs(0.5)).toBe(NOON_MS + 750);
    expect(dueAtMs(0.999)).toBe(NOON_MS + 1_000);
  });
});

describe('the money of every attempt', () => {
  it('is posted for what was taken, and all of it is posted or released by the end', () => {
    const words = [taken, unsent, lost, slower, refused, denied, unexplained, unasked] as const;
    const kinds = fc.constantFrom(...words);
    const someKinds = fc.array(fc.option(kinds), { minLength: 1, maxLength: 10 });
    const policy = fc.constantFrom('resubmit' as const, 'reconcile' as const);
    const attempt = fc.integer({ min: 1, max: limit('retries') });
    fc.assert(
      fc.property(someKinds, policy, attempt, (drawn, ambiguous, number) => {
        // A part without a result was taken by an earlier attempt.
        const partsTaken = drawn.flatMap((kind, at) => (kind === null ? [at + 1] : []));
        const results = drawn.flatMap((kind, at) => (kind === null ? [] : [kind(at + 1)]));
        const message = { partsTaken, attempt: number };
        const judged = judge(results, { of: drawn.length, message, now: { ambiguous } });
        const takenNow = results.filter(({ kind }) => kind === 'taken').length;
        const open = drawn.length - partsTaken.length - takenNow;
        expect(judged.partsTaken).toBe(takenNow);
        expect(judged.postMicros).toBe(rupees(2 * takenNow));
        expect(judged.state === 'sent').toBe(open === 0);
        expect(judged.dueAtMs !== undefined).toBe(judged.state === 'waiting');
        expect(judged.releaseMicros).toBe(rupees(judged.state === 'waiting' ? 0 : 2 * open));
      }),
    );
  });
});

describe('an attempt whose hours are over', () => {
  const held = (untilMs: number): PartResult => ({ part: 0, kind: 'held', untilMs });

  it('waits until they begin, still reserved, and its validity is extended', () => {
    const untilMs = NOON_MS + 12 * 3_600_000;
    const message = { expiresAtMs: NOON_MS + 1, attempt: limit('retries') };
    const judgement = judge([held(untilMs)], { message });
    expect(outline(judgement)).toEqual(['waiting', 12 * 3_600_000, 'promotional_hours', 0n, 0n]);
    expect(judgement.prolongMs).toBe(12 * 3_600_000);
  });
});

describe('whether a message was tried often enough', () => {
  const most = limit('retries');
  const few = limit('faultRetries');

  it.each([
    [most - 1, 0, 'operator_throttled', false],
    [most, 0, 'operator_throttled', true],
    [most - 1, few, 'operator_queue_full', false],
    [most - 1, few, 'operator_temporary', false],
    [few - 1, few - 2, 'operator_fault', false],
    [few, few - 1, 'operator_fault', true],
    [most - 1, few - 2, 'operator_unknown_word', false],
    [most - 1, few - 1, 'operator_unknown_word', true],
    [most, 0, 'operator_fault', true],
  ] as const)('attempt %i after %i faults, %s: %s', (attempt, faults, reason, expected) => {
    expect(isTiredOf({ attempt, faults }, reason)).toBe(expected);
  });
});

describe('a refused attempt where another link may carry it', () => {
  const to = 7 as LinkId;
  const elsewhere = (links = 1) => ({ elsewhere: () => ({ linkId: to, links }) });
  const code = { priority: 1 } as const;
  const full: PartResult = { part: 1, kind: 'refused', reason: 'operator_queue_full', status: 20 };
  const paced: PartResult = { ...full, reason: 'operator_throttled', status: 88 };
  const own: PartResult = { ...full, reason: 'operator_refused', status: 69 };
  const fault: PartResult = { ...full, reason: 'operator_fault', status: 8 };

  /** The message, and how many other links are up. */
  type Of = readonly [Partial<Outgoing>, number];

  const seen = (result: PartResult, message: Partial<Outgoing>, links = 1) => {
    const judged = judge([result], { message, now: { ...elsewhere(links), chance: () => 0 } });
    const { state, reason, movesTo, dueAtMs } = judged;
    return [state, reason, movesTo, dueAtMs === NOON_MS ? 'now' : dueAtMs && 'later'];
  };

  it.each<readonly [string, PartResult, Of, readonly unknown[]]>([
    ['moves', full, [{}, 1], ['waiting', 'operator_queue_full', to, 'later']],
    [
      'stays at the first hint to be slower',
      paced,
      [{}, 1],
      ['waiting', 'operator_throttled', undefined, 'later'],
    ],
    [
      'moves at the second',
      paced,
      [{ attempt: 2 }, 1],
      ['waiting', 'operator_throttled', to, 'later'],
    ],
    [
      'moves at once at its second refusal, a code',
      full,
      [{ ...code, attempt: 2 }, 1],
      ['waiting', 'operator_queue_full', to, 'now'],
    ],
    [
      'waits before its third, so that it does not go to and fro',
      full,
      [{ ...code, attempt: 3 }, 1],
      ['waiting', 'operator_queue_full', to, 'later'],
    ],
    [
      'asks the other link when one refuses it for its own reasons',
      own,
      [{}, 1],
      ['waiting', 'operator_refused', to, 'now'],
    ],
    [
      'ends when each has',
      own,
      [{ attempt: 2, faults: 1 }, 1],
      ['rejected', 'operator_refused', undefined, undefined],
    ],
    [
      'asks each of several',
      own,
      [{ attempt: 2, faults: 1 }, 2],
      ['waiting', 'operator_refused', to, 'now'],
    ],
    [
      'does not end by faults of one',
      fault,
      [{ attempt: 5, faults: 4 }, 1],
      ['waiting', 'operator_fault', to, 'later'],
    ],
    [
      'ends by faults of both',
      fault,
      [{ attempt: 10, faults: 9 }, 1],
      ['rejected', 'retries_exhausted', undefined, undefined],
    ],
    [
      'ends when it is not for another link to decide',
      { ...own, reason: 'operator_refused_recipient' },
      [{}, 1],
      ['rejected', 'operator_refused_recipient', undefined, undefined],
    ],
  ])('%s', (_, result, [message, links], expected) => {
    expect(seen(result, message, links)).toEqual(expected);
  });

  it.each([
    ['the operator has a part of it', [slower(2)], { partsTaken: [1] }],
    ['it took one now', [taken(1), slower(2)], {}],
    ['it may have one', [lost(1), slower(2)], {}],
  ])('stays where %s', (_, results, message) => {
    const judged = judge(results, { of: 2, message: { attempt: 2, ...message }, now: elsewhere() });
    expect([judged.state, judged.movesTo]).toEqual(['waiting', undefined]);
  });
});
