import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LEASE, LINKS, makeOutgoing } from '../../test/support/fixtures.ts';
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
import { limit } from '../domain/limits.ts';

describe('a message of one part', () => {
  it('is held until its answer, and then heard with it', () => {
    const { outbox, hand, heard, submitted } = openTestOutbox();
    const first = message(1);
    hand(first);
    expect(submitted).toHaveLength(1);
    expect(outbox.holds(first)).toBe(true);
    expect(heard).toEqual([]);
    outbox.outcome(taken(1, '77AF'));
    expect(outbox.holds(first)).toBe(false);
    const results = [{ part: 1, kind: 'taken', operatorKey: '77AF' }];
    const attempt = { linkId: LINKS.jazz, lease: LEASE, message: first, results };
    expect(heard).toEqual([{ kind: 'attempt', attempt }]);
  });

  it.each([
    ['refused', refused(1), { part: 1, kind: 'refused', reason: 'operator_throttled', status: 88 }],
    ['unsent', unsent(1), { part: 1, kind: 'unsent' }],
    ['ambiguous', ambiguous(1), { part: 1, kind: 'ambiguous' }],
  ])('that was %s is heard as that', (_, outcome, result) => {
    const { outbox, hand, heard } = openTestOutbox();
    hand(message(1));
    outbox.outcome(outcome);
    expect(heard).toMatchObject([{ kind: 'attempt', attempt: { results: [result] } }]);
  });

  it('that has other parts than were charged is refused, and nothing of it is sent', () => {
    const { outbox, hand, heard, submitted } = openTestOutbox(10);
    const wrong = makeOutgoing({ parts: 2 });
    hand(wrong, message(2));
    expect(submitted).toHaveLength(1);
    const result = { kind: 'refused', reason: 'text_miscounted' };
    expect(heard).toMatchObject([{ attempt: { message: wrong, results: [result] } }]);
    expect(outbox.holds(wrong)).toBe(false);
    expect(outbox.room()).toBe(9);
  });
});

describe('a test that was handed to a link that leads to somebody', () => {
  it('is refused, and nothing of it is sent', () => {
    const { outbox, hand, heard, submitted } = openTestOutbox(10);
    const test = makeOutgoing({ isTest: true });
    hand(test);
    expect(submitted).toEqual([]);
    const result = { kind: 'refused', reason: 'test_misrouted' };
    expect(heard).toMatchObject([{ attempt: { message: test, results: [result] } }]);
    expect([outbox.holds(test), outbox.room()]).toEqual([false, 10]);
  });
});

describe('a message of several parts', () => {
  it('is heard once, after the last answer, whatever their order', () => {
    const { outbox, hand, heard, submitted } = openTestOutbox();
    hand(message(1, 3), message(2));
    expect(submitted.map(({ key }) => key)).toEqual([1, 2, 3, 4]);
    for (const outcome of [taken(3), taken(4), refused(1)]) outbox.outcome(outcome);
    expect(outline(heard)).toEqual(['attempt 2: taken 1']);
    outbox.outcome(ambiguous(2));
    expect(outline(heard)).toEqual([
      'attempt 2: taken 1',
      'attempt 1: taken 3, refused 1, ambiguous 2',
    ]);
  });

  it('sends the parts alone that no earlier attempt brought there', () => {
    const { outbox, hand, heard, submitted } = openTestOutbox();
    hand(message(1, 3, { attempt: 2, partsTaken: [1, 3] }));
    expect(submitted).toHaveLength(1);
    outbox.outcome(taken(1));
    expect(outline(heard)).toEqual(['attempt 1: taken 2']);
  });

  it('whose parts are all there already is heard at once, and nothing of it is sent', () => {
    const { outbox, hand, heard, submitted } = openTestOutbox();
    const done = message(1, 2, { attempt: 3, partsTaken: [2, 1] });
    hand(done);
    expect(submitted).toEqual([]);
    expect(outline(heard)).toEqual(['attempt 1: ']);
    expect(outbox.holds(done)).toBe(false);
  });

  it('ends with exactly one result for each of its parts, whatever the answers', () => {
    const kinds = fc.constantFrom(taken, refused, unsent, ambiguous);
    const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 6 });
    const seeds = fc.array(fc.tuple(kinds, fc.nat()), { minLength: 24, maxLength: 24 });
    fc.assert(
      fc.property(sizes, seeds, (drawn, answers) => {
        const { outbox, hand, heard, submitted } = openTestOutbox();
        const messages = drawn.map((parts, at) => message(at + 1, parts));
        hand(...messages);
        const keys = submitted
          .map(({ key }, at) => ({ key, order: answers[at]?.[1] ?? 0 }))
          .toSorted((a, b) => a.order - b.order);
        keys.forEach(({ key }, at) => outbox.outcome((answers[at]?.[0] ?? taken)(key)));
        const results = heard.flatMap((it) => (it.kind === 'attempt' ? [it.attempt] : []));
        expect(heard).toHaveLength(messages.length);
        expect(results).toHaveLength(messages.length);
        for (const { message: of, results: parts } of results) {
          const numbers = Array.from({ length: of.parts }, (_, at) => at + 1);
          expect(parts.map(({ part }) => part).toSorted((a, b) => a - b)).toEqual(numbers);
          expect(outbox.holds(of)).toBe(false);
        }
      }),
    );
  });
});

