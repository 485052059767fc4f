/** `/openapi.json`: both kinds of interface, from the shapes that check their requests. */
import { failureOf, type FailureReason } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import { Type, type TSchema } from '../../kit/shape.ts';
import {
  needing,
  type DescribedAnswer,
  type DescribedMethod,
  type DescribedOperation,
  type DescribedParameter,
  type DescribedPaths,
} from '../described.ts';
import { ERROR_PAGES, PROBLEM, PROBLEM_TYPE } from './answer.ts';
import {
  isForPeople,
  isForTests,
  type AnyEndpoint,
  type Endpoint,
  type EndpointMethod,
  type PersonKind,
} from './endpoint.ts';
import { FORM_BODY } from './read-form.ts';
import { JSON_BODY, mayBeLeftOut } from './read-payload.ts';
import { FILE_FIELD } from './receive-upload.ts';
import { EVENT, EVENT_DATA } from '../../features/events/show-events.http.ts';
import {
  exampleOf,
  tellEventsApart,
  withMaps,
  withoutDefaults,
  type NamedSchemas,
} from './openapi-forms.ts';
import { closed } from '../../operations/resource.ts';

/** The resource of a path, which the reference lists together: `messages`, `chat-templates`. */
export function tagOf(path: string): string {
  const [resource = '', part = ''] = path.slice('/v1/'.length).split('/');
  return resource === 'chat' ? `chat-${part}` : resource;
}

/** What every endpoint may refuse. */
const READING = [
  'rate_exceeded',
  'key_in_address',
  'parameters_invalid',
  'parameter_repeated',
] as const;
/** What endpoints of accounts refuse besides: programs, and people who act for an account. */
const ALWAYS = [
  'bearer_missing',
  'key_refused',
  'address_denied',
  'scope_missing',
  'session_missing',
  'people_elsewhere',
  'csrf_refused',
  'role_too_low',
  'account_missing',
  'account_unknown',
  'account_inactive',
  'see_as_reads',
] as const;
/** What endpoints of people do. */
const REFUSED_PEOPLE = {
  anyone: ['people_elsewhere', 'csrf_refused'],
  person: ['people_elsewhere', 'session_missing', 'csrf_refused'],
  staff: ['people_elsewhere', 'session_missing', 'csrf_refused', 'staff_only'],
} as const;
const WITH_BODY = ['body_unreadable', 'body_too_large', 'content_type_not_taken'] as const;
const WITH_KEY = [
  'idempotency_key_unusable',
  'idempotency_conflict',
  'idempotency_running',
] as const;
const LAST = ['internal', 'store_unavailable'] as const;

const PACE_HEADERS = {
  'RateLimit-Policy': {
    description:
      'What is counted (sends, reads, changes, octets), how much of it is allowed (q), and in a ' +
      'window of how many seconds (w).',
    schema: Type.String(),
  },
  RateLimit: { description: 'How much of it is left, and until when.', schema: Type.String() },
};

const LOCATION_HEADER = {
  Location: { description: 'Where it can be seen.', schema: Type.String() },
};

const IDEMPOTENCY_KEY: DescribedParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    `Kept for ${limit('idempotencyHours')} h: a repeat gets the answer of the first request, ` +
    'with Idempotent-Replayed, and another request under the same key is refused.',
  schema: Type.String({ maxLength: limit('idempotencyKeyCharacters') }),
};

const LAST_EVENT_ID: DescribedParameter = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description: 'Of a stream: it goes on after this event.',
  schema: Type.String(),
};

const REPLAYED_HEADER = {
  'Idempotent-Replayed': {
    description: 'true: the answer to an earlier request with the same Idempotency-Key.',
    schema: Type.String(),
  },
};

const RETRY_HEADER = {
  'Retry-After': { description: 'In so many seconds.', schema: Type.Integer({ minimum: 0 }) },
};

/** The whole description (OpenAPI 3.1); `others` are the paths of other interfaces. */
export function describeInterfaces(
  endpoints: readonly AnyEndpoint[],
  others: DescribedPaths,
): object {
  const own: Record<string, Partial<Record<DescribedMethod, DescribedOperation>>> = {};
  for (const endpoint of endpoints) {
    const described = { [METHODS[endpoint.method]]: describe(endpoint) };
    own[endpoint.path] = { ...own[endpoint.path], ...described };
  }
  const schemas: NamedSchemas = {};
  const paths = byName(withMaps({ ...others, ...own }), schemas);
  byName(withMaps(EVENT), schemas);
  tellEventsApart(schemas, EVENT_DATA);
  const tags = [...new Set(endpoints.map(({ path }) => tagOf(path)))].toSorted();
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
    tags: [...tags, 'sms', 'chat'].map((name) => ({ name, description: `The calls of ${name}.` })),
    paths: withExamples(paths, schemas),
    webhooks: WEBHOOKS,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The key of your account.' },
        apiKey: { type: 'apiKey', in: 'query', name: 'api_key' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'paigham_session',
          description: 'The session of a person; changes need the header Paigham-CSRF, too.',
        },
      },
      schemas,
    },
  };
}

