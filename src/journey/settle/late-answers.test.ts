import { describe, expect, it } from 'vitest';
import { LEASE, makeAttempt, makeLong, ROSHAN } from '../../../test/support/fixtures.ts';
import { JUDGING, lost, refused, slower, taken } from '../../../test/support/part-results.ts';
import type { NodeLease } from '../../domain/carrier/carrier.ts';
import type { MessageId } from '../../domain/ids.ts';
import type { PartResult } from '../../domain/message/outgoing.ts';
import { judgeAttempt } from './judge-attempt.ts';
import { endsMessage, onePerPart, takeSides, toIdleAttempts, without } from './late-answers.ts';
import { toAttempts } from './settle-attempts.ts';

const NOTHING = { left: [], returned: [] };

const judged = (result: PartResult, id = 1, parts = 1) =>
  judgeAttempt(makeAttempt(makeLong(parts, { messageId: id as MessageId }), [result]), JUDGING);
const key = (id: number) => ({ accountId: ROSHAN, messageId: id as MessageId });
const outline = (attempts: ReturnType<typeof toAttempts>): string[] =>
  attempts.map(({ messageId, outcome, operatorKey }) => `${messageId} ${outcome} ${operatorKey}`);

describe('a late answer', () => {
  it.each([
    ['ends a message of one part that was taken', judged(taken()), true],
    ['ends a message of one part that was refused for good', judged(refused()), true],
    [
      'ends nothing when it was refused for now: it waits in the queue already',
      judged(slower()),
      false,
    ],
    ['ends nothing when there are other parts', judged(taken(), 1, 2), false],
    ['ends nothing when other parts may be there', judged(refused(), 1, 2), false],
  ])('%s', (_, judgement, ends) => {
    expect(endsMessage(judgement)).toBe(ends);
  });

  it('that moves nothing is only remembered by its id: what was taken stays ambiguous', () => {
    const idle = [
      judged(taken(), 1),
      judged(refused(), 2),
      judged(lost(), 3),
      judged(taken(), 4, 2),
    ];
    expect(outline(toIdleAttempts(idle))).toEqual([
      '1 ambiguous op1',
      '2 refused undefined',
      '3 ambiguous undefined',
      '4 ambiguous op1',
    ]);
    const [row] = toAttempts([judged(refused())]);
    expect(toIdleAttempts([judged(refused())])).toEqual([row]);
  });
});

describe('a message that was tried under two leases', () => {
  const under = (lease: NodeLease, id = 1) => ({ ...judged(taken(), id), lease });
  const old = under(LEASE);
  const held = (lease: NodeLease, id = 1) => ({ ...key(id), lease });

  it.each<readonly [string, NodeLease]>([
    ['a later epoch', { ...LEASE, epoch: LEASE.epoch + 1 }],
    ['another slot', { ...LEASE, slot: LEASE.slot + 1 }],
  ])('is moved by the one that holds it alone: %s', (_, lease) => {
    const young = under(lease);
    const both = [old, young];
    expect(takeSides(both, { left: [held(lease)], returned: [] })).toEqual({
      mine: [young],
      others: [old],
    });
    expect(takeSides(both, { left: [held(LEASE)], returned: [] })).toEqual({
      mine: [old],
      others: [young],
    });
    expect(takeSides(both, NOTHING)).toEqual({ mine: [], others: both });
  });

  it('leaves the others in its group unchanged, in their order', () => {
    const young = { ...LEASE, epoch: LEASE.epoch + 1 };
    const judgements = [under(LEASE, 3), old, under(LEASE, 2), under(young, 4), under(young)];
    const holds = [held(LEASE, 2), held(LEASE, 3), held(young)];
    const { mine, others } = takeSides(judgements, { left: holds, returned: [] });
    const names = (side: typeof mine) => side.map((it) => `${it.messageId} ${it.lease.epoch}`);
    expect(names(mine)).toEqual(['3 5', '2 5', '1 6']);
    expect(names(others)).toEqual(['1 5', '4 6']);
    expect(takeSides([], { left: holds, returned: [] })).toEqual({ mine: [], others: [] });
  });

  it('has one judgement when the same attempt was judged several times', () => {
    const lostNow = { ...judged(lost()), lease: LEASE };
    const judgements = [lostNow, old, lostNow, old];
    const gone = takeSides(judgements, { left: [held(LEASE)], returned: [] });
    expect(gone).toEqual({ mine: [old], others: [lostNow, lostNow, old] });
    const back = takeSides(judgements, { left: [], returned: [held(LEASE)] });
    expect(back).toEqual({ mine: [lostNow], others: [old, lostNow, old] });
  });

  it('has one row, which is taken once: by the lease that holds it', () => {
    const copy = { ...judged(taken(1, 'B')), lease: { slot: 1, epoch: 1 } };
    const rows = onePerPart([...toAttempts([old]), ...toIdleAttempts([copy])]);
    expect(rows).toEqual(toAttempts([old]));
  });
});

describe('a group with an attempt and its own late answer', () => {
  it('is moved by the answer alone', () => {
    const judgements = [judged(lost(), 1), judged(lost(), 2), judged(taken(), 3)];
    expect(without(judgements, [key(2)])).toEqual([judgements[0], judgements[2]]);
    expect(without(judgements, [])).toEqual(judgements);
  });

  it('has one row for the part: the answer', () => {
    const rows = [
      ...toAttempts([judged(lost(), 1), judged(lost(), 2)]),
      ...toAttempts([judged(taken())]),
    ];
    expect(outline(onePerPart(rows))).toEqual(['1 taken op1', '2 ambiguous undefined']);
    const apart = toAttempts([judged(lost(), 1), judged(lost(), 2)]);
    expect(onePerPart(apart)).toEqual(apart);
  });

  it('keeps the id that came later, where it stays ambiguous or was refused', () => {
    const late = toIdleAttempts([judged(taken(), 1), judged(taken(), 2)]);
    const rows = [...toAttempts([judged(lost(), 1), judged(slower(), 2)]), ...late];
    expect(outline(onePerPart(rows))).toEqual(['1 ambiguous op1', '2 refused op1']);
  });

  it('has one row each for other parts and other attempts', () => {
    const [row] = toAttempts([judged(taken())]);
    if (row === undefined) throw new Error('one row');
    const rows = [row, { ...row, part: 2 }, { ...row, attempt: 2 }, row];
    expect(onePerPart(rows)).toEqual(rows.slice(0, 3));
  });
});
