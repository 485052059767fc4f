/** What people make of an account, and what becomes of it (docs/interface/account.md). */
import { describe, expect, it } from 'vitest';
import { setAccount } from '../../src/features/accounts/accounts.operations.ts';
import { must, type Admin } from '../../src/operations/admin.ts';
import { createKey, rotateKey } from '../../src/features/keys/keys.operations.ts';
import { invite } from '../../src/features/invitations/invitations.operations.ts';
import { setStaff } from '../../src/features/users/logins.operations.ts';
import type { Role } from '../../src/domain/account/account.ts';
import { limit } from '../../src/domain/limits.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { findSignInUser, insertAccountUser } from '../../src/features/users/users.sql.ts';
import { addPerson, mailsTo, PASSWORD, visit } from '../support/people.ts';
import { sharedPaigham } from '../support/shared.ts';
import { openShop } from '../support/shop.ts';
import { v1At } from '../support/v1.ts';
import { withoutPlatform } from '../support/without-platform.ts';

const paigham = await sharedPaigham();

describe('what somebody has made of an account', () => {
  const begin = async (name: string) => {
    const own = await openShop(paigham.world, { rupees: '10' });
    const { accountId, apiKey } = own;
    const email = `${name}@made.example`;
    const userId = await addPerson(paigham.world.admin, email, { accountId, role: 'developer' });
    const visitor = visit(paigham.baseUrl);
    await visitor.signIn(email);
    const body = { name: 'of a person', scopes: ['send', 'read', 'account'] };
    const made = await visitor.ask('/v1/keys', { method: 'POST', body });
    const key = v1At(paigham.baseUrl, String(made.body['key']));
    const further = await key('POST /v1/keys', { name: 'of a key', scopes: ['send', 'account'] });
    const hook = await key('POST /v1/webhooks', {
      url: 'https://hooks.example.com/\r\nX: y',
      description: 'theirs',
    });
    expect(hook.body).toMatchObject({ url: 'https://hooks.example.com/X:%20y' });
    const id = String(hook.body['id']);
    return {
      accountId,
      email,
      owner: v1At(paigham.baseUrl, apiKey),
      key,
      keyPath: `/v1/keys/${String(made.body['id'])}`,
      further: v1At(paigham.baseUrl, String(further.body['key'])),
      path: `/v1/users/${userId}`,
      hook: `/v1/webhooks/${id}`,
      visitor,
    };
  };

  it('is listed, and ends with them', async () => {
    const { owner, key, further, path, hook } = await begin('gone');
    const listed = await owner(`GET ${path}`);
    expect(listed.body['made']).toMatchObject({
      keys: [{ name: 'of a person' }, { name: 'of a key', scopes: ['send', 'account'] }],
      webhooks: [{ url: 'https://hooks.example.com/X:%20y' }],
    });
    expect((await owner(`DELETE ${path}`)).status).toBe(204);
    expect((await key('GET /v1/balance')).status).toBe(401);
    expect((await further('GET /v1/users')).status).toBe(401);
    expect((await owner(`GET ${hook}`)).body).toMatchObject({
      state: 'paused',
      state_reason: expect.stringContaining('removed'),
    });
    const [line] = (await owner('GET /v1/audit?action=user.remove&limit=1')).body.data;
    expect(line?.['detail']).toMatchObject({
      ended: { keys: [expect.anything(), expect.anything()], webhooks: [expect.anything()] },
    });
  });

  it('stays if whoever removes them says so', async () => {
    const { owner, key, further, path, hook } = await begin('kept');
    expect((await owner(`DELETE ${path}?keep=true`)).status).toBe(204);
    expect((await key('GET /v1/balance')).status).toBe(200);
    expect((await further('GET /v1/users')).status).toBe(200);
    expect((await owner(`GET ${hook}`)).body).toMatchObject({ state: 'active' });
  });

  it('may do no more than they may after a change of role', async () => {
    const { owner, key, further, path } = await begin('less');
    expect((await owner(`PATCH ${path}`, { role: 'viewer' })).status).toBe(200);
    expect((await key('GET /v1/balance')).status).toBe(200);
    expect((await key('GET /v1/users')).status).toBe(403);
    expect((await further('GET /v1/users')).status).toBe(401);
  });

  it('ends with the key that made it, as a leaked one has', async () => {
    const { owner, key, keyPath, further, hook } = await begin('leaked');
    expect((await owner(`GET ${keyPath}`)).body['made']).toMatchObject({
      keys: [{ name: 'of a key' }],
      webhooks: [{ url: 'https://hooks.example.com/X:%20y' }],
    });
    expect((await owner(`DELETE ${keyPath}`)).status).toBe(204);
    expect((await key('GET /v1/balance')).status).toBe(401);
    expect((await further('GET /v1/users')).status).toBe(401);
    expect((await owner(`GET ${hook}`)).body).toMatchObject({ state: 'paused' });
    const [line] = (await owner('GET /v1/audit?action=key.revoke&limit=1')).body.data;
    expect(line?.['detail']).toMatchObject({
      ended: { keys: [expect.anything()], webhooks: [expect.anything()] },
    });
  });

  it('stays if whoever ends the key says so, or it made the key that ends it', async () => {
    const kept = await begin('keeps');
    expect((await kept.owner(`DELETE ${kept.keyPath}?keep=true`)).status).toBe(204);
    expect((await kept.further('GET /v1/users')).status).toBe(200);
    expect((await kept.owner(`GET ${kept.hook}`)).body).toMatchObject({ state: 'active' });
    const { key, keyPath } = await begin('replaced');
    const successor = await key(`POST ${keyPath}/replace`, {});
    const next = v1At(paigham.baseUrl, String(successor.body['key']));
    expect((await next(`DELETE ${keyPath}`)).status).toBe(204);
    expect((await next('GET /v1/balance')).status).toBe(200);
  });

  it('counts a webhook that they have pointed elsewhere', async () => {
    const { owner, visitor, path } = await begin('points');
    const made = await owner('POST /v1/webhooks', { url: 'https://hooks.example.com/ours' });
    const hook = `/v1/webhooks/${String(made.body['id'])}`;
    const url = 'https://hooks.example.com/theirs';
    await visitor.ask(hook, { method: 'PATCH', body: { description: 'looked at' } });
    const count = async () =>
      Object.values((await owner(`GET ${path}`)).body['made'] as Record<string, unknown[]>)[1]
        ?.length;
    expect(await count()).toBe(1);
    await visitor.ask(hook, { method: 'PATCH', body: { url } });
    expect(await count()).toBe(2);
    expect((await owner(`DELETE ${path}`)).status).toBe(204);
    expect((await owner(`GET ${hook}`)).body).toMatchObject({ state: 'paused', url });
    // Whoever has looked at the address answers for it.
    await owner(`PATCH ${hook}`, { url: 'https://hooks.example.com/ours', active: true });
    expect((await owner(`GET ${hook}`)).body).toMatchObject({ state: 'active' });
  });

  it('ends with a job on the staff, except in an account that they belong to', async () => {
    const { admin } = paigham.world;
    const email = 'hired@made.example';
    await addPerson(admin, email, { staffRole: 'admin' });
    await addPerson(admin, 'stays@made.example', { staffRole: 'admin' });
    const staff: Admin = { ...admin, actor: `staff:${email}` };
    const [one, own] = [await begin('served'), await begin('belongs')];
    await paigham.db.transact(async (transaction) => {
      const user = await findSignInUser(transaction, { email });
      const its = { userId: user?.id ?? 0, role: 'viewer' } as const;
      await insertAccountUser(transaction, { ...its, accountId: own.accountId });
    });
    const made = await Promise.all(
      [one, own].map(async ({ accountId }) => {
        const all = { accountId, name: 'by staff' };
        const { keyId } = must(await createKey(staff, all));
        const invited = { accountId, email: `o-${accountId}@made.example`, role: 'owner' } as const;
        must(await invite(withoutPlatform(staff), invited));
        return `/v1/keys/${keyId}`;
      }),
    );
    const open = async ({ owner }: typeof one) =>
      (await owner('GET /v1/invitations')).body.data.length;
    const keep = await begin('keep');
    const kept = must(await createKey(staff, { accountId: keep.accountId, name: 'kept' }));
    must(await setStaff(admin, { email, role: 'none', keep: false }));
    expect((await one.owner(`GET ${made[0]}`)).body).toMatchObject({ state: 'ended' });
    expect((await own.owner(`GET ${made[1]}`)).body).toMatchObject({
      ...{ state: 'active', scopes: ['read'] },
    });
    expect([await open(one), await open(own)]).toEqual([0, 0]);
    expect((await keep.owner(`GET /v1/keys/${kept.keyId}`)).body).toMatchObject({
      state: 'ended',
    });
  });

  it('is refused to people in words about their role', async () => {
    const { visitor } = await begin('words');
    const body = { name: 'more', scopes: ['templates'] };
    const invited = { email: 'x@made.example', role: 'owner' };
    for (const [path, given] of [
      ['/v1/keys', body],
      ['/v1/invitations', invited],
    ] as const) {
      const refused = await visitor.ask(path, { method: 'POST', body: given });
      expect(refused).toMatchObject({ status: 403, body: { code: 'role_too_low' } });
      expect(JSON.stringify(refused.body)).not.toContain('API key');
    }
  });
});

