/** Prices of chat messages, and accounts' own domains. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addHost, claimHost, removeHost } from '../../src/desk/accounts/set-hosts.ts';
import { setChatTariff } from '../../src/desk/chat/set-chat-tariff.ts';
import { must } from '../../src/desk/desk.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import { limit } from '../../src/domain/limits.ts';
import { micros } from '../../src/domain/pricing/money.ts';
import { readPicture } from '../../src/store/accounts/read-picture.ts';
import { readRoads } from '../../src/store/settings/read-roads.ts';
import { freshDatabase } from '../support/database.ts';
import { createWorld, type World } from '../support/world.ts';

const { database } = await freshDatabase();
let world: World;
let named = 0;
let accountId: AccountId;

beforeAll(async () => {
  world = await createWorld(database);
});
beforeEach(async () => {
  accountId = (await world.addAccount({ name: `Shop ${++named}`, rupees: '10' })).accountId;
});

const picture = async () => {
  const found = await readPicture(database, accountId, 0);
  if (found === undefined) throw new Error('the account is gone');
  return found.chat;
};
const roads = async () => {
  const found = await readRoads(database, 0);
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
      await setChatTariff(world.desk, { ...everybody, priceMicros: micros(3_200_000n) }),
    );
    const own = { ...everybody, accountId, priceMicros: micros(2_000_000n) };
    const ofAccount = must(await setChatTariff(world.desk, own));
    const known = (await roads()).chat.tariffs;
    expect(known).toEqual(expect.arrayContaining([tariff, ofAccount]));
    expect((await roads()).tariffs.map(({ id }) => id)).not.toContain(tariff.id);
    expect(await setChatTariff(world.desk, { ...own, validFromMs: 1 })).toMatchObject({
      ok: false,
    });
    expect(await setChatTariff(world.desk, { ...own, priceMicros: micros(-1n) })).toMatchObject({
      ok: false,
    });
    const nobody = 999_999 as AccountId;
    expect(await setChatTariff(world.desk, { ...own, accountId: nobody })).toMatchObject({
      ok: false,
    });
  });
});

describe('a domain of an account', () => {
  const host = () => `shop-${named}.example`;

  it('belongs to one account, in its picture and on the roads', async () => {
    must(await addHost(world.desk, { accountId, host: `Shop-${named}.Example.`, publicHost: '' }));
    expect((await picture()).hosts).toEqual([host()]);
    expect((await roads()).chat.hosts.get(host())).toBe(accountId);
    const other = world.naya.accountId;
    expect(
      await addHost(world.desk, { accountId: other, host: host(), publicHost: '' }),
    ).toMatchObject({
      rule: 'is taken',
    });
    expect(await removeHost(world.desk, { accountId: other, host: host() })).toMatchObject({
      ok: false,
    });
    must(await removeHost(world.desk, { accountId, host: host() }));
    expect((await roads()).chat.hosts.has(host())).toBe(false);
  });

  it.each([
    '',
    'localhost',
    'a.localhost',
    'shop.local',
    '127.0.0.1',
    '127.0.0.0x1',
    '[::1]',
    'https://a.example',
    'a b.example',
  ])('cannot be %j', async (wrong) => {
    expect(await addHost(world.desk, { accountId, host: wrong, publicHost: '' })).toMatchObject({
      field: 'host',
    });
  });

  it('above or under another account’s is given by staff alone', async () => {
    const other = world.naya.accountId;
    must(await claimHost(world.desk, { accountId, host: `a.${host()}`, publicHost: '' }));
    for (const related of [`a.${host()}`, `x.y.a.${host()}`, host()]) {
      const named = { accountId: other, host: related, publicHost: '' };
      expect(await claimHost(world.desk, named)).toMatchObject({ rule: 'is taken' });
    }
    for (const unrelated of [`ba.${host()}`, `b.${host()}`, `x${host()}`]) {
      must(await claimHost(world.desk, { accountId: other, host: unrelated, publicHost: '' }));
    }
    must(await claimHost(world.desk, { accountId, host: `x.a.${host()}`, publicHost: '' }));
    must(await addHost(world.desk, { accountId: other, host: host(), publicHost: '' }));
    expect(
      await claimHost(world.desk, { accountId, host: `z.${host()}`, publicHost: '' }),
    ).toMatchObject({ rule: 'is taken' });
  });

  it('is not the service’s own; under it or above it staff alone give one', async () => {
    const publicHost = `api.${host()}`;
    for (const related of [publicHost, `a.${publicHost}`, host()]) {
      expect(await claimHost(world.desk, { accountId, host: related, publicHost })).toMatchObject({
        rule: 'is taken',
      });
    }
    expect(await addHost(world.desk, { accountId, host: publicHost, publicHost })).toMatchObject({
      rule: 'is taken',
    });
    must(await addHost(world.desk, { accountId, host: `a.${publicHost}`, publicHost }));
    must(await claimHost(world.desk, { accountId, host: `xapi.${host()}`, publicHost }));
  });

  it.each(['com.pk', 'co.uk'])(
    'is not %s, where everybody has one, unless staff say so',
    async (shared) => {
      expect(
        await claimHost(world.desk, { accountId, host: shared, publicHost: '' }),
      ).toMatchObject({
        field: 'host',
      });
      must(await addHost(world.desk, { accountId, host: shared, publicHost: '' }));
      must(await removeHost(world.desk, { accountId, host: shared }));
    },
  );

  it(`is one of ${limit('accountHosts')} at most`, async () => {
    for (let at = 0; at < limit('accountHosts'); at += 1) {
      must(await addHost(world.desk, { accountId, host: `a${at}.${host()}`, publicHost: '' }));
    }
    expect(await addHost(world.desk, { accountId, host: host(), publicHost: '' })).toMatchObject({
      field: 'host',
    });
  });
});
