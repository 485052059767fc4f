/** What staff see and set of look-ups, by words; and the ledger that explains them. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Directory } from '../../src/domain/portability/directory.ts';
import { sendOk } from '../support/caller.ts';
import { startNumberDirectory } from '../support/number-directory.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { untilOver } from '../support/verify.ts';
import { openTerminal, type Say } from './terminal.ts';

const NUMBER = mobileOf(0, 1);
const directory: Directory = {
  lookUp: (numbers) =>
    Promise.resolve(new Map(numbers.map((it) => [it, { kind: 'operator', name: 'Telenor' }]))),
  mayTake: () => true,
  isDown: () => false,
};

let paigham: Paigham;
let shop: Shop;
let say: Say;

beforeAll(async () => {
  const fake = await startNumberDirectory();
  fake.admin.table.port(NUMBER, 'CMPAK');
  paigham = await startPaigham({ config: fake.config });
  shop = await openShop(paigham.world, { rupees: '100', settings: { mnpCoverage: true } });
  say = openTerminal(paigham.db, paigham.world.admin, { directory });
});

const json = async (...words: readonly string[]): Promise<unknown> => {
  const { out, err } = await say(...words, '--json');
  return err === '' ? JSON.parse(out) : JSON.parse(err).error.message;
};

describe('look-ups, by operations', () => {
  it('shows what is saved and what the directory says now, and charges nobody', async () => {
    await sendOk(paigham.baseUrl, shop.write('Hello', NUMBER, { ported: '1' }));
    const shown = await json('lookup', `0${NUMBER.slice(2)}`, '--account', String(shop.accountId));
    expect(shown).toEqual([
      {
        said_by: 'saved',
        operator: 'Zong',
        account: shop.accountId,
        looked_up_at: expect.stringMatching(/^20\d\d-/),
      },
      { said_by: 'directory, now', operator: 'Telenor', account: null, looked_up_at: null },
    ]);
    expect((await say('lookup', NUMBER)).out).toContain('Nothing was charged');
    expect(await json('lookup', '0421234567')).toBe('NUMBER must be a Pakistani mobile number.');
    expect(await json('account', 'show', String(shop.accountId))).toMatchObject({
      balance: '94.20',
    });
  });

  it('says that a route follows what is saved, where look-ups are asked for', async () => {
    const account = String(shop.accountId);
    const route = (...words: readonly string[]) =>
      json('route', 'explain', NUMBER, '--account', account, ...words);
    expect(await route('--ported')).toMatchObject({
      operator: 'Zong',
      operator_because: expect.stringMatching(/^saved look-up of 20\d\d-/),
      winner: 'zong',
    });
    expect(await route()).toMatchObject({
      operator: 'Jazz',
      operator_because: expect.stringMatching(/^prefix 9230\d$/),
    });
    const never = await json('route', 'explain', mobileOf(0, 9), '--account', account, '--ported');
    expect(never).toMatchObject({
      operator_because: expect.stringContaining('the directory would be asked first'),
    });
  });

  it('explains them in the ledger to the paisa', async () => {
    await sendOk(paigham.baseUrl, shop.write('Hello again', NUMBER, { ported: '1' }));
    const many = Array.from({ length: 2_100 }, (_, index) => mobileOf(1, index)).join(',');
    const large = await openShop(paigham.world, {
      rupees: '10000',
      settings: { mnpCoverage: true },
    });
    const sender = large.senders.shared;
    await sendOk(paigham.baseUrl, large.write('To all', many, { ported: '1', sender }));
    await untilOver(paigham);
    for (const [{ accountId }, revenue] of [
      [shop, '10.85'],
      [large, '5250.00'],
    ] as const) {
      const explained = await json('ledger', 'explain', String(accountId));
      expect(explained).toMatchObject({ explained: true, reserved: '0.00', revenue });
    }
    const text = (await say('ledger', 'explain', String(shop.accountId))).out;
    expect(text).toMatch(/look-ups in all +1\.25 +1\.25 +0\.00/);
  });

  it('sets prices by the day and the account', async () => {
    const id = String(shop.accountId);
    expect(await json('lookup', 'price', '0.80', '0.20', '--account', id, '--yes')).toMatchObject({
      account: shop.accountId,
      first: '0.80',
      again: '0.20',
    });
    expect(await json('lookup', 'prices')).toMatchObject([
      { account: 'every', first: '1.00', again: '0.25' },
      { account: shop.accountId, first: '0.80' },
    ]);
    expect(await json('lookup', 'price', '0.20', '0.80')).toBe(
      'AGAIN must not be more than the first.',
    );
    expect(await json('lookup', 'price', '2000', '0.80')).toBe(
      'FIRST must be from 0 to 1000 rupees.',
    );
    expect(await json('lookup', 'price', '1', '0', '--from', '2020-01-01')).toBe(
      '--from must not lie in the past.',
    );
    expect(await json('lookup', 'price', '1', '0', '--account', '999999')).toContain('999999');
  });
});
