/** Answers that last end with the rights of their callers, and give their places back. */
import { beforeAll, describe, expect, it } from 'vitest';
import { setAccountState } from '../../src/features/accounts/accounts.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { setStaff } from '../../src/features/users/logins.operations.ts';
import { limit } from '../../src/domain/limits.ts';
import { sendOk } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import type { Paigham } from '../support/paigham.ts';
import { addPerson, PASSWORD, visit, type Visitor } from '../support/people.ts';
import { sharedPaigham } from '../support/shared.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { v1At } from '../support/v1.ts';

let paigham: Paigham;
let shop: Shop;
let made = 0;

beforeAll(async () => {
  paigham = await sharedPaigham();
  shop = await openShop(paigham.world, { rupees: '10000' });
  await v1At(paigham.baseUrl, shop.apiKey)('GET /v1/events');
});

type Headers = Readonly<Record<string, string>>;

/** Opens a stream of events: what has come of it, and whether it has ended. */
async function listen(headers: Headers, path = '/v1/events') {
  const url = `${paigham.baseUrl}${path}`;
  const response = await fetch(url, { headers: { ...headers, accept: 'text/event-stream' } });
  expect(response.status).toBe(200);
  const seen = { text: '', isOver: false };
  void (async () => {
    for await (const piece of response.body ?? []) seen.text += Buffer.from(piece).toString();
  })()
    .catch(() => undefined)
    .finally(() => (seen.isOver = true));
  return seen;
}

async function happen(of: Shop = shop): Promise<void> {
  made += 1;
  await sendOk(paigham.baseUrl, of.write(`No. ${made}`, mobileOf(0, made)));
}

/** The service, in this process, has done something since. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** The stream ends although something happens again and again. */
async function endsOf(seen: { readonly isOver: boolean }, of: Shop = shop): Promise<void> {
  await eventually('the stream has ended', async () => {
    await happen(of);
    return seen.isOver;
  });
}

async function flows(seen: { readonly text: string }, of: Shop = shop): Promise<void> {
  const before = seen.text.length;
  await happen(of);
  await eventually('an event', () => seen.text.slice(before).includes('message.'));
}

async function person(works: Parameters<typeof addPerson>[2]) {
  made += 1;
  const email = `person${made}@paigham.example`;
  const userId = await addPerson(paigham.world.admin, email, works);
  const visitor = visit(paigham.baseUrl);
  await visitor.signIn(email);
  return { visitor, userId, email };
}

const member = () => person({ accountId: shop.accountId, role: 'developer' });
const byCookie = ({ cookie }: Visitor): Headers => ({ cookie });

describe('a stream of events ends while events flow', () => {
  it('when its key is revoked, and another key’s goes on', async () => {
    const ask = v1At(paigham.baseUrl, shop.apiKey);
    const { body } = await ask('POST /v1/keys', { name: 'stream', scopes: ['read'] });
    const stream = await listen({ authorization: `Bearer ${String(body['key'])}` });
    const other = await listen({ authorization: `Bearer ${shop.apiKey}` });
    await flows(stream);
    expect((await ask(`DELETE /v1/keys/${String(body['id'])}`)).status).toBe(204);
    await endsOf(stream);
    await flows(other);
    expect(other.isOver).toBe(false);
  });

  it('when its person signs out', async () => {
    const { visitor } = await member();
    const stream = await listen(byCookie(visitor));
    await flows(stream);
    expect((await visitor.ask('/v1/session', { method: 'DELETE' })).status).toBe(204);
    await endsOf(stream);
  });

  it('when its person takes a new password elsewhere', async () => {
    const { visitor, email } = await member();
    const stream = await listen(byCookie(visitor));
    await flows(stream);
    const elsewhere = visit(paigham.baseUrl);
    await elsewhere.signIn(email);
    const change = {
      method: 'PUT',
      body: { password: 'another long password', old_password: PASSWORD },
    };
    expect((await elsewhere.ask('/v1/me/password', change)).status).toBe(204);
    await endsOf(stream);
  });

  it.each(['PATCH', 'DELETE'])(
    'when its person’s place in the account changes: %s',
    async (method) => {
      const { visitor, userId } = await member();
      const stream = await listen(byCookie(visitor));
      await flows(stream);
      const ask = v1At(paigham.baseUrl, shop.apiKey);
      const role = method === 'PATCH' ? { role: 'viewer' } : undefined;
      expect((await ask(`${method} /v1/users/${userId}`, role)).status).toBeLessThan(300);
      await endsOf(stream);
    },
  );

  it('when a member of the staff who looks at the account is dismissed', async () => {
    const { visitor, email } = await person({ staffRole: 'operations' });
    const own = await openShop(paigham.world, { rupees: '100000' });
    const headers = { ...byCookie(visitor), 'paigham-account': String(own.accountId) };
    await v1At(paigham.baseUrl, own.apiKey)('GET /v1/events');
    const stream = await listen(headers);
    const overview = await listen(byCookie(visitor), '/v1/staff/stream');
    await flows(stream, own);
    must(await setStaff(paigham.world.admin, { email, role: 'none' }));
    await endsOf(stream, own);
    await eventually('the overview has ended too', () => overview.isOver);
  });

  it('when its account is disabled', async () => {
    const own = await openShop(paigham.world, { rupees: '100000' });
    await v1At(paigham.baseUrl, own.apiKey)('GET /v1/events');
    const stream = await listen({ authorization: `Bearer ${own.apiKey}` });
    await flows(stream, own);
    must(await setAccountState(paigham.world.admin, { ...own, state: 'disabled' }));
    await eventually('the stream has ended', () => stream.isOver);
  });
});

describe('places are given back', () => {
  const stream = { accept: 'text/event-stream' };

  it.each([
    ['/v1/exports/suppressions', {}],
    ['/v1/events', stream],
  ])('by HEAD and by callers that go away: %s', async (path, headers) => {
    const own = await openShop(paigham.world, { rupees: '1' });
    const url = `${paigham.baseUrl}${path}`;
    const all = { ...headers, authorization: `Bearer ${own.apiKey}` };
    for (let at = 0; at < limit('resultsAtOnce'); at += 1) {
      expect((await fetch(url, { method: 'HEAD', headers: all })).status).toBe(200);
    }
    for (let at = 0; at < 3 * limit('resultsAtOnce'); at += 1) {
      const gone = new AbortController();
      const asked = fetch(url, { headers: all, signal: gone.signal }).catch(() => undefined);
      for (let turns = at % 6; turns > 0; turns -= 1) await nextTurn();
      gone.abort();
      await asked;
    }
    await eventually('there is room', async () => {
      const gone = new AbortController();
      const { status } = await fetch(url, { headers: all, signal: gone.signal });
      gone.abort();
      return status === 200;
    });
  });

  it('and no account has them all', async () => {
    const own = await openShop(paigham.world, { rupees: '1' });
    const headers = { ...stream, authorization: `Bearer ${own.apiKey}` };
    const open = await Promise.all(
      Array.from({ length: limit('accountStreams') }, () => listen(headers)),
    );
    const more = await fetch(`${paigham.baseUrl}/v1/events`, { headers });
    expect([more.status, open.some(({ isOver }) => isOver)]).toEqual([429, false]);
    must(await setAccountState(paigham.world.admin, { ...own, state: 'disabled' }));
    await eventually('all have ended', () => open.every(({ isOver }) => isOver));
  });
});
