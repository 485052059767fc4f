/**
 * JSON as many libraries write it, read as its shape means it: what has no value is sent as null,
 * and what consists of digits as a number. Neither is a mistake worth a refusal.
 */
import { JsonNumber, toPlain, type JsonValue } from '../../kit/json.ts';
import type { TSchema } from '../../kit/shape.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The plain value: without fields that are null where null means nothing, and with numbers as they
 * were written where a text is meant.
 */
export function readByShape(value: JsonValue, schema: TSchema): unknown {
  if (value instanceof JsonNumber) return takesText(schema) ? value.text : toPlain(value);
  if (value instanceof Map) {
    const entries = [...(value as ReadonlyMap<string, JsonValue>)].flatMap(([name, inner]) => {
      const own = propertyOf(schema, name);
      if (inner === null && own !== undefined && !takesNull(own)) return [];
      return [[name, readByShape(inner, own ?? {})] as const];
    });
    return Object.fromEntries(entries);
  }
  if (!Array.isArray(value)) return value;
  const items = formsOf(schema).flatMap(({ items: own }) => (own === undefined ? [] : [own]));
  return value.map((it: JsonValue) => readByShape(it, { anyOf: items } as TSchema));
}

/** The forms that a value may have: those of unions within unions, too. */
function formsOf(schema: unknown): readonly Fields[] {
  const { anyOf, oneOf } = schema as Fields;
  const forms = anyOf ?? oneOf;
  return Array.isArray(forms) ? forms.flatMap(formsOf) : [schema as Fields];
}

/** What a field may be; undefined: the shape does not know it. */
function propertyOf(schema: TSchema, name: string): TSchema | undefined {
  const own = formsOf(schema).flatMap((form) => {
    const properties = (form['properties'] ?? {}) as Readonly<Record<string, TSchema>>;
    if (Object.hasOwn(properties, name)) return [properties[name]];
    const more = [form['additionalProperties'], ...Object.values(form['patternProperties'] ?? {})];
    return more.filter((it) => typeof it === 'object');
  });
  return own.length === 0 ? undefined : ({ anyOf: own } as unknown as TSchema);
}

const isAnything = (form: Fields): boolean =>
  ['type', 'const', 'enum', '$ref'].every((keyword) => !(keyword in form));

function takesNull(schema: TSchema): boolean {
  return formsOf(schema).some((form) => form['type'] === 'null' || isAnything(form));
}

/** Digits are meant; not a time, a word of a list, or anything that may be a number as well. */
function takesText(schema: TSchema): boolean {
  const forms = formsOf(schema);
  const isNumber = forms.some(({ type }) => type === 'number' || type === 'integer');
  return !isNumber && forms.some(({ type, format }) => type === 'string' && format === undefined);
}
