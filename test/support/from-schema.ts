/** Requests made from `/openapi.json`: values for its schemas, and answers checked against them. */
import fc, { type Arbitrary } from 'fast-check';
import { faultsOf } from '../../src/kit/shape.ts';

type Json = Readonly<Record<string, unknown>>;

export type ApiOperation = {
  readonly path: string;
  readonly method: string;
  readonly operationId: string;
  readonly scope: string;
  /** Open to the role agent. */
  readonly forAgents: boolean;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: Json;
  }[];
  /** The schema of its JSON body; undefined: it takes none. */
  readonly body: Json | undefined;
  /** The schemas of its answers by status and content type; undefined: no body. */
  readonly answers: Readonly<Record<string, Readonly<Record<string, Json>> | undefined>>;
};

/** The operations of `/v1`, with their schemas' references resolved. */
export async function readApi(baseUrl: string): Promise<readonly ApiOperation[]> {
  const response = await fetch(`${baseUrl}/openapi.json`);
  const document = (await response.json()) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
    readonly components: { readonly schemas: Json };
  };
  const whole = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(whole);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref } = value as { readonly $ref?: string };
    if ($ref !== undefined) return whole(document.components.schemas[$ref.split('/').at(-1) ?? '']);
    return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, whole(it)]));
  };
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, raw]): ApiOperation[] => {
      const [scope] = raw.security.flatMap(({ bearer = [] }) => bearer);
      if (scope === undefined) return [];
      const described = whole(raw) as RawOperation;
      const { operationId, parameters = [], requestBody, responses } = described;
      const forAgents = raw.description?.includes('`agent`') === true;
      const answers = Object.entries(responses).map(([status, { content }]) => {
        const types = Object.entries(content ?? {}).map(([type, it]) => [type, it.schema]);
        return [status, content && Object.fromEntries(types)] as const;
      });
      return [
        {
          ...{ path, method: method.toUpperCase(), operationId, scope, parameters },
          forAgents,
          body: requestBody?.content['application/json']?.schema,
          answers: Object.fromEntries(answers) as ApiOperation['answers'],
        },
      ];
    }),
  );
}

type RawContent = Readonly<Record<string, { readonly schema: Json }>>;
type RawOperation = Pick<ApiOperation, 'operationId'> & {
  readonly description?: string;
  readonly parameters?: ApiOperation['parameters'];
  readonly security: readonly { readonly bearer?: readonly string[] }[];
  readonly requestBody?: { readonly content: RawContent };
  readonly responses: Readonly<Record<string, { readonly content?: RawContent }>>;
};

/** Values that satisfy a schema, as far as it says what they are. */
export function valuesOf(schema: Json): Arbitrary<unknown> {
  const { anyOf, type } = schema as { readonly anyOf?: readonly Json[]; readonly type?: string };
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
  if (anyOf !== undefined) return fc.oneof(...anyOf.map(valuesOf));
  switch (type) {
    case 'object':
      return objectsOf(schema);
    case 'array': {
      const { items = {}, minItems = 0 } = schema as { items?: Json; minItems?: number };
      return fc.array(valuesOf(items), { minLength: minItems, maxLength: minItems + 2 });
    }
    case 'integer': {
      const { minimum = -1_000, maximum = 1_000_000 } = schema as Record<string, number>;
      return fc.integer({ min: minimum, max: maximum });
    }
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return textsOf(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function textsOf(schema: Json): Arbitrary<string> {
  const {
    pattern,
    format,
    minLength = 0,
    maxLength = 40,
  } = schema as {
    readonly pattern?: string;
    readonly format?: string;
    readonly minLength?: number;
    readonly maxLength?: number;
  };
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'));
  if (format === 'date-time') {
    const [min, max] = [new Date('2026-01-01'), new Date('2027-12-31')];
    return fc.date({ min, max, noInvalidDate: true }).map((it) => it.toISOString());
  }
  const known = fc.constantFrom('923001234567', '501', '8584', 'InfoSMS', 'Dear #name#', 'Ali');
  const any = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 60) });
  return minLength > 1 ? any : fc.oneof(known, any);
}

function objectsOf(schema: Json): Arbitrary<unknown> {
  const { properties = {}, required = [] } = schema as {
    readonly properties?: Readonly<Record<string, Json>>;
    readonly required?: readonly string[];
  };
  const entries = Object.entries(properties).map(([name, it]) => [name, valuesOf(it)] as const);
  const requiredKeys = required.filter((it) => it in properties);
  return fc.record(Object.fromEntries(entries), { requiredKeys: [...requiredKeys] });
}

/** Such a value, or occasionally anything at all. */
export function nearly(schema: Json): Arbitrary<unknown> {
  return fc.oneof(
    { weight: 6, arbitrary: valuesOf(schema) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
    { weight: 1, arbitrary: fc.object({ maxDepth: 2, key: fc.constantFrom('name', 'id', 'x') }) },
  );
}

/** How an answer violates its description; empty if it does not. */
export async function faultsOfAnswer(
  { answers }: ApiOperation,
  response: Response,
): Promise<readonly string[]> {
  const { status } = response;
  if (status >= 500) return [`${status}: ${await response.text()}`];
  if (!(String(status) in answers)) return [`${status} is not described: ${await response.text()}`];
  const content = answers[String(status)];
  const [type = ''] = (response.headers.get('content-type') ?? '').split(';');
  if (content === undefined) return (await response.text()) === '' ? [] : ['has a body'];
  const schema = content[type] ?? content['*/*'];
  if (schema === undefined) return [`${type} is not described`];
  if (!type.endsWith('json')) {
    await response.body?.cancel();
    return [];
  }
  const faults = faultsOf(schema, await response.json());
  return faults.map(({ pointer, rule }) => `${status} ${pointer} ${rule}`);
}
