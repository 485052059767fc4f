import {
  type FailureReason,
  refuse,
  type Refusal,
  sentenceOf,
} from '../../domain/failure/failure.ts';
import { escapeName } from '@paigham/base/json.ts';
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

/** Refuses one field, such as `/name`. */
export const refuseField = (
  pointer: string,
  rule: string,
  within?: 'query' | 'body' | 'header',
): RefusedFields => refuseFields([{ pointer, rule }], within);

/** The field of a send that a refusal is about, where it is about one. */
const FIELDS: Partial<Record<FailureReason, string>> = {
  sender_empty: 'sender',
  sender_not_approved: 'sender',
  sender_needs_verification: 'sender',
  sender_for_codes: 'sender',
  template_missing: 'template_id',
  template_unknown: 'template_id',
  template_not_approved: 'template_id',
  chat_template_unknown: 'template_id',
  chat_template_missing: 'template_id',
  chat_template_not_approved: 'template_id',
  chat_template_unsupported: 'template_id',
  chat_number_unknown: 'sender',
  chat_number_none: 'sender',
  chat_number_off: 'sender',
  chat_number_elsewhere: 'sender',
  no_valid_recipient: 'recipients',
  recipient_unroutable: 'recipients',
  column_missing: 'message',
  column_out_of_reach: 'message',
  link_not_taken: 'url',
  link_not_public: 'url',
  link_not_fetched: 'url',
};

/**
 * The same of a refusal by the SMS interface’s words; empty if it is about no single field.
 * @param values the name of the field that has the values of the template.
 */
export function faultsOfSend(refusal: Refusal, values: string): readonly ShapeFault[] {
  const { variable } = refusal.details ?? {};
  const name = typeof variable === 'object' ? variable.quote : variable;
  const field = name === undefined ? FIELDS[refusal.reason] : `${values}/${escapeName(name)}`;
  return field === undefined ? [] : [{ pointer: `/body/${field}`, rule: sentenceOf(refusal) }];
}
