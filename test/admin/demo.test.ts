import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { leaveDemo } from '../../src/demo/leave-demo.ts';
import { createAccount } from '../../src/features/accounts/accounts.operations.ts';
import { seedDemo, type Demo } from '../../src/demo/seed-demo.ts';
import { must } from '../../src/operations/admin.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { writePrivateFile } from '@paigham/base/data-dir.ts';
import { createAccountCache } from '../../src/store/snapshots/account-cache.ts';
import { findAccount, listAccounts } from '../../src/features/accounts/accounts.sql.ts';
import { readLinksHealth } from '../../src/store/nodes/health.ts';
import { createOwnerLogins } from '../../src/features/users/users.sql.ts';
import { freshDatabase } from '../support/database.ts';
import { testConfig } from '../support/paigham.ts';
import { demoLinks, openAdmin } from '../support/built-world.ts';
import { temporaryDir } from '../support/temporary.ts';

const { database } = await freshDatabase();
/** As the start of the service seeds. */
const admin = { ...openAdmin(database), actor: 'seed' };
const folder = temporaryDir();
const file = join(folder, 'demo.json');

const seed = (save: (demo: Demo) => void) =>
  seedDemo(admin, { baseUrl: 'http://127.0.0.1:8080', links: demoLinks([1, 2, 3, 4]), save });

describe('the demo world', () => {
  it('is not there at all when it could not be saved', async () => {
    const broken = seed(() => {
      throw new Error('disk full');
    });
    await expect(broken).rejects.toThrow('disk full');
    expect(await listAccounts(database, { afterId: 0, most: 10 })).toEqual([]);
  });

  it('is built once, by whoever comes first, and saved for its user alone', async () => {
    const save = (demo: Demo): void => writePrivateFile(file, JSON.stringify(demo));
    const [first, second] = await Promise.all([seed(save), seed(save)]);
    const demo = first ?? second;
    expect([first, second].filter((it) => it !== undefined)).toHaveLength(1);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(demo);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await seed(save)).toBeUndefined();
  });

  it('has the shape that the start shows', () => {
    const demo: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const login = { email: expect.stringContaining('@'), password: expect.any(String) };
    expect(demo).toEqual({
      baseUrl: 'http://127.0.0.1:8080',
      apiKey: expect.stringMatching(/^[\w-]{40,}$/),
      accountId: expect.stringMatching(/^\d+$/),
      unverifiedApiKey: expect.stringMatching(/^[\w-]{40,}$/),
      unverifiedTemplates: [
        {
          id: expect.stringMatching(/^\d+$/),
          name: 'One-time code',
          message: 'Your verification code is #code#. Do not share it with anyone.',
          variables: ['code'],
          state: 'approved',
        },
      ],
      staff: login,
      owner: login,
      senders: { shared: 'InfoSMS', brand: 'RoshanStore', shortCode: '8584' },
      templates: expect.any(Array),
      chatappId: '',
      chatTemplates: [],
    });
  });

  it('holds what it promises', async () => {
    const demo = JSON.parse(readFileSync(file, 'utf8')) as Demo;
    const reader = database;
    const hashKey = admin.seal.hash;
    const accounts = createAccountCache({ reader, clock: wallClock, hashKey });
    const verified = (await accounts.byKey(demo.apiKey))?.account;
    const unverified = (await accounts.byKey(demo.unverifiedApiKey))?.account;
    expect(verified).toMatchObject({ verified: true, fixedContent: true });
    expect(unverified).toMatchObject({ verified: false, fixedContent: true });
    const accountId = Number(demo.accountId) as AccountId;
    expect(await findAccount(database, { accountId })).toMatchObject({
      availableMicros: 10_000_000_000n,
    });
    expect(await findAccount(database, { accountId: unverified?.id ?? accountId })).toMatchObject({
      availableMicros: 20_000_000n,
    });
    const routes = [...(verified?.sendersById.values() ?? [])];
    expect(new Set(routes.map(({ route, state }) => `${route} ${state}`))).toEqual(
      new Set(['simple approved', 'branded approved', 'short_code approved']),
    );
    const kinds = new Set(
      [...(verified?.templates.values() ?? [])].map((it) => `${it.category} ${it.state}`),
    );
    expect(kinds.size).toBe(6);
    const mine = [...(unverified?.templates.values() ?? [])];
    expect(mine.map(({ state }) => state)).toEqual(['approved']);
    const urdu = demo.templates.find(({ name }) => name.includes('Urdu'));
    expect(urdu).toMatchObject({ state: 'approved', variables: ['name', 'order_no'] });
    expect(urdu?.message).toMatch(/\p{Script=Arabic}/u);
    expect(demo.templates[0]).toMatchObject({ variables: ['code'], state: 'approved' });
  });
});

describe('production', () => {
  const dataDir = folder;
  const config = { ...testConfig(), dataDir, production: true };

  it('refuses the database of a demo, and says what to do', async () => {
    const started = leaveDemo(admin, database, config);
    await expect(started).rejects.toThrow(/set up as a demo.*--data-dir.*--adopt-demo/);
  });

  it('adopts it when told to: nothing that the demo has printed opens anything', async () => {
    const demo = JSON.parse(readFileSync(file, 'utf8')) as Demo;
    const staff = { ...admin, actor: 'line:root' };
    const own = must(await createAccount(staff, { name: 'Own Shop' }));
    const adopting = { ...config, adoptDemo: true };
    const told = await leaveDemo(admin, database, adopting);
    expect(told).toMatch(/Accounts \d+, \d+ .* staff@.*owner@.* links jazz, zong, ufone, telenor/);
    const accounts = createAccountCache({
      reader: database,
      clock: wallClock,
      hashKey: admin.seal.hash,
    });
    for (const key of [demo.apiKey, demo.unverifiedApiKey]) {
      expect(await accounts.byKey(key)).toBeUndefined();
    }
    expect(await accounts.byKey(own.apiKey)).toMatchObject({ account: { active: true } });
    const accountId = Number(demo.accountId) as AccountId;
    expect(await findAccount(database, { accountId })).toMatchObject({
      state: 'disabled',
      keys: 0,
    });
    expect(await createOwnerLogins(database).ownerByEmail(demo.owner.email)).toBeUndefined();
    const links = await readLinksHealth(database);
    expect(links.map(({ enabled }) => enabled)).toEqual([false, false, false, false]);
    expect(existsSync(file)).toBe(false);
    expect(await leaveDemo(admin, database, config)).toBeUndefined();
  });
});
