import { describe, expect, it } from 'vitest';
import {
  NOON_MS,
  makeAccount,
  makeDraft,
  makeTransaction,
  NAYA,
  NUMBERS,
  OPERATORS,
  ROSHAN,
  rupees,
} from '../../../test/support/fixtures.ts';
import type { AccountId } from '../../domain/ids.ts';
import type { Draft } from '../../domain/message/draft.ts';
import { dayAt, monthAt } from '../../domain/policy/hours.ts';
import { chargeFor } from '../../domain/portability/directory.ts';
import { micros, type Micros } from '../../domain/pricing/money.ts';
import { reserve } from './reserve.ts';

const SETTINGS_VERSION = 4;

const UNCAPPED = {
  dayCapMicros: undefined,
  monthCapMicros: undefined,
  spentDayMicros: 0n,
  spentMonthMicros: 0n,
};

/** What the store has for an account, in rupees. */
function fund(accountId: AccountId, available: number, changes: Record<string, unknown> = {}) {
  const row = { accountId, availableMicros: rupees(available), postpaid: false };
  const versions = { accountVersion: 1, settingsVersion: SETTINGS_VERSION };
  return { ...row, ...versions, ...UNCAPPED, ...changes };
}

/** A draft with this many messages, at two rupees each. */
function draftOf(accountId: AccountId, messages = 1, changes: Partial<Draft> = {}): Draft {
  const recipients = Array.from({ length: messages }, () => NUMBERS.jazz);
  const account = makeAccount({ id: accountId });
  return makeDraft(recipients, { account, settingsVersion: SETTINGS_VERSION, ...changes });
}

async function reserving(funds: readonly unknown[], drafts: readonly Draft[]) {
  const { transaction, asked } = makeTransaction({ 'lock-funds': funds });
  let last = 899;
  const newId = (): number => (last += 1);
  return { ...(await reserve(transaction, drafts, { newId, nowMs: NOON_MS })), asked };
}

/** A refused reservation, with what the account has left. */
function refusedFor(reason: string, availableMicros: Micros, details: Record<string, string>) {
  return { kind: 'refused', refusal: { reason, details }, availableMicros };
}

describe('the reservations of a group', () => {
  it('go as far as the account can pay; a smaller one further back still fits', async () => {
    const capped = { dayCapMicros: rupees(10), spentDayMicros: rupees(4) };
    const drafts = [draftOf(ROSHAN, 2), draftOf(ROSHAN, 2), draftOf(ROSHAN)];
    const { reservations } = await reserving([fund(ROSHAN, 100, capped)], drafts);
    expect(reservations).toEqual([
      { kind: 'reserved', reserveId: 900, remainingMicros: rupees(96) },
      refusedFor('rejected_spending', rupees(96), { price: '4.00', left: '2.00', period: 'day' }),
      { kind: 'reserved', reserveId: 900, remainingMicros: rupees(94) },
    ]);
  });

  it('are judged in order of arrival, with one transfer per account', async () => {
    const drafts = [draftOf(ROSHAN, 2), draftOf(NAYA), draftOf(ROSHAN, 2), draftOf(ROSHAN)];
    const { reservations, transfers, asked } = await reserving(
      [fund(ROSHAN, 7), fund(NAYA, 1)],
      drafts,
    );
    expect(reservations).toEqual([
      { kind: 'reserved', reserveId: 900, remainingMicros: rupees(3) },
      refusedFor('credit_insufficient', rupees(1), { price: '2.00', available: '1.00' }),
      refusedFor('credit_insufficient', rupees(3), { price: '4.00', available: '3.00' }),
      { kind: 'reserved', reserveId: 900, remainingMicros: rupees(1) },
    ]);
    expect(transfers).toEqual([
      { accountId: ROSHAN, id: 900, kind: 'reserve', amountMicros: rupees(6), messages: 3 },
    ]);
    const given = { accountIds: [ROSHAN, NAYA], day: dayAt(NOON_MS), month: monthAt(NOON_MS) };
    expect(asked).toEqual([{ name: 'lock-funds', given }]);
  });

  it.each<readonly [string, readonly unknown[], string]>([
    ['an account that has changed', [fund(ROSHAN, 9, { accountVersion: 2 })], 'stale'],
    ['an account that is gone', [], 'stale'],
    ['other routing and tariffs', [fund(ROSHAN, 9, { settingsVersion: 5 })], 'stale_settings'],
  ])('are not made for %s', async (_, funds, kind) => {
    const { reservations, transfers } = await reserving(funds, [draftOf(ROSHAN)]);
    expect(reservations).toEqual([{ kind }]);
    expect(transfers).toEqual([]);
  });

  it('take nothing from those behind when the draft is stale', async () => {
    const stale = draftOf(ROSHAN, 1, { account: makeAccount({ version: 0 }) });
    const drafts = [stale, draftOf(ROSHAN), stale, draftOf(ROSHAN)];
    const { reservations } = await reserving([fund(ROSHAN, 2)], drafts);
    const kinds = reservations.map(({ kind }) => kind);
    expect(kinds).toEqual(['stale', 'reserved', 'stale', 'refused']);
  });

  it('are not made for a draft priced by settings that are no longer in force', async () => {
    const older = draftOf(ROSHAN, 1, { settingsVersion: SETTINGS_VERSION - 1 });
    const newer = draftOf(ROSHAN, 1, { settingsVersion: SETTINGS_VERSION + 1 });
    const drafts = [older, draftOf(ROSHAN), newer, draftOf(ROSHAN)];
    const { reservations, transfers } = await reserving([fund(ROSHAN, 4)], drafts);
    const kinds = reservations.map(({ kind }) => kind);
    expect(kinds).toEqual(['stale_settings', 'reserved', 'stale_settings', 'reserved']);
    expect(transfers).toMatchObject([{ amountMicros: rupees(4), messages: 2 }]);
  });
});

