import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  makeChecked,
  makeTariff,
  NUMBERS,
  OPERATORS,
  ROUTING,
  ROSHAN,
  rupees,
  SENDERS,
} from '../../../test/support/fixtures.ts';
import type { LookupTariffId, OperatorId, TariffId } from '../../domain/ids.ts';
import { totalMicros, type AddressedMessage } from '../../domain/message/draft.ts';
import { micros } from '../../domain/pricing/money.ts';
import type { Tariff } from '../../domain/pricing/tariff.ts';
import { cheapestMicros, price } from './price.ts';

const jazz = makeTariff({ id: 1 as TariffId, operatorId: OPERATORS.jazz });
const zong = makeTariff({
  id: 2 as TariffId,
  operatorId: OPERATORS.zong,
  partPriceMicros: micros(1_333_333n),
});

/** Settings of version 6, with these tariffs. */
const settingsOf = (...tariffs: readonly Tariff[]) => ({
  tariffs,
  lookupTariffs: [],
  carriedBy: new Map<OperatorId, OperatorId>(),
  version: 6,
});

/** A checked request with these messages. */
function checkedOf(messages: readonly Partial<AddressedMessage>[]) {
  const checked = makeChecked();
  const [message] = checked.messages;
  if (message === undefined) throw new Error('the fixture has a message');
  return { ...checked, messages: messages.map((changes) => ({ ...message, ...changes })) };
}

describe('the price of a request', () => {
  it('is parts times the price of the operator, message by message', async () => {
    const checked = checkedOf([
      { parts: 2 },
      { recipient: NUMBERS.zong, operatorId: OPERATORS.zong, parts: 3 },
    ]);
    expect(await price(checked, settingsOf(jazz, zong), 0)).toEqual({
      ...checked,
      messages: [
        { ...checked.messages[0], tariffId: 1, priceMicros: rupees(4) },
        { ...checked.messages[1], tariffId: 2, priceMicros: 3_999_999n },
      ],
      parts: 5,
      priceMicros: 7_999_999n,
      settingsVersion: 6,
    });
  });

  it('depends on the account, the sender route and the moment', async () => {
    const branded = { ...makeChecked(), sender: SENDERS.brand };
    const route = { senderRoute: 'branded' } as const;
    const settings = settingsOf(
      jazz,
      makeTariff({ ...route, id: 3 as TariffId }),
      makeTariff({ ...route, id: 4 as TariffId, accountId: ROSHAN, partPriceMicros: rupees(1) }),
      makeTariff({ ...route, id: 5 as TariffId, accountId: ROSHAN, validFromMs: 1_000 }),
    );
    expect(await price(branded, settings, 999)).toMatchObject({ priceMicros: rupees(1) });
    expect(await price(branded, settings, 1_000)).toMatchObject({ priceMicros: rupees(2) });
  });

  it('leaves out numbers without one, listed after those left out before', async () => {
    const shown = NUMBERS.telenor;
    const before = { shown: '8584', reason: 'a short code' };
    const checked = checkedOf([{}, { recipient: shown, operatorId: OPERATORS.telenor }]);
    expect(await price({ ...checked, filtered: [before] }, settingsOf(jazz), 0)).toMatchObject({
      messages: [{ recipient: NUMBERS.jazz }],
      filtered: [before, { shown, reason: 'no price is known' }],
      parts: 1,
      priceMicros: rupees(2),
    });
  });

  it('is refused when no number has one', async () => {
    const unroutable = { reason: 'no_price' };
    expect(await price(makeChecked(), settingsOf(zong), 0)).toEqual(unroutable);
    expect(await price(makeChecked(), settingsOf(), 0)).toEqual(unroutable);
  });

  it('may be zero', async () => {
    const free = makeTariff({ partPriceMicros: rupees(0) });
    expect(await price(makeChecked(), settingsOf(free), 0)).toMatchObject({
      parts: 1,
      priceMicros: 0n,
    });
  });

  it('is the sum of its messages, each a whole multiple of its parts', async () => {
    const message = fc.record({
      operatorId: fc.constantFrom(OPERATORS.jazz, OPERATORS.zong, OPERATORS.telenor),
      parts: fc.integer({ min: 1, max: 10 }),
    });
    const amounts = fc.bigInt({ min: 0n, max: 10n ** 9n });
    await fc.assert(
      fc.asyncProperty(fc.array(message), amounts, async (drawn, amount) => {
        const checked = checkedOf(drawn);
        const drawnJazz = { ...jazz, partPriceMicros: micros(amount) };
        const priced = await price(checked, settingsOf(drawnJazz, zong), 0);
        if ('reason' in priced) {
          expect(drawn.every((it) => it.operatorId === OPERATORS.telenor)).toBe(true);
          return;
        }
        const add = (sum: bigint, it: { readonly priceMicros: bigint }) => sum + it.priceMicros;
        expect(priced.priceMicros).toBe(priced.messages.reduce(add, 0n));
        expect(priced.parts).toBe(priced.messages.reduce((sum, it) => sum + it.parts, 0));
        for (const it of priced.messages) expect(it.priceMicros % BigInt(it.parts)).toBe(0n);
        expect(priced.messages.length + priced.filtered.length).toBe(drawn.length);
      }),
    );
  });
});

