/** Passkeys (docs/interface/people.md), with a device in software. */
import { beforeAll, describe, expect, it } from 'vitest';
import { limit } from '../../src/domain/limits.ts';
import { makeAuthenticator, type Authenticator } from '../support/authenticator.ts';
import { movedClock } from '../support/moved-clock.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { addPerson, mailsTo, visit, type Visitor } from '../support/people.ts';
import { openShop, type Shop } from '../support/shop.ts';

const MINUTE_MS = 60_000;
const clock = movedClock(Date.now());
let paigham: Paigham;
let shop: Shop;
/** Passkeys belong to a name. */
let origin: string;
let made = 0;

beforeAll(async () => {
  paigham = await startPaigham({ clock });
  shop = await openShop(paigham.world, { rupees: '100' });
  origin = paigham.baseUrl.replace('127.0.0.1', 'localhost');
});

async function arrive(): Promise<Visitor & { readonly email: string }> {
  made += 1;
  const email = `passkey-${made}@example.com`;
  await addPerson(paigham.world.admin, email, { accountId: shop.accountId, role: 'owner' });
  const visitor = visit(origin);
  await visitor.signIn(email);
  return Object.assign(visitor, { email });
}

const post = (visitor: Visitor, path: string, body?: unknown) =>
  visitor.ask(path, { method: 'POST', ...(body === undefined ? {} : { body }) });

async function optionsFor(visitor: Visitor, path: string): Promise<{ challenge: string }> {
  const { body } = await post(visitor, path);
  return { challenge: String(body['challenge']) };
}

/** Adds the device to a person who is signed in. */
async function add(visitor: Visitor, device: Authenticator) {
  await visitor.confirm();
  const options = await optionsFor(visitor, '/v1/me/passkeys/options');
  return post(visitor, '/v1/me/passkeys', { name: 'Laptop', answer: device.create(options) });
}

async function signIn(device: Authenticator) {
  const visitor = visit(origin);
  const options = await optionsFor(visitor, '/v1/session/passkey-options');
  const answer = device.get(options);
  return { visitor, answer, given: await post(visitor, '/v1/session/passkey', answer) };
}

describe('a passkey', () => {
  it('signs its person in, with nothing else', async () => {
    const visitor = await arrive();
    const device = makeAuthenticator(origin);
    expect((await add(visitor, device)).status).toBe(200);
    const { visitor: again, given } = await signIn(device);
    expect(given).toMatchObject({ status: 200, body: { state: 'open' } });
    const { body } = await again.ask('/v1/session');
    expect(body['person']).toMatchObject({ email: visitor.email });
    const { body: list } = await again.ask('/v1/me/passkeys');
    expect(list['data']).toMatchObject([{ name: 'Laptop', used_at: expect.any(String) }]);
  });

  it('answers each challenge once, and within minutes', async () => {
    const device = makeAuthenticator(origin);
    await add(await arrive(), device);
    const { answer } = await signIn(device);
    const replayed = await post(visit(origin), '/v1/session/passkey', answer);
    expect(replayed).toMatchObject({ status: 401, body: { code: 'passkey_refused' } });
    const late = visit(origin);
    const options = await optionsFor(late, '/v1/session/passkey-options');
    clock.setTo(clock.nowMs() + limit('passkeyMinutes') * MINUTE_MS);
    expect((await post(late, '/v1/session/passkey', device.get(options))).status).toBe(401);
  });

  it('is refused from another site, unverified, made up, or when it counts backwards', async () => {
    const visitor = await arrive();
    const device = makeAuthenticator(origin);
    await add(visitor, device);
    const { given } = await signIn(device);
    expect(given.status).toBe(200);
    device.counter = 0;
    expect((await signIn(device)).given.status).toBe(401);
    device.counter = 100;
    device.verifies = false;
    expect((await signIn(device)).given.status).toBe(401);
    device.verifies = true;
    const options = await optionsFor(visit(origin), '/v1/session/passkey-options');
    const madeUp = { ...device.get(options), id: 'unknown' };
    const otherChallenge = device.get({ challenge: 'AAAA' });
    const garbage = { id: device.get(options).id, response: { clientDataJSON: '%%' } };
    for (const answer of [madeUp, otherChallenge, garbage]) {
      expect(await post(visit(origin), '/v1/session/passkey', answer)).toMatchObject({
        status: 401,
        body: { code: 'passkey_refused' },
      });
    }
    const elsewhere = makeAuthenticator('http://localhost.example');
    expect(await add(visitor, elsewhere)).toMatchObject({ status: 400 });
  });

  it('is added by the person who was asked, who has shown who they are', async () => {
    const [visitor, stranger] = [await arrive(), await arrive()];
    const device = makeAuthenticator(origin);
    await Promise.all([visitor.confirm(), stranger.confirm()]);
    const options = await optionsFor(visitor, '/v1/me/passkeys/options');
    const body = { name: 'Stolen', answer: device.create(options) };
    expect((await post(stranger, '/v1/me/passkeys', body)).status).toBe(400);
    clock.setTo(clock.nowMs() + limit('confirmedMinutes') * MINUTE_MS);
    const late = await post(visitor, '/v1/me/passkeys', body);
    expect(late).toMatchObject({ status: 403, body: { code: 'confirmation_needed' } });
  });

  it('is neither added nor removed by whoever has a cookie, however fresh', async () => {
    const visitor = await arrive();
    const device = makeAuthenticator(origin);
    const needed = { status: 403, body: { code: 'confirmation_needed' } };
    const options = () => post(visitor, '/v1/me/passkeys/options');
    expect(await options()).toMatchObject(needed);
    const { body } = await add(visitor, device);
    // What was shown was for that change alone.
    expect(await options()).toMatchObject(needed);
    const remove = () => visitor.ask(`/v1/me/passkeys/${String(body['id'])}`, { method: 'DELETE' });
    expect(await remove()).toMatchObject(needed);
    await visitor.confirm();
    expect((await remove()).status).toBe(204);
    expect(await options()).toMatchObject(needed);
  });

  it('signs nobody in once it is removed', async () => {
    const visitor = await arrive();
    const device = makeAuthenticator(origin);
    const { body } = await add(visitor, device);
    const path = `/v1/me/passkeys/${String(body['id'])}`;
    const stranger = await arrive();
    await Promise.all([visitor.confirm(), stranger.confirm()]);
    expect((await stranger.ask(path, { method: 'DELETE' })).status).toBe(404);
    expect((await visitor.ask(path, { method: 'DELETE' })).status).toBe(204);
    expect(await mailsTo(paigham, visitor.email)).toMatchObject([
      { kind: 'passkey_added', text: expect.stringContaining('“Laptop”') },
      { kind: 'passkey_removed', text: expect.stringContaining('“Laptop”') },
    ]);
    expect(await mailsTo(paigham, stranger.email)).toEqual([]);
    expect((await signIn(device)).given.status).toBe(401);
  });

  it('needs a host name', async () => {
    const refused = await post(visit(paigham.baseUrl), '/v1/session/passkey-options');
    expect(refused).toMatchObject({ status: 409, body: { code: 'passkeys_need_name' } });
  });
});
