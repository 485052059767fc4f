/** What `/openapi.json` says about an endpoint of the form interfaces, by GET and by POST. */
import type { Scope } from '../domain/account/account.ts';
import { Type, type TSchema } from '../kit/shape.ts';
import {
  needing,
  type DescribedAnswer,
  type DescribedOperation,
  type DescribedPaths,
} from './described.ts';

export type FormParameters = Readonly<Record<string, FormParameter>>;

type FormParameter = {
  readonly about: string;
  readonly required?: boolean;
  /** Every allowed value; absent: any text. */
  readonly values?: readonly string[];
};

export type DescribedForm = {
  readonly name: string;
  readonly about: string;
  readonly scope: Scope;
  readonly parameters: FormParameters;
  /** A plain answer; without it all answers are JSON. */
  readonly plain?: TSchema;
  readonly json: TSchema;
  /** A JSON body, where more can be said about it than that it is an object. */
  readonly jsonBody?: TSchema;
  /** Statuses of refusals. */
  readonly refusals: readonly number[];
};

/** Every scalar in these interfaces is a string (contract section 2). */
export const text = (description: string) => Type.String({ description });
export const more = { additionalProperties: true };

export const KEY: FormParameters = {
  api_key: { about: 'The key of your account.', required: true },
};

const REFUSAL = Type.Object(
  {
    success: Type.Literal('false'),
    status: Type.Optional(text('The code.')),
    error: Type.Optional(text('The sentence.')),
    results: Type.Array(Type.Object({ status: Type.String(), error: Type.String() }, more)),
  },
  { title: 'Refusal', ...more },
);

const REFUSED_PLAIN = Type.String({
  pattern: '^[0-9]+ : ',
  description: 'The code and a sentence.',
});

function schemaOf({ about: description, values }: FormParameter): TSchema {
  return values === undefined ? text(description) : Type.Enum([...values], { description });
}

/** Endpoints by their paths; `tag` names the interface. */
export function describeForms(
  tag: string,
  endpoints: Readonly<Record<string, DescribedForm>>,
): DescribedPaths {
  const paths = Object.entries(endpoints).map(([path, endpoint]) => {
    return [path, { get: byGet(endpoint, tag), post: byPost(endpoint, tag) }] as const;
  });
  return Object.fromEntries(paths);
}

function byGet(endpoint: DescribedForm, tag: string): DescribedOperation {
  const parameters = Object.entries(endpoint.parameters).map(([name, parameter]) => ({
    name,
    in: 'query' as const,
    required: parameter.required ?? false,
    description: parameter.about,
    schema: schemaOf(parameter),
  }));
  return { ...alike(endpoint, tag), operationId: endpoint.name, parameters };
}

/** Parameters may be in the query instead of the body, so none is required there. */
function byPost(endpoint: DescribedForm, tag: string): DescribedOperation {
  const properties = Object.entries(endpoint.parameters).map(
    ([name, parameter]) => [name, Type.Optional(schemaOf(parameter))] as const,
  );
  const schema = Type.Object(Object.fromEntries(properties), more);
  const content = {
    'application/x-www-form-urlencoded': { schema },
    'multipart/form-data': { schema },
    'application/json': { schema: endpoint.jsonBody ?? Type.Object({}, more) },
  };
  const requestBody = { required: false, content };
  return { ...alike(endpoint, tag), operationId: `${endpoint.name}ByPost`, requestBody };
}

function alike(endpoint: DescribedForm, tag: string) {
  const { about, scope, plain, json, refusals } = endpoint;
  const answered = (description: string, schema: TSchema, asPlain: TSchema): DescribedAnswer => ({
    description,
    content: {
      ...(plain === undefined ? {} : { 'text/plain': { schema: asPlain } }),
      'application/json': { schema },
      ...(plain === undefined ? {} : { 'application/xml': { schema } }),
    },
  });
  const refused = refusals.map((status): [string, DescribedAnswer] => {
    return [String(status), answered('Refused: a code and a sentence.', REFUSAL, REFUSED_PLAIN)];
  });
  return {
    summary: about,
    description: needing(scope),
    tags: [tag],
    security: [{ apiKey: [scope] }],
    responses: { 200: answered('Done.', json, plain ?? json), ...Object.fromEntries(refused) },
  };
}