it('many messages are priced as few are, in their order, and others come in between', async () => {
  const recipients = Array.from({ length: 2_500 }, (_, index) => `92300${1_000_000 + index}`);
  const checked = checkedOf(recipients.map((recipient) => ({ recipient })));
  let others = 0;
  setImmediate(() => (others += 1));
  const priced = await price(checked, settingsOf(jazz), 0);
  expect(others).toBe(1);
  expect('messages' in priced && priced.messages.map((it) => it.recipient)).toEqual(recipients);
  expect(priced).toMatchObject({ parts: 2_500, priceMicros: rupees(5_000) });
});

describe('the look-ups of a request', () => {
  const looked = (recipient: string, isFresh: boolean) => {
    return { recipient, operatorId: OPERATORS.jazz, isFresh };
  };
  const lookups = {
    atMs: 5,
    numbers: [looked(NUMBERS.jazz, true), looked(NUMBERS.ufone, false), looked(NUMBERS.sco, true)],
  };
  const lookupTariff = {
    id: 1 as LookupTariffId,
    accountId: undefined,
    firstMicros: rupees(1),
    againMicros: micros(250_000n),
    validFromMs: 0,
  };
  const settings = { ...settingsOf(jazz), lookupTariffs: [lookupTariff] };
  const checked = {
    ...checkedOf([{}, { recipient: NUMBERS.ufone }, { recipient: NUMBERS.telenor }]),
    lookups,
  };

  it('are added to the price, for the numbers that are sent to', async () => {
    const draft = await price(checked, settings, 0);
    expect(draft).toMatchObject({
      priceMicros: rupees(6),
      lookups: { atMs: 5, numbers: lookups.numbers.slice(0, 2), charge: { again: 1 } },
    });
    expect('messages' in draft && totalMicros(draft)).toBe(7_250_000n);
  });

  it('cost nothing where the number is not sent to', async () => {
    const stranger = { ...checked, lookups: { atMs: 5, numbers: lookups.numbers.slice(2) } };
    const draft = await price(stranger, settings, 0);
    expect('messages' in draft && [draft.lookups, totalMicros(draft)]).toEqual([
      undefined,
      rupees(6),
    ]);
  });

  it('cannot be sold without a price', async () => {
    expect(await price(checked, settingsOf(jazz), 0)).toEqual({ reason: 'no_price' });
  });
});

describe('the least a request can cost', () => {
  const send = {
    account: { id: ROSHAN },
    senderRoute: 'simple',
    parts: 3,
    recipients: [NUMBERS.jazz, NUMBERS.unknown],
  } as const;
  const lookupTariff = {
    id: 1 as LookupTariffId,
    accountId: undefined,
    firstMicros: rupees(1),
    againMicros: micros(250_000n),
    validFromMs: 0,
  };

  it('takes the cheapest operator and a saved look-up for every number', () => {
    const settings = { ...ROUTING, tariffs: [jazz, zong], lookupTariffs: [lookupTariff] };
    expect(cheapestMicros(send, settings, 0)).toBe(3n * 1_333_333n + 2n * 250_000n);
  });

  it('is zero where nothing has a price', () => {
    expect(cheapestMicros(send, { ...ROUTING, tariffs: [], lookupTariffs: [] }, 0)).toBe(0n);
  });
});
