/** `/openapi.json`: both kinds of interface, from the shapes by which they are checked. */
import { failureOf } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import { Type, type TSchema } from '../../kit/shape.ts';
import type {
  DescribedAnswer,
  DescribedOperation,
  DescribedParameter,
  DescribedPaths,
} from '../described.ts';
import { ERROR_PAGES, PROBLEM, PROBLEM_TYPE } from './answer.ts';
import type { Endpoint } from './endpoint.ts';

/** What every endpoint may refuse. */
const ALWAYS = ['bearer_missing', 'key_refused', 'address_denied', 'rate_exceeded'] as const;
const LAST = ['internal', 'store_unavailable'] as const;

const MOST = limit('apiRequestsPerMinute');

const PACE_HEADERS = {
  'RateLimit-Policy': {
    description: `Requests that a window of so many seconds takes: q=${MOST};w=60.`,
    schema: Type.String(),
  },
  RateLimit: { description: 'How many are left, and for how long.', schema: Type.String() },
};

/** The whole description (OpenAPI 3.1); `others` are the paths of other doors. */
export function describeInterfaces(endpoints: readonly Endpoint[], others: DescribedPaths): object {
  const own: Record<string, { get: DescribedOperation }> = {};
  for (const endpoint of endpoints) own[endpoint.path] = { get: describe(endpoint) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Paigham',
      version: '1',
      description:
        'The JSON API at /v1, and the form interfaces beside it. The form interfaces answer as ' +
        'plain text unless format says otherwise.',
    },
    paths: { ...others, ...own },
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The key of your account.' },
        apiKey: { type: 'apiKey', in: 'query', name: 'api_key' },
      },
      schemas: { Problem: PROBLEM },
    },
  };
}

function describe(endpoint: Endpoint): DescribedOperation {
  const { name, about, body } = endpoint;
  const content = { 'application/json': { schema: body } };
  return {
    operationId: name,
    summary: about,
    tags: ['v1'],
    security: [{ bearer: [] }],
    parameters: [...placesOf(endpoint), ...queryOf(endpoint)],
    responses: {
      200: { description: 'Done.', headers: PACE_HEADERS, content },
      ...refusalsOf(endpoint),
    },
  };
}

function placesOf({ places }: Endpoint): readonly DescribedParameter[] {
  return Object.entries(places).map(([name, description]) => {
    return { name, in: 'path', required: true, description, schema: Type.String() };
  });
}

function queryOf({ query }: Endpoint): readonly DescribedParameter[] {
  return Object.entries<TSchema & { description?: string; default?: unknown }>(
    query.properties,
  ).map(([name, schema]) => {
    const required = query.required.includes(name) && schema.default === undefined;
    return { name, in: 'query', required, description: schema.description ?? name, schema };
  });
}

/** One answer for each status, with the reasons that it may have. */
function refusalsOf({ failures }: Endpoint): Readonly<Record<string, DescribedAnswer>> {
  const reasons = [...new Set([...failures, ...ALWAYS, ...LAST])];
  const byStatus = Map.groupBy(reasons, (reason) => String(failureOf(reason).httpStatus));
  const schema = { $ref: '#/components/schemas/Problem' };
  const answers = [...byStatus].map(([status, own]): [string, DescribedAnswer] => {
    const pages = own.map((reason) => `[${reason}](${ERROR_PAGES}/${reason})`).join(', ');
    return [status, { description: `Refused: ${pages}.`, content: { [PROBLEM_TYPE]: { schema } } }];
  });
  return Object.fromEntries(answers);
}
