/** People sign in (docs/interface/people.md), and act for their accounts at `/v1`. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { AccountId } from '../../src/domain/ids.ts';
import { limit } from '../../src/domain/limits.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { codeAt } from '../../src/kit/totp.ts';
import { movedClock } from '../support/moved-clock.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { addPerson, inUrdu, mailsTo, PASSWORD, visit, type Visitor } from '../support/people.ts';
import { openShop, type Shop } from '../support/shop.ts';

const HOUR_MS = 3_600_000;
const clock = movedClock(Date.now());
let paigham: Paigham;
let shop: Shop;
let other: Shop;
let made = 0;

beforeAll(async () => {
  paigham = await startPaigham({ clock });
  shop = await openShop(paigham.world, { rupees: '100' });
  other = await openShop(paigham.world, { rupees: '100' });
});

/** A new person of the shop, signed in. */
async function arrive(
  role: 'owner' | 'manager' | 'developer' | 'viewer' = 'owner',
  accountId: AccountId = shop.accountId,
): Promise<Visitor & { readonly email: string; readonly userId: number }> {
  made += 1;
  const email = `person-${made}@example.com`;
  const userId = await addPerson(paigham.world.admin, email, { accountId, role });
  const visitor = visit(paigham.baseUrl);
  expect(await visitor.signIn(email)).toMatchObject({ status: 200, body: { state: 'open' } });
  return Object.assign(visitor, { email, userId });
}

/** The same with a second factor; returns what an authenticator and its owner know. */
async function withSecondFactor(visitor: Visitor) {
  await visitor.confirm();
  const proposed = await visitor.ask('/v1/me/second-factor', { method: 'POST' });
  const secret = String(proposed.body['secret']);
  const accepted = await visitor.ask('/v1/me/second-factor/confirm', {
    ...{ method: 'POST', body: { code: inUrdu(codeAt(secret, clock.nowMs())) } },
  });
  return { secret, codes: accepted.body['recovery_codes'] as readonly string[] };
}

describe('a session', () => {
  it('says who is signed in, and acts for their account', async () => {
    const visitor = await arrive('manager');
    const { body } = await visitor.ask('/v1/session');
    expect(body).toMatchObject({
      state: 'open',
      person: { email: visitor.email, staff_role: null, second_factor: false },
      accounts: [
        { id: String(shop.accountId), role: 'manager', scopes: ['send', 'read', 'templates'] },
      ],
    });
    expect((await visitor.ask('/v1/balance')).body).toMatchObject({ balance: '100.00' });
  });

  it('has a cookie that scripts cannot read and other sites do not send along', async () => {
    const visitor = await arrive();
    const { headers } = await visitor.signIn(visitor.email);
    const [cookie = ''] = headers.getSetCookie();
    expect(cookie).toMatch(
      /^paigham_session=[\w-]{40,}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/,
    );
    const secure = await visitor.ask('/v1/session', {
      ...{ method: 'POST', body: { email: visitor.email, password: PASSWORD } },
      headers: { 'x-forwarded-proto': 'https' },
    });
    expect(secure.headers.getSetCookie()[0]).toMatch(/^__Host-paigham_session=.*; Secure$/);
  });

  it('is a new one after each sign-in: one that was planted is worth nothing', async () => {
    const visitor = await arrive();
    const planted = 'paigham_session=planted';
    visitor.cookie = planted;
    await visitor.signIn(visitor.email);
    expect(visitor.cookie).not.toBe(planted);
    const thief = visit(paigham.baseUrl);
    thief.cookie = planted;
    expect(await thief.ask('/v1/session')).toMatchObject({ status: 401 });
  });

  it('ends when somebody signs in with the same browser', async () => {
    const visitor = await arrive();
    const stolen = visit(paigham.baseUrl);
    stolen.cookie = visitor.cookie;
    const next = await arrive();
    expect((await visitor.signIn(next.email)).status).toBe(200);
    expect((await stolen.ask('/v1/session')).status).toBe(401);
  });

  it('ends when its person signs out, everywhere it was copied to', async () => {
    const visitor = await arrive();
    const stolen = visit(paigham.baseUrl);
    Object.assign(stolen, { cookie: visitor.cookie, csrf: visitor.csrf });
    expect((await stolen.ask('/v1/session')).status).toBe(200);
    expect((await visitor.ask('/v1/session', { method: 'DELETE' })).status).toBe(204);
    expect(visitor.cookie).toBe('paigham_session=');
    expect(await stolen.ask('/v1/session')).toMatchObject({
      status: 401,
      body: { code: 'session_missing' },
    });
    expect((await stolen.ask('/v1/balance')).status).toBe(401);
  });

  it('ends unused after 12 hours, and in any case after 30 days', async () => {
    const visitor = await arrive();
    clock.setTo(clock.nowMs() + limit('sessionIdleHours') * HOUR_MS - 60_000);
    expect((await visitor.ask('/v1/session')).status).toBe(200);
    clock.setTo(clock.nowMs() + limit('sessionIdleHours') * HOUR_MS);
    expect((await visitor.ask('/v1/session')).status).toBe(401);
    await visitor.signIn(visitor.email);
    await paigham.db.transact((transaction) =>
      transaction.run(
        plain(
          'test-seen',
          `update sessions set seen_at = now() + interval '400 days'
          where user_id = $1`,
        ),
        [visitor.userId],
      ),
    );
    clock.setTo(clock.nowMs() + limit('sessionDays') * 24 * HOUR_MS - 60_000);
    expect((await visitor.ask('/v1/session')).status).toBe(200);
    clock.setTo(clock.nowMs() + 60_000);
    expect((await visitor.ask('/v1/session')).status).toBe(401);
  });

  it('loses its rights the moment its person does', async () => {
    const visitor = await arrive('developer');
    expect((await visitor.ask('/v1/keys')).status).toBe(200);
    const owner = await arrive('owner');
    const path = `/v1/users/${visitor.userId}`;
    const change = { method: 'PATCH', body: { role: 'viewer' } };
    expect((await owner.ask(path, change)).status).toBe(200);
    expect(await visitor.ask('/v1/keys')).toMatchObject({
      status: 403,
      body: { code: 'role_too_low' },
    });
    expect((await owner.ask(path, { method: 'DELETE' })).status).toBe(204);
    expect(await visitor.ask('/v1/balance')).toMatchObject({
      status: 403,
      body: { code: 'account_missing' },
    });
  });
});

