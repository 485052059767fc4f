/** `/v1/hosts`: a claim changes nothing for anybody until it is proven. */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addHost } from '../../src/features/hosts/hosts.operations.ts';
import { setAccount, setAccountState } from '../../src/features/accounts/accounts.operations.ts';
import { must } from '../../src/operations/admin.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import { limit } from '../../src/domain/limits.ts';
import { eventually } from '../support/eventually.ts';
import { startNameServer, type NameServer } from '../support/name-server.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';

type Party = { readonly accountId: AccountId; readonly apiKey: string };
type Shown = {
  readonly state: string;
  readonly enforced: boolean;
  readonly proven_by: string | null;
  readonly proof: {
    readonly dns: { readonly name: string; readonly value: string };
    readonly file: { readonly urls: readonly string[]; readonly content: string };
  } | null;
};
type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Shown & { readonly code?: string; readonly errors?: readonly unknown[] };
};

let paigham: Paigham;
let names: NameServer;
/** The contents of the DNS, by record name. */
const texts = new Map<string, readonly string[]>();

beforeAll(async () => {
  names = await startNameServer(
    () => [],
    (name) => texts.get(name) ?? [],
  );
  paigham = await startPaigham({
    nameServers: [names.address],
    config: { publicAddress: 'https://api.paigham.example' },
  });
});
afterAll(() => names.close());

let opened = 0;
const open = (verified = true): Promise<Party> =>
  paigham.world.addAccount({ name: `Holder ${++opened}`, rupees: '10', settings: { verified } });

