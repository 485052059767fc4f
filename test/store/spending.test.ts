/** What an account has spent, by days and months of Asia/Karachi, whichever statement reserves. */
import { beforeAll, describe, expect, it } from 'vitest';
import { setSpendCaps } from '../../src/features/accounts/spend-caps.operations.ts';
import { must } from '../../src/operations/admin.ts';
import type { AccountId, TransferId } from '../../src/domain/ids.ts';
import type { TransferKind } from '../../src/domain/ledger/ledger.ts';
import { dayAt, momentOf, monthAt } from '../../src/domain/policy/hours.ts';
import { micros, parseRupees } from '../../src/domain/pricing/money.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { isNotAll } from '../../src/kit/postgres/faults.ts';
import { raiseSpendingAlarms, readBalance } from '../../src/store/ledger/balances.ts';
import { reserveWhole, writeTransfers } from '../../src/store/ledger/ledger.ts';
import { asker } from '../support/verify.ts';
import { worldDatabase } from '../support/world.ts';

const { database, world } = await worldDatabase();
let accountId: AccountId;
let lastId = 0;

const money = (rupees: string) => parseRupees(rupees) ?? micros(0n);
/** The last day of a month to come: what was counted on a later day than it would count as well. */
const DAY = lastDayOfMonth(dayAt(wallClock.nowMs()) + 40);
const noon = momentOf(DAY, 720);
const lastMoment = momentOf(DAY + 1, 0) - 1;
const midnight = momentOf(DAY + 1, 0);

function lastDayOfMonth(day: number): number {
  const monthOf = (it: number): number => monthAt(momentOf(it, 0));
  return monthOf(day + 1) === monthOf(day) ? lastDayOfMonth(day + 1) : day;
}

beforeAll(async () => {
  ({ accountId } = await world.addAccount({ name: 'Spender', rupees: '1000' }));
  const caps = { dayMicros: money('10'), monthMicros: money('25') };
  must(await setSpendCaps(world.admin, { accountId, ...caps }));
});

/** Reserves as a group that is granted whole does; false when the store refuses. */
async function reserve(rupees: string, atMs: number): Promise<boolean> {
  const [row] = await asker(database)<{ readonly account: number; readonly settings: number }>(
    `select (select version from balances where account_id = $1) as account,
            (select version from settings_version) as settings`,
    [accountId],
  );
  lastId += 1;
  const id = lastId as TransferId;
  const amountMicros = money(rupees);
  const accountVersion = row?.account ?? 0;
  const reservation = { accountId, id, amountMicros, messages: 1, accountVersion };
  const now = { settingsVersion: row?.settings ?? 0, atMs };
  try {
    await database.transact((transaction) => reserveWhole(transaction, [reservation], now));
    return true;
  } catch (error) {
    if (isNotAll(error)) return false;
    throw error;
  }
}

async function transfer(kind: TransferKind, rupees: string, atMs: number): Promise<void> {
  lastId += 1;
  const row = { accountId, id: lastId as TransferId, kind, messages: 1 };
  const transfers = [{ ...row, amountMicros: money(rupees) }];
  await database.transact((transaction) => writeTransfers(transaction, transfers, atMs));
}

async function spent(atMs: number): Promise<readonly [number, number]> {
  const { spending } = (await readBalance(database, accountId, atMs)) ?? {};
  const of = (period: 'day' | 'month') => Number(spending?.[period].spentMicros) / 1e6;
  return [of('day'), of('month')];
}

describe('spending', () => {
  it('fills the day to the last paisa, by either statement', async () => {
    expect(await reserve('4', noon)).toBe(true);
    await transfer('reserve', '5', noon);
    expect(await reserve('1.01', lastMoment)).toBe(false);
    expect(await reserve('1', lastMoment)).toBe(true);
    expect(await reserve('0.01', lastMoment)).toBe(false);
    expect(await spent(lastMoment)).toEqual([10, 10]);
  });

  it('gets no room from what is released', async () => {
    await transfer('release', '5', noon);
    expect(await spent(noon)).toEqual([10, 10]);
    expect(await reserve('0.01', noon)).toBe(false);
  });

  it('tells staff once for the day', async () => {
    const raise = () => database.transact((transaction) => raiseSpendingAlarms(transaction));
    expect((await raise()).map(({ period }) => period)).toEqual(['day']);
    expect(await raise()).toEqual([]);
  });

  it('begins anew at midnight, the month with its first day', async () => {
    expect(monthAt(midnight)).toBe(monthAt(lastMoment) + 1);
    expect(await spent(midnight)).toEqual([0, 0]);
    expect(await reserve('10', midnight)).toBe(true);
    expect(await spent(midnight)).toEqual([10, 10]);
  });

  it('is not reset by a clock that is behind', async () => {
    expect(await reserve('0.01', lastMoment)).toBe(false);
    expect(await spent(midnight)).toEqual([10, 10]);
  });

  it('is bounded by the month as well', async () => {
    expect(await reserve('10', momentOf(DAY + 2, 0))).toBe(true);
    expect(await reserve('5.01', momentOf(DAY + 3, 0))).toBe(false);
    expect(await reserve('5', momentOf(DAY + 3, 0))).toBe(true);
    expect(await reserve('0.01', momentOf(DAY + 4, 0))).toBe(false);
  });
});
