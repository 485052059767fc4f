/** What v1.ts does for an endpoint that changes something: shapes, keys, answers. */
import { describe, expect, it } from 'vitest';
import { makeAccount, makeKey } from '../../../test/support/fixtures.ts';
import { makeHttpRequest, type RequestParts } from '../../../test/support/http-request.ts';
import { chatWithoutAnything } from '../../../test/support/without-platform.ts';
import { SCOPES, type Scope } from '../../domain/account/account.ts';
import { NO_DIRECTORY } from '../../domain/portability/directory.ts';
import { refuse } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import type { Idempotency } from '../../domain/message/draft.ts';
import { stepClock } from '../../../test/support/step-clock.ts';
import type { HttpAnswer } from '@paigham/http/answer.ts';
import { Type } from '../../kit/shape.ts';
import type { Caller } from '../authenticate.ts';
import { created, defineEndpoint, doneSilently, type Outcome } from './endpoint.ts';
import type { PeopleDeps } from './endpoints.ts';
import { closed } from '../../operations/resource.ts';
import { createV1 } from './v1.ts';

const NOTE = closed({
  title: Type.String({ minLength: 1 }),
  size: Type.Integer({ default: 3 }),
  tags: Type.Optional(Type.Array(Type.Object({ name: Type.String() }))),
});
const NOTHING = closed({});

type Made = { readonly title: string; readonly size: number };
type Kept = { readonly made: Made; readonly idempotency: Idempotency | undefined };
type ApiSettings = {
  /** Whether the account's snapshot is current, at each look; after these it is. */
  readonly looks?: boolean[];
  readonly scopes?: readonly Scope[];
  readonly outcome?: () => Outcome<Made> | undefined;
  readonly comparesVersion?: boolean;
};

function callerWith(scopes: readonly Scope[], scope: Scope | undefined): Caller {
  const account = makeAccount();
  return scope === undefined || scopes.includes(scope)
    ? { kind: 'known', account, principal: makeKey() }
    : { kind: 'refused', refusal: refuse('scope_missing', { scope }), account };
}

const eventsOfNobody = {
  reader: { read: never },
  streams: { open: never },
  show: never,
  nowMs: never,
  listen: never,
  test: never,
  admin: chatWithoutAnything().chat,
  loopback: false,
  policy: { allows: () => false, allowsPort: () => false },
};

const NO_BATCHES = { list: never, find: never, findPlain: never, rows: never };
const NO_JOURNEY = {
  takeIn: never,
  takeInChat: never,
  takeInFile: never,
  previewFile: never,
  readFile: never,
  withRowsFile: never,
  rowsOfContacts: never,
  keepUpload: never,
  message: never,
  messages: never,
  preview: never,
  prices: never,
  estimate: never,
  lookUpNumbers: never,
  tellNumber: never,
  cancel: never,
  holdBatch: never,
};

