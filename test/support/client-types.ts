/**
 * The types of `@paigham/client`, made from the description of the interfaces and the failure
 * catalogue: packages/client/src/generated/api.ts. A test compares the file, and writes it with
 * --update.
 */
import { FAILURES } from '../../src/domain/failure/failure.ts';

type Json = { readonly [name: string]: Json } | readonly Json[] | string | number | boolean | null;
type JsonObject = { readonly [name: string]: Json };

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'multipart/form-data';

/** `document`: `/openapi.json` as it was read. */
export function writeClientTypes(document: unknown): string {
  const { paths, components } = objectOf(document);
  const schemas = Object.entries(objectOf(objectOf(components)['schemas']));
  const calls = Object.entries(objectOf(paths))
    .filter(([path]) => path.startsWith('/v1/'))
    .flatMap(([path, item]) =>
      METHODS.flatMap((method) => {
        const operation = objectOf(item)[method];
        return operation === undefined ? [] : [{ path, method, operation: objectOf(operation) }];
      }),
    );
  const types = schemas.map(([name, schema]) => `export type ${name} = ${typeOf(schema)};\n`);
  const inputs = calls.map(
    ({ operation }) => `  ${operationId(operation)}: ${callType(operation)};`,
  );
  const table = calls.map(({ path, method, operation }) => {
    const traits = [
      ...(isRepeatable(method, operation) ? ['repeatable: true'] : []),
      ...(givesFile(operation) ? ['file: true'] : []),
    ];
    const entry = [`method: '${method.toUpperCase()}'`, `path: '${path}'`, ...traits];
    return `  ${operationId(operation)}: { ${entry.join(', ')} },`;
  });
  const failures = Object.entries(FAILURES).map(([reason, { httpStatus, permanent, sentence }]) => {
    const entry = `{ status: ${httpStatus}, permanent: ${permanent} }`;
    return `  /** ${sentence} */\n  ${reason}: ${entry},`;
  });
  return [
    '/* Written by test/interface/client-types.test.ts: change its source, not this file. */\n',
    ...types,
    `/** What each call of /v1 takes and gives. */\nexport type Calls = {`,
    `${inputs.join('\n')}\n};\n`,
    `export const CALLS = {\n${table.join('\n')}\n} as const;\n`,
    '/** Every way in which a request can be refused. */\nexport const FAILURES = {',
    `${failures.join('\n')}\n} as const;\n`,
  ].join('\n');
}

function operationId(operation: JsonObject): string {
  const { operationId: id } = operation;
  if (typeof id !== 'string') throw new Error('an operation has no operationId');
  return id;
}

const parametersOf = (operation: JsonObject): readonly JsonObject[] =>
  listOf(operation['parameters'] ?? []).map(objectOf);

/** Whether a second request does nothing that the first has not done (RFC 9110, section 9.2.2). */
function isRepeatable(method: (typeof METHODS)[number], operation: JsonObject): boolean {
  // Each PATCH of /v1 sets fields to values.
  if (method !== 'post') return true;
  return parametersOf(operation).some(({ name }) => name === 'Idempotency-Key');
}

/** Whether it returns a file, or can. */
function givesFile(operation: JsonObject): boolean {
  const types = Object.keys(objectOf(goodAnswer(operation)?.['content'] ?? {}));
  return types.some((type) => type !== JSON_TYPE && type !== 'text/event-stream');
}

function goodAnswer(operation: JsonObject): JsonObject | undefined {
  const answers = Object.entries(objectOf(operation['responses']));
  const good = answers.find(([status]) => status.startsWith('2'))?.[1];
  return good === undefined ? undefined : objectOf(good);
}

