/** Where people work: at the address of the service. Other domains serve programs with a key. */
import { request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { addHost } from '../../src/features/hosts/hosts.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { eventually } from '../support/eventually.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { addPerson, PASSWORD } from '../support/people.ts';
import { openShop, type Shop } from '../support/shop.ts';

const OWN = 'paigham.example';
const TENANT = 'sms.tenant.example';
const EMAIL = 'owner@tenant.example';
let paigham: Paigham;
let shop: Shop;

type Asked = {
  readonly method?: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
};

/** As somebody calls whom the name of a host has led here. */
function ask(host: string, path: string, { method = 'GET', body, headers = {} }: Asked = {}) {
  const { port } = new URL(paigham.baseUrl);
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  return new Promise<{ status: number; cookie: string; text: string }>((resolve, reject) => {
    const sent = request(
      { port, path, method, headers: { host, ...type, ...headers } },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (piece: string) => (text += piece));
        response.on('end', () => {
          const [cookie = ''] = response.headers['set-cookie'] ?? [];
          const { statusCode: status = 0 } = response;
          resolve({ status, text, cookie: cookie.split(';')[0] ?? '' });
        });
      },
    );
    sent.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const signIn = (host: string) =>
  ask(host, '/v1/session', { method: 'POST', body: { email: EMAIL, password: PASSWORD } });

beforeAll(async () => {
  paigham = await startPaigham({ config: { publicAddress: `https://${OWN}` } });
  shop = await openShop(paigham.world, { rupees: '100' });
  const { admin } = paigham.world;
  const { accountId } = shop;
  await addPerson(admin, EMAIL, { accountId, role: 'owner' });
  must(await addHost(admin, { accountId, host: TENANT, publicHost: OWN }));
});

describe('a domain that is not the service’s own', () => {
  it.each([TENANT, 'unknown.example'])('has no pages and no sign-in: %s', async (host) => {
    for (const path of ['/', '/portal', '/portal/messages', '/console', '/join/abc']) {
      expect([path, (await ask(host, path)).status]).toEqual([path, 404]);
    }
    const { cookie } = await signIn(OWN);
    expect(cookie).not.toBe('');
    for (const [path, asked] of [
      ['/v1/session', { method: 'POST', body: { email: EMAIL, password: PASSWORD } }],
      ['/v1/session/passkey-options', { method: 'POST' }],
      ['/v1/password-resets', { method: 'POST', body: { email: EMAIL } }],
      ['/v1/session', { headers: { cookie } }],
      ['/v1/balance', { headers: { cookie } }],
      ['/v1/staff/accounts', { headers: { cookie } }],
    ] as const) {
      const given = await ask(host, path, asked);
      expect([path, given.status, given.cookie]).toEqual([path, 421, '']);
      expect(given.text).toContain('people_elsewhere');
    }
  });

  it('serves its own programs', async () => {
    const headers = { authorization: `Bearer ${shop.apiKey}` };
    await eventually('the domain is known', async () => {
      const naya = { authorization: `Bearer ${paigham.world.naya.apiKey}` };
      return (await ask(TENANT, '/v1/balance', { headers: naya })).status === 401;
    });
    expect((await ask(TENANT, '/v1/balance', { headers })).status).toBe(200);
    const path = `/api/balance.php?api_key=${shop.apiKey}`;
    expect((await ask(TENANT, path)).status).toBe(200);
  });
});

describe('the service’s own address', () => {
  it('is where people sign in, whatever port a proxy is asked at', async () => {
    for (const host of [OWN, `${OWN.toUpperCase()}:8443`]) {
      const { status, cookie } = await signIn(host);
      expect([host, status]).toEqual([host, 200]);
      expect((await ask(host, '/v1/session', { headers: { cookie } })).status).toBe(200);
      expect((await ask(host, '/portal')).status).not.toBe(404);
    }
  });

  it('is what passkeys belong to', async () => {
    const asked = await ask(`${OWN}:8443`, '/v1/session/passkey-options', { method: 'POST' });
    expect(JSON.parse(asked.text)).toMatchObject({ rpId: OWN });
  });
});

describe('a session', () => {
  it('counts at the host where it began', async () => {
    const { cookie } = await signIn(OWN);
    const { port } = new URL(paigham.baseUrl);
    // While it is tried out, this machine's own names are served as well.
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
      expect((await ask(host, '/v1/session', { headers: { cookie } })).status).toBe(401);
      const own = await signIn(host);
      const { status } = await ask(host, '/v1/session', { headers: { cookie: own.cookie } });
      expect([host, status]).toEqual([host, 200]);
    }
  });
});