describe('an invitation that a key has made', () => {
  const { admin } = paigham.world;
  let guests = 0;
  const begin = async () => {
    guests += 1;
    const { accountId, apiKey } = await openShop(paigham.world, { rupees: '10' });
    const userId = await addPerson(admin, `inviter-${guests}@made.example`, {
      ...{ accountId, role: 'owner' },
    });
    // An account keeps its last owner.
    await addPerson(admin, `stays-${guests}@made.example`, { accountId, role: 'owner' });
    const visitor = visit(paigham.baseUrl);
    await visitor.signIn(`inviter-${guests}@made.example`);
    const scopes = ['send', 'read', 'templates', 'account'];
    const made = await visitor.ask('/v1/keys', { method: 'POST', body: { name: 'k', scopes } });
    const key = v1At(paigham.baseUrl, String(made.body['key']));
    const guest = `guest-${guests}@made.example`;
    const inviteAs = (role: Role) => key('POST /v1/invitations', { email: guest, role });
    const accept = async () => {
      const [mail] = await mailsTo(paigham, guest);
      const token = /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
      const body = { token, name: 'Guest', password: PASSWORD };
      return visit(paigham.baseUrl).ask('/v1/invitations/accept', { method: 'POST', body });
    };
    const owner = v1At(paigham.baseUrl, apiKey);
    const open = async () => (await owner('GET /v1/invitations')).body.data.length;
    const keyPath = `/v1/keys/${String(made.body['id'])}`;
    return { accountId, owner, key, keyPath, userId, inviteAs, accept, open };
  };
  type Begun = Awaited<ReturnType<typeof begin>>;

  it('is accepted while the key is there', async () => {
    const { inviteAs, accept } = await begin();
    expect((await inviteAs('owner')).status).toBe(201);
    expect((await accept()).status).toBe(200);
  });

  const ends: readonly (readonly [string, (begun: Begun) => Promise<unknown>])[] = [
    ['whose person is removed', ({ owner, userId }) => owner(`DELETE /v1/users/${userId}`)],
    [
      'whose person is removed, though the key is kept',
      ({ owner, userId }) => owner(`DELETE /v1/users/${userId}?keep=true`),
    ],
    [
      'whose person is given less to do',
      ({ owner, userId }) => owner(`PATCH /v1/users/${userId}`, { role: 'developer' }),
    ],
    [
      'whose person is given less to do, though the key is kept',
      ({ owner, userId }) => owner(`PATCH /v1/users/${userId}`, { role: 'viewer', keep: true }),
    ],
    ['that is revoked', ({ owner, keyPath }) => owner(`DELETE ${keyPath}`)],
    ['that is given less to do', ({ owner, keyPath }) => owner(`PATCH ${keyPath}`, LESS)],
    [
      'that is replaced at once',
      ({ owner, keyPath }) => owner(`POST ${keyPath}/replace`, { grace_hours: 0 }),
    ],
    ['that is rotated', ({ accountId }) => rotateKey(admin, { accountId, graceMs: 0 })],
    ['that expires', ({ accountId }) => expire(accountId)],
  ];
  const LESS = { scopes: ['send', 'read', 'account'] };
  const expire = (accountId: number) =>
    paigham.db.transact((transaction) =>
      transaction.run(
        plain('test-expire', 'update api_keys set expires_at = now() where account_id = $1'),
        [accountId],
      ),
    );

  it.each(ends)('ends with a key %s', async (_, end) => {
    const begun = await begin();
    expect((await begun.inviteAs('owner')).status).toBe(201);
    await end(begun);
    expect((await begun.accept()).body).toMatchObject({ code: 'link_refused' });
  });

  it('is listed no longer than it is open', async () => {
    const { owner, keyPath, inviteAs, open } = await begin();
    await inviteAs('owner');
    expect(await open()).toBe(1);
    await owner(`DELETE ${keyPath}`);
    expect(await open()).toBe(0);
  });
});

