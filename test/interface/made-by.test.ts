/** What people make of an account, and what becomes of it (docs/interface/account.md). */
import { describe, expect, it } from 'vitest';
import { setAccount } from '../../src/admin/accounts.ts';
import { must } from '../../src/admin/admin.ts';
import { limit } from '../../src/domain/limits.ts';
import { startPaigham } from '../support/paigham.ts';
import { addPerson, visit } from '../support/people.ts';
import { openShop } from '../support/shop.ts';
import { v1At } from '../support/v1.ts';

const paigham = await startPaigham();

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
      owner: v1At(paigham.baseUrl, apiKey),
      key,
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
