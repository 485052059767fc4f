/**
 * Objects that have one of several forms and say by their `type` which one it is. What checks
 * shapes would tell of every form that such a value does not have; a caller has to hear of the one
 * that was meant.
 */
import type { TSchema } from 'typebox';

export type GivenForm = {
  /** Where the value stands, as a JSON pointer. */
  readonly pointer: string;
  readonly value: unknown;
  /** Every `type` that there is. */
  readonly named: readonly string[];
  /** Of the `type` that the value has; undefined: there is none of it. */
  readonly form: TSchema | undefined;
};

type Fields = Readonly<Record<string, unknown>>;

/** Every value at a place where one of several forms is wanted, but those within such a value. */
export function* formsIn(schema: TSchema, value: unknown, pointer = ''): Generator<GivenForm> {
  const forms = formsOf(schema);
  if (forms !== undefined) {
    const type = fieldsOf(value)?.['type'];
    const named = [...forms.keys()];
    const form = typeof type === 'string' ? forms.get(type) : undefined;
    yield { pointer, value, named, form };
    return;
  }
  const { properties, items } = schema as Fields;
  const fields = fieldsOf(value);
  if (isSchema(items) && Array.isArray(value)) {
    for (const [at, item] of value.entries()) yield* formsIn(items, item, `${pointer}/${at}`);
  } else if (isSchemas(properties) && fields !== undefined) {
    for (const [name, inner] of Object.entries(properties)) {
      const at = `${pointer}/${escapeName(name)}`;
      if (Object.hasOwn(fields, name)) yield* formsIn(inner, fields[name], at);
    }
  }
}

/** RFC 6901, section 3. */
export function escapeName(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

const known = new WeakMap<TSchema, TSchema>();

/** The schema with anything at places where one of several forms is wanted. */
export function withoutForms(schema: TSchema): TSchema {
  const found = known.get(schema) ?? relax(schema);
  known.set(schema, found);
  return found;
}

function relax(schema: TSchema): TSchema {
  if (formsOf(schema) !== undefined) return {};
  const { properties, items } = schema as Fields;
  return {
    ...schema,
    ...(isSchema(items) ? { items: withoutForms(items) } : {}),
    ...(isSchemas(properties)
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, inner]) => [name, withoutForms(inner)]),
          ),
        }
      : {}),
  };
}

/** The forms of a union by the `type` of each; undefined: no `type` tells which one is meant. */
function formsOf(schema: TSchema): ReadonlyMap<string, TSchema> | undefined {
  const { anyOf } = schema as Fields;
  if (!Array.isArray(anyOf)) return undefined;
  const forms = new Map<string, TSchema>();
  for (const form of anyOf) {
    const types = isSchema(form) ? typesOf(form) : [];
    if (types.length === 0 || types.some((type) => forms.has(type))) return undefined;
    for (const type of types) forms.set(type, form);
  }
  return forms;
}

function typesOf(form: TSchema): readonly string[] {
  const { properties } = form as Fields;
  const type = isSchemas(properties) ? properties['type'] : undefined;
  const { const: only, enum: some } = (type ?? {}) as Fields;
  const all: readonly unknown[] = Array.isArray(some) ? some : [only];
  return all.filter((it) => typeof it === 'string');
}

function fieldsOf(value: unknown): Fields | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Fields) : undefined;
}

function isSchema(value: unknown): value is TSchema {
  return fieldsOf(value) !== undefined;
}

function isSchemas(value: unknown): value is Readonly<Record<string, TSchema>> {
  return fieldsOf(value) !== undefined;
}
