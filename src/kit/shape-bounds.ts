/** What a shape says of the size of a JSON text, for bounds that hold while it is read. */
import type { JsonBounds } from './read-plain.ts';
import { type Fields, isSchema, isSchemas, MOST_FAULTS, type TSchema } from './shape.ts';

/** Bounds of what a shape does not bound itself. */
type FreeBounds = {
  /** Items of a list, or names of an object, where a shape says nothing of them. */
  readonly items: number;
  readonly names: number;
  /** Values of what may be anything. */
  readonly values: number;
};

/** What a JSON text of a shape may hold at each place. */
export function createBounds(free: FreeBounds): (schema: TSchema) => JsonBounds {
  const known = new WeakMap<TSchema, JsonBounds>();
  const anything: JsonBounds = {
    ...free,
    of: () => anything,
    get other() {
      return anything;
    },
  };
  const ofAll = (schemas: readonly TSchema[]): JsonBounds => {
    const [only = {}] = schemas;
    if (schemas.length > 1) return make(schemas);
    const found = known.get(only) ?? make(schemas);
    known.set(only, found);
    return found;
  };
  const make = (schemas: readonly TSchema[]): JsonBounds => {
    const forms = schemas.flatMap(formsWithin);
    const lists = forms.filter(({ type }) => type === 'array');
    const objects = forms.filter(({ type }) => type === 'object');
    const isFree = forms.some(isAnything) || objects.some(holdsAnything);
    if (isFree || lists.length + objects.length === 0) return anything;
    const within = new Map<string | undefined, JsonBounds>();
    const find = (name: string | undefined): JsonBounds => {
      const inner = name === undefined ? lists.map(({ items }) => items) : inObjects(objects, name);
      const known = inner.filter(isSchema);
      return known.length === 0 ? anything : ofAll(known);
    };
    return {
      items: most(lists.map((it) => numberIn(it, 'maxItems') ?? free.items)),
      names: most(objects.map((it) => namesOf(it, free.names))),
      values: Infinity,
      other: anything,
      of(name) {
        const found = within.get(name) ?? find(name);
        if (within.size < free.names) within.set(name, found);
        return found;
      },
    };
  };
  return (schema) => ofAll([schema]);
}

function formsWithin(schema: TSchema): readonly Fields[] {
  const { anyOf } = schema as Fields;
  if (!Array.isArray(anyOf)) return [schema as Fields];
  return anyOf.filter(isSchema).flatMap(formsWithin);
}

function isAnything(form: Fields): boolean {
  return form['type'] === undefined && !('const' in form) && !('enum' in form);
}

/** Whether its names may have any value. */
function holdsAnything({ patternProperties }: Fields): boolean {
  return (
    isSchemas(patternProperties) &&
    Object.values(patternProperties).some((it) => isAnything(it as Fields))
  );
}

function inObjects(objects: readonly Fields[], name: string): readonly unknown[] {
  return objects.flatMap(({ properties, patternProperties, additionalProperties }) => {
    const named = isSchemas(properties) && Object.hasOwn(properties, name);
    if (named) return [properties[name]];
    const patterned = isSchemas(patternProperties) ? Object.values(patternProperties) : [];
    return [...patterned, additionalProperties];
  });
}

/** A closed object has so many names, and some that are told of. */
function namesOf({ properties, additionalProperties }: Fields, free: number): number {
  const isClosed = additionalProperties === false && isSchemas(properties);
  return isClosed ? Object.keys(properties).length + MOST_FAULTS : free;
}

function most(numbers: readonly number[]): number | undefined {
  return numbers.length === 0 ? undefined : Math.max(...numbers);
}

function numberIn(schema: Fields, name: string): number | undefined {
  const value = schema[name];
  return typeof value === 'number' ? value : undefined;
}