function openInterface(settings: ApiSettings = {}) {
  const { looks = [], scopes = SCOPES, outcome = () => undefined } = settings;
  const kept: Kept[] = [];
  const removed: string[] = [];
  const make = defineEndpoint({
    method: 'POST',
    path: '/v1/notes',
    name: 'makeNote',
    scope: 'send',
    about: 'Makes a note.',
    query: NOTHING,
    takes: NOTE,
    gives: Type.Object({ title: Type.String(), size: Type.Integer() }),
    statuses: { 201: 'Made.' },
    repeatable: true,
    comparesVersion: settings.comparesVersion ?? false,
    failures: [],
    async handle({ body, idempotency }) {
      kept.push({ made: body, idempotency });
      return outcome() ?? created({ title: body.title, size: body.size }, '/v1/notes/1');
    },
  });
  const remove = defineEndpoint({
    method: 'DELETE',
    path: '/v1/notes/{id}',
    name: 'removeNote',
    scope: 'account',
    about: 'Removes a note.',
    places: { id: 'Of a note.' },
    query: NOTHING,
    gives: Type.Null(),
    statuses: { 204: 'Removed.' },
    failures: ['reply_unknown'],
    async handle({ places }) {
      removed.push(places['id'] ?? '');
      return doneSilently();
    },
  });
  const door = createV1(
    {
      replies: { list: never, find: never },
      batches: NO_BATCHES,
      ...{ journey: NO_JOURNEY, exported: { messages: never, batches: NO_BATCHES } },
      ...{ receive: never, receiveDocument: never, receiveMedia: never },
      ...{ chat: chatWithoutAnything(), events: eventsOfNobody, people: peopleOfNobody() },
      authenticate: {
        byKey: never,
        byKeyAndAddress: async (_key, _request, scope) => callerWith(scopes, scope),
        servesHere: () => true,
      },
      clock: stepClock(),
      ...{ isCurrent: async () => looks.shift() ?? true, changed: async () => [] },
      reportError: (error) => String(error),
      others: {},
    },
    [make, remove],
  );
  const ask = async (parts: RequestParts, path = '/v1/notes'): Promise<Shown> => {
    const headers = { authorization: 'Bearer x', 'content-type': 'application/json' };
    const [route] = door.routes;
    const request = makeHttpRequest({ path, ...parts, headers: { ...headers, ...parts.headers } });
    const answer = await route?.handle(request);
    if (answer === undefined) throw new Error('the door has no route');
    return {
      ...answer,
      value: JSON.parse(answer.body || '{}') as Shown['value'],
    };
  };
  return { ask, kept, removed, describe: () => describeWith(door) };
}

function peopleOfNobody(): PeopleDeps {
  const { chat: admin, reader } = chatWithoutAnything();
  const sessions = { isOf: () => false, personOf: never, callerOf: never };
  return {
    checking: {
      check: { reader, ...admin, dataDir: undefined, migrations: [] },
      directory: NO_DIRECTORY,
    },
    ...{
      reader,
      admin,
      guardTries: never,
      onRefused: never,
      tries: { spend: never, areMany: never },
    },
    ...{ registering: { admin, portal: '', textCode: never }, textBy: never },
    sessions: {
      ...sessions,
      ...{ look: never, lookAll: never, tokenOf: never, cookie: never },
      ...{ confirm: never, unconfirm: never },
    },
    overview: { whole: never, quick: never },
    ...{ clock: stepClock(), isStopping: () => false },
  };
}

function never(): never {
  throw new Error('nobody asks for this');
}

async function describeWith(door: ReturnType<typeof createV1>): Promise<unknown> {
  const route = door.routes.find(({ path }) => path === '/openapi.json');
  const answer = await route?.handle(makeHttpRequest({ path: '/openapi.json' }));
  return JSON.parse(answer?.body ?? 'null');
}

type Shown = HttpAnswer & {
  readonly value: Readonly<Record<string, unknown>> & { readonly code: string };
};

const json = (value: unknown): string => JSON.stringify(value);

it('requires the endpoint’s scope, and names it', async () => {
  const { ask, kept, describe: describeIt } = openInterface({ scopes: ['account'] });
  const { status, value } = await ask({ method: 'POST', body: '{"title":"a"}' });
  expect({ status, value }).toMatchObject({
    status: 403,
    value: { code: 'scope_missing', detail: expect.stringContaining('"send"') },
  });
  expect(kept).toEqual([]);
  expect((await ask({ method: 'DELETE' }, '/v1/notes/1')).status).toBe(204);
  expect(await describeIt()).toMatchObject({
    paths: { '/v1/notes': { post: { security: [{ bearer: ['send'] }, { session: [] }] } } },
  });
});

