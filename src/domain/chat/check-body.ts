/** The body values of an entry against the variables of its template (chat seed, section 2). */
import { isRefusal, refuse, type Refusal } from '../failure/failure.ts';
import { limit } from '../limits.ts';
import type { NamedValue } from './content.ts';
import { fieldsOf, listOf, textOf, wordOf, type Given, type GivenFields } from './given.ts';
import type { ChatWording } from './template.ts';
import { fillIn, isNumbered, refuseTooLong, settleValue } from './text.ts';

/**
 * One value for each variable, texts alone, none empty, and with them the body no longer than it
 * may be. Where variables have names, values may name theirs (`parameter_name`); else the order
 * counts.
 */
export function checkBody(
  body: ChatWording,
  given: Given | undefined,
  collapse: boolean,
): readonly NamedValue[] | Refusal {
  const list = listOf(given);
  if (list === undefined) {
    return refuse('chat_form', { place: 'body', needed: 'an array of {type, text}' });
  }
  const order = body.variables;
  if (list.length !== order.length) {
    const details = { needed: String(order.length), given: String(list.length) };
    return refuse('chat_values_count', details);
  }
  const arranged = isNumbered(body) ? list : arrange(list, order);
  if (isRefusal(arranged)) return arranged;
  const values: NamedValue[] = [];
  for (const [index, item] of arranged.entries()) {
    const text = readValue(item, collapse, `body value ${index + 1}`);
    if (typeof text !== 'string') return text;
    const name = order[index];
    values.push(isNumbered(body) || name === undefined ? { text } : { text, name });
  }
  const tooLong = refuseTooLong(fillIn(body, values), limit('chatBodyCharacters'), 'body');
  return tooLong ?? values;
}

function readValue(item: Given, collapse: boolean, place: string): string | Refusal {
  const fields = fieldsOf(item);
  const written = fields === undefined || !isText(fields) ? undefined : textOf(fields.get('text'));
  if (written === undefined) {
    return refuse('chat_form', {
      place,
      needed: '{"type":"text","text":…} with a text or a number',
    });
  }
  return settleValue(written, collapse, place);
}

function isText(fields: GivenFields): boolean {
  return (wordOf(fields.get('type')) ?? 'text') === 'text';
}

/** Values that name their variables, in the order of those; as they are when none does. */
function arrange(list: readonly Given[], order: readonly string[]): readonly Given[] | Refusal {
  const named = new Map(list.map((item) => [nameOf(item), item]));
  if (named.size === 1 && named.has(undefined)) return list;
  const arranged: Given[] = [];
  for (const variable of order) {
    const item = named.get(variable);
    if (item === undefined) {
      const instead = 'of one of its variables';
      return refuse('chat_value_unknown', { variable: { quote: variable, instead } });
    }
    arranged.push(item);
  }
  return arranged;
}

function nameOf(item: Given): string | undefined {
  return textOf(fieldsOf(item)?.get('parameter_name'))?.trim();
}