describe('the room of an outbox', () => {
  it('is what the link has, less what was set aside', () => {
    const { outbox } = openTestOutbox(5);
    expect(outbox.room()).toBe(5);
    expect(outbox.offer({ parts: 3, priority: 0 })).toBe(true);
    expect(outbox.room()).toBe(2);
    expect(outbox.offer({ parts: 3, priority: 0 })).toBe(false);
    expect(outbox.room()).toBe(2);
    expect(outbox.offer({ parts: 2, priority: 0 })).toBe(true);
    expect(outbox.room()).toBe(0);
    outbox.withdraw({ parts: 3, priority: 0 });
    expect(outbox.room()).toBe(3);
  });

  it('may be claimed beyond what there is, and is none then, never less', () => {
    const { outbox } = openTestOutbox(2);
    outbox.claim({ parts: 5, priority: 0 });
    expect(outbox.room()).toBe(0);
    expect(outbox.offer({ parts: 1, priority: 0 })).toBe(false);
    outbox.withdraw({ parts: 5, priority: 0 });
    expect(outbox.room()).toBe(2);
  });

  it('passes to the link when what it was set aside for is handed over', () => {
    const { outbox, submitted } = openTestOutbox(10);
    const [first, second] = [message(1, 2), message(2, 3, { partsTaken: [2] })];
    outbox.offer({ parts: 2, priority: 0 });
    outbox.offer({ parts: 2, priority: 0 });
    expect(outbox.room()).toBe(6);
    outbox.hand([first, second]);
    expect(submitted).toHaveLength(4);
    expect(outbox.room()).toBe(6);
  });

  it('is not used up for one-time codes by what was set aside for campaigns', () => {
    const { outbox } = openTestOutbox(5);
    outbox.claim({ parts: 5, priority: 0 });
    expect(outbox.offer({ parts: 1, priority: 0 })).toBe(false);
    expect(outbox.offer({ parts: 4, priority: 1 })).toBe(true);
    expect([outbox.room(0), outbox.room(1)]).toEqual([0, 1]);
  });
});