describe('a change by session', () => {
  const change = { method: 'PATCH', body: { name: 'New name' } } as const;

  it('needs the token that only our pages know', async () => {
    const visitor = await arrive();
    const { csrf } = visitor;
    for (const wrong of ['', 'x', csrf.replace(/^./, (it) => (it === '0' ? '1' : '0'))]) {
      const refused = await visitor.ask('/v1/me', {
        ...change,
        headers: { 'paigham-csrf': wrong },
      });
      expect(refused).toMatchObject({ status: 403, body: { code: 'csrf_refused' } });
    }
    expect((await visitor.ask('/v1/me', change)).status).toBe(204);
    const stranger = await arrive();
    const theirs = { ...change, headers: { 'paigham-csrf': stranger.csrf } };
    expect((await visitor.ask('/v1/me', theirs)).status).toBe(403);
  });

  it.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ])('is refused when a page of another origin asks: %o', async (headers) => {
    const visitor = await arrive();
    expect((await visitor.ask('/v1/me', { ...change, headers })).status).toBe(403);
    const login = { email: visitor.email, password: PASSWORD };
    const signIn = await visitor.ask('/v1/session', { method: 'POST', body: login, headers });
    expect(signIn).toMatchObject({ status: 403, body: { code: 'csrf_refused' } });
  });

  it('is refused over https to a page that came by http', async () => {
    const { email } = await arrive();
    const signIn = { method: 'POST', body: { email, password: PASSWORD } };
    const from = (proto: string) =>
      visit(paigham.baseUrl).ask('/v1/session', {
        ...signIn,
        headers: { origin: paigham.baseUrl, 'x-forwarded-proto': proto },
      });
    expect([(await from('http')).status, (await from('https')).status]).toEqual([200, 403]);
  });

  it('of an account is refused without the token, too', async () => {
    const visitor = await arrive();
    const body = { name: 'shop', scopes: ['read'] };
    const key = { method: 'POST', body } as const;
    const refused = await visitor.ask('/v1/keys', { ...key, headers: { 'paigham-csrf': '' } });
    expect(refused).toMatchObject({ status: 403, body: { code: 'csrf_refused' } });
    expect((await visitor.ask('/v1/keys', key)).status).toBe(201);
    const audit = await visitor.ask('/v1/audit?limit=5');
    const lines = audit.body['data'] as readonly { action: string; actor: string }[];
    const line = lines.find(({ action }) => action === 'key.create');
    expect(line?.actor).toBe(`user:${visitor.userId}`);
  });
});

