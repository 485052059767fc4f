/** Inputs of operations as JSON bodies: their schema, and how they are read. */
import { Refusal } from '@paigham/base/refusal.ts';
import { Type, type TObject, type TSchema } from '../kit/shape.ts';
import { refuse, type Refused } from './admin.ts';
import type { Definition, Field, Lookup } from './operation.ts';

/** Reads an input from a JSON body of the shape `inputSchema`. */
export async function readBody(
  { input }: Pick<Definition, 'input'>,
  body: Readonly<Record<string, unknown>>,
  source: Lookup,
): Promise<{ readonly input: Readonly<Record<string, unknown>> } | Refused> {
  const read: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(input)) {
    const names = propertiesOf(field);
    const isAbsent = names.every((name) => body[name] === undefined);
    // What turns out to be needed says so itself; a single property is needed by the schema.
    if (isAbsent && !(field.need === 'needed' && isSeveral(field))) continue;
    const [name = ''] = names;
    try {
      const taken = await field.take(isSeveral(field) ? body : body[name], source);
      if ('ok' in taken) return refuse(taken.field === '' ? key : taken.field, taken.rule);
      read[key] = taken.value;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return refuse(key, withoutCommands(error.message));
    }
  }
  return { input: read };
}

/** A sentence for people who have no command line before them, without its full stop. */
export function withoutCommands(sentence: string): string {
  const seen = /: see (?:"paigham [^"]*"(?: and )?|paigham [\w -]+)+/g;
  return sentence.replaceAll(seen, '').replace(' on standard input', '').replace(/\.$/, '');
}

/**
 * The input as JSON Schema, with the property names that callers use.
 * @param nothing how its readers write the absence of a value
 */
export function inputSchema({ input }: Pick<Definition, 'input'>, nothing = 'none'): TObject {
  const properties = Object.values(input).flatMap((field): [string, TSchema][] => {
    const { options, need, isNeededInBody = need === 'needed' } = field;
    const { schema } = field.inBody ?? field;
    const said = options[0]?.about.replaceAll(/\bnone(?=[:,])/g, nothing);
    const about = options.length === 1 ? { description: said } : {};
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
