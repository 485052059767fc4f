/** `/openapi.json`: it is well-formed, and it is true of what is served. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { EVENT_TYPE_NAMES } from '../../src/domain/event/event.ts';
import { addPerson, visit } from '../support/people.ts';
import type { Paigham } from '../support/paigham.ts';
import { PATHS } from '../support/ask.ts';
import { sharedPaigham } from '../support/shared.ts';
import { openShop } from '../support/shop.ts';
import { v1At } from '../support/v1.ts';

type Json = Readonly<Record<string, unknown>>;
type Operation = {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema: { readonly enum?: readonly string[] };
  }[];
  readonly security: readonly Json[];
  readonly requestBody?: { readonly required: boolean; readonly content: Json };
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
};
type Document = {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly securitySchemes: Json; readonly schemas: Json };
};

let paigham: Paigham;
let document: Document;
let operations: readonly (readonly [string, string, Operation])[];

beforeAll(async () => {
  paigham = await sharedPaigham();
  const response = await fetch(`${paigham.baseUrl}/openapi.json`);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  document = (await response.json()) as Document;
  operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => [path, method, operation] as const),
  );
});

/** Every object in a value, with its location. */
function* objectsIn(value: unknown, at = '#'): Generator<readonly [string, Json]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [at, value as Json];
  for (const [key, inner] of Object.entries(value)) yield* objectsIn(inner, `${at}/${key}`);
}

/** The JSON Schema keywords (2020-12) that our schemas use. */
const KEYWORDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  type: (it) =>
    ['object', 'array', 'string', 'integer', 'number', 'boolean', 'null'].includes(`${it}`),
  properties: (it) => typeof it === 'object',
  required: (it) => Array.isArray(it),
  items: (it) => typeof it === 'object',
  anyOf: (it) => Array.isArray(it),
  oneOf: (it) => Array.isArray(it),
  discriminator: (it) => typeof it === 'object',
  enum: (it) => Array.isArray(it),
  const: () => true,
  default: () => true,
  description: (it) => typeof it === 'string',
  format: (it) => typeof it === 'string',
  minimum: (it) => typeof it === 'number',
  maximum: (it) => typeof it === 'number',
  minLength: (it) => typeof it === 'number',
  maxLength: (it) => typeof it === 'number',
  minItems: (it) => typeof it === 'number',
  maxItems: (it) => typeof it === 'number',
  pattern: (it) => typeof it === 'string',
  examples: (it) => Array.isArray(it),
  additionalProperties: (it) => ['boolean', 'object'].includes(typeof it),
  $ref: (it) => typeof it === 'string',
};

function faultsOfSchema(schema: unknown, at: string): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [`${at} is no schema`];
  const entries = Object.entries(schema);
  const own = entries.filter(([key, value]) => KEYWORDS[key]?.(value) !== true);
  const { properties, items, anyOf } = schema as Json;
  const inner = [
    ...Object.entries(properties ?? {}),
    ...Object.entries((anyOf as readonly unknown[] | undefined) ?? []),
    ...(items === undefined ? [] : [['items', items] as const]),
  ];
  return [
    ...own.map(([key]) => `${at}/${key}`),
    ...inner.flatMap(([key, value]) => faultsOfSchema(value, `${at}/${key}`)),
  ];
}

