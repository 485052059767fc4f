/**
 * Shapes of data: one schema says what a value must be, checks it, types it, and describes it to
 * others (it is JSON Schema as it stands). Of objects that have one of several forms by their
 * `type`, a caller is told about the one that was meant, not about all.
 */
import type { TSchema } from 'typebox';
import { Format } from 'typebox/format';
import { Value } from 'typebox/value';
import { runToEnd } from '@paigham/base/yielding.ts';
import { escapeName } from '@paigham/base/json.ts';

export { Type } from 'typebox';
export type { Static, TLiteral, TObject, TProperties, TSchema } from 'typebox';

export type ShapeFault = {
  /** Where, as a JSON pointer: `/limit`; '' for the whole. */
  readonly pointer: string;
  /** What it must be. */
  readonly rule: string;
};

const MUST = Symbol('must');

/** A pattern, and what it says in words: what nobody can read is shown to nobody. */
export const pattern = ({ source }: RegExp, must: string) => ({ pattern: source, [MUST]: must });

// A leap second is RFC 3339, and no moment that `Date` knows.
Format.Set('date-time', (text) => Format.IsDateTime(text) && !Number.isNaN(Date.parse(text)));

/** What is told of a value at most: a caller mends that first. */
export const MOST_FAULTS = 20;
/** Values between two pauses. */
const VALUES_A_TURN = 1_000;

type Checked = {
  /** With the shape's defaults. */
  readonly value: unknown;
  /** The first that are wrong, once per place. */
  readonly faults: readonly ShapeFault[];
};

/** What is wrong with `value`, up to a bound; empty if it matches the shape. */
export function faultsOf(schema: TSchema, value: unknown): readonly ShapeFault[] {
  return runToEnd(checking(schema, value, false)).faults;
}

/**
 * Checks a value and pauses now and then: a list that is too long is not gone through, and after
 * some faults the rest is not looked at.
 * @param fills whether defaults are filled in, in `value` itself.
 */
export function* checking(
  schema: TSchema,
  value: unknown,
  fills: boolean,
): Generator<undefined, Checked, void> {
  const check: Check = { faults: new Map(), fills, left: VALUES_A_TURN };
  const filled = fills && value === undefined ? defaultOf(schema) : value;
  yield* walk(check, schema, filled, '');
  return { value: filled, faults: [...check.faults.values()] };
}

type Check = {
  readonly faults: Map<string, ShapeFault>;
  readonly fills: boolean;
  left: number;
};

type Walk = Generator<undefined, void, void>;

function* walk(check: Check, schema: TSchema, value: unknown, pointer: string): Walk {
  check.left -= 1;
  if (check.left <= 0) {
    yield;
    check.left = VALUES_A_TURN;
  }
  const { type, anyOf, items } = schema as Fields;
  if (Array.isArray(anyOf)) {
    const form = formFor(schema, value);
    if ('rule' in form) tell(check, { ...form, pointer: pointer + form.pointer });
    else yield* walk(check, form.schema, value, pointer);
  } else if (type === 'object' && isOnly(schema, OF_OBJECTS) && fieldsOf(value) !== undefined) {
    yield* walkObject(check, schema as Fields, value as Record<string, unknown>, pointer);
  } else if (type === 'array' && isOnly(schema, OF_LISTS) && Array.isArray(value)) {
    const { minItems = 0, maxItems = Infinity } = schema as Readonly<Record<string, number>>;
    if (value.length < minItems || value.length > maxItems) {
      const { items: _, ...itself } = schema as Fields;
      walkLeaf(check, itself, value, pointer);
    }
    if (!isSchema(items) || value.length > maxItems) return;
    for (const [at, item] of value.entries()) {
      if (check.faults.size >= MOST_FAULTS) return;
      if (surelyFits(items, item)) check.left -= FITS_EASILY;
      else yield* walk(check, items, item, `${pointer}/${at}`);
      if (check.left > 0) continue;
      yield;
      check.left = VALUES_A_TURN;
    }
  } else {
    walkLeaf(check, schema, value, pointer);
  }
}

/** What an item costs that is looked at once, as a share of one that is walked through. */
const FITS_EASILY = 0.5;

