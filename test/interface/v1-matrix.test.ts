/**
 * Every endpoint of `/v1`, as listed in `/openapi.json`: each scope and role, another account's
 * things, a disabled account, the address list. New endpoints are included automatically.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { setAccountState, setIpList } from '../../src/features/accounts/accounts.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { createKey, readSecret } from '../../src/features/keys/keys.operations.ts';
import {
  ROLES,
  ROLE_SCOPES,
  SCOPES,
  type KeyMode,
  type Scope,
} from '../../src/domain/account/account.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import { readApi, valuesOf, type ApiOperation } from '../support/from-schema.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { addPerson, visit } from '../support/people.ts';
import { openShop, type Shop } from '../support/shop.ts';

let paigham: Paigham;
let api: readonly ApiOperation[];
let owner: Shop;
let stranger: Shop;

beforeAll(async () => {
  paigham = await startPaigham();
  api = await readApi(paigham.baseUrl);
  owner = await openShop(paigham.world, { rupees: '100' });
  stranger = await openShop(paigham.world, { rupees: '100' });
});

/** A key of an account with these scopes. */
async function keyWith(
  accountId: AccountId,
  scopes: readonly Scope[],
  mode: KeyMode = 'live',
): Promise<string> {
  const { admin } = paigham.world;
  const { keyId } = must(await createKey(admin, { accountId, name: 'of a test', scopes, mode }));
  const secret = await readSecret(paigham.db, admin, { accountId, id: keyId });
  if (secret === undefined) throw new Error('a new key can be read');
  return secret;
}

type Told = { readonly status: number; readonly text: string };

const UNKNOWN = '999999';

type Headers = Readonly<Record<string, string>>;

const byKey = (key: string): Headers => ({ authorization: `Bearer ${key}` });

/** Calls an operation with a body that its schema allows, unless one is given. */
async function call(
  operation: ApiOperation,
  by: Headers,
  { place = UNKNOWN, given }: { readonly place?: string; readonly given?: unknown } = {},
): Promise<Told> {
  const { method, path, parameters, body } = operation;
  const query = parameters.flatMap(({ in: where, required, name, schema }) =>
    where === 'query' && required ? [[name, String(example(schema))] as [string, string]] : [],
  );
  const url = `${path.replaceAll(/\{\w+\}/g, place)}?${new URLSearchParams(query)}`;
  const sent = body === undefined ? {} : { body: JSON.stringify(given ?? example(body)) };
  const headers = { ...by, 'content-type': 'application/json' };
  const abort = new AbortController();
  const request = { method, headers, ...sent, signal: abort.signal };
  const response = await fetch(`${paigham.baseUrl}${url}`, request);
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  const text = isJson ? await response.text() : '';
  // Some answers never end.
  abort.abort();
  return { status: response.status, text };
}

function example(schema: Readonly<Record<string, unknown>>): unknown {
  return fc.sample(valuesOf(schema), { numRuns: 1, seed: 7 })[0];
}

const nameOf = ({ method, path }: ApiOperation): string => `${method} ${path}`;

/** What asks for every scope: it charges a card that is kept. */
const ASKS_FOR_ALL: readonly string[] = ['PUT /v1/top-up'];

async function codes(
  by: Headers,
  operations: readonly ApiOperation[] = api,
): Promise<readonly string[]> {
  const told: string[] = [];
  for (const operation of operations) {
    const { status, text } = await call(operation, by);
    type Problem = { readonly code?: string; readonly errors?: readonly unknown[] };
    const { code = '', errors } = JSON.parse(text || '{}') as Problem;
    // About what a body grants, not about the endpoint.
    const isOfField = errors !== undefined && ['scope_missing', 'role_too_low'].includes(code);
    const of = isOfField ? 'scope of a field' : code;
    told.push(`${nameOf(operation)}: ${status} ${of}`);
  }
  return told;
}