it('is written so that generators make good code of it', () => {
  const events = document.components.schemas['Event'] as {
    readonly oneOf: readonly { readonly $ref: string }[];
    readonly discriminator: { readonly mapping: Readonly<Record<string, string>> };
  };
  const forms = new Set(events.oneOf.map(({ $ref }) => $ref));
  expect(new Set(Object.values(events.discriminator.mapping))).toEqual(forms);
  expect(Object.keys(events.discriminator.mapping).toSorted()).toEqual(
    [...EVENT_TYPE_NAMES].toSorted(),
  );
  const { webhooks, tags } = document as unknown as {
    readonly webhooks: Json;
    readonly tags: readonly { readonly name: string }[];
  };
  expect(JSON.stringify(webhooks)).toContain('#/components/schemas/Event');
  const named = new Set(tags.map(({ name }) => name));
  const untold = operations.flatMap(([path, method, it]) => {
    const own = it as Operation & {
      readonly tags: readonly string[];
      readonly requestBody?: { readonly content: Readonly<Record<string, Json>> };
    };
    const body = own.requestBody?.content['application/json'];
    const late = [own.responses['429'], own.responses['503']] as readonly (Json | undefined)[];
    return [
      ...own.tags.filter((tag) => !named.has(tag)).map((tag) => `${path} ${method}: tag ${tag}`),
      ...(body !== undefined && !('example' in body) ? [`${path} ${method}: example`] : []),
      ...(path.startsWith('/v1/') && late.some((answer) => answer && !('headers' in answer))
        ? [`${path} ${method}: Retry-After`]
        : []),
    ];
  });
  expect(untold).toEqual([]);
  const asked = JSON.stringify(operations.map(([, , it]) => [it.parameters, it]).flat());
  expect(asked).not.toContain('"patternProperties"');
  const bodies = operations.map(
    ([, , it]) => (it as { readonly requestBody?: unknown }).requestBody,
  );
  const defaults = [...objectsIn(bodies)].filter(
    ([, it]) => 'default' in it && typeof it['default'] !== 'object',
  );
  expect(defaults).toEqual([]);
});

/** They change nothing, so a repeated one does no harm. */
const ONLY_LOOKS = [
  // The same content is the same file.
  ...['/v1/chat/files', '/v1/media'],
  ...['/v1/messages/preview', '/v1/batches/preview', '/v1/prices/estimate'],
  '/v1/keys/{id}/reveal',
];

it('says that every POST by a key which changes something takes an idempotency key', () => {
  const without = operations.filter(
    ([path, method, { security, parameters = [] }]) =>
      method === 'post' &&
      path.startsWith('/v1/') &&
      security.some((it) => 'bearer' in it || 'key' in it) &&
      !ONLY_LOOKS.includes(path) &&
      !parameters.some(({ name }) => name === 'Idempotency-Key'),
  );
  expect(without.map(([path]) => path)).toEqual([]);
});

const OF_BODIES = ['content_type_not_taken', 'body_unreadable', 'parameters_invalid'];

it('says of each JSON body that a key may leave out whether it may', async () => {
  const { apiKey } = await openShop(paigham.world, { rupees: '1' });
  const ask = v1At(paigham.baseUrl, apiKey);
  const withBody = operations.filter(
    ([, , { security, requestBody }]) =>
      security.some((it) => 'bearer' in it) &&
      requestBody !== undefined &&
      'application/json' in requestBody.content,
  );
  for (const [path, method, { requestBody }] of withBody) {
    const request = `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '1')}`;
    const { code } = (await ask(request)).body;
    const isRefused = OF_BODIES.includes(String(code));
    expect([request, code, isRefused]).toEqual([request, code, requestBody?.required]);
  }
  const free = withBody.filter(([, , { requestBody }]) => requestBody?.required === false);
  expect(free.map(([path]) => path)).toContain('/v1/keys/{id}/replace');
});

