/** Domains of accounts: claimed, verified, given by staff, removed. */
import { beforeEach, describe, expect, it } from 'vitest';
import {
  addHost,
  claimHost,
  removeHost,
  verifyHost,
  type LookAtHost,
} from '../../src/features/hosts/hosts.operations.ts';
import { setAccountState } from '../../src/features/accounts/accounts.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { examine } from '../../src/features/doctor/doctor.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import { limit } from '../../src/domain/limits.ts';
import { wallClock, type Clock } from '@paigham/base/clock.ts';
import { stepClock } from '../support/step-clock.ts';
import { listHosts, readHostOwners } from '../../src/features/hosts/hosts.sql.ts';
import { worldDatabase } from '../support/world.ts';
import { MIGRATION_NAMES, openTerminal } from './terminal.ts';

const { database, world } = await worldDatabase();
let named = 0;
let accountId: AccountId;
let other: AccountId;

beforeEach(async () => {
  accountId = await open();
  other = await open();
});

async function open(): Promise<AccountId> {
  const settings = { verified: true };
  return (await world.addAccount({ name: `Shop ${++named}`, rupees: '10', settings })).accountId;
}

const host = () => `shop-${named}.example`;
const ownerOf = async (name: string) => (await readHostOwners(database)).get(name);
const add = (account: AccountId, name: string, publicHost = '') =>
  addHost(world.admin, { accountId: account, host: name, publicHost });
const claim = (account: AccountId, name: string, publicHost = '') =>
  claimHost(world.admin, { accountId: account, host: name, publicHost });

async function tokenOf(account: AccountId): Promise<string> {
  const [first] = await listHosts(database, { accountId: account });
  return `paigham-verify=${first?.token ?? 'none'}`;
}

const NOTHING: LookAtHost = {
  texts: () => Promise.resolve([]),
  files: () => Promise.resolve([]),
};
const verify = (account: AccountId, name: string, seen: Partial<LookAtHost>) =>
  verifyHost(world.admin, { ...NOTHING, ...seen }, { accountId: account, host: name });
const byDns = async (account: AccountId): Promise<Partial<LookAtHost>> => {
  const says = await tokenOf(account);
  return { texts: () => Promise.resolve([says]) };
};
const byFile = async (account: AccountId): Promise<Partial<LookAtHost>> => {
  const says = await tokenOf(account);
  return { files: () => Promise.resolve([`${says}\n`]) };
};

describe('a domain that staff give', () => {
  it('belongs to one account', async () => {
    must(await add(accountId, `Shop-${named}.Example.`));
    expect(await ownerOf(host())).toBe(accountId);
    expect(await add(other, host())).toMatchObject({ rule: `is taken by account ${accountId}` });
    const theirs = { accountId: other, host: host() };
    expect(await removeHost(world.admin, theirs)).toMatchObject({ ok: false });
    must(await removeHost(world.admin, { accountId, host: host() }));
    expect(await ownerOf(host())).toBeUndefined();
  });

  it('stands in place of a claim, and may be one in which everybody registers', async () => {
    must(await claim(accountId, host()));
    must(await add(accountId, host()));
    expect(await listHosts(database, { accountId })).toMatchObject([{ proof: 'staff' }]);
    must(await add(other, 'com.pk'));
    must(await removeHost(world.admin, { accountId: other, host: 'com.pk' }));
  });

  it('is not the service’s own, but may lie under it', async () => {
    const publicHost = `api.${host()}`;
    expect(await add(accountId, publicHost, publicHost)).toMatchObject({ rule: 'is taken' });
    must(await add(accountId, `a.${publicHost}`, publicHost));
  });
});

describe('a claim', () => {
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
  ])('cannot be made to %j, nor can staff give it', async (wrong) => {
    expect(await claim(accountId, wrong)).toMatchObject({ field: 'host' });
    expect(await add(accountId, wrong)).toMatchObject({ field: 'host' });
  });

  it.each(['com.pk', 'co.uk', 'gov.pk', 'github.io', 'vercel.app'])(
    'cannot be made to %s, where everybody has one',
    async (shared) => {
      expect(await claim(accountId, shared)).toMatchObject({ field: 'host' });
    },
  );

  it('cannot be made to the service’s own domain, nor above or under it', async () => {
    const publicHost = `api.${host()}`;
    for (const related of [publicHost, `a.${publicHost}`, host()]) {
      expect(await claim(accountId, related, publicHost)).toMatchObject({ rule: 'is taken' });
    }
    must(await claim(accountId, `xapi.${host()}`, publicHost));
  });

  it('changes nothing and keeps nobody else from the domain', async () => {
    must(await claim(accountId, host()));
    expect(await ownerOf(host())).toBeUndefined();
    expect(await claim(accountId, host())).toMatchObject({ rule: 'is taken' });
    must(await claim(other, host()));
    must(await add(other, host()));
    expect(await ownerOf(host())).toBe(other);
  });

  it(`is one of ${limit('accountHosts')} domains at most`, async () => {
    for (let at = 0; at < limit('accountHosts'); at += 1) {
      must(await (at % 2 === 0 ? claim : add)(accountId, `a${at}.${host()}`));
    }
    expect(await claim(accountId, host())).toMatchObject({ field: 'host' });
    expect(await add(accountId, host())).toMatchObject({ field: 'host' });
    must(await add(accountId, `a0.${host()}`));
  });
});

