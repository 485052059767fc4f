import { describe, expect, it } from 'vitest';
import { LINKS, NOON_MS, ROSHAN, rupees } from '../../../test/support/fixtures.ts';
import type { MessageId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { Clue } from '../../store/messages/lost-answers.ts';
import { explainUnconfirmed } from './explain-unconfirmed.ts';

type Pair = Omit<Partial<Clue>, 'receipt'> & { readonly receipt?: Partial<Clue['receipt']> };

/** A lost answer to message 1 and a dateless receipt A that may be about it. */
function pair({ receipt, ...changes }: Pair = {}): Clue {
  return {
    accountId: ROSHAN,
    messageId: 1 as MessageId,
    linkId: LINKS.jazz,
    attempt: 1,
    part: 1,
    parts: 1,
    priceMicros: rupees(2),
    expiresAtMs: NOON_MS + 1,
    isOpen: true,
    priority: 0,
    reference: 100,
    lostAtMs: NOON_MS,
    ...changes,
    receipt: { operatorKey: 'A', reference: undefined, submittedAtMs: undefined, ...receipt },
  };
}

const two = 2 as MessageId;
const fitsMs = limit('receiptFitsMinutes') * 60_000;

/** `1.1 A`: part 1 of message 1 has the id A. */
function outline(clues: readonly Clue[], oneForAll = false): readonly string[] {
  return explainUnconfirmed(clues, () => oneForAll).map(
    (it) => `${it.messageId}.${it.part} ${it.operatorKey}`,
  );
}

describe('a receipt of an unknown id', () => {
  it('means the only lost answer to its recipient', () => {
    expect(outline([pair()])).toEqual(['1.1 A']);
  });

  it('may arrive many times', () => {
    expect(outline([pair(), pair(), pair()])).toEqual(['1.1 A']);
    const named = pair({ receipt: { reference: 100 } });
    expect(outline([named, named])).toEqual(['1.1 A']);
  });

  it('that could mean either of two messages or attempts means neither', () => {
    expect(outline([pair(), pair({ messageId: two })])).toEqual([]);
    expect(outline([pair(), pair({ attempt: 2 })])).toEqual([]);
  });

  it.each([
    ['in time', { submittedAtMs: NOON_MS - fitsMs }, ['1.1 A']],
    ['a moment too early', { submittedAtMs: NOON_MS - fitsMs - 1 }, []],
    ['a moment too late', { submittedAtMs: NOON_MS + fitsMs + 1 }, []],
  ])('submitted %s is judged by it', (_, receipt, expected) => {
    expect(outline([pair({ receipt })])).toEqual(expected);
  });

  it('tells two messages apart by the submit date', () => {
    const receipt = { submittedAtMs: NOON_MS };
    const older = pair({ receipt, messageId: two, lostAtMs: NOON_MS - 2 * fitsMs });
    expect(outline([pair({ receipt }), older])).toEqual(['1.1 A']);
  });

  it('without a date is not matched to a message that ended as unknown', () => {
    expect(outline([pair({ isOpen: false })])).toEqual([]);
    const receipt = { submittedAtMs: NOON_MS };
    expect(outline([pair({ isOpen: false, receipt })])).toEqual(['1.1 A']);
  });

  it('that repeats a reference means the part with that reference, and nothing else', () => {
    const receipt = { reference: 200 };
    const clues = [pair({ receipt }), pair({ receipt, messageId: two, reference: 200 })];
    expect(outline(clues)).toEqual(['2.1 A']);
    expect(outline([pair({ receipt })])).toEqual([]);
  });
});

describe('receipts for several lost parts of one message', () => {
  const of = (operatorKey: string): readonly Clue[] =>
    [1, 2].map((part) => pair({ part, parts: 2, receipt: { operatorKey } }));

  it('are assigned once there is one for each; until then they wait', () => {
    expect(outline([...of('A'), ...of('B')])).toEqual(['1.1 A', '1.2 B']);
    expect(outline(of('A'))).toEqual([]);
  });

  it('need not wait when they repeat references', () => {
    const [one, other] = of('A').map((clue) => ({ ...clue, reference: 100 + clue.part }));
    const named = [one, other].flatMap((clue) =>
      clue === undefined ? [] : [{ ...clue, receipt: { ...clue.receipt, reference: 102 } }],
    );
    expect(outline(named)).toEqual(['1.2 A']);
    expect(outline([...named, ...of('B')])).toEqual(['1.2 A', '1.1 B']);
  });

  it('are all disbelieved when there are more than lost parts', () => {
    expect(outline([...of('A'), ...of('B'), ...of('C')])).toEqual([]);
    expect(outline([pair(), pair({ receipt: { operatorKey: 'B' } })])).toEqual([]);
  });

  it('are two receipts when two links use one id', () => {
    expect(outline([pair(), pair({ messageId: two, linkId: LINKS.zong })])).toEqual([
      '1.1 A',
      '2.1 A',
    ]);
  });
});

describe('one receipt for the whole message', () => {
  const of = (receipt: Partial<Clue['receipt']>): readonly Clue[] =>
    [2, 1].map((part) => pair({ part, parts: 2, reference: 100 + part, receipt }));

  it('explains all its lost parts, with or without a reference', () => {
    expect(outline(of({}), true)).toEqual(['1.1 A', '1.2 ']);
    expect(outline(of({ reference: 101 }), true)).toEqual(['1.1 A', '1.2 ']);
  });

  it('is not believed beside another, or when it could mean another message', () => {
    expect(outline([...of({}), ...of({ operatorKey: 'B' })], true)).toEqual([]);
    expect(outline([...of({}), pair({ messageId: two })], true)).toEqual([]);
  });
});
