import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import type { FormField } from '@paigham/http/form.ts';
import { runToEnd } from '@paigham/base/yielding.ts';
import { readingPlain } from '../../kit/read-plain.ts';
import type { TObject, TSchema } from '../../kit/shape.ts';
import { boundsOf } from './read-payload.ts';

type FieldsRead =
  | { readonly kind: 'read'; readonly values: Readonly<Record<string, unknown>> }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/**
 * The fields of a form as a JSON body would have had them, by the types in `shape`: whole numbers,
 * booleans (`1`, `0`, `true`, `false`), JSON objects, and text. What cannot be read as its type
 * stays text, for the shape to refuse. A refusal if a field is given twice.
 */
export function readFields(fields: readonly FormField[], shape: TObject): FieldsRead {
  const values = new Map<string, unknown>();
  for (const { name, value } of fields) {
    if (values.has(name)) {
      const parameter = { quote: name, instead: 'a field' };
      return { kind: 'refused', refusal: refuse('parameter_repeated', { parameter }) };
    }
    values.set(name, readAs(shape.properties[name], value));
  }
  return { kind: 'read', values: Object.fromEntries(values) };
}

/** A text converted to a property's type. */
export function readAs(property: object | undefined, text: string): unknown {
  const type = property !== undefined && 'type' in property ? property.type : undefined;
  switch (type) {
    case 'integer':
      return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
    case 'boolean':
      return BOOLEANS.get(text.trim().toLowerCase()) ?? text;
    case 'object': {
      const read = runToEnd(readingPlain(text, limit('jsonDepth'), boundsOf(property as TSchema)));
      return read.ok ? read.value : text;
    }
    default:
      return text;
  }
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
]);
