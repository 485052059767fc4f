import { describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import {
  createAccount,
  setAccountState,
  setAccount,
} from '../../src/features/accounts/accounts.operations.ts';
import { rotateKey } from '../../src/features/keys/keys.operations.ts';
import { must } from '../../src/operations/admin.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import { stepClock } from '../support/step-clock.ts';
import { findAccount } from '../../src/features/accounts/accounts.sql.ts';
import { forgetExpiredKeys } from '../../src/features/keys/keys.sql.ts';
import { createAccountCache } from '../../src/store/snapshots/account-cache.ts';
import { freshDatabase } from '../support/database.ts';
import { openAdmin } from '../support/built-world.ts';

const { database } = await freshDatabase();
const clock = stepClock();
const admin = openAdmin(database, clock);
const accounts = createAccountCache({ reader: database, clock, hashKey: admin.seal.hash });
const nobody = 9_999_999 as AccountId;
let named = 0;
const newAccount = async () => must(await createAccount(admin, { name: `Account no ${++named}` }));

type AuditRow = { readonly action: string; readonly actor: string; readonly detail: unknown };
const auditOf = (accountId: AccountId) =>
  database.read(
    plain<AuditRow>(
      'test-audit',
      'select action, actor, detail from audit where account_id = $1 order by id',
    ),
    [accountId],
  );

describe('a new account', () => {
  it('is active, unverified, without credit, and found by its key', async () => {
    const { accountId, apiKey } = await newAccount();
    expect(apiKey).toMatch(/^[\w-]{40,}$/);
    expect(await accounts.byKey(apiKey)).toMatchObject({
      account: {
        id: accountId,
        active: true,
        verified: false,
        fixedContent: true,
        lookalikes: true,
        postpaid: false,
        ipList: [],
        hasOptouts: false,
        version: 1,
      },
    });
    expect(await findAccount(database, { accountId })).toMatchObject({
      availableMicros: 0n,
      keys: 1,
    });
    expect(await auditOf(accountId)).toMatchObject([{ action: 'account.create', actor: 'test' }]);
  });

  it('keeps its key nowhere in the clear', async () => {
    const { accountId, apiKey } = await newAccount();
    const rows = await database.read(
      plain<{ readonly row: string }>(
        'test-key-rows',
        `select encode(key_hash, 'escape') || encode(key_sealed, 'escape') as row from api_keys
       where account_id = $1
       union all select detail::text from audit where account_id = $1`,
      ),
      [accountId],
    );
    expect(rows).toHaveLength(2);
    for (const { row } of rows) expect(row).not.toContain(apiKey);
  });

  it.each(['', ' x', '123', 'x'.repeat(101), 'two\nlines'])('cannot be named %j', async (name) => {
    expect(await createAccount(admin, { name })).toMatchObject({ ok: false, field: 'name' });
  });

  it('cannot take a name that is taken, and leaves nothing behind', async () => {
    must(await createAccount(admin, { name: 'Twice' }));
    expect(await createAccount(admin, { name: 'Twice' })).toMatchObject({
      ok: false,
      field: 'name',
    });
  });
});

describe('setting an account', () => {
  it('changes what is given and nothing else, and raises the version', async () => {
    const { accountId } = await newAccount();
    const ipList = ['203.0.113.7', '2001:DB8::1/32', '203.0.113.7'];
    must(await setAccount(admin, { accountId, verified: true, ipList, postpaid: true }));
    must(await setAccount(admin, { accountId, fixedContent: true, mnpCoverage: true }));
    must(
      await setAccount(admin, { accountId, mnpOption: true, always200: true, lookalikes: false }),
    );
    expect(await accounts.byId(accountId)).toMatchObject({
      version: 4,
      verified: true,
      fixedContent: true,
      mnpCoverage: true,
      mnpOption: true,
      always200: true,
      lookalikes: false,
      postpaid: true,
      ipList: ['203.0.113.7/32', '2001:db8::/32'],
    });
    const actions = (await auditOf(accountId)).map(({ action }) => action);
    expect(actions).toEqual(['account.create', 'account.set', 'account.set', 'account.set']);
  });

  it('refuses by field and rule, and then changes nothing', async () => {
    const { accountId } = await newAccount();
    const refusals = [
      await setAccount(admin, { accountId, verified: true, ipList: ['10.0.0.0/8', 'office'] }),
      await setAccount(admin, { accountId, verified: true, mnpOption: true }),
      await setAccount(admin, { accountId: nobody, verified: true }),
      await setAccountState(admin, { accountId: nobody, state: 'disabled' }),
      await rotateKey(admin, { accountId: nobody, graceMs: 0 }),
      await rotateKey(admin, { accountId, graceMs: -1 }),
    ];
    const fields = refusals.map((it) => (it.ok ? undefined : it.field));
    expect(fields).toEqual(['ipList', 'mnpOption', 'account', 'account', 'account', 'graceMs']);
    expect(await accounts.byId(accountId)).toMatchObject({ version: 1, verified: false });
    expect(await auditOf(accountId)).toHaveLength(1);
  });

  it('makes an account prepaid again only when it owes nothing', async () => {
    const { accountId } = await newAccount();
    must(await setAccount(admin, { accountId, postpaid: true }));
    await database.transact((transaction) =>
      transaction.run(
        plain('test-owe', 'update balances set available_micros = -1 where account_id = $1'),
        [accountId],
      ),
    );
    const refused = await setAccount(admin, { accountId, postpaid: false });
    expect(refused).toMatchObject({ ok: false, field: 'postpaid' });
  });
});

describe('disabling and enabling', () => {
  it('holds from the next look at the account', async () => {
    const { accountId, apiKey } = await newAccount();
    expect(await accounts.byKey(apiKey)).toMatchObject({ account: { active: true } });
    must(await setAccountState(admin, { accountId, state: 'disabled' }));
    await accounts.forgetChanged();
    expect(await accounts.byKey(apiKey)).toMatchObject({ account: { active: false, version: 2 } });
    must(await setAccountState(admin, { accountId, state: 'active' }));
    await accounts.forgetChanged();
    expect(await accounts.byKey(apiKey)).toMatchObject({ account: { active: true, version: 3 } });
  });
});

describe('rotating a key', () => {
  it('leaves the old key valid for the stated time and no longer', async () => {
    const { accountId, apiKey } = await newAccount();
    const rotated = must(await rotateKey(admin, { accountId, graceMs: 60_000 }));
    expect(rotated).toMatchObject({ oldKeys: 1, oldKeysExpireAtMs: clock.nowMs() + 60_000 });
    expect(await accounts.byKey(rotated.apiKey)).toMatchObject({ account: { id: accountId } });
    clock.advance(59_999);
    expect(await accounts.byKey(apiKey)).toMatchObject({ account: { id: accountId } });
    clock.advance(1);
    expect(await accounts.byKey(apiKey)).toBeUndefined();
    accounts.forget(accountId);
    expect(await accounts.byKey(apiKey)).toBeUndefined();
    expect(await accounts.byKey(rotated.apiKey)).toMatchObject({ account: { id: accountId } });
  });

  it('ends the old key at once when asked to, also one that was already to expire', async () => {
    const { accountId, apiKey } = await newAccount();
    const second = must(await rotateKey(admin, { accountId, graceMs: 60_000 }));
    const third = must(await rotateKey(admin, { accountId, graceMs: 0 }));
    expect(third.oldKeys).toBe(2);
    expect(await accounts.byKey(apiKey)).toBeUndefined();
    expect(await accounts.byKey(second.apiKey)).toBeUndefined();
    expect(await accounts.byKey(third.apiKey)).toMatchObject({ account: { id: accountId } });
  });

  it('leaves nothing to read of a key that has ended, now or when its time is over', async () => {
    const { accountId } = await newAccount();
    const readable = async (): Promise<number> => {
      type Count = { readonly keys: number };
      const text = 'select count(key_sealed) as keys from api_keys where account_id = $1';
      const [row] = await database.read(plain<Count>('test-readable', text), [accountId]);
      return row?.keys ?? 0;
    };
    must(await rotateKey(admin, { accountId, graceMs: 60_000 }));
    const forget = () => database.transact((it) => forgetExpiredKeys(it, { nowMs: clock.nowMs() }));
    await forget();
    expect(await readable()).toBe(2);
    clock.advance(60_000);
    await forget();
    expect(await readable()).toBe(1);
    must(await rotateKey(admin, { accountId, graceMs: 0 }));
    expect(await readable()).toBe(1);
  });
});
