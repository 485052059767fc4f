import { describe, expect, it } from 'vitest';
import {
  LEASE,
  LINKS,
  makeAttempt,
  makeLong,
  NAYA,
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
import type { MessageId } from '../../domain/ids.ts';
import type { Outgoing, PartResult } from '../../domain/message/outgoing.ts';
import { judgeAttempt } from './judge-attempt.ts';
import { toAttempts, toMoves, toPutBack } from './settle-attempts.ts';

const held: PartResult = { part: 0, kind: 'held', untilMs: NOON_MS + 60_000 };

function judged(id: number, results: readonly PartResult[], changes: Partial<Outgoing> = {}) {
  const { parts = 1 } = changes;
  const message = makeLong(parts, { messageId: id as MessageId, ...changes });
  return judgeAttempt(makeAttempt(message, results), JUDGING);
}

const countFrom = (first: number): (() => number) => {
  let next = first;
  return () => next++;
};

describe('what goes back to the queue', () => {
  it('is each waiting message, with its due time and the number of its last real attempt', () => {
    const attempt = { attempt: 4 };
    const judgements = [
      judged(1, [slower()], attempt),
      judged(2, [taken(1)], attempt),
      judged(3, [unsent()], attempt),
      judged(4, [lost()], attempt),
      judged(5, [refused(1)], attempt),
      judged(6, [taken(1), unsent(2)], { ...attempt, parts: 2 }),
      judged(7, [held], attempt),
    ];
    const entry = { accountId: ROSHAN, lease: LEASE };
    expect(toPutBack(judgements)).toEqual([
      { ...entry, messageId: 1, dueAtMs: NOON_MS + 4_000, attempt: 4 },
      { ...entry, messageId: 3, dueAtMs: NOON_MS, attempt: 3 },
      { ...entry, messageId: 4, dueAtMs: NOON_MS + 5_000, attempt: 4 },
      { ...entry, messageId: 6, dueAtMs: NOON_MS, attempt: 4 },
      { ...entry, messageId: 7, dueAtMs: NOON_MS + 60_000, attempt: 3, prolongMs: 60_000 },
    ]);
  });
});

describe('what was lost', () => {
  it('keeps its attempt number, even when nothing else is known of it any more', () => {
    const judgement = judged(1, [], { attempt: 4, lostUntilMs: NOON_MS });
    expect(toPutBack([judgement])).toMatchObject([{ messageId: 1, attempt: 4 }]);
  });
});

describe('the rows of attempts', () => {
  it('are the parts that were tried, each with what is known of it', () => {
    const withdrawn: PartResult = {
      part: 0,
      kind: 'withdrawn',
      state: 'expired',
      reason: 'expired_waiting',
    };
    const judgements = [
      judged(1, [taken(3), refused(1), unsent(2)], { parts: 3, attempt: 2 }),
      judged(2, [withdrawn]),
      judged(3, [lost()]),
      judged(4, [taken(1, '')]),
    ];
    const row = { accountId: ROSHAN, linkId: LINKS.jazz, lease: LEASE };
    const nothing = { operatorKey: undefined, status: undefined, reason: undefined };
    const first = { ...row, messageId: 1, attempt: 2, ...nothing };
    expect(toAttempts(judgements)).toEqual([
      { ...first, part: 3, outcome: 'taken', operatorKey: 'op3' },
      { ...first, part: 1, outcome: 'refused', status: 0x45, reason: 'operator_refused' },
      { ...row, messageId: 3, attempt: 1, part: 1, outcome: 'ambiguous', ...nothing },
      { ...row, messageId: 4, attempt: 1, part: 1, outcome: 'taken', ...nothing },
    ]);
  });
});

describe('the moves of a group', () => {
  const naya = { accountId: NAYA };
  const judgements = [
    judged(1, [taken(1)]),
    judged(2, [taken(1), refused(2)], { parts: 2 }),
    judged(3, [refused(1)]),
    judged(4, [slower()]),
    judged(5, [taken(1)], naya),
  ];

  it('are one transfer of each kind per account, recorded on the messages that it posts', () => {
    const { submissions, transfers } = toMoves(judgements, countFrom(900));
    expect(transfers).toEqual([
      { accountId: ROSHAN, id: 900, kind: 'post', amountMicros: rupees(4), messages: 2 },
      { accountId: ROSHAN, id: 901, kind: 'release', amountMicros: rupees(4), messages: 2 },
      { accountId: NAYA, id: 902, kind: 'post', amountMicros: rupees(2), messages: 1 },
    ]);
    const told = submissions.map(({ messageId, state, partsTaken, postedMicros, settleId }) => [
      messageId,
      state,
      partsTaken,
      postedMicros,
      settleId,
    ]);
    expect(told).toEqual([
      [1, 'sent', 1, rupees(2), 900],
      [2, 'rejected', 1, rupees(2), 900],
      [3, 'rejected', 0, 0n, undefined],
      [4, 'waiting', 0, 0n, undefined],
      [5, 'sent', 1, rupees(2), 902],
    ]);
  });

  it('only release what nobody took, and are none when there is nothing', () => {
    const { submissions, transfers } = toMoves(judgements.slice(2, 4), countFrom(900));
    expect(submissions.map(({ messageId }) => messageId)).toEqual([3, 4]);
    expect(transfers).toMatchObject([{ kind: 'release', amountMicros: rupees(2), messages: 1 }]);
    expect(toMoves([], countFrom(900))).toEqual({ submissions: [], transfers: [] });
  });

  it('allocate no id for nothing', () => {
    const noId = (): number => {
      throw new Error('no id is needed');
    };
    const { transfers } = toMoves([judged(4, [slower()])], noId);
    expect(transfers).toEqual([]);
  });
});