describe('the account that a person acts for', () => {
  it('is one of theirs, by the header; another is like an unknown one', async () => {
    const visitor = await arrive();
    const as = (account: string) => ({ headers: { 'paigham-account': account } });
    expect((await visitor.ask('/v1/balance', as(String(shop.accountId)))).status).toBe(200);
    for (const account of [String(other.accountId), '999999999', 'x', '-1', '1.5']) {
      expect(await visitor.ask('/v1/balance', as(account))).toMatchObject({
        status: 404,
        body: { code: 'account_unknown' },
      });
    }
  });

  it('is seen by staff, who change nothing; the look is audited', async () => {
    const staff = visit(paigham.baseUrl);
    await addPerson(paigham.world.admin, 'support@example.com', 'staff');
    await staff.signIn('support@example.com');
    const headers = { 'paigham-account': String(other.accountId) };
    expect((await staff.ask('/v1/balance', { headers })).status).toBe(200);
    const send = { method: 'POST', body: { name: 'x', scopes: ['read'] }, headers };
    expect(await staff.ask('/v1/keys', send)).toMatchObject({
      status: 403,
      body: { code: 'see_as_reads' },
    });
    const owner = await arrive('owner', other.accountId);
    const { body } = await owner.ask('/v1/audit');
    const looks = (body['data'] as readonly { action: string; actor: string }[]).filter(
      ({ action }) => action === 'account.see_as',
    );
    expect(looks).toEqual([expect.objectContaining({ actor: 'staff' })]);
  });

  it.each(['finance', 'approvals'])('is not seen by staff for %s', async (role) => {
    const staff = visit(paigham.baseUrl);
    const userId = await addPerson(paigham.world.admin, `${role}@example.com`, 'staff');
    await paigham.db.transact((transaction) =>
      transaction.run(plain('test-role', 'update users set staff_role = $2 where id = $1'), [
        userId,
        role,
      ]),
    );
    await staff.signIn(`${role}@example.com`);
    const headers = { 'paigham-account': String(other.accountId) };
    expect((await staff.ask('/v1/messages', { headers })).status).toBe(404);
  });
});

describe('a second factor', () => {
  it('is asked for after the password, and nothing else works before', async () => {
    const visitor = await arrive();
    const { secret } = await withSecondFactor(visitor);
    const again = visit(paigham.baseUrl);
    expect((await again.signIn(visitor.email)).body).toEqual({ state: 'second_factor' });
    const before = again.cookie;
    for (const path of ['/v1/balance', '/v1/me/sessions']) {
      expect(await again.ask(path)).toMatchObject({ status: 401 });
    }
    const give = (code: string) =>
      again.ask('/v1/session/second-factor', { method: 'POST', body: { code } });
    const wrong = codeAt(secret, clock.nowMs() - 10 * 60_000);
    expect(await give(wrong)).toMatchObject({ status: 400, body: { code: 'code_refused' } });
    clock.setTo(clock.nowMs() + 30_000);
    const code = codeAt(secret, clock.nowMs());
    expect(await give(inUrdu(code))).toMatchObject({ status: 200, body: { state: 'open' } });
    expect(again.cookie).not.toBe(before);
    expect((await again.ask('/v1/balance')).status).toBe(200);
    // The cookie from before the code opens nothing, and the code is used up.
    const thief = visit(paigham.baseUrl);
    thief.cookie = before;
    expect((await thief.ask('/v1/session')).status).toBe(401);
    const third = visit(paigham.baseUrl);
    await third.signIn(visitor.email);
    const replay = { method: 'POST', body: { code } };
    expect((await third.ask('/v1/session/second-factor', replay)).status).toBe(400);
  });

  it('may be a recovery code, once', async () => {
    const visitor = await arrive();
    const { codes } = await withSecondFactor(visitor);
    expect(codes).toHaveLength(limit('recoveryCodes'));
    const [code = ''] = codes;
    const statuses: number[] = [];
    for (const typed of [inUrdu(code.toUpperCase().replace('-', ' ')), code]) {
      const again = visit(paigham.baseUrl);
      await again.signIn(visitor.email);
      const body = { code: typed };
      const given = await again.ask('/v1/session/second-factor', { method: 'POST', body });
      statuses.push(given.status);
    }
    expect(statuses).toEqual([200, 400]);
  });

  it('is not put to use or removed, nor a password changed, by an open session alone', async () => {
    const visitor = await arrive();
    const body = { old_password: PASSWORD, password: 'another long password' };
    const password = { method: 'PUT', body };
    const dangerous = [
      await visitor.ask('/v1/me/second-factor', { method: 'POST' }),
      await visitor.ask('/v1/me/second-factor', { method: 'DELETE' }),
    ];
    const codes = dangerous.map(({ body: it }) => it['code']);
    expect(codes).toEqual(['confirmation_needed', 'confirmation_needed']);
    const elsewhere = visit(paigham.baseUrl);
    await elsewhere.signIn(visitor.email);
    expect((await visitor.confirm()).status).toBe(200);
    const wrong = { ...password, body: { ...body, old_password: 'wrong' } };
    expect((await visitor.ask('/v1/me/password', wrong)).status).toBe(400);
    expect((await visitor.ask('/v1/me/password', password)).status).toBe(204);
    expect(await mailsTo(paigham, visitor.email)).toMatchObject([
      { kind: 'password_changed', text: expect.stringContaining('from the address 127.0.0.1.') },
    ]);
    expect((await elsewhere.ask('/v1/session')).status).toBe(401);
    expect((await visitor.ask('/v1/session')).status).toBe(200);
    expect((await elsewhere.signIn(visitor.email)).status).toBe(401);
  });
});