/** What this service posts to the webhooks of an account. */
const WEBHOOKS = {
  event: {
    post: {
      operationId: 'receiveEvent',
      summary: 'What has happened: answer it with 2xx within 15 seconds.',
      security: [],
      parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
        name,
        in: 'header',
        required: true,
        schema: Type.String(),
        description: 'As Standard Webhooks has it.',
      })),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Event' } } },
      },
      responses: {
        '204': { description: 'It was received, and does not come again.' },
        '410': { description: 'The webhook is stopped.' },
      },
    },
  },
};

/** The paths, with an example of each JSON body. */
function withExamples(value: unknown, schemas: NamedSchemas, isAsked = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withExamples(item, schemas, isAsked));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const isBody = (key === JSON_BODY || key === PROBLEM_TYPE) && isSchemaHolder(inner);
      if (!isBody) return [key, withExamples(inner, schemas, isAsked || key === 'requestBody')];
      const example = key === JSON_BODY ? exampleOf(inner.schema, { schemas, isAsked }) : undefined;
      return [key, example === undefined ? inner : { ...inner, example }];
    }),
  );
}

const isSchemaHolder = (value: unknown): value is { readonly schema: object } =>
  typeof value === 'object' && value !== null && 'schema' in value;

/** The same with each titled schema once, in `schemas`, and referenced where it is used. */
function byName(value: unknown, schemas: NamedSchemas): unknown {
  if (Array.isArray(value)) return value.map((item) => byName(item, schemas));
  if (typeof value !== 'object' || value === null) return value;
  // A property called `title` is a schema, not a string.
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

const BY_SESSION = { session: [] };

/** What a person must be. */
const WHO = {
  anyone: { needs: 'For everybody.', security: [] },
  person: { needs: 'For people who are signed in.', security: [BY_SESSION] },
  staff: { needs: 'For the staff of the service, signed in.', security: [BY_SESSION] },
} as const satisfies Record<PersonKind, object>;

function neededOf(endpoint: AnyEndpoint) {
  if (isForPeople(endpoint)) return WHO[endpoint.who];
  const { scope, forAgents } = endpoint;
  return { needs: needing(scope, forAgents), security: [{ bearer: [scope] }, BY_SESSION] };
}

function describe(endpoint: AnyEndpoint): DescribedOperation {
  const { name, path, about, takes, form } = endpoint;
  const { needs, security } = neededOf(endpoint);
  const ofForm = form === undefined ? {} : { [FORM_BODY]: { schema: asFilled(withFile(form)) } };
  const ofJson = takes === undefined ? {} : { [JSON_BODY]: { schema: asFilled(takes) } };
  return {
    operationId: name,
    summary: about,
    description: needs,
    tags: [tagOf(path)],
    security,
    parameters: [...placesOf(endpoint), ...queryOf(endpoint), ...headersOf(endpoint)],
    ...(takes === undefined && form === undefined
      ? {}
      : { requestBody: { required: needsBody(endpoint), content: { ...ofJson, ...ofForm } } }),
    responses: { ...answersOf(endpoint), ...refusalsOf(endpoint) },
  };
}

const needsBody = ({ takes, method, needsBody: isNeeded }: AnyEndpoint): boolean =>
  takes === undefined || method === 'PATCH' || isNeeded === true || !mayBeLeftOut(takes);

/** A shape as callers fill it: what has a default may be left out. */
function asGiven(schema: object): object {
  const inner = (value: unknown): unknown =>
    typeof value === 'object' && value !== null ? asGiven(value) : value;
  if (Array.isArray(schema)) return schema.map(inner);
  const entries = Object.entries(schema).map(([name, value]) => [name, inner(value)] as const);
  const given = Object.fromEntries(entries);
  const { required, properties = {} } = given as {
    readonly required?: readonly string[];
    readonly properties?: Readonly<Record<string, object>>;
  };
  if (!Array.isArray(required)) return given;
  const needed = required.filter((name) => !('default' in (properties[name] ?? {})));
  return { ...given, required: needed };
}

/** The same, with defaults in words. */
const asFilled = (schema: object): object => withoutDefaults(asGiven(schema)) as object;

function withFile({ shape, file: description }: NonNullable<Endpoint['form']>): TSchema {
  const file = Type.String({ format: 'binary', description });
  return closed({ ...shape.properties, [FILE_FIELD]: file });
}

/** OpenAPI 3.1: binary data needs no schema. */
const FILE = { '*/*': { schema: Type.Unknown() } };

/** The forms of a successful answer. */
function contentOf(endpoint: AnyEndpoint) {
  const { gives, onlyGives, alsoGives = {} } = endpoint;
  const others = Object.entries(onlyGives ?? alsoGives).map(
    ([type, schema]) => [type, { schema }] as const,
  );
  const own = onlyGives === undefined ? { 'application/json': { schema: gives } } : {};
  return { ...own, ...Object.fromEntries(others) };
}

/** One answer for each status that means success. */
function answersOf(endpoint: AnyEndpoint): Readonly<Record<string, DescribedAnswer>> {
  const { statuses = { 200: 'Done.' } } = endpoint;
  const content = endpoint.givesFile === true ? FILE : contentOf(endpoint);
  const answers = Object.entries(statuses).map(
    ([status, description]): [string, DescribedAnswer] => {
      const location = status === '201' || status === '202' ? LOCATION_HEADER : {};
      const again = endpoint.repeatable ? REPLAYED_HEADER : {};
      const pace = isForPeople(endpoint) ? {} : PACE_HEADERS;
      const headers = { ...pace, ...location, ...again };
      return [status, { description, headers, ...(status === '204' ? {} : { content }) }];
    },
  );
  return Object.fromEntries(answers);
}

function headersOf(endpoint: AnyEndpoint): readonly DescribedParameter[] {
  if (endpoint.name === 'listEvents') return [LAST_EVENT_ID];
  return endpoint.repeatable ? [IDEMPOTENCY_KEY] : [];
}

function placesOf({ places }: AnyEndpoint): readonly DescribedParameter[] {
  return Object.entries(places).map(([name, place]) => {
    const description = typeof place === 'string' ? place : place.about;
    return { name, in: 'path', required: true, description, schema: Type.String() };
  });
}

function queryOf({ query }: AnyEndpoint): readonly DescribedParameter[] {
  // Missing when every property is optional, whatever its type says.
  const { required: needed = [] } = query as { readonly required?: readonly string[] };
  return Object.entries<TSchema & { description?: string; default?: unknown }>(
    query.properties,
  ).map(([name, schema]) => {
    const required = needed.includes(name) && schema.default === undefined;
    const given = withoutDefaults(schema) as typeof schema;
    const description = given.description ?? name;
    return { name, in: 'query', required, description, schema: given };
  });
}

export function reasonsOf(endpoint: AnyEndpoint): readonly FailureReason[] {
  const { failures, takes, form } = endpoint;
  const ofBody = takes === undefined && form === undefined ? [] : WITH_BODY;
  if (isForPeople(endpoint)) {
    const ofPeople = REFUSED_PEOPLE[endpoint.who];
    return [...new Set([...failures, ...ofBody, ...ofPeople, ...READING, ...LAST])];
  }
  const ofKey = endpoint.repeatable === true ? WITH_KEY : [];
  const ofTests = isForTests(endpoint) ? [] : (['key_tests_only'] as const);
  return [
    ...new Set([...failures, ...ofBody, ...ofKey, ...ofTests, ...ALWAYS, ...READING, ...LAST]),
  ];
}

/** One answer per status, with its possible reasons. */
function refusalsOf(endpoint: AnyEndpoint): Readonly<Record<string, DescribedAnswer>> {
  const reasons = reasonsOf(endpoint);
  const byStatus = Map.groupBy(reasons, (reason) => String(failureOf(reason).httpStatus));
  const answers = [...byStatus].map(([status, own]): [string, DescribedAnswer] => {
    const pages = own.map((reason) => `[${reason}](${ERROR_PAGES}/${reason})`).join(', ');
    return [
      status,
      {
        description: `Refused: ${pages}.`,
        ...(status === '429' || status === '503' ? { headers: RETRY_HEADER } : {}),
        content: { [PROBLEM_TYPE]: { schema: PROBLEM } },
      },
    ];
  });
  return Object.fromEntries(answers);
}
