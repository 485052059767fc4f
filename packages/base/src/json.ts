/**
 * Reads JSON more strictly than JSON.parse: a key given twice, half a character (a lone surrogate)
 * and excessive depth are faults instead of being silently repaired, and a number keeps the form
 * in which it was written.
 */

/** A number as it was written: `1.50` stays `1.50`, nothing is rounded. */
export class JsonNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type JsonObject = ReadonlyMap<string, JsonValue>;

export type JsonValue = string | boolean | null | JsonNumber | readonly JsonValue[] | JsonObject;

export type JsonFault =
  | {
      readonly fault: 'syntax' | 'too_deep' | 'lone_surrogate';
      /** Of what could not be read, the first character; counted from 0. */
      readonly at?: number;
    }
  | { readonly fault: 'repeated_key'; readonly key: string };

export type JsonRead =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly fault: JsonFault };

/** The value of a text by JSON.parse; undefined: it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * The value as JSON.parse would return it. Numbers become numbers, as closely as possible.
 */
export function toPlain(value: JsonValue): unknown {
  if (value instanceof JsonNumber) return Number(value.text);
  if (value instanceof Map) {
    // Object.fromEntries makes own properties, of `__proto__` too.
    return Object.fromEntries([...value].map(([key, inner]) => [key, toPlain(inner)]));
  }
  return Array.isArray(value) ? value.map(toPlain) : value;
}

/** Thrown where a text is no JSON. */
export class Stop extends Error {
  readonly fault: JsonFault;

