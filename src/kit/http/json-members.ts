/**
 * The members of the outermost object of a JSON text, found without looking into their values. In
 * one pass that stops now and then, so that other work can have its turn. All that is looked for
 * is ASCII, so the text is read as the octets of its UTF-8.
 */

/** Where the name (with its quotes) and the value of a member stand. */
export type Member = {
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly valueStart: number;
  readonly valueEnd: number;
  /** How many levels of brackets the value has. */
  readonly depth: number;
};

export type Members = readonly Member[] | 'syntax' | 'too_many';

/** A place in the text; stops on the way to it. */
type Place = Generator<undefined, number, void>;

/** Octets between two stops. */
const STEP = 64 * 1024;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/** Takes `text` apart; more than `most` members are too many. */
export function* splitMembers(text: Uint8Array, most: number): Generator<undefined, Members, void> {
  const members: Member[] = [];
  let at = yield* afterBlanks(text, 0);
  if (text[at] !== OPEN) return 'syntax';
  at = yield* afterBlanks(text, at + 1);
  if (text[at] === CLOSE) return isEnd(text, yield* afterBlanks(text, at + 1), members);
  let stop = STEP;
  for (;;) {
    const nameStart = at;
    if (text[nameStart] !== QUOTE) return 'syntax';
    const nameEnd = yield* endOfText(text, nameStart);
    const colon = yield* afterBlanks(text, nameEnd);
    if (text[colon] !== COLON) return 'syntax';
    const valueStart = yield* afterBlanks(text, colon + 1);
    const { end: valueEnd, depth } = yield* measureValue(text, valueStart);
    if (members.length === most) return 'too_many';
    members.push({ nameStart, nameEnd, valueStart, valueEnd, depth });
    at = yield* afterBlanks(text, valueEnd);
    if (text[at] === CLOSE) return isEnd(text, yield* afterBlanks(text, at + 1), members);
    if (text[at] !== COMMA) return 'syntax';
    at = yield* afterBlanks(text, at + 1);
    if (at < stop) continue;
    yield;
    stop = at + STEP;
  }
}

function isEnd(text: Uint8Array, at: number, members: readonly Member[]): Members {
  return at === text.length ? members : 'syntax';
}

function* afterBlanks(text: Uint8Array, from: number): Place {
  let stop = from + STEP;
  let at = from;
  while (isBlank(text[at])) {
    at += 1;
    if (at < stop) continue;
    yield;
    stop = at + STEP;
  }
  return at;
}

function isBlank(code: number | undefined): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** Where a text that opens at `from` is over; the end of all when it is not closed. */
function* endOfText(text: Uint8Array, from: number): Place {
  let stop = from + STEP;
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text[at];
    if (code === QUOTE) return at + 1;
    if (code === BACKSLASH) at += 1;
    if (at < stop) continue;
    yield;
    stop = at + STEP;
  }
  return text.length;
}

/**
 * Where a value is over and how deep it is. Counts brackets alone: what is between them is not
 * looked into.
 */
function* measureValue(
  text: Uint8Array,
  from: number,
): Generator<undefined, { readonly end: number; readonly depth: number }, void> {
  if (text[from] === QUOTE) return { end: yield* endOfText(text, from), depth: 0 };
  let stop = from + STEP;
  let open = 0;
  let depth = 0;
  let inText = false;
  for (let at = from; at < text.length; at += 1) {
    const code = text[at];
    if (inText) {
      if (code === QUOTE) inText = false;
      else if (code === BACKSLASH) at += 1;
    } else if (code === QUOTE) {
      inText = true;
    } else if (code === OPEN || code === 0x5b) {
      open += 1;
      depth = Math.max(depth, open);
    } else if (code === CLOSE || code === 0x5d) {
      if (open <= 1) return { end: at + open, depth };
      open -= 1;
    } else if (open === 0 && (code === COMMA || isBlank(code))) {
      return { end: at, depth };
    }
    if (at < stop) continue;
    yield;
    stop = at + STEP;
  }
  return { end: text.length, depth };
}
