/**
 * Inputs of operations as JSON bodies: their schema, and how they are read. Values are read like
 * their text forms, so that an amount or a time means the same wherever it is written.
 */
import { Refusal, UsageError } from '../kit/refusal.ts';
import { faultsOf, Type, type Static, type TObject, type TSchema } from '../kit/shape.ts';
import { refuse, type Refused } from './admin.ts';
import type { Definition, Field, Given, InBody, InputSource } from './operation.ts';

/** How a JSON body gives a field whose words name a file or standard input. */
export function inBody<S extends TSchema, Value>(
  name: string,
  schema: S,
  valueOf: (value: Static<S>) => Value,
): InBody<Value> {
  return {
    name,
    schema,
    read(value) {
      const [fault] = faultsOf(schema, value);
      if (fault === undefined) return valueOf(value as Static<S>);
      throw new UsageError(`${name} ${fault.pointer} ${fault.rule}.`.replace(/ +/g, ' '));
    },
  };
}

/** Reads an input from a JSON body of the shape `inputSchema`. */
export async function readBody(
  { input }: Pick<Definition, 'input'>,
  body: Readonly<Record<string, unknown>>,
  source: InputSource,
): Promise<{ readonly input: Readonly<Record<string, unknown>> } | Refused> {
  const read: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(input)) {
    const names = propertiesOf(field);
    const isAbsent = names.every((name) => body[name] === undefined);
    // What turns out to be needed says so itself; a single property is needed by the schema.
    if (isAbsent && !(field.need === 'needed' && isSeveral(field))) continue;
    try {
      read[key] =
        field.inBody === undefined
          ? await field.read(wordsIn(body), source)
          : field.inBody.read(body[field.inBody.name]);
    } catch (error) {
      if (error instanceof UsageError) {
        // It names the word it read, which is not the name that callers of an endpoint use.
        const [word = ''] = error.message.split(' ', 1);
        const rule = error.message.slice(word.length + 1).replace(/\.$/, '');
        return refuse(isSeveral(field) ? propertyName(word) : key, rule);
      }
      if (error instanceof Refusal) return refuse(key, withoutCommands(error.message));
      throw error;
    }
  }
  return { input: read };
}

/** A sentence for people who have no command line before them, without its full stop. */
export function withoutCommands(sentence: string): string {
  const seen = /: see (?:"paigham [^"]*"(?: and )?|paigham [\w -]+)+/g;
  return sentence.replaceAll(seen, '').replace(' on standard input', '').replace(/\.$/, '');
}

/** A body's properties as the words that they stand for. */
function wordsIn(body: Readonly<Record<string, unknown>>): Given {
  const valueOf = (word: string): unknown => body[propertyName(word)];
  const option = (word: string): string | undefined => {
    const value = valueOf(word);
    return value === undefined ? undefined : textOf(value);
  };
  return {
    option,
    arg: (word) => option(word) ?? '',
    args(word) {
      const value = valueOf(word);
      return Array.isArray(value) ? value.map(String) : [option(word) ?? ''];
    },
    has: (word) => valueOf(word) === true,
  };
}

function textOf(value: unknown): string {
  if (value === null) return NONE;
  if (Array.isArray(value)) return value.join(',') || NONE;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Nothing, and the empty list, as people write them. */
const NONE = 'none';

/** The input as JSON Schema, with the property names that callers use. */
export function inputSchema({ input }: Pick<Definition, 'input'>): TObject {
  const properties = Object.values(input).flatMap((field): [string, TSchema][] => {
    const { options, need, isNeededInBody = need === 'needed' } = field;
    const { schema } = field.inBody ?? field;
    const about = options.length === 1 ? { description: options[0]?.about } : {};
    const described: TSchema = { ...schema, ...(field.inBody === undefined ? about : {}) };
    const property = propertyOf(field);
    if (property === undefined) return [];
    if (isSeveral(field)) return Object.entries(field.schema.properties);
    return [[property, isNeededInBody ? described : Type.Optional(described)]];
  });
  return Type.Object(Object.fromEntries(properties), { additionalProperties: false });
}

/** Whether each of its options is a property. */
function isSeveral(
  field: Pick<Field<unknown>, 'options' | 'schema' | 'inBody'>,
): field is { options: Field<unknown>['options']; schema: TObject } {
  return field.inBody === undefined && field.options.length > 1 && Type.IsObject(field.schema);
}

function propertiesOf(field: Field<unknown>): readonly string[] {
  if (isSeveral(field)) return Object.keys(field.schema.properties);
  const property = propertyOf(field);
  return property === undefined ? [] : [property];
}

/**
 * The name that callers of an endpoint use for a field: `SENDER-ROUTE…` and `sender-route` become
 * `sender_route`. undefined: they cannot give it.
 */
export function propertyOf(
  field: Pick<Field<unknown>, 'argument' | 'options' | 'inBody'>,
): string | undefined {
  const word = field.inBody?.name ?? field.argument ?? field.options[0]?.name;
  return word === undefined ? undefined : propertyName(word);
}

function propertyName(word: string): string {
  return word
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '');
}