async function call(party: Party, method: string, path: string, json?: unknown): Promise<Answer> {
  const response = await fetch(`${paigham.baseUrl}/v1/hosts${path}`, {
    method,
    headers: { Authorization: `Bearer ${party.apiKey}`, 'content-type': 'application/json' },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  const body = (text === '' ? {} : JSON.parse(text)) as Answer['body'];
  return { status: response.status, headers: response.headers, body };
}

const claim = (party: Party, host: string) => call(party, 'POST', '', { host });
const verify = (party: Party, host: string) => call(party, 'POST', `/${host}/verify`);

/** Claims a host and publishes the record. */
async function publish(party: Party, host: string): Promise<Answer> {
  const made = await claim(party, host);
  const { name = '', value = '' } = made.body.proof?.dns ?? {};
  texts.set(name, [...(texts.get(name) ?? []), value]);
  return made;
}

async function prove(party: Party, host: string): Promise<void> {
  await publish(party, host);
  expect(await verify(party, host)).toMatchObject({ status: 200, body: { state: 'proven' } });
}

/** The status of a balance request on a domain. */
function balanceOn(host: string, { apiKey }: Party): Promise<number | undefined> {
  const { port } = new URL(paigham.baseUrl);
  const path = `/api/balance.php?api_key=${apiKey}`;
  return new Promise((resolve, reject) => {
    request({ port, path, headers: { host } }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    })
      .on('error', reject)
      .end();
  });
}

const isRefused = async (host: string, party: Party) => (await balanceOn(host, party)) === 401;
const tlsAsk = async (domain: string): Promise<number> =>
  (await fetch(`${paigham.baseUrl}/internal/tls-ask?domain=${domain}`)).status;

describe('a claim', () => {
  it('to the shared host refuses nobody and is not served', async () => {
    const [victim, attacker] = [await open(), await open(false)];
    expect(await claim(attacker, 'SMS.example')).toMatchObject({
      status: 201,
      body: { host: 'sms.example', state: 'pending', enforced: false, proven_by: null },
    });
    expect(await verify(attacker, 'sms.example')).toMatchObject({ status: 409 });
    // A change announced after that one, if that one was announced.
    await prove(victim, 'heard-after.example');
    await eventually('the change', () => isRefused('heard-after.example', attacker));
    expect(await balanceOn('sms.example', victim)).toBe(200);
    expect(await tlsAsk('sms.example')).toBe(404);
    expect(await claim(victim, 'sms.example')).toMatchObject({ status: 201 });
  });

  it('shows what to publish, and what was found instead', async () => {
    const party = await open();
    const host = 'shows.example';
    const made = await claim(party, host);
    const value = made.body.proof?.dns.value ?? '';
    expect(value).toMatch(/^paigham-verify=[\w-]{32}$/);
    expect(made.body.proof).toEqual({
      dns: { type: 'TXT', name: `_paigham.${host}`, value },
      file: {
        urls: ['https', 'http'].map((it) => `${it}://${host}/.well-known/paigham-verify.txt`),
        content: value,
      },
    });
    expect(await call(party, 'GET', `/${host}`)).toMatchObject({ status: 200, body: made.body });
    expect(await verify(party, host)).toMatchObject({
      status: 409,
      body: {
        code: 'host_unproven',
        errors: [
          { pointer: '/proof/dns', detail: expect.stringContaining('is no TXT record') },
          { pointer: '/proof/file', detail: expect.stringContaining('no file could be fetched') },
        ],
      },
    });
    texts.set(`_paigham.${host}`, ['paigham-verify=another', 'v=spf1 -all']);
    expect((await verify(party, host)).body.errors).toMatchObject([
      { detail: expect.stringContaining('says something else') },
      {},
    ]);
  });

  it.each([
    ['github.io', 400, 'parameters_invalid'],
    ['vercel.app', 400, 'parameters_invalid'],
    ['gov.pk', 400, 'parameters_invalid'],
    ['127.0.0.1', 400, 'parameters_invalid'],
    ['api.paigham.example', 409, 'host_taken'],
    ['paigham.example', 409, 'host_taken'],
    ['a.api.paigham.example', 409, 'host_taken'],
  ])('cannot be made to %s', async (host, status, code) => {
    expect(await claim(await open(), host)).toMatchObject({ status, body: { code } });
  });

  it('cannot be removed by anybody else', async () => {
    const [party, stranger] = [await open(), await open()];
    await claim(party, 'removed.example');
    const unknown = { status: 404, body: { code: 'host_unknown' } };
    expect(await call(stranger, 'DELETE', '/removed.example')).toMatchObject(unknown);
    expect(await call(stranger, 'GET', '/removed.example')).toMatchObject(unknown);
    expect(await verify(stranger, 'removed.example')).toMatchObject(unknown);
    expect(await call(party, 'DELETE', '/removed.example')).toMatchObject({ status: 204 });
    expect(await call(party, 'GET', '/removed.example')).toMatchObject(unknown);
  });

  it('counts towards the limit on changes per hour', async () => {
    const [party, other] = [await open(), await open()];
    for (let change = 0; change < limit('hostChangesPerHour'); change += 1) {
      expect((await verify(party, 'none.example')).status).toBe(404);
    }
    const refused = await claim(party, 'much.example');
    expect(refused).toMatchObject({ status: 429, body: { code: 'host_changes_exceeded' } });
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(3_500);
    expect(seconds).toBeLessThanOrEqual(3_600);
    expect(await claim(other, 'much.example')).toMatchObject({ status: 201 });
  });
});

describe('a proven domain', () => {
  it('accepts no other key, and a valid one is counted and reported', async () => {
    const [party, stranger] = [await open(), await open()];
    const host = 'mine.example';
    await publish(party, host);
    const proven = await verify(party, host);
    expect(proven).toMatchObject({
      status: 200,
      body: { host, state: 'proven', enforced: true, proven_by: 'dns', proof: null },
    });
    expect(await verify(party, host)).toMatchObject({ status: 200, body: proven.body });
    await eventually('the domain is theirs', () => isRefused(host, stranger));
    expect(await balanceOn(host, stranger)).toBe(401);
    expect(await balanceOn(host, party)).toBe(200);
    expect(await balanceOn(`a.${host}`, stranger)).toBe(200);
    expect(await tlsAsk(host)).toBe(200);
    const metrics = await (await fetch(`${paigham.baseUrl}/metrics`)).text();
    expect(Number(/^paigham_keys_elsewhere_total (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(1);
    const lines = paigham.logged.filter((line) => line.includes(`"host":"${host}"`));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`"account":${stranger.accountId}`);
    expect(lines[0]).not.toContain(stranger.apiKey);
    await call(party, 'DELETE', `/${host}`);
    await eventually('the domain is everybody’s', async () => !(await isRefused(host, stranger)));
  });

  it('goes to whoever proves it today; what was published before proves nothing', async () => {
    const [before, today] = [await open(), await open()];
    const host = 'sold.example';
    await prove(before, host);
    await eventually('it is the first one’s', () => isRefused(host, today));
    await prove(today, host);
    await eventually('it is the second one’s', () => isRefused(host, before));
    expect(await balanceOn(host, today)).toBe(200);
    expect((await call(before, 'GET', `/${host}`)).body).toMatchObject({ state: 'pending' });
    expect(await verify(before, host)).toMatchObject({ status: 409 });
  });

  it.each([
    ['disabled', (accountId: AccountId) => ({ accountId, state: 'disabled' as const })],
    ['unverified', (accountId: AccountId) => ({ accountId, verified: false })],
  ])('of an account that is %s refuses nobody', async (word, change) => {
    const [party, stranger] = [await open(), await open()];
    const { admin } = paigham.world;
    const host = `${word}.example`;
    await prove(party, host);
    await eventually('it is theirs', () => isRefused(host, stranger));
    const input = change(party.accountId);
    must('state' in input ? await setAccountState(admin, input) : await setAccount(admin, input));
    await eventually('it is everybody’s', async () => !(await isRefused(host, stranger)));
    expect(await tlsAsk(host)).toBe(404);
  });

  it('can also be given by staff', async () => {
    const [party, stranger] = [await open(), await open()];
    const host = 'word.example';
    await claim(party, host);
    const { accountId } = party;
    must(await addHost(paigham.world.admin, { accountId, host, publicHost: '' }));
    await eventually('it is theirs', () => isRefused(host, stranger));
    expect((await call(party, 'GET', `/${host}`)).body).toMatchObject({ proven_by: 'staff' });
  });

  it('cannot be proven by a file that this service itself would serve', async () => {
    const party = await open();
    await claim(party, 'points-at-us.example');
    const path = '/.well-known/paigham-verify.txt';
    const answer = await fetch(`${paigham.baseUrl}${path}`);
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain('paigham-verify=');
  });
});