describe('drafts with look-ups', () => {
  const ATMS = 100 * 86_400_000;
  const PRICES = { firstMicros: rupees(1), againMicros: micros(250_000n) };
  const saved = (lookedUpAtMs: number) => [
    {
      accountId: ROSHAN,
      recipient: NUMBERS.jazz,
      operatorId: OPERATORS.jazz,
      lookedUpAtMs,
    },
  ];

  function lookingUp(isFresh = true): Draft {
    const numbers = [{ recipient: NUMBERS.jazz, operatorId: OPERATORS.jazz, isFresh }];
    const lookups = { atMs: ATMS, numbers, prices: PRICES };
    const charge = chargeFor(lookups, () => false);
    return draftOf(ROSHAN, 1, { lookups: { ...lookups, charge } });
  }

  async function judging(available: number, drafts: readonly Draft[], rows: readonly unknown[]) {
    const { transaction, asked } = makeTransaction({
      'lock-funds': [fund(ROSHAN, available)],
      'find-lookups-of': rows,
    });
    const { reservations } = await reserve(transaction, drafts, {
      newId: () => 900,
      nowMs: NOON_MS,
    });
    const costs = reservations.map((it) => {
      return it.kind === 'reserved' ? (it.lookups?.amountMicros ?? 0n) : it.kind;
    });
    return { costs, asked };
  }

  it('pay once per group for the first look-up of a number', async () => {
    const { costs, asked } = await judging(20, [lookingUp(), lookingUp(), draftOf(ROSHAN)], []);
    expect(costs).toEqual([1_000_000n, 250_000n, 0n]);
    expect(asked.map(({ name }) => name)).toEqual(['lock-funds', 'find-lookups-of']);
  });

  it('leave the first look-up to those behind when they cannot be paid', async () => {
    const dear = { ...lookingUp(), priceMicros: rupees(8) };
    const { costs } = await judging(8, [dear, lookingUp(), lookingUp()], []);
    expect(costs).toEqual(['refused', 1_000_000n, 250_000n]);
  });

  it('ask nothing about numbers saved before', async () => {
    const { costs, asked } = await judging(20, [lookingUp(false), lookingUp(false)], []);
    expect(costs).toEqual([250_000n, 250_000n]);
    expect(asked.map(({ name }) => name)).toEqual(['lock-funds']);
  });

  it.each<readonly [string, boolean, number, bigint]>([
    ['59 days old', true, ATMS - 59 * 86_400_000, 250_000n],
    ['exactly 60 days old', true, ATMS - 60 * 86_400_000, 250_000n],
    ['a millisecond older', true, ATMS - 60 * 86_400_000 - 1, 1_000_000n],
    ['younger than the request', true, ATMS + 1_000, 250_000n],
    ['too old by now, but was used', false, 0, 250_000n],
  ])('find what is saved %s', async (_, isFresh, lookedUpAtMs, cost) => {
    const { costs } = await judging(20, [lookingUp(isFresh)], saved(lookedUpAtMs));
    expect(costs).toEqual([cost]);
  });
});
