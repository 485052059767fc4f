import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import { decodeForm, type FormFault } from '@paigham/http/form.ts';
import type { TObject } from '../../kit/shape.ts';
import { readAs } from './read-fields.ts';

type ReadQuery =
  | { readonly kind: 'read'; readonly values: Readonly<Record<string, unknown>> }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

const BOUNDS = { fields: limit('parametersPerRequest'), jsonDepth: limit('jsonDepth') };

/**
 * Reads a query by the types in `shape`: numbers, booleans, text; defaults where nothing is given.
 * The shape decides whether the values are valid.
 */
export function readQuery(query: string, shape: TObject): ReadQuery {
  const { fields, fault } = decodeForm(query, BOUNDS);
  if (fault !== undefined) return refused(refusalOf(fault));
  const values = new Map<string, unknown>();
  for (const [name, property] of Object.entries(shape.properties)) {
    if ('default' in property) values.set(name, property.default);
  }
  const given = new Set<string>();
  for (const { name, value } of fields) {
    // A key in the address is now in every log on the way.
    if (name === 'api_key') return refused(refuse('key_in_address'));
    if (given.has(name)) {
      const parameter = { quote: name, instead: 'a parameter' };
      return refused(refuse('parameter_repeated', { parameter }));
    }
    given.add(name);
    values.set(name, readAs(shape.properties[name], value));
  }
  return { kind: 'read', values: Object.fromEntries(values) };
}

function refused(refusal: Refusal): ReadQuery {
  return { kind: 'refused', refusal };
}

function refusalOf(fault: FormFault): Refusal {
  switch (fault.kind) {
    case 'unreadable':
      return refuse('request_unreadable', { why: fault.why });
    case 'too_many':
      return refuse('too_many_parameters', { parameters: String(BOUNDS.fields) });
    case 'too_deep':
      return refuse('parameter_too_deep', {
        parameter: { quote: fault.name, instead: 'a parameter' },
        depth: String(BOUNDS.jsonDepth),
      });
    case 'encoding':
      return refuse('parameter_encoding', {
        parameter: { quote: fault.name ?? '', instead: `parameter ${fault.position}` },
        why: fault.why,
      });
  }
}
