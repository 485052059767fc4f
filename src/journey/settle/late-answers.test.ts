import { describe, expect, it } from 'vitest';
import { makeAttempt, makeLong, NOON_MS, ROSHAN } from '../../../test/support/fixtures.ts';
import type { MessageId } from '../../domain/ids.ts';
import type { PartResult } from '../../domain/message/outgoing.ts';
import { judgeAttempt } from './judge-attempt.ts';
import { endsMessage, onePerPart, toLateAttempts, withoutLate } from './late-answers.ts';
import { toAttempts } from './settle-attempts.ts';

const now = { atMs: NOON_MS, chance: 0, ambiguous: 'resubmit', ambiguousAfterMs: 5_000 } as const;

const taken: PartResult = { part: 1, kind: 'taken', operatorKey: 'A' };
const lost: PartResult = { part: 1, kind: 'ambiguous' };
const refused: PartResult = { part: 1, kind: 'refused', reason: 'operator_refused', status: 0x45 };
const slower: PartResult = {
  part: 1,
  kind: 'refused',
  reason: 'operator_throttled',
  status: 0x58,
};

const judged = (result: PartResult, id = 1, parts = 1) =>
  judgeAttempt(makeAttempt(makeLong(parts, { messageId: id as MessageId }), [result]), now);
const key = (id: number) => ({ accountId: ROSHAN, messageId: id as MessageId });
const outline = (attempts: ReturnType<typeof toAttempts>): string[] =>
  attempts.map(({ messageId, outcome, operatorKey }) => `${messageId} ${outcome} ${operatorKey}`);

describe('a late answer', () => {
  it.each([
    ['ends a message of one part that was taken', judged(taken), true],
    ['ends a message of one part that was refused for good', judged(refused), true],
    ['ends nothing when it was refused for now: it waits in line already', judged(slower), false],
    ['ends nothing when there are other parts', judged(taken, 1, 2), false],
    ['ends nothing when other parts may be there', judged(refused, 1, 2), false],
  ])('%s', (_, judgement, ends) => {
    expect(endsMessage(judgement)).toBe(ends);
  });

  it('is taken when it ended its message, else only remembered by its name', () => {
    const late = [judged(taken, 1), judged(taken, 2), judged(refused, 3), judged(taken, 4, 2)];
    expect(outline(toLateAttempts(late, [key(1)]))).toEqual([
      '1 taken A',
      '2 ambiguous A',
      '3 refused undefined',
      '4 ambiguous A',
    ]);
  });
});

describe('a group with an attempt and its own late answer', () => {
  it('moves by the answer alone', () => {
    const judgements = [judged(lost, 1), judged(lost, 2), judged(taken, 3)];
    expect(withoutLate(judgements, [key(2)])).toEqual([judgements[0], judgements[2]]);
    expect(withoutLate(judgements, [])).toEqual(judgements);
  });

  it('has one row for the part: the answer', () => {
    const rows = [
      ...toAttempts([judged(lost, 1), judged(lost, 2)]),
      ...toAttempts([judged(taken)]),
    ];
    expect(outline(onePerPart(rows))).toEqual(['1 taken A', '2 ambiguous undefined']);
    const apart = toAttempts([judged(lost, 1), judged(lost, 2)]);
    expect(onePerPart(apart)).toEqual(apart);
  });
});
