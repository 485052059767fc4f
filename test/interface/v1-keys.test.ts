import { beforeAll, describe, expect, it } from 'vitest';
import { must } from '../../src/operations/admin.ts';
import { createKey } from '../../src/features/keys/keys.operations.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import type { Paigham } from '../support/paigham.ts';
import { sharedPaigham } from '../support/shared.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { v1At, type AskV1 } from '../support/v1.ts';

let paigham: Paigham;
let shop: Shop;
let ask: AskV1;

beforeAll(async () => {
  paigham = await sharedPaigham();
  shop = await openShop(paigham.world, { rupees: '100' });
  ask = v1At(paigham.baseUrl, shop.apiKey);
});

type Made = { readonly id: string; readonly key: string };

async function make(body: object, by = ask, headers = {}): Promise<Made> {
  const made = await by('POST /v1/keys', body, headers);
  expect(made.status).toBe(201);
  return made.body as unknown as Made;
}

describe('a key', () => {
  it('is shown once, has the access its scopes say, and ends when it is revoked', async () => {
    const made = await make({ name: 'Reports', scopes: ['read'] });
    expect(made).toMatchObject({
      ...{ name: 'Reports', scopes: ['read'], state: 'active' },
      ...{ created_by: expect.stringMatching(/^key:\d+$/), expires_at: null, last_used_at: null },
    });
    const mine = v1At(paigham.baseUrl, made.key);
    expect((await mine('GET /v1/balance')).status).toBe(200);
    expect((await mine('GET /v1/keys')).body).toMatchObject({ code: 'scope_missing' });
    const shown = await ask(`GET /v1/keys/${made.id}`);
    expect(shown.text).not.toContain(made.key);
    expect((await ask(`DELETE /v1/keys/${made.id}`)).status).toBe(204);
    expect((await mine('GET /v1/balance')).body).toMatchObject({ code: 'key_refused' });
    expect((await ask(`GET /v1/keys/${made.id}`)).body).toMatchObject({ state: 'ended' });
    expect((await ask(`DELETE /v1/keys/${made.id}`)).body).toMatchObject({ code: 'key_ended' });
  });

  it('is created once per idempotency key, and shown again on a retry', async () => {
    const headers = { 'idempotency-key': 'one key' };
    const first = await make({ name: 'Once' }, ask, headers);
    expect(await make({ name: 'Once' }, ask, headers)).toEqual(first);
    const kept = await paigham.db.read(
      plain<{ readonly kept: string }>(
        'test-kept-answers',
        'select answer::text as kept from idempotency_keys where account_id = $1',
      ),
      [shop.accountId],
    );
    expect(JSON.stringify(kept)).not.toContain(first.key);
  });

  it('is not shown to another key that repeats the request', async () => {
    const clerk = v1At(paigham.baseUrl, (await make({ name: 'Clerk', scopes: ['account'] })).key);
    const receiver = { url: 'https://hooks.example.com/x' };
    for (const [path, body] of [
      ['/v1/keys', { name: 'Full' }],
      ['/v1/webhooks', receiver],
    ] as const) {
      const headers = { 'idempotency-key': `first come ${path}` };
      expect((await ask(`POST ${path}`, body, headers)).status).toBe(201);
      const repeated = await clerk(`POST ${path}`, body, headers);
      expect(repeated.status).toBe(409);
      expect(repeated.body).toMatchObject({ code: 'idempotency_conflict' });
      expect((await ask(`POST ${path}`, body, headers)).status).toBe(201);
    }
  });

  it('cannot give a new key or another one a scope that it does not have', async () => {
    const made = await make({ name: 'Keeper', scopes: ['account', 'read'] });
    const keeper = v1At(paigham.baseUrl, made.key);
    const all = await make({ name: 'All' });
    for (const refused of [
      await keeper('POST /v1/keys', { name: 'x', scopes: ['send'] }),
      await keeper(`PATCH /v1/keys/${made.id}`, { scopes: ['account', 'send'] }),
      await keeper(`PATCH /v1/keys/${all.id}`, { scopes: ['send'] }),
    ]) {
      expect(refused.status).toBe(403);
      const errors = [{ pointer: '/body/scopes' }];
      expect(refused.body).toMatchObject({ code: 'scope_missing', errors });
    }
    for (const change of [{ name: 'x' }, { scopes: ['account'] }]) {
      const refused = await keeper(`PATCH /v1/keys/${all.id}`, change);
      expect(refused.body).toMatchObject({ code: 'scope_missing' });
    }
    const longer = await keeper(`PATCH /v1/keys/${all.id}`, { expires_at: '2027-12-31T00:00:00Z' });
    expect(longer.status).toBe(403);
    const own = (await keeper('POST /v1/keys', { name: 'as mine' })).body;
    expect(own['scopes']).toEqual(['read', 'account']);
  });

  it('of tests is known at a glance, and stays one', async () => {
    const made = await make({ name: 'Tests', mode: 'test' });
    expect(made).toMatchObject({ mode: 'test', key: expect.stringMatching(/^test_[\w-]{43}$/) });
    const test = v1At(paigham.baseUrl, made.key);
    const live = await make({ name: 'Live' });
    expect(live).toMatchObject({ mode: 'live' });
    expect((await test(`GET /v1/keys/${live.id}`)).body).toMatchObject({ mode: 'live' });
    for (const refused of [
      await test('POST /v1/keys', { name: 'x' }),
      await test('POST /v1/keys', { name: 'x', mode: 'live' }),
      await test(`PATCH /v1/keys/${made.id}`, { name: 'x' }),
      await test(`DELETE /v1/keys/${live.id}`),
    ]) {
      expect([refused.status, refused.body['code']]).toEqual([403, 'key_tests_only']);
    }
    const changed = await ask(`PATCH /v1/keys/${made.id}`, { mode: 'live' });
    expect(changed.body).toMatchObject({ errors: [{ pointer: '/body/mode' }] });
  });

  it('ends at its time, and lives on when given a later one', async () => {
    const past = await ask('POST /v1/keys', { name: 'x', expires_at: '2026-01-01T00:00:00Z' });
    expect(past.body).toMatchObject({ errors: [{ pointer: '/body/expires_at' }] });
    const none = await ask('POST /v1/keys', { name: 'x', expires_at: '2026-12-31T23:59:60Z' });
    const detail = 'must be a time such as 2026-11-22T09:00:00Z';
    expect(none.body).toMatchObject({ errors: [{ pointer: '/body/expires_at', detail }] });
    const expires = '2027-01-01T00:00:00.000Z';
    const made = await make({ name: 'Guest', expires_at: expires });
    expect(made).toMatchObject({ expires_at: expires });
    const changed = await ask(`PATCH /v1/keys/${made.id}`, { expires_at: null, name: 'Friend' });
    expect(changed.body).toMatchObject({ name: 'Friend', expires_at: null });
    const { body: audit } = await ask('GET /v1/audit?action=key.set&limit=1');
    expect(audit.data[0]).toMatchObject({ detail: { name: 'Friend', expires_at: null } });
    expect((await ask(`PATCH /v1/keys/${made.id}`, {})).status).toBe(400);
  });

  it('with an end cannot give itself or another a longer life', async () => {
    const ends = '2027-03-01T00:00:00.000Z';
    const later = '2027-03-01T00:00:01.000Z';
    const guest = await make({ name: 'Guest', scopes: ['account', 'read'], expires_at: ends });
    const by = v1At(paigham.baseUrl, guest.key);
    const lasting = await make({ name: 'Lasting', scopes: ['account'] });
    const short = { name: 'Short', scopes: ['read'], expires_at: '2027-02-01T00:00:00.000Z' };
    const other = await make(short, by);
    for (const refused of [
      await by(`PATCH /v1/keys/${guest.id}`, { expires_at: null }),
      await by(`PATCH /v1/keys/${guest.id}`, { expires_at: later }),
      await by(`PATCH /v1/keys/${other.id}`, { expires_at: null }),
      await by(`PATCH /v1/keys/${lasting.id}`, { scopes: ['account', 'read'] }),
      await by('POST /v1/keys', { name: 'x', expires_at: null }),
      await by('POST /v1/keys', { name: 'x', expires_at: later }),
    ]) {
      expect(refused.status).toBe(400);
      expect(refused.body).toMatchObject({ errors: [{ pointer: '/body/expires_at' }] });
    }
    expect((await by(`GET /v1/keys/${guest.id}`)).body).toMatchObject({ expires_at: ends });
    expect(await make({ name: 'As mine' }, by)).toMatchObject({ expires_at: ends });
    const longer = await by(`PATCH /v1/keys/${other.id}`, { expires_at: ends });
    expect(longer.body).toMatchObject({ expires_at: ends });
    const renamed = await by(`PATCH /v1/keys/${lasting.id}`, { name: 'Still lasting' });
    expect(renamed.body).toMatchObject({ name: 'Still lasting', expires_at: null });
  });

  it('says when it was last used, once the node has written that', async () => {
    const node = await paigham.startNode({ config: { roles: ['api'] } });
    const made = await make({ name: 'Used' });
    const fromMs = Date.now();
    expect((await v1At(node.baseUrl, made.key)('GET /v1/balance')).status).toBe(200);
    await node.stop();
    const { last_used_at: used } = (await ask(`GET /v1/keys/${made.id}`)).body;
    expect(Date.parse(String(used))).toBeGreaterThan(fromMs - 60_000);
  });
});