describe('a stolen password', () => {
  it('does not confirm a session of somebody with a second factor: a code does', async () => {
    const visitor = await arrive();
    const { codes } = await withSecondFactor(visitor);
    const confirm = (body: unknown) => visitor.ask('/v1/session/confirm', { method: 'POST', body });
    expect(await confirm({ password: PASSWORD })).toMatchObject({
      status: 400,
      body: { code: 'code_refused' },
    });
    expect((await confirm({ code: codes[0] })).status).toBe(200);
  });
});

describe('a second factor that is removed', () => {
  it('signs its person out everywhere else', async () => {
    const visitor = await arrive();
    const { secret, codes } = await withSecondFactor(visitor);
    const elsewhere = visit(paigham.baseUrl);
    await elsewhere.signIn(visitor.email);
    clock.setTo(clock.nowMs() + 30_000);
    const body = { code: codeAt(secret, clock.nowMs()) };
    await elsewhere.ask('/v1/session/second-factor', { method: 'POST', body });
    expect((await elsewhere.ask('/v1/me/sessions')).status).toBe(200);
    const remove = () => visitor.ask('/v1/me/second-factor', { method: 'DELETE' });
    expect((await remove()).body).toMatchObject({ code: 'confirmation_needed' });
    await visitor.confirm({ code: codes[0] ?? '' });
    expect((await remove()).status).toBe(204);
    const kinds = (await mailsTo(paigham, visitor.email)).map(({ kind }) => kind);
    expect(kinds).toEqual(['second_factor_off', 'second_factor_on']);
    const now = [await elsewhere.ask('/v1/session'), await visitor.ask('/v1/session')];
    expect(now).toMatchObject([{ status: 401 }, { status: 200 }]);
  });
});

describe('the list of sessions', () => {
  it('shows browsers of the person alone, and signs them out', async () => {
    const visitor = await arrive();
    const phone = visit(paigham.baseUrl);
    await phone.signIn(visitor.email);
    const listed = async () =>
      (await visitor.ask('/v1/me/sessions')).body['data'] as readonly {
        id: string;
        current: boolean;
      }[];
    const sessions = await listed();
    expect([sessions.length, sessions.filter((it) => it.current).length]).toEqual([2, 1]);
    const stranger = await arrive();
    const [first] = sessions;
    const end = { method: 'DELETE' };
    expect((await stranger.ask(`/v1/me/sessions/${first?.id}`, end)).status).toBe(404);
    const theirs = sessions.find(({ current }) => !current);
    expect((await visitor.ask(`/v1/me/sessions/${theirs?.id}`, end)).status).toBe(204);
    expect((await phone.ask('/v1/session')).status).toBe(401);
    expect(await listed()).toHaveLength(1);
  });
});

describe('signing in', () => {
  it('tells nobody which addresses exist, and slows guessing down', async () => {
    const visitor = await arrive();
    const tryWith = (email: string) =>
      visit(paigham.baseUrl).ask('/v1/session', {
        ...{ method: 'POST', body: { email, password: 'wrong wrong wrong' } },
      });
    const known = await tryWith(visitor.email);
    const unknown = await tryWith('nobody@example.com');
    expect([known.status, unknown.status]).toEqual([401, 401]);
    expect(unknown.body).toEqual(known.body);
    for (let tries = 2; tries < limit('wrongPasswordsPerMinute'); tries += 1) {
      await tryWith(visitor.email);
    }
    const slowed = await tryWith(visitor.email);
    expect(slowed).toMatchObject({ status: 429, body: { code: 'logins_guessed' } });
  });
});
