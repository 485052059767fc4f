import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  makeAccount,
  makeDraft,
  makeTransaction,
  NAYA,
  NOON_MS,
  NUMBERS,
  ROSHAN,
} from '../../../test/support/fixtures.ts';
import type { BatchId, MessageId } from '../../domain/ids.ts';
import type { Acceptance, Draft } from '../../domain/message/draft.ts';
import { micros } from '../../domain/pricing/money.ts';
import { findRepeats, keepAnswer, type Repeat as RepeatOf } from './idempotency.ts';

type Repeat = RepeatOf<Acceptance>;

/** A draft with an idempotency key; `send` stands for what it asks to be sent. */
function under(key: string, send: string, accountId = ROSHAN): Draft {
  const account = makeAccount({ id: accountId });
  return makeDraft([NUMBERS.jazz], { account, idempotency: { key, requestHash: send } });
}

/** What the store knows of a key: nothing, a claim, or the answer to what was sent with it. */
type Known = 'free' | 'running' | { readonly send: string; readonly answer: unknown };

/** Asks about drafts with different keys, of which the store knows this, in order. */
async function ask(drafts: readonly Draft[], known: readonly Known[]) {
  const { transaction, asked } = makeTransaction({
    'lock-keys': known.map((it) => ({ free: it !== 'running' })),
    'read-keys': known.map((it) => {
      if (typeof it === 'string') return { known: false };
      return { known: true, requestHash: it.send, answer: it.answer };
    }),
  });
  return { repeats: await findRepeats<Acceptance>(transaction, drafts, NOON_MS), asked };
}

const acceptance: Acceptance = {
  id: 900 as BatchId,
  priceMicros: micros(4_800_000n),
  parts: 1,
  remainingMicros: micros(31_200_000n),
  recipients: 1,
  listed: [{ id: 900 as MessageId, recipient: NUMBERS.jazz }],
  filtered: [{ shown: 'number 2', reason: 'a short code' }],
};

/** An acceptance as the store returns it. */
function stored(answered: Acceptance): unknown {
  const [kept] = keepAnswer(under('k', 'x'), answered);
  return JSON.parse(JSON.stringify(kept?.answer));
}

const replay: Repeat = { kind: 'accepted', acceptance, replayed: true };
const conflict: Repeat = { kind: 'refused', refusal: { reason: 'idempotency_conflict' } };
const running: Repeat = { kind: 'refused', refusal: { reason: 'idempotency_running' } };

describe('a request with an idempotency key', () => {
  it.each<readonly [string, Known, Repeat | undefined]>([
    ['fresh where the key is', 'free', undefined],
    ['refused while another one has the key', 'running', running],
    ['refused while the first is still written', { send: 'x', answer: undefined }, running],
    ['answered as the first was', { send: 'x', answer: stored(acceptance) }, replay],
    ['refused for another send', { send: 'y', answer: stored(acceptance) }, conflict],
  ])('is %s', async (_, known, repeat) => {
    expect((await ask([under('k', 'x')], [known])).repeats).toEqual([repeat]);
  });

  it('is asked about as of a day ago, once per key, before anything else', async () => {
    const drafts = [under('a', 'x'), makeDraft(), under('b', 'x'), under('a', 'x')];
    const { asked } = await ask(drafts, ['free', 'free']);
    const rows = ['a', 'b'].map((key) => ({ accountId: ROSHAN, key, requestHash: 'x' }));
    expect(asked).toMatchObject([
      { name: 'lock-keys', given: { rows } },
      { name: 'read-keys', given: { rows, sinceMs: NOON_MS - 86_400_000 } },
    ]);
  });

  it('is not asked about when no request in the group has one', async () => {
    const { repeats, asked } = await ask([makeDraft(), makeDraft()], []);
    expect(repeats).toEqual([undefined, undefined]);
    expect(asked).toEqual([]);
  });
});

describe('twins in one group', () => {
  it('share the answer of the first; a different send with the key is refused', async () => {
    const drafts = [makeDraft(), under('k', 'x'), under('k', 'y'), under('k', 'x')];
    const { repeats } = await ask(drafts, ['free']);
    expect(repeats).toEqual([undefined, undefined, conflict, { kind: 'same_as', index: 1 }]);
  });

  it('share it also when the first repeats an earlier group', async () => {
    const known = { send: 'x', answer: stored(acceptance) };
    const { repeats } = await ask([under('k', 'x'), under('k', 'x')], [known]);
    expect(repeats).toEqual([replay, { kind: 'same_as', index: 0 }]);
  });

  it('are not twins with other keys, or of other accounts', async () => {
    const drafts = [under('k', 'x'), under('K', 'x'), under('k', 'x', NAYA)];
    const { repeats } = await ask(drafts, ['free', 'running', 'free']);
    expect(repeats).toEqual([undefined, running, undefined]);
  });
});

describe('is nothing without one, and has no answer while the first is still being written', () => {
  it('is nothing without one, and no answer while the first is still written', () => {
    expect(keepAnswer(makeDraft(), acceptance)).toEqual([]);
    const name = { accountId: ROSHAN, key: 'k', requestHash: 'x' };
    expect(keepAnswer(under('k', 'x'), undefined)).toEqual([{ ...name, answer: undefined }]);
  });

  it('comes back unchanged, money to the millionth', async () => {
    const amount = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }).map(micros);
    await fc.assert(
      fc.asyncProperty(amount, amount, async (priceMicros, remainingMicros) => {
        const answered = { ...acceptance, priceMicros, remainingMicros };
        const known = { send: 'x', answer: stored(answered) };
        const { repeats } = await ask([under('k', 'x')], [known]);
        expect(repeats).toEqual([{ kind: 'accepted', acceptance: answered, replayed: true }]);
      }),
    );
  });
});