describe('a body', () => {
  it('is read by its shape, with defaults; something created has a location', async () => {
    const { ask, kept } = openInterface();
    const answer = await ask({ body: json({ title: 'سلام' }) });
    expect(answer).toMatchObject({ status: 201, value: { title: 'سلام', size: 3 } });
    expect(answer.headers).toMatchObject({
      Location: '/v1/notes/1',
      RateLimit: expect.any(String),
    });
    expect(kept).toEqual([{ made: { title: 'سلام', size: 3 }, idempotency: undefined }]);
  });

  it.each<[string, readonly object[]]>([
    ['{}', [{ pointer: '/body/title', detail: 'is missing' }]],
    [
      json({ title: 'a', size: 'b' }),
      [{ pointer: '/body/size', detail: 'must be a whole number' }],
    ],
    [json({ title: 'a', sise: 1 }), [{ pointer: '/body/sise', detail: 'is not known here' }]],
    [
      json({ title: 'a', tags: [{ name: 'b' }, {}] }),
      [{ pointer: '/body/tags/1/name', detail: 'is missing' }],
    ],
    [json({ title: 'a\0' }), [{ pointer: '/body/title', detail: 'holds a NUL character' }]],
    ['[]', [{ pointer: '/body', detail: 'must be an object' }]],
    ['null', [{ pointer: '/body', detail: 'must be an object' }]],
    ['{"title":"a","__proto__":1}', [{ pointer: '/body/__proto__', detail: 'is not known here' }]],
  ])('%s is refused with a pointer to it', async (body, errors) => {
    const { ask, kept } = openInterface();
    const answer = await ask({ body });
    expect(answer.value).toMatchObject({ status: 400, code: 'parameters_invalid', errors });
    expect(kept).toEqual([]);
  });

  it.each([
    ['', 'it is not JSON'],
    ['{"title":', 'it is not JSON'],
    ['{"title":"a","title":"b"}', 'a name is given twice'],
    ['{"title":"\\ud83d"}', 'it holds half a character'],
    ['['.repeat(9) + ']'.repeat(9), 'it is nested deeper than 8 levels'],
  ])('%j is not read', async (body, why) => {
    const answer = await openInterface().ask({ body });
    const detail = `Invalid request body: ${why}`;
    expect(answer.value).toMatchObject({ status: 400, code: 'body_unreadable', detail });
  });

  it.each([
    { 'content-type': '' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-encoding': 'gzip' },
  ])('of the form %j is not taken', async (headers) => {
    const answer = await openInterface().ask({ body: json({ title: 'a' }), headers });
    expect(answer.value).toMatchObject({ status: 415, code: 'content_type_not_taken' });
  });

  it('may say its charset, as UTF-8', async () => {
    const headers = { 'content-type': 'Application/JSON; charset="UTF-8"' };
    expect((await openInterface().ask({ body: json({ title: 'a' }), headers })).status).toBe(201);
  });

  it('says nothing where none is taken', async () => {
    const { ask, removed } = openInterface();
    const strange = await ask({ method: 'DELETE', body: json({ keep: true }) }, '/v1/notes/7');
    expect(strange.value).toMatchObject({ status: 400, errors: [{ pointer: '/body/keep' }] });
    expect(removed).toEqual([]);
    const answer = await ask({ method: 'DELETE', body: json({}) }, '/v1/notes/7');
    expect([answer.status, answer.body, answer.contentType]).toEqual([204, '', undefined]);
    expect(removed).toEqual(['7']);
  });
});

describe('a key', () => {
  it('stands for the content of a request, however it is written', async () => {
    const { ask, kept } = openInterface();
    const headers = { 'idempotency-key': 'note-1' };
    await ask({ body: '{"title":"a","size":4}', headers });
    await ask({ body: '{ "size": 4, "title": "a" }', headers });
    await ask({ body: '{"title":"b","size":4}', headers });
    const [first, second, third] = kept.map(({ idempotency }) => idempotency);
    expect(first).toEqual({
      key: 'v1\tnote-1',
      requestHash: expect.stringMatching(/^[\da-f]{64}$/),
    });
    expect(second).toEqual(first);
    expect(third?.requestHash).not.toBe(first?.requestHash);
  });

  it('that is invalid is refused', async () => {
    const { ask, kept } = openInterface();
    const key = 'k'.repeat(limit('idempotencyKeyCharacters') + 1);
    const headers = { 'idempotency-key': key };
    const answer = await ask({ body: json({ title: 'a' }), headers });
    expect(answer.value).toMatchObject({ status: 400, code: 'idempotency_key_unusable' });
    expect(kept).toEqual([]);
  });

  it('that was used before is reported', async () => {
    const outcome = () => ({ ...created({ title: 'a', size: 1 }, '/v1/notes/1'), replayed: true });
    const answer = await openInterface({ outcome }).ask({ body: json({ title: 'a' }) });
    expect(answer.headers).toMatchObject({ 'Idempotent-Replayed': 'true' });
  });
});

describe('a send, whose commit compares versions', () => {
  it('is proven by it: nothing is asked before or after', async () => {
    const looks = [false];
    const { ask, kept } = openInterface({ looks, comparesVersion: true });
    expect((await ask({ body: json({ title: 'a' }) })).status).toBe(201);
    expect({ kept: kept.length, looks }).toEqual({ kept: 1, looks: [false] });
  });

  it('is not refused for what was true of the account before', async () => {
    const refusal = refuse('sender_not_approved');
    const outcomes: Outcome<Made>[] = [{ kind: 'refused', refusal }];
    const outcome = () => outcomes.shift();
    const { ask } = openInterface({ outcome, looks: [false], comparesVersion: true });
    expect((await ask({ body: json({ title: 'a' }) })).status).toBe(201);
    const looks = [false];
    const wrong = openInterface({ looks, comparesVersion: true });
    expect((await wrong.ask({ body: json({ title: '' }) })).status).toBe(400);
    expect(looks).toEqual([]);
  });

  it('is not repeated when nobody knows whether it was done', async () => {
    const refusal = refuse('outcome_unknown');
    const outcome = () => ({ kind: 'refused', refusal }) as const;
    const { ask, kept } = openInterface({ outcome, looks: [false], comparesVersion: true });
    expect((await ask({ body: json({ title: 'a' }) })).value).toMatchObject({
      code: 'outcome_unknown',
    });
    expect(kept).toHaveLength(1);
  });
});

describe('a change', () => {
  it('is made once, for the account as it is now', async () => {
    const { ask, kept } = openInterface({ looks: [false, false] });
    expect((await ask({ body: json({ title: 'a' }) })).status).toBe(201);
    expect(kept).toHaveLength(1);
  });

  it('may itself report that the account has changed, and is then repeated', async () => {
    const outcomes: Outcome<Made>[] = [{ kind: 'stale' }];
    const { ask, kept } = openInterface({ outcome: () => outcomes.shift() });
    expect((await ask({ body: json({ title: 'a' }) })).status).toBe(201);
    expect(kept).toHaveLength(2);
  });

  it('is given up when the account keeps changing', async () => {
    const { ask } = openInterface({ outcome: () => ({ kind: 'stale' }) });
    const answer = await ask({ body: json({ title: 'a' }) });
    expect(answer.value).toMatchObject({ status: 503, code: 'store_unavailable' });
  });

  it('is refused with the field that the endpoint names', async () => {
    const refusal = refuse('sender_not_approved');
    const outcome = () => ({ kind: 'refused', refusal }) as const;
    const answer = await openInterface({ outcome }).ask({ body: json({ title: 'a' }) });
    expect(answer.value).toMatchObject({ status: 403, code: 'sender_not_approved' });
  });
});

describe('the description', () => {
  it('covers methods, bodies, answers and keys', async () => {
    const { paths } = (await openInterface().describe()) as { paths: Record<string, never> };
    expect(paths['/v1/notes']).toMatchObject({
      post: {
        operationId: 'makeNote',
        parameters: [{ name: 'Idempotency-Key', in: 'header', required: false }],
        requestBody: {
          required: true,
          // What has a default may be left out; generators would have it given.
          content: {
            'application/json': {
              schema: {
                required: ['title'],
                properties: { size: { type: 'integer', description: 'If left out: 3.' } },
              },
            },
          },
        },
        responses: {
          201: { description: 'Made.', headers: { Location: expect.any(Object) as object } },
          400: { description: expect.stringContaining('parameters_invalid') as string },
          409: { description: expect.stringContaining('idempotency_conflict') as string },
          415: { description: expect.stringContaining('content_type_not_taken') as string },
        },
      },
    });
    expect(paths['/v1/notes/{id}']).toMatchObject({
      delete: { responses: { 204: { description: 'Removed.' } } },
    });
    expect(paths['/v1/notes/{id}']).not.toHaveProperty('delete.requestBody');
    expect(paths['/v1/notes/{id}']).not.toHaveProperty('delete.responses.204.content');
  });
});
