/** Reads JSON into plain values, within bounds that hold while it is read, and with pauses. */
import {
  escapeName,
  faultIn,
  type JsonFault,
  JsonNumber,
  type Reader,
  readScalar,
  readString,
  skipBlanks,
  Stop,
  take,
  takeIf,
} from '@paigham/base/json.ts';

/** What a place of a JSON text may hold; beyond that nothing is read. */
export type JsonBounds = {
  /** Items of a list; undefined: no list is meant to be here. */
  readonly items: number | undefined;
  /** Names of an object; undefined: none is meant to be here. */
  readonly names: number | undefined;
  /** Values in it, and in those. */
  readonly values: number;
  /** The bounds of what is not meant to be here. */
  readonly other: JsonBounds;
  /** The bounds of the value with a name, or of the items of a list. */
  of(name?: string): JsonBounds;
};

/** A place holds more than `most`. */
export type JsonExcess = {
  readonly fault: 'too_many';
  readonly what: 'items' | 'names' | 'values';
  readonly most: number;
  /** Where, as a JSON pointer. */
  readonly pointer: string;
};

/** A value as JSON.parse would return it. */
type PlainRead =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly fault: JsonFault | JsonExcess };

class TooMany extends Error {
  readonly excess: JsonExcess;

  constructor(excess: JsonExcess) {
    super(excess.fault);
    this.excess = excess;
  }
}

/** Values between two pauses: a millisecond or two. */
const VALUES_A_TURN = 1_000;

/** A list or an object that is being read. */
type Frame = {
  readonly held: unknown[] | Record<string, unknown>;
  readonly bounds: JsonBounds;
  readonly left: ValuesLeft;
  /** Items or names so far. */
  count: number;
  /** Of the value that is being read, in an object. */
  name: string;
};

/** How many more values a place may hold. */
type ValuesLeft = { count: number; readonly most: number; readonly pointer: string };

/**
 * Reads one JSON value and nothing after it, as strictly, within `bounds`, and pauses now and then.
 * What is too much is not built: reading stops there.
 * @param mostDepth levels of arrays and objects, 1 for a flat object.
 * @param keepsNumbers whether numbers stay as they were written (`JsonNumber`).
 */
export function* readingPlain(
  text: string,
  mostDepth: number,
  bounds: JsonBounds,
  keepsNumbers = false,
): Generator<undefined, PlainRead, void> {
  const reader = { text, at: 0, until: Number.POSITIVE_INFINITY };
  const open: Frame[] = [];
  let left: ValuesLeft = { count: bounds.values, most: bounds.values, pointer: '' };
  let place = bounds;
  let turn = VALUES_A_TURN;
  try {
    for (;;) {
      turn -= 1;
      if (turn === 0) {
        yield;
        turn = VALUES_A_TURN;
      }
      skipBlanks(reader);
      const sign = text[reader.at];
      const isStrange =
        (sign === '[' && place.items === undefined) || (sign === '{' && place.names === undefined);
      if (isStrange) place = place.other;
      if (place.values < left.count) {
        left = { count: place.values, most: place.values, pointer: pointerOf(open) };
      }
      left.count -= 1;
      if (left.count < 0) throw new TooMany(excess('values', left.most, left.pointer));
      let value: unknown;
      if (sign === '[' || sign === '{') {
        if (open.length === mostDepth) throw new Stop({ fault: 'too_deep' });
        const frame = { held: sign === '[' ? [] : {}, bounds: place, left, count: 0, name: '' };
        reader.at += 1;
        value = frame.held;
        if (!takeIf(reader, sign === '[' ? ']' : '}')) {
          open.push(frame);
          place = beginNext(reader, frame, open);
          continue;
        }
      } else {
        const scalar = readScalar(reader, sign);
        const isNumber = scalar instanceof JsonNumber && !keepsNumbers;
        value = isNumber ? Number(scalar.text) : scalar;
      }
      let frame = open.at(-1);
      while (frame !== undefined) {
        if (Array.isArray(frame.held)) frame.held.push(value);
        else put(frame.held, frame.name, value);
        if (!takeIf(reader, Array.isArray(frame.held) ? ']' : '}')) break;
        value = frame.held;
        open.pop();
        frame = open.at(-1);
      }
      if (frame === undefined) {
        skipBlanks(reader);
        if (reader.at !== text.length) throw new Stop({ fault: 'syntax' });
        return { ok: true, value };
      }
      take(reader, ',');
      left = frame.left;
      place = beginNext(reader, frame, open);
    }
  } catch (error) {
    return { ok: false, fault: error instanceof TooMany ? error.excess : faultIn(error) };
  }
}

/** Reads up to the next value of a list or an object; returns its bounds. */
function beginNext(reader: Reader, frame: Frame, open: readonly Frame[]): JsonBounds {
  const { held, bounds } = frame;
  const [what, most] = Array.isArray(held)
    ? (['items', bounds.items] as const)
    : (['names', bounds.names] as const);
  if (most !== undefined && frame.count === most)
    throw new TooMany(excess(what, most, pointerOf(open.slice(0, -1))));
  frame.count += 1;
  if (Array.isArray(held)) return bounds.of();
  skipBlanks(reader);
  frame.name = readString(reader);
  if (Object.hasOwn(held, frame.name)) throw new Stop({ fault: 'repeated_key', key: frame.name });
  take(reader, ':');
  return bounds.of(frame.name);
}

/** Gives an object a property of its own, `__proto__` too. */
export function put(held: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') held[name] = value;
  else Object.defineProperty(held, name, { value, ...OWN });
}

const OWN = { enumerable: true, configurable: true, writable: true } as const;

function excess(what: JsonExcess['what'], most: number, pointer: string): JsonExcess {
  return { fault: 'too_many', what, most, pointer };
}

/** The place that is being read: RFC 6901. */
function pointerOf(open: readonly Frame[]): string {
  return open
    .map(({ held, count, name }) =>
      Array.isArray(held) ? `/${count - 1}` : `/${escapeName(name)}`,
    )
    .join('');
}
