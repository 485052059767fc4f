/**
 * Shapes of data: one schema says what a value must be, checks it, types it, and describes it to
 * others (it is JSON Schema as it stands).
 */
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { escapeName, formsIn, withoutForms, type GivenForm } from './shape-forms.ts';

export { Type, type Static, type TObject, type TProperties, type TSchema } from 'typebox';

export type ShapeFault = {
  /** Where, as a JSON pointer: `/limit`; '' for the whole. */
  readonly pointer: string;
  /** What it must be. */
  readonly rule: string;
};

/** Everything that is wrong with `value`, once for each place; empty when it is of the shape. */
export function faultsOf(schema: TSchema, value: unknown): readonly ShapeFault[] {
  const faults = new Map<string, ShapeFault>();
  const all = [
    ...Value.Errors(withoutForms(schema), value).flatMap(toFaults),
    ...[...formsIn(schema, value)].flatMap(faultsOfForm),
  ];
  for (const fault of all) {
    if (!faults.has(fault.pointer)) faults.set(fault.pointer, fault);
  }
  return [...faults.values()];
}

/** What is wrong with a value that has one of several forms: told of the form that it names. */
function faultsOfForm({ pointer, named, form, value }: GivenForm): readonly ShapeFault[] {
  if (form !== undefined) {
    const faults = faultsOf(form, withDefaults(form, value));
    return faults.map((fault) => ({ ...fault, pointer: pointer + fault.pointer }));
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject) return [{ pointer, rule: 'must be object' }];
  if (!Object.hasOwn(value, 'type')) return [{ pointer: `${pointer}/type`, rule: 'is missing' }];
  return [{ pointer: `${pointer}/type`, rule: `must be one of ${named.join(', ')}` }];
}

/** `value` with the shape's defaults where it gives nothing. A copy: what came stays as it is. */
export function withDefaults(schema: TSchema, value: unknown): unknown {
  return Value.Default(schema, structuredClone(value));
}

type Told = ReturnType<typeof Value.Errors>[number];

/** A property that is missing is told of at its own place, like one that is wrong. */
function toFaults(told: Told): readonly ShapeFault[] {
  const { instancePath: pointer } = told;
  switch (told.keyword) {
    // Each property too many is told of by itself besides.
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
    default:
      return [{ pointer, rule: told.message }];
  }
}

/** The store keeps every character but one: where that stands in a value; undefined: nowhere. */
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