function callType(operation: JsonObject): string {
  const parameters = parametersOf(operation);
  const fieldsOf = (place: string): string =>
    parameters
      .filter((parameter) => parameter['in'] === place)
      .map((parameter) => {
        const isOptional = parameter['required'] !== true;
        const { name } = parameter;
        if (typeof name !== 'string') throw new Error('a parameter has no name');
        const field = `${aboutOf(parameter)}${quoted(name)}${isOptional ? '?' : ''}`;
        return `${field}: ${typeOf(parameter['schema'])}`;
      })
      .join('; ');
  const request = operation['requestBody'];
  const body = contentIn(request, JSON_TYPE);
  const isNeeded = request !== undefined && objectOf(request)['required'] === true;
  const isForm = contentIn(request, FORM_TYPE) !== undefined;
  const [places, query] = [fieldsOf('path'), fieldsOf('query')];
  const takes = [
    ...(places === '' ? [] : [`path: { ${places} }`]),
    ...(query === '' ? [] : [`query?: { ${query} }`]),
    ...(body === undefined ? [] : [`body${isNeeded ? '' : '?'}: ${typeOf(body)}`]),
    ...(isForm ? ['/** Goes with the body as a form. */ file?: Blob'] : []),
  ];
  const answer = contentIn(goodAnswer(operation), JSON_TYPE);
  const nothing = givesFile(operation) ? 'never' : 'undefined';
  const gives = answer === undefined ? nothing : typeOf(answer);
  return `{ takes: { ${takes.join('; ')} }; gives: ${gives} }`;
}

function contentIn(holder: Json | undefined, type: string): Json | undefined {
  if (holder === undefined) return undefined;
  const { content } = objectOf(holder);
  const found = content === undefined ? undefined : objectOf(content)[type];
  return found === undefined ? undefined : objectOf(found)['schema'];
}

/** A schema as a TypeScript type. */
function typeOf(given: Json | undefined): string {
  if (given === undefined || typeof given !== 'object' || given === null) return 'unknown';
  const schema = objectOf(given);
  const reference = schema['$ref'];
  if (typeof reference === 'string') return reference.split('/').at(-1) ?? 'unknown';
  if (schema['const'] !== undefined) return JSON.stringify(schema['const']);
  if (schema['enum'] !== undefined) return `(${listOf(schema['enum']).map(written).join(' | ')})`;
  const any = schema['anyOf'] ?? schema['oneOf'];
  if (any !== undefined) return `(${listOf(any).map(typeOf).join(' | ')})`;
  if (schema['allOf'] !== undefined) return `(${listOf(schema['allOf']).map(typeOf).join(' & ')})`;
  const { type } = schema;
  if (Array.isArray(type)) {
    return `(${type.map((one) => typeOf({ ...schema, type: one })).join(' | ')})`;
  }
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `${typeOf(schema['items'])}[]`;
    case 'object':
      return objectType(schema);
    default:
      return 'unknown';
  }
}

const written = (value: Json): string => JSON.stringify(value);

function objectType(schema: JsonObject): string {
  const needed = listOf(schema['required'] ?? []);
  const fields = Object.entries(objectOf(schema['properties'] ?? {})).map(([name, inner]) => {
    const isOptional = !needed.includes(name);
    return `${aboutOf(objectOf(inner))}${quoted(name)}${isOptional ? '?' : ''}: ${typeOf(inner)}`;
  });
  const { additionalProperties: more, patternProperties: patterns } = schema;
  const [pattern] = patterns === undefined ? [] : Object.values(objectOf(patterns));
  const others = pattern ?? (typeof more === 'object' ? more : undefined);
  if (others !== undefined && fields.length === 0) return `Record<string, ${typeOf(others)}>`;
  return fields.length === 0 ? 'Record<string, unknown>' : `{ ${fields.join('; ')} }`;
}

function aboutOf({ description }: JsonObject): string {
  return typeof description === 'string' ? `/** ${description.replaceAll('*/', '* /')} */ ` : '';
}

const quoted = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`);

function objectOf(value: unknown): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error('the description has another shape');
  }
  return value as JsonObject;
}

function listOf(value: Json): readonly Json[] {
  if (!Array.isArray(value)) throw new Error('the description has another shape');
  return value;
}