describe('every endpoint of /v1', () => {
  it.each(SCOPES)('is refused to a key that lacks only the scope %s', async (scope) => {
    const key = await keyWith(
      owner.accountId,
      SCOPES.filter((it) => it !== scope),
    );
    const ofScope = api.filter((it) => it.scope === scope);
    expect(ofScope.length).toBeGreaterThan(0);
    expect(await codes(byKey(key), ofScope)).toEqual(
      ofScope.map((it) => `${nameOf(it)}: 403 scope_missing`),
    );
  });

  it.each(SCOPES)('accepts a key with just the scope %s, if required', async (scope) => {
    const own = await openShop(paigham.world, { rupees: '100' });
    const key = await keyWith(own.accountId, [scope]);
    const ofScope = api.filter((it) => it.scope === scope);
    const told = await codes(byKey(key), ofScope);
    for (const [index, operation] of ofScope.entries()) {
      const name = nameOf(operation);
      if (ASKS_FOR_ALL.includes(name)) expect(told[index]).toBe(`${name}: 403 scope_missing`);
      else
        expect(told[index]).not.toMatch(
          /: (401|5\d\d(?! chat_platform_unreachable))|scope_missing/,
        );
    }
  });

  it('changes nothing for a test key: it reads, and sends tests', async () => {
    const own = await openShop(paigham.world, { rupees: '100' });
    const key = await keyWith(own.accountId, SCOPES, 'test');
    const sends = [
      ...['POST /v1/messages', 'POST /v1/messages/preview', 'DELETE /v1/messages/{id}'],
      ...['POST /v1/batches', 'POST /v1/batches/preview', 'POST /v1/prices/estimate'],
      ...['POST /v1/batches/{id}/again', 'POST /v1/batches/{id}/reschedule'],
      ...['pause', 'resume', 'cancel'].map((wish) => `POST /v1/batches/{id}/${wish}`),
      'PATCH /v1/batches/{id}',
    ];
    for (const operation of api) {
      const name = nameOf(operation);
      const asksThem = name === 'GET /v1/chat/replies/{id}/file';
      const mayTest = operation.method === 'GET' ? !asksThem : sends.includes(name);
      const [line] = await codes(byKey(key), [operation]);
      if (mayTest)
        expect(line).not.toMatch(/: (401|5\d\d(?! chat_platform_unreachable))|key_tests_only/);
      else expect(line).toBe(`${name}: 403 key_tests_only`);
    }
  });

  it('answers for another account’s things exactly as for what does not exist', async () => {
    const compared: string[] = [];
    const lists = new Set(api.flatMap(({ path }) => /^.+?(?=\/\{)/.exec(path) ?? []));
    for (const list of lists) await addOne(list);
    for (const operation of api) {
      const [list = '', rest] = operation.path.split(/\/\{\w+\}/);
      if (rest === undefined) continue;
      const place = await placeIn(list);
      if (place === undefined) continue;
      compared.push(list);
      const foreign = await call(operation, byKey(stranger.apiKey), { place });
      const unknown = await call(operation, byKey(stranger.apiKey));
      const plain = {
        ...foreign,
        text: foreign.text.replaceAll(new RegExp(`\\b${RegExp.escape(place)}\\b`, 'g'), UNKNOWN),
      };
      expect([nameOf(operation), plain]).toEqual([nameOf(operation), unknown]);
      expect([nameOf(operation), Math.floor(foreign.status / 100)]).toEqual([nameOf(operation), 4]);
    }
    expect([...new Set([...compared, ...ADDED_OTHERWISE])].toSorted()).toEqual(
      [...lists].toSorted(),
    );
  });

  it('accepts no key of a disabled account', async () => {
    const { accountId, apiKey } = await openShop(paigham.world, { rupees: '1' });
    must(await setAccountState(paigham.world.admin, { accountId, state: 'disabled' }));
    // This many refusals in a minute look like guesses.
    for (const line of await codes(byKey(apiKey))) {
      expect(line).toMatch(/: (401 key_refused|429 keys_guessed)$/);
    }
  });

  it('accepts no key from an address that is not on the list', async () => {
    const { accountId, apiKey } = await openShop(paigham.world, { rupees: '1' });
    must(await setIpList(paigham.world.admin, { accountId, addresses: ['192.0.2.0/24'] }));
    expect(await codes(byKey(apiKey))).toEqual(
      api.map((it) => `${nameOf(it)}: 403 address_denied`),
    );
  });
});

/** The headers of somebody's session; of the account given, where it is not their own. */
async function sessionOf(email: string, account?: AccountId | string): Promise<Headers> {
  const visitor = visit(paigham.baseUrl);
  await visitor.signIn(email);
  const named = account === undefined ? {} : { 'paigham-account': String(account) };
  return { cookie: visitor.cookie, 'paigham-csrf': visitor.csrf, ...named };
}

describe.each(ROLES)('a %s', (role) => {
  const scopes: readonly string[] = ROLE_SCOPES[role];
  let email: string;

  beforeAll(async () => {
    const { accountId } = await openShop(paigham.world, { rupees: '100' });
    email = `${role}@matrix.example`;
    await addPerson(paigham.world.admin, email, { accountId, role });
  });

  it('may do what the role allows, and nothing else', async () => {
    const told = await codes(await sessionOf(email));
    for (const [index, operation] of api.entries()) {
      const asked = ASKS_FOR_ALL.includes(nameOf(operation)) ? SCOPES : [operation.scope];
      const may = asked.every((it) => scopes.includes(it));
      if (may || (role === 'agent' && operation.forAgents)) {
        expect(told[index]).not.toMatch(/: (401|5\d\d(?! chat_platform_unreachable))|role_too_low/);
      } else expect(told[index]).toBe(`${nameOf(operation)}: 403 role_too_low`);
    }
  });

  it('finds another account exactly as one that does not exist', async () => {
    const foreign = await codes(await sessionOf(email, owner.accountId));
    expect(foreign).toEqual(await codes(await sessionOf(email, UNKNOWN)));
    for (const line of foreign) expect(line).toMatch(/: 4\d\d /);
  });
});

/** Lists whose things come by a file, money, people, an operator or the chat platform. */
const ADDED_OTHERWISE = [
  ...['batches', 'media', 'verification', 'payments', 'bank-transfers', 'statements', 'lookups'],
  ...['replies', 'conversations', 'users', 'forgettings'],
  ...['chat/numbers', 'chat/signups', 'chat/templates', 'chat/replies'],
].map((it) => `/v1/${it}`);

/** Bodies that add to a list, where a schema does not tell which are right. */
const bodies = (): Readonly<Record<string, object>> => {
  const [number, text] = ['923001234567', 'Hello'];
  const template_id = String(owner.transactional);
  return {
    '/v1/messages': { recipients: [number], sender: '8584', template_id, values: { text } },
    '/v1/contacts': { mobile: number },
    '/v1/suppressions': { number },
    '/v1/segments': { name: 'All', filter: {} },
    '/v1/invitations': { email: 'zara@shop.example', role: 'viewer' },
    '/v1/webhooks': { url: 'https://shop.example/told' },
    '/v1/hosts': { host: 'links.shop.example' },
    '/v1/consents': { person: number, channel: 'sms', wording: text, proof: text },
    '/v1/join-forms': { name: 'News', wording: text, sender: 'InfoSMS', template_id },
  };
};

/** Adds something to a list of the owner's. */
async function addOne(list: string): Promise<void> {
  const adding = api.find(({ method, path }) => method === 'POST' && path === list);
  if (adding === undefined || (await placeIn(list)) !== undefined) return;
  await call(adding, byKey(owner.apiKey), { given: bodies()[list] });
}

/** The path of the owner's first item in a list; undefined: there is none. */
async function placeIn(list: string): Promise<string | undefined> {
  const listing = api.find(({ method, path }) => method === 'GET' && path === list);
  if (listing === undefined) return undefined;
  const { text } = await call(listing, byKey(owner.apiKey));
  const { data = [] } = JSON.parse(text) as { data?: readonly Readonly<Record<string, string>>[] };
  const [first] = data;
  return first?.['id'] ?? first?.['host'] ?? first?.['number'];
}
