/** `/openapi.json`: both kinds of interface, from the shapes by which they are checked. */
import { failureOf } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import { Type, type TObject, type TSchema } from '../../kit/shape.ts';
import type {
  DescribedAnswer,
  DescribedMethod,
  DescribedOperation,
  DescribedParameter,
  DescribedPaths,
} from '../described.ts';
import { ERROR_PAGES, PROBLEM, PROBLEM_TYPE } from './answer.ts';
import type { Endpoint, EndpointMethod } from './endpoint.ts';
import { FORM_BODY } from './read-form.ts';
import { JSON_BODY } from './read-payload.ts';
import { FILE_FIELD } from './receive-upload.ts';
import { closed } from './shapes.ts';

/** What every endpoint may refuse. */
const ALWAYS = [
  'bearer_missing',
  'key_refused',
  'address_denied',
  'rate_exceeded',
  'key_in_address',
  'parameters_invalid',
  'parameter_repeated',
] as const;
const WITH_BODY = ['body_unreadable', 'body_too_large', 'content_type_not_taken'] as const;
const WITH_KEY = [
  'idempotency_key_unusable',
  'idempotency_conflict',
  'idempotency_running',
] as const;
const LAST = ['internal', 'store_unavailable'] as const;

const MOST = limit('apiRequestsPerMinute');

const PACE_HEADERS = {
  'RateLimit-Policy': {
    description: `Requests that a window of so many seconds takes: q=${MOST};w=60.`,
    schema: Type.String(),
  },
  RateLimit: { description: 'How many are left, and for how long.', schema: Type.String() },
};

const LOCATION_HEADER = {
  Location: { description: 'Where it can be seen.', schema: Type.String() },
};

const IDEMPOTENCY_KEY: DescribedParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    `Kept for ${limit('idempotencyHours')} h: a repetition is answered as the first request was, ` +
    'with Idempotent-Replayed, and another request under the same key is refused.',
  schema: Type.String({ maxLength: limit('idempotencyKeyCharacters') }),
};

/** The whole description (OpenAPI 3.1); `others` are the paths of other interfaces. */
export function describeInterfaces(endpoints: readonly Endpoint[], others: DescribedPaths): object {
  const own: Record<string, Partial<Record<DescribedMethod, DescribedOperation>>> = {};
  for (const endpoint of endpoints) {
    const described = { [methodOf(endpoint)]: describe(endpoint) };
    own[endpoint.path] = { ...own[endpoint.path], ...described };
  }
  const schemas: NamedSchemas = {};
  return {
    openapi: '3.1.0',
    info: {
      title: 'Paigham',
      version: '1',
      description:
        'The JSON API at /v1, and the form interfaces beside it. The form interfaces answer as ' +
        'plain text unless format says otherwise.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The service that this document comes from.' }],
    paths: byName({ ...others, ...own }, schemas),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The key of your account.' },
        apiKey: { type: 'apiKey', in: 'query', name: 'api_key' },
      },
      schemas,
    },
  };
}

type NamedSchemas = Record<string, object>;

/** The same with each schema that has a title once, in `schemas`, and named where it is used. */
function byName(value: unknown, schemas: NamedSchemas): unknown {
  if (Array.isArray(value)) return value.map((item) => byName(item, schemas));
  if (typeof value !== 'object' || value === null) return value;
  // A property of that name is a schema, not a string.
  const title = 'title' in value && typeof value.title === 'string' ? value.title : undefined;
  const entries = Object.entries(value).filter(([key]) => key !== 'title' || title === undefined);
  const named = Object.fromEntries(entries.map(([key, inner]) => [key, byName(inner, schemas)]));
  if (title === undefined) return named;
  const known = schemas[title];
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(named)) {
    throw new Error(`two schemas are called ${title}`);
  }
  schemas[title] = named;
  return { $ref: `#/components/schemas/${title}` };
}

const METHODS = {
  GET: 'get',
  POST: 'post',
  PUT: 'put',
  PATCH: 'patch',
  DELETE: 'delete',
} as const satisfies Record<EndpointMethod, DescribedMethod>;

