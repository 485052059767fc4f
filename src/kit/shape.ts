/**
 * Shapes of data: one schema says what a value must be, checks it, types it, and describes it to
 * others (it is JSON Schema as it stands).
 *
 * Objects that have one of several forms, discriminated by their `type`. The schema
 * checker would report every form that such a value does not match; a caller needs the one
 * that was meant.
 */
import type { TSchema } from 'typebox';
import { Format } from 'typebox/format';
import { Value } from 'typebox/value';

export { Type, type Static, type TObject, type TProperties, type TSchema } from 'typebox';

export type ShapeFault = {
  /** Where, as a JSON pointer: `/limit`; '' for the whole. */
  readonly pointer: string;
  /** What it must be. */
  readonly rule: string;
  /** The rule is a pattern: words of its field say more, where there are any. */
  readonly isPattern?: true;
};

// A leap second is RFC 3339, and no moment that `Date` knows.
Format.Set('date-time', (text) => Format.IsDateTime(text) && !Number.isNaN(Date.parse(text)));

/** Everything that is wrong with `value`, once per place; empty if it matches the shape. */
export function faultsOf(schema: TSchema, value: unknown): readonly ShapeFault[] {
  const faults = new Map<string, ShapeFault>();
  const all = [
    ...Value.Errors(withoutForms(schema), value).flatMap((told) => toFaults(told, schema)),
    ...[...formsIn(schema, value)].flatMap(faultsOfForm),
  ];
  for (const fault of all) {
    if (!faults.has(fault.pointer)) faults.set(fault.pointer, fault);
  }
  return [...faults.values()];
}

/** What is wrong with a value that has one of several forms: reported for the form it names. */
function faultsOfForm({ pointer, named, form, value }: GivenForm): readonly ShapeFault[] {
  if (form !== undefined) {
    const faults = faultsOf(form, withDefaults(form, value));
    return faults.map((fault) => ({ ...fault, pointer: pointer + fault.pointer }));
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject) return [{ pointer, rule: `must be ${NOUNS.object}` }];
  if (!Object.hasOwn(value, 'type')) return [{ pointer: `${pointer}/type`, rule: 'is missing' }];
  return [{ pointer: `${pointer}/type`, rule: `must be one of ${named.join(', ')}` }];
}

/** `value` with the shape's defaults filled in. A copy: the input is not changed. */
export function withDefaults(schema: TSchema, value: unknown): unknown {
  return Value.Default(schema, structuredClone(value));
}

type Told = ReturnType<typeof Value.Errors>[number];

/**
 * A missing property is reported at its own place, like a wrong one. A pattern is shown by the
 * first example of its schema.
 */
function toFaults(told: Told, schema: TSchema): readonly ShapeFault[] {
  const { instancePath: pointer } = told;
  switch (told.keyword) {
    // Each additional property is also reported by itself.
    case 'additionalProperties':
      return [];
    case 'boolean':
      return [{ pointer, rule: 'is not known here' }];
    case 'required':
      return told.params.requiredProperties.map((name) => {
        return { pointer: `${pointer}/${escapeName(name)}`, rule: 'is missing' };
      });
    case 'enum':
      return [{ pointer, rule: `must be one of ${told.params.allowedValues.join(', ')}` }];
    case 'anyOf':
      return [{ pointer, rule: 'must have one of the forms that are described' }];
    case 'pattern': {
      const example = exampleAt(schema, told.schemaPath);
      if (example !== undefined) return [{ pointer, rule: `must be written as ${example}` }];
      return [{ pointer, rule: told.message, isPattern: true }];
    }
    default:
      return [{ pointer, rule: wordOf(told) }];
  }
}

const NOUNS: Readonly<Record<string, string>> & { readonly object: string } = {
  object: 'an object',
  array: 'a list',
  integer: 'a whole number',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
};

/** What a value must be, in words. */
function wordOf(told: Told): string {
  switch (told.keyword) {
    case 'type': {
      const types = [told.params.type].flat();
      return `must be ${types.map((type) => NOUNS[type] ?? type).join(' or ')}`;
    }
    case 'const':
      return `must be ${JSON.stringify(told.params.allowedValue)}`;
    case 'minimum':
      return `must be at least ${told.params.limit}`;
    case 'maximum':
      return `must be at most ${told.params.limit}`;
    case 'minItems':
      return `must have at least ${counted(told.params.limit, 'item')}`;
    case 'maxItems':
      return `must have at most ${counted(told.params.limit, 'item')}`;
    case 'minLength':
      return `must have at least ${counted(told.params.limit, 'character')}`;
    case 'format':
      return told.params.format === 'date-time'
        ? 'must be a time such as 2026-11-22T09:00:00Z'
        : told.message;
    default:
      return told.message;
  }
}

function counted(count: number | bigint, noun: string): string {
  return Number(count) === 1 ? `one ${noun}` : `${count} ${noun}s`;
}

/** @param path a JSON pointer with a `#` before it. */
function exampleAt(schema: TSchema, path: string): string | undefined {
  const names = path.split('/').slice(1);
  const at = names.reduce<unknown>((inner, name) => fieldsOf(inner)?.[name], schema);
  const examples = fieldsOf(at)?.['examples'];
  const [first]: readonly unknown[] = Array.isArray(examples) ? examples : [];
  return typeof first === 'string' ? first : undefined;
}

/** The store keeps every character but one: where that occurs in a value; undefined: nowhere. */
export function findUnstorable(value: unknown, pointer = ''): ShapeFault | undefined {
  if (typeof value === 'string') {
    return value.includes('\0') ? { pointer, rule: 'holds a NUL character' } : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const fault = findUnstorable(inner, `${pointer}/${name}`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

type GivenForm = {
  /** Where the value is, as a JSON pointer. */
  readonly pointer: string;
  readonly value: unknown;
  /** All valid values of `type`. */
  readonly named: readonly string[];
  /** The form for the value's `type`; undefined: there is none. */
  readonly form: TSchema | undefined;
};

type Fields = Readonly<Record<string, unknown>>;

/** Every value where one of several forms is expected, except those nested in such a value. */
function* formsIn(schema: TSchema, value: unknown, pointer = ''): Generator<GivenForm> {
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
function escapeName(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

const known = new WeakMap<TSchema, TSchema>();

/** The schema, allowing anything where one of several forms is expected. */
function withoutForms(schema: TSchema): TSchema {
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

/** The forms of a union by the `type` of each; undefined: no `type` discriminates them. */
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
