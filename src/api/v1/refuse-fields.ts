import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import type { ShapeFault } from '../../kit/shape.ts';

export type RefusedFields = {
  readonly kind: 'refused';
  readonly refusal: Refusal;
  readonly faults: readonly ShapeFault[];
};

/**
 * Refuses fields, each with the rule it breaks; pointers as from `faultsOf`, `within` the query,
 * the body or the headers.
 */
export function refuseFields(
  faults: readonly ShapeFault[],
  within: 'query' | 'body' | 'header' = 'query',
): RefusedFields {
  const [first] = faults;
  const name = first?.pointer.slice(1) || `the ${within}`;
  const rule = first?.rule ?? '';
  // A whole sentence names its field itself.
  const why = { quote: /^[A-Z]/.test(rule) ? rule : `${name} ${rule}`, instead: 'see errors' };
  return {
    kind: 'refused',
    refusal: refuse('parameters_invalid', { why }),
    faults: faults.map(({ pointer, rule }) => ({ pointer: `/${within}${pointer}`, rule })),
  };
}
