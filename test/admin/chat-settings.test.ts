/** Prices of chat messages. */
import { beforeEach, describe, expect, it } from 'vitest';
import { setChatTariff } from '../../src/features/tariffs/tariffs.operations.ts';
import { must } from '../../src/operations/admin.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import { micros } from '../../src/domain/pricing/money.ts';
import { readRouting } from '../../src/store/snapshots/routing-snapshots.ts';
import { worldDatabase } from '../support/world.ts';

const { database, world } = await worldDatabase();
let named = 0;
let accountId: AccountId;

beforeEach(async () => {
  accountId = (await world.addAccount({ name: `Shop ${++named}`, rupees: '10' })).accountId;
});

const routing = async () => {
  const found = await readRouting(database, 0);
  if (found === undefined) throw new Error('there are no settings');
  return found;
};

describe('a price of chat messages', () => {
  it('is dated, of an account or of all, and never in the past', async () => {
    const everybody = {
      accountId: undefined,
      category: 'utility',
      validFromMs: undefined,
    } as const;
    const tariff = must(
      await setChatTariff(world.admin, { ...everybody, priceMicros: micros(3_200_000n) }),
    );
    const own = { ...everybody, accountId, priceMicros: micros(2_000_000n) };
    const ofAccount = must(await setChatTariff(world.admin, own));
    const known = (await routing()).chat.tariffs;
    expect(known).toEqual(expect.arrayContaining([tariff, ofAccount]));
    expect((await routing()).tariffs.map(({ id }) => id)).not.toContain(tariff.id);
    expect(await setChatTariff(world.admin, { ...own, validFromMs: 1 })).toMatchObject({
      ok: false,
    });
    expect(await setChatTariff(world.admin, { ...own, priceMicros: micros(-1n) })).toMatchObject({
      ok: false,
    });
    const nobody = 999_999 as AccountId;
    expect(await setChatTariff(world.admin, { ...own, accountId: nobody })).toMatchObject({
      ok: false,
    });
  });
});
