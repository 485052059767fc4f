import { decodeOctets } from './percent.ts';
import type { DecodedForm, FormBounds, FormFault, FormField } from './form.ts';
import { EMPTY_FORM } from './form.ts';

/** What a value may not hold if it is to be taken as it stands. */
const UNUSUAL = /[^\x01-\x7f]/;

/**
 * Reads `a=1&b=2` as a query or a form body carries it: strict UTF-8, `+` is a blank, empty pieces
 * are passed over, a name without `=` has the value ''. Names are not interpreted: `key[]` is a
 * name like any other.
 * @param raw octets: a Buffer, or a string in which one character is one octet, as Node gives
 * addresses.
 */
export function decodeForm(raw: string | Buffer, bounds: FormBounds): DecodedForm {
  if (raw.length === 0) return EMPTY_FORM;
  const octets = typeof raw === 'string' ? raw : raw.toString('latin1');
  const reader = new FormReader(octets);
  const fields: FormField[] = [];
  let fault: FormFault | undefined;
  let start = 0;
  for (let position = 1; start <= octets.length; position += 1) {
    const ampersand = octets.indexOf('&', start);
    const end = ampersand < 0 ? octets.length : ampersand;
    if (position > bounds.fields) return { fields, fault: fault ?? { kind: 'too_many' } };
    if (end > start) {
      const field = reader.readField(start, end, position);
      if ('kind' in field) fault ??= field;
      else fields.push(field);
    }
    start = end + 1;
  }
  return { fields, fault };
}

/**
 * Reads pieces from left to right and remembers where the next `%` and `+` are, so that most are
 * not scanned twice.
 */
class FormReader {
  readonly #octets: string;
  readonly #plain: boolean;
  #percentAt = -1;
  #plusAt = -1;

  constructor(octets: string) {
    this.#octets = octets;
    this.#plain = !UNUSUAL.test(octets);
  }

  readField(start: number, end: number, position: number): FormField | FormFault {
    const equals = this.#octets.indexOf('=', start);
    const nameEnd = equals < 0 || equals > end ? end : equals;
    const name = this.#decode(start, nameEnd);
    if (typeof name !== 'string') return faultAt(undefined, position, name.why);
    if (nameEnd === end) return { name, value: '', structured: false };
    const value = this.#decode(nameEnd + 1, end);
    if (typeof value !== 'string') return faultAt(name, position, value.why);
    return { name, value, structured: false };
  }

  #decode(start: number, end: number): string | { readonly why: string } {
    if (this.#plain && !this.#hasEscape(start, end)) return this.#octets.slice(start, end);
    const decoded = decodeOctets(this.#octets, start, end);
    return 'text' in decoded ? decoded.text : decoded;
  }

  #hasEscape(start: number, end: number): boolean {
    if (this.#percentAt < start) this.#percentAt = this.#find('%', start);
    if (this.#plusAt < start) this.#plusAt = this.#find('+', start);
    return this.#percentAt < end || this.#plusAt < end;
  }

  #find(character: string, from: number): number {
    const at = this.#octets.indexOf(character, from);
    return at < 0 ? Number.POSITIVE_INFINITY : at;
  }
}

function faultAt(name: string | undefined, position: number, why: string): FormFault {
  return { kind: 'encoding', name, position, why };
}
