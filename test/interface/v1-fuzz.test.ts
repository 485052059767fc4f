/** Random requests made from `/openapi.json`: no answer is a 500, and each is as described. */
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { listLinks } from '../../src/features/links/links.sql.ts';
import {
  faultsOfAnswer,
  nearly,
  readApi,
  valuesOf,
  type ApiOperation,
} from '../support/from-schema.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { addPerson, visit } from '../support/people.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { times } from '../support/soak.ts';

/** An account may ask 1,200 times a minute. */
const REQUESTS_EACH = 1_000;
const SLOW_MS = times(600_000, 1_200_000);

let paigham: Paigham;
let api: readonly ApiOperation[];

beforeAll(async () => {
  paigham = await startPaigham();
  api = await readApi(paigham.baseUrl);
});

type Made = { readonly operation: ApiOperation; readonly url: string; readonly body: unknown };

const PLACES = fc.oneof(
  fc.constantFrom('1', '7', '501', '8584', '923001234567', '2026-11', 'roshan.example', 'x'),
  fc.integer({ min: 1, max: 300 }).map(String),
  fc.string({ minLength: 1, maxLength: 12 }).map(encodeURIComponent),
);

/** A request to an operation: its path, query and body, almost valid. */
function requestOf(operation: ApiOperation): fc.Arbitrary<Made> {
  const { path, parameters, body } = operation;
  const places = [...path.matchAll(/\{\w+\}/g)];
  const query = parameters.filter((it) => it.in === 'query');
  const values = Object.fromEntries(query.map(({ name, schema }) => [name, nearly(schema)]));
  return fc
    .record({
      places: fc.tuple(...places.map(() => PLACES)),
      query: fc.record(values, { requiredKeys: [] }),
      body: body === undefined ? fc.constant(undefined) : nearly(body),
    })
    .map((made) => {
      const asked = Object.entries(made.query as Readonly<Record<string, unknown>>).map(
        ([name, value]): [string, string] => [name, textOf(value)],
      );
      const filled = made.places.reduce((url, it) => url.replace(/\{\w+\}/, () => it), path);
      return { operation, url: `${filled}?${new URLSearchParams(asked)}`, body: made.body };
    });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

async function faultsOf({ operation, url, body }: Made, { apiKey }: Shop): Promise<string[]> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const abort = new AbortController();
  const request = { method: operation.method, headers, ...sent, signal: abort.signal };
  const response = await fetch(`${paigham.baseUrl}${url}`, request);
  const faults = await faultsOfAnswer(operation, response);
  // Some answers never end.
  abort.abort();
  return faults.map((fault) => `${operation.method} ${url}: ${fault}`);
}

/** What would shut the test out, or contact other servers. */
const LEFT_OUT = new Set([
  'connectChatNumber',
  'setIpList',
  'changeKey',
  'revokeKey',
  'verifyHost',
]);

it(
  'answers anything it is asked as described',
  async () => {
    const operations = api.filter(({ operationId }) => !LEFT_OUT.has(operationId));
    const requests = fc.oneof(...operations.map(requestOf));
    const { seed: first = 1 } = fc.readConfigureGlobal();
    const all = times(400, 10_000);
    for (let made = 0; made < all; made += REQUESTS_EACH) {
      // Other requests in each round.
      const seed = first + made / REQUESTS_EACH;
      const numRuns = Math.min(all - made, REQUESTS_EACH);
      const shop = await openShop(paigham.world, { rupees: '10' });
      await fc.assert(
        fc.asyncProperty(requests, async (request) => {
          expect(await faultsOf(request, shop)).toEqual([]);
        }),
        { seed, numRuns },
      );
    }
  },
  SLOW_MS,
);

it(
  'takes no NUL character, in whatever value or name it stands',
  async () => {
    const { apiKey } = await openShop(paigham.world, { rupees: '10' });
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    for (const { path, method, operationId, body: shape } of api) {
      if (shape === undefined || LEFT_OUT.has(operationId)) continue;
      const url = paigham.baseUrl + path.replaceAll(/\{\w+\}/g, '1');
      const samples = fc.sample(valuesOf(shape), { numRuns: times(1, 30), seed: 1 });
      for (const body of samples.flatMap(eachWithNul)) {
        const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
        const { status } = answer;
        const told = [operationId, body, status, await answer.text()];
        expect([told, status >= 400 && status < 500]).toEqual([told, true]);
      }
    }
  },
  SLOW_MS,
);