  constructor(fault: JsonFault) {
    super(fault.fault);
    this.fault = fault;
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const FIRST_PRINTABLE = 0x20;

/**
 * Reads one JSON value and nothing after it.
 * @param mostDepth levels of arrays and objects, 1 for a flat object.
 */
export function readJson(text: string, mostDepth: number): JsonRead {
  const reader = { text, at: 0, until: Number.POSITIVE_INFINITY };
  try {
    const value = readValue(reader, mostDepth);
    skipBlanks(reader);
    if (reader.at !== text.length) throw new Stop({ fault: 'syntax' });
    return { ok: true, value };
  } catch (error) {
    const fault = faultIn(error);
    return { ok: false, fault: fault.fault === 'syntax' ? { ...fault, at: reader.at } : fault };
  }
}

/** Why reading stopped. @throws anything else. */
export function faultIn(error: unknown): JsonFault {
  if (error instanceof Stop) return error.fault;
  throw error;
}

/** RFC 6901, section 3. */
export function escapeName(name: string): string {
  return /[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name;
}

/**
 * The items of an array, parsed one at a time on demand; for any other value that value
 * alone. After the last one `fault` says whether all of it was JSON.
 */
export class JsonItems implements Iterable<JsonValue> {
  fault: JsonFault | undefined;
  /** Whether it stopped because an item is too long. */
  isTooLong = false;
  /** Whether the text begins as an array does. */
  readonly isArray: boolean;
  readonly #reader: Reader;
  readonly #mostDepth: number;
  readonly #longest: number;

  /**
   * @param mostDepth levels of arrays and objects, the outermost array among them.
   * @param longest characters of an item.
   */
  constructor(text: string, mostDepth: number, longest = Number.POSITIVE_INFINITY) {
    this.#reader = { text, at: 0, until: longest };
    this.#mostDepth = mostDepth;
    this.#longest = longest;
    skipBlanks(this.#reader);
    this.isArray = text[this.#reader.at] === '[';
  }

  /** How far it has been read. */
  get at(): number {
    return this.#reader.at;
  }

  *[Symbol.iterator](): Generator<JsonValue, void> {
    try {
      yield* this.isArray ? this.#items() : [readValue(this.#reader, this.#mostDepth)];
      skipBlanks(this.#reader);
      if (this.#reader.at !== this.#reader.text.length) throw new Stop({ fault: 'syntax' });
    } catch (error) {
      this.fault = faultIn(error);
      this.isTooLong = this.#reader.at > this.#reader.until;
    }
  }

  *#items(): Generator<JsonValue, void> {
    const reader = this.#reader;
    if (this.#mostDepth === 0) throw new Stop({ fault: 'too_deep' });
    reader.at += 1;
    if (takeIf(reader, ']')) return;
    for (;;) {
      reader.until = reader.at + this.#longest;
      yield readValue(reader, this.#mostDepth - 1);
      if (takeIf(reader, ']')) return;
      take(reader, ',');
    }
  }
}

/** A text and how far it is read. */
export type Reader = {
  readonly text: string;
  at: number;
  /** Nothing that begins or ends beyond this is read. */
  until: number;
};

function readValue(reader: Reader, depthLeft: number): JsonValue {
  skipBlanks(reader);
  if (reader.at > reader.until) throw new Stop({ fault: 'syntax' });
  const sign = reader.text[reader.at];
  if (sign === '{') return readObject(reader, depthLeft);
  return sign === '[' ? readArray(reader, depthLeft) : readScalar(reader, sign);
}

/** Reads a value that begins with `sign` and holds no others. */
export function readScalar(
  reader: Reader,
  sign: string | undefined,
): string | boolean | null | JsonNumber {
  switch (sign) {
    case '"':
      return readString(reader);
    case 't':
      return readWord(reader, 'true', true);
    case 'f':
      return readWord(reader, 'false', false);
    case 'n':
      return readWord(reader, 'null', null);
    default:
      return readNumber(reader);
  }
}

function readObject(reader: Reader, depthLeft: number): JsonObject {
  if (depthLeft === 0) throw new Stop({ fault: 'too_deep' });
  const entries = new Map<string, JsonValue>();
  reader.at += 1;
  if (takeIf(reader, '}')) return entries;
  for (;;) {
    skipBlanks(reader);
    const key = readString(reader);
    if (entries.has(key)) throw new Stop({ fault: 'repeated_key', key });
    take(reader, ':');
    entries.set(key, readValue(reader, depthLeft - 1));
    if (takeIf(reader, '}')) return entries;
    take(reader, ',');
  }
}

function readArray(reader: Reader, depthLeft: number): readonly JsonValue[] {
  if (depthLeft === 0) throw new Stop({ fault: 'too_deep' });
  const items: JsonValue[] = [];
  reader.at += 1;
  if (takeIf(reader, ']')) return items;
  for (;;) {
    items.push(readValue(reader, depthLeft - 1));
    if (takeIf(reader, ']')) return items;
    take(reader, ',');
  }
}

export function readString(reader: Reader): string {
  const { text, at: start } = reader;
  if (text.charCodeAt(start) !== QUOTE) throw new Stop({ fault: 'syntax' });
  // By hand: a regex with an alternation overflows the stack on a text of some megabytes.
  let at = start + 1;
  let hasEscape = false;
  for (let code = text.charCodeAt(at); code !== QUOTE; code = text.charCodeAt(at)) {
    if (!(code >= FIRST_PRINTABLE)) throw new Stop({ fault: 'syntax' });
    if (at > reader.until) break;
    if (code === BACKSLASH) hasEscape = true;
    // Escapes are decoded by JSON.parse.
    at += code === BACKSLASH ? 2 : 1;
  }
  reader.at = at + 1;
  if (reader.at > reader.until) throw new Stop({ fault: 'syntax' });
  const value = hasEscape ? unescape(text.slice(start, at + 1)) : text.slice(start + 1, at);
  if (!value.isWellFormed()) throw new Stop({ fault: 'lone_surrogate' });
  return value;
}

function unescape(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch (error) {
    if (error instanceof SyntaxError) throw new Stop({ fault: 'syntax' });
    throw error;
  }
}

function readNumber(reader: Reader): JsonNumber {
  NUMBER.lastIndex = reader.at;
  const match = NUMBER.exec(reader.text);
  if (match === null) throw new Stop({ fault: 'syntax' });
  reader.at += match[0].length;
  return new JsonNumber(match[0]);
}

function readWord<Value>(reader: Reader, word: string, value: Value): Value {
  if (!reader.text.startsWith(word, reader.at)) throw new Stop({ fault: 'syntax' });
  reader.at += word.length;
  return value;
}

export function skipBlanks(reader: Reader): void {
  for (;;) {
    const code = reader.text.charCodeAt(reader.at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
    reader.at += 1;
  }
}

export function takeIf(reader: Reader, character: string): boolean {
  skipBlanks(reader);
  if (reader.text[reader.at] !== character) return false;
  reader.at += 1;
  return true;
}

export function take(reader: Reader, character: string): void {
  if (!takeIf(reader, character)) throw new Stop({ fault: 'syntax' });
}