describe('the address list', () => {
  it('is replaced as a whole, and takes effect at once', async () => {
    const own = await openShop(paigham.world, { rupees: '1' });
    const mine = v1At(paigham.baseUrl, own.apiKey);
    const wrong = await mine('PUT /v1/ip-list', { addresses: ['192.0.2.0/24', 'x'] });
    expect(wrong.body).toMatchObject({ errors: [{ pointer: '/body/addresses' }] });
    const set = { addresses: ['127.0.0.0/8', '2001:db8::/32'] };
    expect((await mine('PUT /v1/ip-list', set)).body).toEqual(set);
    expect((await mine('GET /v1/ip-list')).body).toEqual(set);
    expect((await mine('PUT /v1/ip-list', { addresses: ['192.0.2.1'] })).status).toBe(200);
    expect((await mine('GET /v1/ip-list')).body).toMatchObject({ code: 'address_denied' });
  });
});

describe('the audit', () => {
  it('names the key that acted, and staff only as staff', async () => {
    const { body } = await ask('GET /v1/audit?action=key');
    const [last] = body.data;
    expect(last).toMatchObject({ action: expect.stringContaining('key.') });
    expect(body.data.every(({ actor }) => /^key:\d+$/.test(String(actor)))).toBe(true);
    const { admin } = paigham.world;
    const { keyId } = must(
      await createKey(
        { ...admin, actor: 'staff:ayesha@example.com' },
        { accountId: shop.accountId, name: 'By staff' },
      ),
    );
    const [made] = (await ask('GET /v1/audit?action=key.create&limit=1')).body.data;
    expect(made).toMatchObject({ actor: 'staff', detail: { key_id: String(keyId) } });
    const nobodyKnown = await ask('GET /v1/audit?action=template.approve');
    expect(nobodyKnown.body.data[0]).toMatchObject({ actor: 'unknown' });
    const hook = await ask('POST /v1/webhooks', { url: 'https://hooks.example.com/y' });
    const place = `/v1/webhooks/${String(hook.body['id'])}`;
    await ask(`PATCH ${place}`, { active: false });
    await ask(`POST ${place}/rotate-secret`);
    await ask(`DELETE ${place}`);
    const hooks = (await ask('GET /v1/audit?action=webhook&limit=4')).body.data;
    expect(hooks).toHaveLength(4);
    expect(hooks.every(({ actor }) => actor === last?.['actor'])).toBe(true);
    const pages = await ask('GET /v1/audit?limit=1');
    const next = await ask(`GET /v1/audit?limit=1&cursor=${String(pages.body['next_cursor'])}`);
    expect(next.body.data[0]?.['id']).not.toBe(pages.body.data[0]?.['id']);
    const other = await ask(`GET /v1/keys?cursor=${String(pages.body['next_cursor'])}`);
    expect(other.body).toMatchObject({ errors: [{ pointer: '/query/cursor' }] });
  });
});
