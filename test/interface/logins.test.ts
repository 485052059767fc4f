/** Logins in the hands of staff: their roles, their sessions, a lost second factor. */
import { beforeAll, describe, expect, it } from 'vitest';
import { wallClock } from '@paigham/base/clock.ts';
import { codeAt } from '../../src/kit/totp.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { addPerson, mailsTo, PASSWORD, visit, type Visitor } from '../support/people.ts';
import { openShop, type Shop } from '../support/shop.ts';

let paigham: Paigham;
let shop: Shop;
let admin: Visitor;

beforeAll(async () => {
  paigham = await startPaigham();
  shop = await openShop(paigham.world, { rupees: '100' });
  admin = await arrive('admin@paigham.example', { staffRole: 'admin' });
});

async function arrive(
  email: string,
  as: Parameters<typeof addPerson>[2],
): Promise<Visitor & { readonly email: string }> {
  await addPerson(paigham.world.admin, email, as);
  const visitor = visit(paigham.baseUrl);
  await visitor.signIn(email);
  return Object.assign(visitor, { email });
}

const perform = (name: string, body: object, query = '') =>
  admin.ask(`/v1/staff/operations/${name}${query}`, { method: 'POST', body });

const isIn = async (visitor: Visitor): Promise<boolean> =>
  (await visitor.ask('/v1/session')).status === 200;

describe('a login', () => {
  it('gets another role on the staff, and is taken off it, out of its sessions', async () => {
    const email = 'finance@paigham.example';
    const finance = await arrive(email, { staffRole: 'finance' });
    const given = await perform('user-staff', { email, role: 'operations' });
    expect(given.body['data']).toEqual({ email, role: 'operations', sessions_ended: 1 });
    expect(await isIn(finance)).toBe(false);
    await finance.signIn(email);
    expect((await finance.ask('/v1/staff/operations')).status).toBe(200);
    expect((await perform('user-staff', { email, role: 'none' })).status).toBe(200);
    await finance.signIn(email);
    expect((await finance.ask('/v1/staff/operations')).status).toBe(403);
    const { body } = await perform('user-list', {});
    expect(body['data']).toMatchObject([{ email: 'admin@paigham.example', role: 'admin' }]);
  });

  it('stays an admin while it is the last one', async () => {
    const me = { email: 'admin@paigham.example', role: 'approvals' };
    const refused = await perform('user-staff', me);
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain('last one of the staff');
    expect(await isIn(admin)).toBe(true);
  });

  it('is signed out everywhere', async () => {
    const zara = await arrive('zara@shop.example', { accountId: shop.accountId, role: 'owner' });
    const elsewhere = visit(paigham.baseUrl);
    await elsewhere.signIn(zara.email);
    const ended = await perform('user-sign-out', { email: 'Zara@shop.example' });
    expect(ended.body['data']).toMatchObject({ sessions_ended: 2 });
    expect([await isIn(zara), await isIn(elsewhere)]).toEqual([false, false]);
    const nobody = await perform('user-sign-out', { email: 'nobody@shop.example' });
    expect(JSON.stringify(nobody.body)).toContain('must be the address of a login');
  });

  it('enters by its password once its lost second factor is reset, and is told', async () => {
    const email = 'careful@shop.example';
    const careful = await arrive(email, { accountId: shop.accountId, role: 'owner' });
    await careful.confirm();
    const proposed = await careful.ask('/v1/me/second-factor', { method: 'POST' });
    const code = codeAt(String(proposed.body['secret']), wallClock.nowMs());
    await careful.ask('/v1/me/second-factor/confirm', { method: 'POST', body: { code } });
    const stateOf = async (): Promise<unknown> =>
      (await visit(paigham.baseUrl).signIn(email)).body['state'];
    const before = await stateOf();
    const asked = await perform('user-reset-factor', { email });
    expect(JSON.stringify(asked.body)).toContain('password alone will be enough');
    expect(await stateOf()).toEqual(before);
    const done = await perform('user-reset-factor', { email }, '?agreed=true');
    expect(done.status).toBe(200);
    expect(await isIn(careful)).toBe(false);
    const after = visit(paigham.baseUrl);
    await after.signIn(email);
    expect(await isIn(after)).toBe(true);
    expect(await mailsTo(paigham, email)).toMatchObject([
      { kind: 'second_factor_off', text: expect.stringContaining('of our support') },
      { kind: 'second_factor_on' },
    ]);
  });

  it('gets no password that others would guess', async () => {
    const hina = await arrive('hina@shop.example', { accountId: shop.accountId, role: 'owner' });
    for (const password of ['passwordpassword', 'hina@shop.example', 'short']) {
      const put = { method: 'PUT', body: { old_password: PASSWORD, password } };
      const refused = await hina.ask('/v1/me/password', put);
      expect(refused.status).toBe(400);
      expect(JSON.stringify(refused.body)).toContain('/password');
    }
    const body = { old_password: PASSWORD, password: 'lamp river ninety kite' };
    const put = { method: 'PUT', body };
    expect((await hina.ask('/v1/me/password', put)).status).toBe(204);
  });
});
