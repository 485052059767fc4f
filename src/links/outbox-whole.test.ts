import { describe, expect, it } from 'vitest';
import {
  ambiguous,
  attemptsOf,
  message,
  openTestOutbox,
  outline,
  receipt,
  refused,
  taken,
  unsent,
} from '../../test/support/outbox.ts';

describe('a long text for a link that takes it whole', () => {
  it('is one piece, heard as all its parts, the id with the first', () => {
    const { outbox, hand, heard, submitted } = openTestOutbox(10, true);
    hand(message(1, 3), message(2));
    expect(submitted).toHaveLength(2);
    outbox.outcome(taken(1, 'W'));
    expect(heard).toMatchObject([
      {
        attempt: {
          results: [
            { part: 1, kind: 'taken', operatorKey: 'W' },
            { part: 2, kind: 'taken', operatorKey: '' },
            { part: 3, kind: 'taken', operatorKey: '' },
          ],
        },
      },
    ]);
    outbox.inbound(receipt('W'));
    expect(attemptsOf(heard)).toMatchObject([{ messageId: 1, part: 1, parts: 3 }]);
  });

  it.each([
    ['refused', refused(1)],
    ['ambiguous', ambiguous(1)],
    ['unsent', unsent(1)],
  ])('is %s in all its parts', (kind, outcome) => {
    const { outbox, hand, heard } = openTestOutbox(10, true);
    hand(message(1, 3));
    outbox.outcome(outcome);
    expect(outline(heard)).toEqual([`attempt 1: ${kind} 1, ${kind} 2, ${kind} 3`]);
  });

  it('is heard as late in all its parts', () => {
    const { outbox, hand, takenFrom } = openTestOutbox(10, true);
    hand(message(1, 2));
    outbox.outcome(ambiguous(1));
    takenFrom();
    outbox.outcome(taken(1, 'W', true));
    expect(outline(takenFrom())).toEqual(['late 1: taken 1, taken 2']);
  });
});