describe('receipts', () => {
  it('are heard at once when they belong to nothing that is under way', () => {
    const { outbox, hand, heard } = openTestOutbox();
    hand(message(1), message(2));
    outbox.outcome(taken(1, 'A'));
    outbox.inbound(receipt('A'));
    outbox.inbound(receipt('nobody knows'));
    const raw = Uint8Array.of(2);
    const acknowledge = (): void => undefined;
    outbox.inbound({ kind: 'unreadable', why: 'no_state', linkId: LINKS.jazz, raw, acknowledge });
    expect(outline(heard)).toEqual([
      'attempt 1: taken 1',
      'receipt A',
      'receipt nobody knows',
      'unreadable',
    ]);
  });

  it('that are quicker than the answers to the other parts are heard behind the attempt', () => {
    const { outbox, hand, heard } = openTestOutbox();
    hand(message(1, 3), message(2));
    outbox.outcome(taken(2, 'B'));
    outbox.outcome(taken(1, 'A'));
    outbox.inbound(receipt('B'));
    outbox.inbound(receipt('A'));
    outbox.outcome(taken(4, 'D'));
    outbox.inbound(receipt('D'));
    expect(outline(heard)).toEqual(['attempt 2: taken 1', 'receipt D']);
    outbox.outcome(taken(3, 'C'));
    outbox.inbound(receipt('C'));
    expect(outline(heard).slice(2)).toEqual([
      'attempt 1: taken 2, taken 1, taken 3',
      'receipt B',
      'receipt A',
      'receipt C',
    ]);
  });

  it('are heard with their attempt, the last of them the first final one', () => {
    const { outbox, hand, heard } = openTestOutbox();
    const first = message(1, 2, { attempt: 4 });
    hand(first);
    for (const outcome of [taken(2, 'B'), taken(1, 'A')]) outbox.outcome(outcome);
    const onItsWay = receipt('B', { state: undefined });
    const words = [receipt('C'), onItsWay, onItsWay, receipt('B'), receipt('B'), onItsWay];
    for (const word of [...words, receipt('A')]) outbox.inbound(word);
    const { accountId, messageId } = first;
    const known = { accountId, messageId, attempt: 4, parts: 2 };
    const [a, b] = [1, 2].map((part) => ({ ...known, part }));
    expect(attemptsOf(heard)).toEqual([undefined, b, b, b, undefined, undefined, a]);
  });

  it.each(['delivered', 'failed', 'rejected', 'expired', 'unknown'] as const)(
    'that say %s are final: another one is heard without the attempt',
    (state) => {
      const { outbox, hand, heard } = openTestOutbox();
      hand(message(1));
      outbox.outcome(taken(1, 'A'));
      outbox.inbound(receipt('A', { state }));
      outbox.inbound(receipt('A'));
      expect(attemptsOf(heard)).toMatchObject([{ messageId: 1, part: 1 }, undefined]);
    },
  );

  it('that waited for the other parts are heard as if they came then', () => {
    const { outbox, hand, takenFrom } = openTestOutbox();
    hand(message(1, 2));
    outbox.outcome(taken(2, 'B'));
    for (const state of ['unknown', 'delivered'] as const) outbox.inbound(receipt('B', { state }));
    expect(takenFrom()).toEqual([]);
    outbox.outcome(refused(1));
    const heard = takenFrom();
    expect(outline(heard)).toEqual(['attempt 1: taken 2, refused 1', 'receipt B', 'receipt B']);
    expect(attemptsOf(heard)).toMatchObject([{ messageId: 1, part: 2 }, undefined]);
    expect(heard).toMatchObject([{}, { inbound: { state: 'unknown' } }, {}]);
  });

  it('of a name that the operator gives again find the younger attempt', () => {
    const { outbox, hand, heard } = openTestOutbox();
    hand(message(1), message(2));
    outbox.outcome(taken(1, 'A'));
    outbox.inbound(receipt('A'));
    outbox.outcome(taken(2, 'A'));
    outbox.inbound(receipt('A'));
    expect(attemptsOf(heard)).toMatchObject([{ messageId: 1 }, { messageId: 2 }]);
  });

  it('without a name find nothing, although an answer gave none either', () => {
    const { outbox, hand, takenFrom } = openTestOutbox();
    hand(message(1, 2));
    outbox.outcome(taken(1, ''));
    outbox.inbound(receipt(''));
    const heard = takenFrom();
    expect(outline(heard)).toEqual(['receipt ']);
    expect(attemptsOf(heard)).toEqual([undefined]);
  });
});

describe('an answer that comes after it was given up', () => {
  it('is heard as late, once, and its receipts find it', () => {
    const { outbox, hand, takenFrom } = openTestOutbox();
    hand(message(1, 2));
    outbox.outcome(ambiguous(1));
    outbox.outcome(taken(2, 'B'));
    expect(outline(takenFrom())).toEqual(['attempt 1: ambiguous 1, taken 2']);
    outbox.outcome(taken(1, 'A', true));
    outbox.outcome(taken(1, 'A', true));
    expect(outline(takenFrom())).toEqual(['late 1: taken 1']);
    outbox.inbound(receipt('A'));
    expect(attemptsOf(takenFrom())).toMatchObject([{ messageId: 1, part: 1 }]);
  });

  it('may be a refusal', () => {
    const { outbox, hand, takenFrom } = openTestOutbox();
    hand(message(1));
    outbox.outcome(ambiguous(1));
    takenFrom();
    outbox.outcome(refused(1, true));
    expect(outline(takenFrom())).toEqual(['late 1: refused 1']);
  });

  it('is nothing when nobody waits for it', () => {
    const { outbox, hand, takenFrom } = openTestOutbox();
    hand(message(1));
    outbox.outcome(taken(99, 'X', true));
    outbox.outcome(taken(1, 'A'));
    outbox.outcome(taken(1, 'A'));
    expect(outline(takenFrom())).toEqual(['attempt 1: taken 1']);
    outbox.inbound(receipt('X'));
    expect(attemptsOf(takenFrom())).toEqual([undefined]);
  });

  it('is forgotten, the oldest first, beyond the bound', () => {
    const most = limit('linkWindow');
    const { outbox, hand, takenFrom } = openTestOutbox(2 * most);
    hand(...Array.from({ length: most + 1 }, (_, at) => message(at + 1)));
    for (let key = 1; key <= most + 1; key += 1) outbox.outcome(ambiguous(key));
    takenFrom();
    for (const key of [1, 2, most + 1]) outbox.outcome(taken(key, `op${key}`, true));
    expect(outline(takenFrom())).toEqual(['late 2: taken 1', `late ${most + 1}: taken 1`]);
  });
});