/** A value with a NUL character at each of its texts, and in each of its names. */
function eachWithNul(value: unknown): unknown[] {
  if (typeof value === 'string') return [`${value}\0`];
  if (typeof value !== 'object' || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([name, inner]) => {
    const others = Object.entries(value).filter(([other]) => other !== name);
    const within = eachWithNul(inner).map((it) =>
      isList ? value.with(Number(name), it) : { ...value, [name]: it },
    );
    return isList ? within : [...within, Object.fromEntries([...others, [`${name}\0`, inner]])];
  });
}

type Listed = {
  readonly name: string;
  readonly input: { readonly properties?: object };
  readonly has_present: boolean;
};
type Body = Readonly<Record<string, unknown>>;

/** Contacts the chat platform. */
const PLATFORM = /^chat-(connect|template-(sync|create|edit|delete))$/;

it(
  'carries out no operation of staff that ends in a 500',
  async () => {
    const email = 'admin@fuzz.example';
    await addPerson(paigham.world.admin, email, 'staff');
    const staff = visit(paigham.baseUrl);
    await staff.signIn(email);
    const { accountId } = await openShop(paigham.world, { rupees: '10' });
    const links = (await listLinks(paigham.db)).map(({ name }) => name);
    const { body } = await staff.ask('/v1/staff/operations');
    const listed = (body['data'] as readonly Listed[]).filter(({ name }) => !PLATFORM.test(name));
    // What exists gets further than what does not, and a link contacts only this machine.
    const known = (input: Listed['input']) =>
      fc.record({
        ...('account' in (input.properties ?? {})
          ? { account: fc.constant(String(accountId)) }
          : {}),
        ...('host' in (input.properties ?? {}) ? { host: fc.constant('127.0.0.1') } : {}),
        ...('link' in (input.properties ?? {})
          ? { link: fc.oneof(fc.constantFrom(...links), fc.stringMatching(/^[a-z]{8}$/)) }
          : {}),
      });
    const requests = fc.oneof(
      ...listed.map(({ name, input, has_present: isChange }) =>
        fc.record({
          path: fc.constantFrom(...(isChange ? [name, `${name}/present`] : [name])),
          body: fc.tuple(nearly(input), known(input)).map(([made, its]) => {
            const isObject = typeof made === 'object' && made !== null && !Array.isArray(made);
            return isObject ? { ...(made as Body), ...its } : made;
          }),
          agreed: fc.boolean(),
        }),
      ),
    );
    await fc.assert(
      fc.asyncProperty(requests, async ({ path, body: given, agreed }) => {
        const query = path.endsWith('/present') ? '' : `?agreed=${agreed}`;
        const url = `/v1/staff/operations/${path}${query}`;
        const answer = await staff.ask(url, { method: 'POST', body: given });
        expect([url, given, answer.status < 500, answer.body.code]).toEqual([
          ...[url, given, true, answer.body.code],
        ]);
      }),
      { numRuns: times(600, 10_000) },
    );
    // With nothing but what is marked as needed, which is the first thing that people try.
    for (const { name, input } of listed) {
      const { required = [] } = input as { readonly required?: readonly string[] };
      const [needed] = fc.sample(
        fc.tuple(valuesOf({ ...input, properties: pick(input, required) }), known(input)),
        { numRuns: 1, seed: 1 },
      );
      const given = { ...(needed?.[0] as Body), ...pickOf(needed?.[1] ?? {}, required) };
      const url = `/v1/staff/operations/${name}`;
      const { status } = await staff.ask(url, { method: 'POST', body: given });
      expect([url, given, status < 500]).toEqual([url, given, true]);
    }
  },
  SLOW_MS,
);

const pick = ({ properties = {} }: Listed['input'], names: readonly string[]): object =>
  pickOf(properties, names);

const pickOf = (of: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(of).filter(([name]) => names.includes(name)));
