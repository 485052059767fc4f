import { refuse, type Detail, type Refusal } from '../../domain/failure/failure.ts';
import type { ValueFault } from '../../domain/template/template.ts';

/**
 * The refusal for a value that does not fit its template.
 * @param names in counting order, for a name that cannot be quoted: `variable 2`.
 */
export function refusalOfValue(fault: ValueFault, names: readonly string[]): Refusal {
  const position = [...new Set(names)].indexOf(fault.name) + 1;
  const variable: Detail = { quote: fault.name, instead: `variable ${position}` };
  switch (fault.fault) {
    case 'missing':
      return refuse('variable_missing', { variable });
    case 'unknown':
      return refuse('variable_unknown', { variable });
    case 'not_text':
      return refuse('variable_not_text', { variable });
    case 'empty':
      return refuse('variable_empty', { variable });
    case 'too_long':
      return refuse('variable_too_long', { variable, characters: String(fault.maxLength) });
    case 'wrong_kind':
      return refuse('variable_wrong_kind', { variable, kind: fault.type });
    case 'control_character':
      return refuse('variable_unprintable', { variable });
  }
}