describe('what waits for staff', () => {
  it('is bounded by account, and an unverified one has fewer opt-outs', async () => {
    const own = await openShop(paigham.world, { rupees: '10' });
    const its = v1At(paigham.baseUrl, own.apiKey);
    const most = limit('waitingForStaff');
    const template = (at: number) =>
      its('POST /v1/templates', { name: `t${at}`, message: `Hello ${at} #name#` });
    const sender = (at: number) =>
      its('POST /v1/senders', { name: `Brand${at}`, route: 'branded' });
    for (const ask of [template, sender]) {
      const answers: number[] = [];
      for (let at = 0; at <= most; at += 1) answers.push((await ask(at)).status);
      expect(answers.indexOf(400)).toBe(answers.length - 1);
    }
    const importFrom = (first: number) => {
      const numbers = Array.from({ length: 10_000 }, (_, at) =>
        String(923_000_000_000 + first + at),
      );
      return its('POST /v1/suppressions/import', { numbers });
    };
    const { accountId } = own;
    must(await setAccount(paigham.world.admin, { accountId, verified: false }));
    expect((await importFrom(0)).status).toBe(200);
    expect((await importFrom(10_000)).status).toBe(400);
    expect((await its('POST /v1/suppressions', { number: '923019999999' })).status).toBe(400);
    must(await setAccount(paigham.world.admin, { accountId, verified: true }));
    expect((await importFrom(10_000)).status).toBe(200);
  });
});
