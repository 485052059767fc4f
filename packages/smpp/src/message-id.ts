/**
 * Message ids, made comparable. Servers answer submit_sm with one spelling of an id and send the
 * receipt with another: hexadecimal against decimal, padded with zeros, in other letter case. How
 * each side spells is a property of the link; ids are only ever compared under one link's rule.
 */

/**
 * `text`: as it is. `folded`: letter case and leading zeros do not count. `decimal`, `hex`:
 * a number in that notation. Numbers are not bounded (32 hexadecimal digits are usual).
 */
export type MessageIdForm = 'text' | 'folded' | 'decimal' | 'hex';

/**
 * The key under which ids of one link meet: equal keys, same message. `hex` and `decimal` give the
 * decimal number, so a hexadecimal answer meets a decimal receipt. What is not a number in the
 * stated form (a UUID, say) is folded as text instead: nothing is lost or guessed.
 */
export function messageIdKey(id: string, form: MessageIdForm): string {
  const trimmed = id.trim();
  switch (form) {
    case 'text':
      return trimmed;
    case 'folded':
    case 'decimal':
      return fold(trimmed);
    case 'hex':
      return /^[0-9a-f]+$/i.test(trimmed) ? BigInt(`0x${trimmed}`).toString() : fold(trimmed);
  }
}

/** Lower case, without leading zeros; the id zero stays one digit. */
function fold(id: string): string {
  return id.toLowerCase().replace(/^0+(?=.)/, '');
}