function* walkObject(
  check: Check,
  { properties, patternProperties, additionalProperties, required }: Fields,
  value: Record<string, unknown>,
  pointer: string,
): Walk {
  const known = isSchemas(properties) ? properties : {};
  const patterns = isSchemas(patternProperties) ? Object.entries(patternProperties) : [];
  const isGiven = (name: string): boolean =>
    Object.hasOwn(value, name) && value[name] !== undefined;
  for (const name in known) {
    const schema = known[name];
    if (schema === undefined || isGiven(name)) continue;
    if ('default' in schema) {
      if (check.fills) value[name] = defaultOf(schema);
    } else if (Array.isArray(required) && required.includes(name)) {
      tell(check, { pointer: `${pointer}/${escapeName(name)}`, rule: 'is missing' });
    }
  }
  for (const name in value) {
    if (Object.hasOwn(known, name)) continue;
    if (check.faults.size >= MOST_FAULTS) return;
    const [, schema] = patterns.find(([pattern]) => matches(pattern, name)) ?? [];
    const rest = schema ?? (isSchema(additionalProperties) ? additionalProperties : undefined);
    if (rest !== undefined && surelyFits(rest, value[name])) continue;
    const at = `${pointer}/${escapeName(name)}`;
    if (rest !== undefined) yield* walk(check, rest, value[name], at);
    else if (additionalProperties === false)
      tell(check, { pointer: at, rule: 'is not known here' });
  }
  for (const name in known) {
    const schema = known[name];
    if (schema === undefined || !isGiven(name) || surelyFits(schema, value[name])) continue;
    yield* walk(check, schema, value[name], `${pointer}/${escapeName(name)}`);
  }
}

/** The pattern that `Type.Record` gives for any name. */
const ANY_NAME = '^.*$';

function matches(pattern: string, name: string): boolean {
  return pattern === ANY_NAME || new RegExp(pattern, 'u').test(name);
}

function walkLeaf(check: Check, schema: TSchema, value: unknown, pointer: string): void {
  if (surelyFits(schema, value)) return;
  // Slow, and exact: the checker finds the words, too.
  for (const told of Value.Errors(schema, value)) {
    for (const fault of toFaults(told, schema)) {
      tell(check, { ...fault, pointer: pointer + fault.pointer });
    }
  }
}

function tell({ faults }: Check, fault: ShapeFault): void {
  if (faults.size < MOST_FAULTS && !faults.has(fault.pointer)) faults.set(fault.pointer, fault);
}

/** Whether a value matches, as far as that is seen at once; false: it has to be looked at. */
function surelyFits(schema: TSchema, value: unknown): boolean {
  const { type, pattern, format, minLength, maxLength } = schema as Fields;
  const { anyOf, const: only, enum: some } = schema as Fields;
  if (Array.isArray(some)) return some.includes(value);
  if (only !== undefined) return only === value;
  if (Array.isArray(anyOf)) return anyOf.some((it) => isSchema(it) && surelyFits(it, value));
  switch (type) {
    case 'string':
      return (
        typeof value === 'string' &&
        pattern === undefined &&
        format === undefined &&
        (minLength === undefined || (minLength === 1 && value !== '')) &&
        (typeof maxLength !== 'number' || value.length <= maxLength)
      );
    case 'boolean':
      return typeof value === 'boolean';
    case 'integer':
      return Number.isSafeInteger(value) && isOnly(schema, OF_RANGES) && isWithin(schema, value);
    case 'null':
      return value === null;
    case undefined:
      return Object.keys(schema).every((name) => DESCRIBING.has(name));
    default:
      return false;
  }
}

const DESCRIBING: ReadonlySet<string> = new Set(['title', 'description', 'default', 'examples']);
const OF_OBJECTS: ReadonlySet<string> = new Set([
  ...DESCRIBING,
  ...['type', 'properties', 'patternProperties', 'additionalProperties', 'required'],
]);
const OF_LISTS: ReadonlySet<string> = new Set([
  ...DESCRIBING,
  ...['type', 'items', 'minItems', 'maxItems'],
]);

const OF_RANGES: ReadonlySet<string> = new Set([...DESCRIBING, 'type', 'minimum', 'maximum']);

function isWithin(schema: TSchema, value: unknown): boolean {
  const { minimum = -Infinity, maximum = Infinity } = schema as Readonly<Record<string, number>>;
  return typeof value === 'number' && value >= minimum && value <= maximum;
}

const only = new WeakMap<TSchema, boolean>();