describe('the description', () => {
  it('is OpenAPI 3.1, and every operation has a name of its own', () => {
    expect(document.openapi).toBe('3.1.0');
    const names = operations.map(([, , { operationId }]) => operationId);
    expect(new Set(names).size).toBe(names.length);
  });

  it('does not require fields that have a default, but shows them in answers', () => {
    const schemas = document.components.schemas as Record<string, { required: string[] }>;
    expect(schemas['NewMessages']?.required).toEqual(['recipients']);
    expect(schemas['NewBatch']?.required).toEqual(['sender', 'template_id']);
    expect(schemas['SentMessages']?.required).toContain('dry_run');
  });

  it('passes somebody else’s linter: redocly, recommended rules', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  it('names the shapes that callers work with', () => {
    const names = Object.keys(document.components.schemas);
    expect(names).toEqual(
      expect.arrayContaining(['Batch', 'BatchRow', 'Message', 'Reply', 'Problem', 'Report']),
    );
    const batch = document.paths['/v1/batches/{id}']?.['get']?.responses['200'];
    expect(batch).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Batch' } } },
    });
  });

  it('says what a parameter may be, and that a plain refusal is a code and a sentence', () => {
    const send = document.paths['/api/sms.php']?.['get'];
    const enums = (send?.parameters ?? []).flatMap(({ name, schema }) =>
      schema.enum === undefined ? [] : [[name, schema.enum]],
    );
    expect(Object.fromEntries(enums)).toMatchObject({
      format: ['plain', 'json', 'xml'],
      network: ['Jazz', 'Zong', 'Ufone', 'Telenor'],
      type: ['unicode'],
    });
    expect(send?.responses['402']).toMatchObject({
      content: { 'text/plain': { schema: { pattern: '^[0-9]+ : ' } } },
    });
  });

  it('covers the JSON API and every form interface', () => {
    const paths = Object.keys(document.paths);
    const forms = paths.filter((path) => !path.startsWith('/v1/'));
    expect(forms.toSorted()).toEqual(Object.values(PATHS).toSorted());
    const batches = ['/v1/batches', '/v1/batches/{id}', '/v1/batches/{id}/rows'];
    expect(paths).toEqual(
      expect.arrayContaining([...batches, '/v1/messages/{id}', '/v1/replies/{id}']),
    );
  });

  it('describes every answer, including a good one, and names a described scope', () => {
    for (const [, , { responses, security }] of operations) {
      expect(Object.keys(responses).join(' ')).toMatch(/\b20[0124]\b/);
      expect(Object.keys(responses).filter((it) => !/^\d{3}$/.test(it))).toEqual([]);
      for (const { description } of Object.values(responses)) expect(description).not.toBe('');
      for (const scheme of security.flatMap((it) => Object.keys(it))) {
        expect(Object.keys(document.components.securitySchemes)).toContain(scheme);
      }
    }
  });

  it('says what a repeated Idempotency-Key is refused for', () => {
    const keyed = operations.filter(
      ([path, , { parameters = [] }]) =>
        path.startsWith('/v1/') && parameters.some(({ name }) => name === 'Idempotency-Key'),
    );
    expect(keyed.length).toBeGreaterThan(10);
    for (const [, , { responses }] of keyed) {
      expect(responses['409']?.description).toContain('idempotency_conflict');
    }
  });

  it('names each path parameter, and no other', () => {
    for (const [path, , { parameters = [] }] of operations) {
      const places = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const described = parameters.filter((it) => it.in === 'path').map(({ name }) => name);
      expect(described).toEqual(places);
    }
  });

  it('has no dangling references, and only schemas where schemas belong', () => {
    for (const [at, object] of objectsIn(document)) {
      const { $ref, schema } = object as { readonly $ref?: string; readonly schema?: unknown };
      if (schema !== undefined) expect(faultsOfSchema(schema, at)).toEqual([]);
      if ($ref === undefined) continue;
      const name = /^#\/components\/schemas\/(\w+)$/.exec($ref)?.[1] ?? '';
      expect(Object.keys(document.components.schemas)).toContain(name);
    }
    for (const schema of Object.values(document.components.schemas)) {
      expect(faultsOfSchema(schema, 'component')).toEqual([]);
    }
  });

  it('says that every operation of /v1 refuses an unknown parameter', async () => {
    await addPerson(paigham.world.admin, 'staff@example.com', 'staff');
    const staff = visit(paigham.baseUrl);
    await staff.signIn('staff@example.com');
    const byKey = { authorization: `Bearer ${paigham.world.roshan.apiKey}` };
    const bySession = { cookie: staff.cookie, 'paigham-csrf': staff.csrf };
    for (const [path, method, { responses, security }] of operations) {
      if (!path.startsWith('/v1/')) continue;
      const url = `${paigham.baseUrl}${path.replaceAll(/\{\w+\}/g, '1')}?strange=1`;
      const headers = security.some((it) => 'bearer' in it) ? byKey : bySession;
      const response = await fetch(url, { method: method.toUpperCase(), headers });
      expect([path, method, response.status]).toEqual([path, method, 400]);
      expect([path, method, responses['400']?.description]).toEqual([
        path,
        method,
        expect.stringContaining('parameters_invalid'),
      ]);
    }
  });

  it('names only what is served: no described path is unknown', async () => {
    for (const [path, method, { security }] of operations) {
      const url = `${paigham.baseUrl}${path.replaceAll(/\{\w+\}/g, '1')}`;
      const response = await fetch(url, { method: method.toUpperCase() });
      // An open one may have nothing under this id.
      const isOpen = security.length === 0;
      const isServed = !(await response.text()).includes('path_unknown');
      expect([path, isOpen ? isServed : response.status]).toEqual([path, isOpen || 401]);
    }
  });
});