describe('a proof', () => {
  it('is a record in the DNS or a file, and nothing but the account’s own token', async () => {
    must(await claim(accountId, host()));
    must(await claim(other, host()));
    const strange = await verify(accountId, host(), await byDns(other));
    expect(strange).toMatchObject({
      ok: false,
      unproven: [
        { field: 'dns', rule: expect.stringContaining('says something else') },
        { field: 'file', rule: expect.stringContaining('no file could be fetched') },
      ],
    });
    const silent = await verify(accountId, host(), { texts: () => Promise.resolve(undefined) });
    expect(silent).toMatchObject({ unproven: [{ rule: expect.stringContaining('answers') }, {}] });
    expect(await ownerOf(host())).toBeUndefined();
    expect(await verify(accountId, host(), await byFile(accountId))).toMatchObject({
      ok: true,
      value: { proof: 'file', token: undefined },
    });
    expect(await ownerOf(host())).toBe(accountId);
    expect(await verify(accountId, host(), NOTHING)).toMatchObject({ ok: true });
  });

  it('by the DNS alone takes a domain from another account, whose token is new then', async () => {
    must(await add(accountId, host()));
    must(await claim(other, host()));
    expect(await verify(other, host(), await byFile(other))).toMatchObject({
      unproven: [{ field: 'dns', rule: expect.stringContaining('another account') }],
    });
    expect(await ownerOf(host())).toBe(accountId);
    const published = await byDns(other);
    must(await addHostOf(verify(other, host(), published)));
    expect(await ownerOf(host())).toBe(other);
    expect(await listHosts(database, { accountId })).toMatchObject([{ proof: undefined }]);
    must(await addHostOf(verify(accountId, host(), await byDns(accountId))));
    expect(await ownerOf(host())).toBe(accountId);
    expect(await verify(other, host(), published)).toMatchObject({ ok: false });
  });

  it('does not count for a claim that was removed or made anew meanwhile', async () => {
    must(await claim(accountId, host()));
    const says = await tokenOf(accountId);
    const removing = await verify(accountId, host(), {
      async texts() {
        must(await removeHost(world.admin, { accountId, host: host() }));
        must(await claim(accountId, host()));
        return [says];
      },
    });
    expect(removing).toMatchObject({ ok: false, field: 'host' });
    expect(await ownerOf(host())).toBeUndefined();
  });

  it('of two at one moment leaves one owner, and the other with a claim', async () => {
    must(await claim(accountId, host()));
    must(await claim(other, host()));
    const [mine, theirs] = [await byDns(accountId), await byDns(other)];
    await Promise.all([verify(accountId, host(), mine), verify(other, host(), theirs)]);
    const all = (await listHosts(database, { accountId: undefined })).filter(
      (it) => it.host === host(),
    );
    expect(all.map(({ proof }) => proof ?? 'claimed').toSorted()).toEqual(['claimed', 'dns']);
  });
});

/** The outcome of a verification that may not be one without proof. */
async function addHostOf(verifying: ReturnType<typeof verifyHost>) {
  const outcome = await verifying;
  if ('unproven' in outcome) throw new Error(JSON.stringify(outcome.unproven));
  return outcome;
}

describe('staff see', () => {
  const findings = async (clock: Clock = wallClock) => {
    const check = {
      reader: database,
      transact: database.transact,
      ...{ clock, seal: world.seal, dataDir: undefined },
      migrations: MIGRATION_NAMES,
    };
    const all = await examine(check);
    return all
      .filter(({ subject }) => subject.endsWith(host()))
      .map(({ subject, verdict, sentence }) => `${verdict} ${subject}: ${sentence}`);
  };

  it('claims and proven domains in the list', async () => {
    must(await claim(accountId, `a.${host()}`));
    must(await add(accountId, `b.${host()}`));
    const line = openTerminal(database, world.admin);
    const { out } = await line('account', 'host', 'list', '--account', String(accountId), '--json');
    expect(JSON.parse(out)).toMatchObject([
      { host: `a.${host()}`, account: accountId, state: 'pending', by: null },
      { host: `b.${host()}`, account: accountId, state: 'proven', by: 'staff' },
    ]);
  });

  it('by the doctor what is claimed, for too long, or counts for nothing', async () => {
    must(await claim(accountId, `a.${host()}`));
    must(await add(accountId, `b.${host()}`));
    expect(await findings()).toEqual([
      expect.stringMatching(/^fine domain a\..*claimed it on .*has not proven it/),
      expect.stringMatching(/^fine domain b\..*given by staff/),
    ]);
    const late = stepClock(wallClock.nowMs() + (limit('hostClaimDays') + 1) * 86_400_000);
    expect(await findings(late)).toEqual([
      expect.stringMatching(/^warning domain a\./),
      expect.stringMatching(/^fine domain b\./),
    ]);
    must(await setAccountState(world.admin, { accountId, state: 'disabled' }));
    expect(await findings()).toEqual([
      expect.stringMatching(/^warning domain a\..*is disabled/),
      expect.stringMatching(/^warning domain b\..*is disabled/),
    ]);
    expect(await ownerOf(`b.${host()}`)).toBeUndefined();
  });
});