/** Whether a schema says no more than these words: asked with the same ones each time. */
function isOnly(schema: TSchema, names: ReadonlySet<string>): boolean {
  const known = only.get(schema) ?? Object.keys(schema).every((name) => names.has(name));
  only.set(schema, known);
  return known;
}

function defaultOf(schema: TSchema): unknown {
  const { default: value } = schema as Fields;
  return typeof value === 'object' ? structuredClone(value) : value;
}

/** The form of several that a value is meant to have; a fault: it has none of them. */
function formFor(schema: TSchema, value: unknown): { readonly schema: TSchema } | ShapeFault {
  const forms = formsOf(schema);
  if (forms !== undefined) {
    const fields = fieldsOf(value);
    if (fields === undefined) return { pointer: '', rule: `must be ${NOUNS.object}` };
    if (!Object.hasOwn(fields, 'type')) return { pointer: '/type', rule: 'is missing' };
    const { type } = fields;
    const form = typeof type === 'string' ? forms.get(type) : undefined;
    return form === undefined
      ? { pointer: '/type', rule: `must be one of ${[...forms.keys()].join(', ')}` }
      : { schema: form };
  }
  const all = ((schema as Fields)['anyOf'] as readonly unknown[]).filter(isSchema);
  const alike = all.filter((it) => mayBe(it, value));
  const form = alike.length > 1 ? alike.find((it) => Value.Check(it, value)) : alike[0];
  return form === undefined
    ? { pointer: '', rule: 'must have one of the forms that are described' }
    : { schema: form };
}

/** Whether a value is of the kind that a schema is about. */
function mayBe(schema: TSchema, value: unknown): boolean {
  const { type, const: only, anyOf } = schema as Fields;
  if (Array.isArray(anyOf)) return anyOf.some((it) => isSchema(it) && mayBe(it, value));
  if (only !== undefined) return only === value;
  switch (type) {
    case 'object':
      return fieldsOf(value) !== undefined;
    case 'array':
      return Array.isArray(value);
    case 'null':
      return value === null;
    case 'integer':
      return typeof value === 'number';
    case undefined:
      return true;
    default:
      return typeof value === type;
  }
}

/** `value` with the shape's defaults filled in. A copy: the input is not changed. */
export function withDefaults(schema: TSchema, value: unknown): unknown {
  return runToEnd(checking(schema, structuredClone(value), true)).value;
}

type Told = ReturnType<typeof Value.Errors>[number];

/**
 * A missing property is reported at its own place, like a wrong one. A pattern is shown by its
 * words, or by the first example of its schema.
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
      const { [MUST]: must, examples } = schemaAt(schema, told.schemaPath);
      if (typeof must === 'string') return [{ pointer, rule: must }];
      const [example]: readonly unknown[] = Array.isArray(examples) ? examples : [];
      const isText = typeof example === 'string';
      return [{ pointer, rule: isText ? `must be written as ${example}` : told.message }];
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

/** `one item`, `7 items`. */
export function counted(count: number | bigint, noun: string): string {
  return Number(count) === 1 ? `one ${noun}` : `${count} ${noun}s`;
}

/** @param path a JSON pointer with a `#` before it. */
function schemaAt(schema: TSchema, path: string): Readonly<Record<PropertyKey, unknown>> {
  const names = path.split('/').slice(1);
  const at = names.reduce<unknown>((inner, name) => fieldsOf(inner)?.[name], schema);
  return fieldsOf(at) ?? {};
}

export type Fields = Readonly<Record<string, unknown>>;

type Forms = ReadonlyMap<string, TSchema>;

const knownForms = new WeakMap<TSchema, { readonly forms: Forms | undefined }>();

/** The forms of a union by the `type` of each; undefined: no `type` discriminates them. */
function formsOf(schema: TSchema): Forms | undefined {
  const known = knownForms.get(schema) ?? { forms: findForms(schema) };
  knownForms.set(schema, known);
  return known.forms;
}

function findForms(schema: TSchema): Forms | undefined {
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

export function fieldsOf(value: unknown): Fields | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Fields) : undefined;
}

/** Whether it can be a schema, or schemas by names. */
export function isSchema(value: unknown): value is TSchema {
  return fieldsOf(value) !== undefined;
}

/** Whether it can be a schema, or schemas by names. */
export function isSchemas(value: unknown): value is Readonly<Record<string, TSchema>> {
  return fieldsOf(value) !== undefined;
}
