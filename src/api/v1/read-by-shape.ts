/**
 * JSON as many libraries write it, read as its shape means it: what has no value is sent as null,
 * and what consists of digits as a number. Neither is a mistake worth a refusal.
 */
import { JsonNumber } from '@paigham/base/json.ts';
import { put } from '../../kit/read-plain.ts';
import type { TSchema } from '../../kit/shape.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Values between two pauses: a millisecond or two. */
const VALUES_A_TURN = 1_000;

/**
 * The plain value: without fields that are null where null means nothing, and with numbers as they
 * were written where a text is meant. Pauses now and then.
 * @param value whose numbers are still as they were written.
 */
export function* readingByShape(
  value: unknown,
  schema: TSchema,
  turn = { left: VALUES_A_TURN },
): Generator<undefined, unknown, void> {
  turn.left -= 1;
  if (turn.left === 0) {
    yield;
    turn.left = VALUES_A_TURN;
  }
  if (value instanceof JsonNumber) return takesText(schema) ? value.text : Number(value.text);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = formsOf(schema).flatMap(({ items: own }) => (own === undefined ? [] : [own]));
    const shape = { anyOf: items } as TSchema;
    const list: unknown[] = [];
    for (const item of value)
      list.push(isItself(item) ? item : yield* readingByShape(item, shape, turn));
    return list;
  }
  const read: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) {
    if (isItself(inner)) {
      put(read, name, inner);
      continue;
    }
    const own = propertyOf(schema, name);
    if (inner === null && own !== undefined && !takesNull(own)) continue;
    put(read, name, yield* readingByShape(inner, own ?? {}, turn));
  }
  return read;
}

/** Whether it is the same in every shape. */
const isItself = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'boolean';

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
  return own.length === 0 ? undefined : { anyOf: own };
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