function methodOf({ method }: Endpoint): DescribedMethod {
  return METHODS[method];
}

function describe(endpoint: Endpoint): DescribedOperation {
  const { name, about, takes, form } = endpoint;
  const ofForm = form === undefined ? {} : { [FORM_BODY]: { schema: withFile(form.shape) } };
  return {
    operationId: name,
    summary: about,
    tags: ['v1'],
    security: [{ bearer: [] }],
    parameters: [...placesOf(endpoint), ...queryOf(endpoint), ...headersOf(endpoint)],
    ...(takes === undefined
      ? {}
      : {
          requestBody: { required: true, content: { [JSON_BODY]: { schema: takes }, ...ofForm } },
        }),
    responses: { ...answersOf(endpoint), ...refusalsOf(endpoint) },
  };
}

/** The fields of a form, and its file. */
function withFile(shape: TObject): TSchema {
  const file = Type.String({ format: 'binary', description: '.csv, .txt, .xlsx or .xls.' });
  return closed({ ...shape.properties, [FILE_FIELD]: file });
}

/** OpenAPI 3.1: octets need no schema. */
const FILE = { '*/*': { schema: Type.Unknown() } };

/** The forms of a good answer. */
function contentOf({ gives, alsoGives = {} }: Endpoint) {
  const others = Object.entries(alsoGives).map(([type, schema]) => [type, { schema }] as const);
  return { 'application/json': { schema: gives }, ...Object.fromEntries(others) };
}

/** One answer for each status with which it says that all is well. */
function answersOf(endpoint: Endpoint): Readonly<Record<string, DescribedAnswer>> {
  const { statuses = { 200: 'Done.' } } = endpoint;
  const content = endpoint.givesFile === true ? FILE : contentOf(endpoint);
  const answers = Object.entries(statuses).map(
    ([status, description]): [string, DescribedAnswer] => {
      const location = status === '201' || status === '202' ? LOCATION_HEADER : {};
      const headers = { ...PACE_HEADERS, ...location };
      return [status, { description, headers, ...(status === '204' ? {} : { content }) }];
    },
  );
  return Object.fromEntries(answers);
}

function headersOf({ repeatable = false }: Endpoint): readonly DescribedParameter[] {
  return repeatable ? [IDEMPOTENCY_KEY] : [];
}

function placesOf({ places }: Endpoint): readonly DescribedParameter[] {
  return Object.entries(places).map(([name, description]) => {
    return { name, in: 'path', required: true, description, schema: Type.String() };
  });
}

function queryOf({ query }: Endpoint): readonly DescribedParameter[] {
  // Absent where every property is optional, whatever its type says.
  const { required: needed = [] } = query as { readonly required?: readonly string[] };
  return Object.entries<TSchema & { description?: string; default?: unknown }>(
    query.properties,
  ).map(([name, schema]) => {
    const required = needed.includes(name) && schema.default === undefined;
    return { name, in: 'query', required, description: schema.description ?? name, schema };
  });
}

/** One answer for each status, with the reasons that it may have. */
function refusalsOf(endpoint: Endpoint): Readonly<Record<string, DescribedAnswer>> {
  const { failures, takes, repeatable = false } = endpoint;
  const ofBody = takes === undefined ? [] : WITH_BODY;
  const ofKey = repeatable ? WITH_KEY : [];
  const reasons = [...new Set([...failures, ...ofBody, ...ofKey, ...ALWAYS, ...LAST])];
  const byStatus = Map.groupBy(reasons, (reason) => String(failureOf(reason).httpStatus));
  const answers = [...byStatus].map(([status, own]): [string, DescribedAnswer] => {
    const pages = own.map((reason) => `[${reason}](${ERROR_PAGES}/${reason})`).join(', ');
    return [
      status,
      { description: `Refused: ${pages}.`, content: { [PROBLEM_TYPE]: { schema: PROBLEM } } },
    ];
  });
  return Object.fromEntries(answers);
}
