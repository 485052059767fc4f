/** People of an account see a key again, and replace it (docs/interface/account.md). */
import { beforeAll, describe, expect, it } from 'vitest';
import { limit } from '../../src/domain/limits.ts';
import { movedClock } from '../support/moved-clock.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { addPerson, PASSWORD, visit, type Visitor } from '../support/people.ts';
import { openShop, type Shop } from '../support/shop.ts';

const clock = movedClock(Date.now());
let paigham: Paigham;
let shop: Shop;

beforeAll(async () => {
  paigham = await startPaigham({ clock });
  shop = await openShop(paigham.world, { rupees: '100' });
});

async function arrive(role: 'owner' | 'developer'): Promise<Visitor> {
  const email = `${role}-${clock.nowMs()}@example.com`;
  await addPerson(paigham.world.admin, email, { accountId: shop.accountId, role });
  const visitor = visit(paigham.baseUrl);
  await visitor.signIn(email);
  return visitor;
}

const post = (visitor: Visitor, path: string, body?: unknown) =>
  visitor.ask(path, { method: 'POST', ...(body === undefined ? {} : { body }) });

const statusOf = async (key: string): Promise<number> => {
  const headers = { authorization: `Bearer ${key}` };
  return (await fetch(`${paigham.baseUrl}/v1/balance`, { headers })).status;
};

async function makeKey(visitor: Visitor, scopes: readonly string[]) {
  const { body } = await post(visitor, '/v1/keys', { name: 'Shop', scopes });
  return { id: String(body['id']), key: String(body['key']) };
}

describe('a key', () => {
  it('is told by its last four characters, also once it has been replaced', async () => {
    const owner = await arrive('owner');
    const { id, key } = await makeKey(owner, ['send']);
    const successor = await post(owner, `/v1/keys/${id}/replace`, {});
    const { body } = await owner.ask('/v1/keys?limit=2');
    const ends = [String(successor.body['key']), key].map((it) => it.slice(-4));
    expect(body['data']).toMatchObject(
      ends.map((it) => ({ state: 'active', last_characters: it })),
    );
  });

  it('is shown again to a person who has just shown who they are', async () => {
    const owner = await arrive('owner');
    const { id, key } = await makeKey(owner, ['send', 'templates']);
    expect(await post(owner, `/v1/keys/${id}/reveal`)).toMatchObject({
      status: 200,
      body: { key },
    });
    clock.setTo(clock.nowMs() + limit('confirmedMinutes') * 60_000);
    expect(await post(owner, `/v1/keys/${id}/reveal`)).toMatchObject({
      status: 403,
      body: { code: 'confirmation_needed' },
    });
    await post(owner, '/v1/session/confirm', { password: PASSWORD });
    expect((await post(owner, `/v1/keys/${id}/reveal`)).body).toEqual({ key });
    const audit = await owner.ask('/v1/audit?action=key.reveal');
    expect(audit.body['data']).toHaveLength(2);
  });

  it('forgets nobody for who has not shown for a while who they are', async () => {
    const owner = await arrive('owner');
    const forget = () => post(owner, '/v1/forgettings', { person: '923001234599' });
    clock.setTo(clock.nowMs() + limit('confirmedMinutes') * 60_000);
    expect((await forget()).body).toMatchObject({ code: 'confirmation_needed' });
    await post(owner, '/v1/session/confirm', { password: PASSWORD });
    expect((await forget()).body['code']).not.toBe('confirmation_needed');
  });

  it('is not shown to a key, nor to somebody who may do less than it', async () => {
    const owner = await arrive('owner');
    const { id } = await makeKey(owner, ['templates']);
    const headers = { authorization: `Bearer ${shop.apiKey}` };
    const url = `${paigham.baseUrl}/v1/keys/${id}/reveal`;
    expect((await fetch(url, { method: 'POST', headers })).status).toBe(403);
    const developer = await arrive('developer');
    expect(await post(developer, `/v1/keys/${id}/reveal`)).toMatchObject({
      status: 403,
      body: { code: 'role_too_low' },
    });
  });

  it('is not ended by somebody who may do less than it', async () => {
    const owner = await arrive('owner');
    const { id, key } = await makeKey(owner, ['read', 'templates']);
    const developer = await arrive('developer');
    const end = (visitor: Visitor) => visitor.ask(`/v1/keys/${id}`, { method: 'DELETE' });
    expect(await end(developer)).toMatchObject({ status: 403, body: { code: 'role_too_low' } });
    expect(await statusOf(key)).toBe(200);
    expect((await end(owner)).status).toBe(204);
  });

  it('has a successor that may do the same, and ends after the grace', async () => {
    const owner = await arrive('owner');
    const { id, key } = await makeKey(owner, ['read']);
    const made = await post(owner, `/v1/keys/${id}/replace`, { grace_hours: 2 });
    expect(made).toMatchObject({ status: 201, body: { name: 'Shop', scopes: ['read'] } });
    const successor = String(made.body['key']);
    expect([await statusOf(key), await statusOf(successor)]).toEqual([200, 200]);
    clock.setTo(clock.nowMs() + 2 * 3_600_000);
    expect([await statusOf(key), await statusOf(successor)]).toEqual([401, 200]);
    expect(await post(owner, `/v1/keys/${id}/replace`, {})).toMatchObject({ status: 409 });
  });

  it('may be replaced at once', async () => {
    const owner = await arrive('owner');
    const { id, key } = await makeKey(owner, ['read']);
    const made = await post(owner, `/v1/keys/${id}/replace`, { grace_hours: 0 });
    expect([made.status, await statusOf(key)]).toEqual([201, 401]);
  });
});
