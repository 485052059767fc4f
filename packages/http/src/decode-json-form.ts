/**
 * A JSON object as the body of a request, read as if it were a form: strings are values, numbers
 * become text exactly as they were written, null is an absent value. Arrays and objects
 * are kept as unparsed JSON text, for parameters that are JSON text in a form too;
 * their readers parse them.
 *
 * The members of the outermost object of a JSON text, found without parsing their values. In
 * one pass that pauses now and then, so that other work gets its turn. Everything it looks for
 * is ASCII, so the text is read as the octets of its UTF-8.
 */
import { runToEnd } from '@paigham/base/yielding.ts';
import { JsonNumber, type JsonValue, parseJson, readJson } from '@paigham/base/json.ts';
import {
  type DecodedForm,
  type FormBounds,
  type FormFault,
  type FormField,
  unreadable,
} from './form.ts';

export const NOT_AN_OBJECT = 'it is not a JSON object';

/** Reads the members of the object in `text`, which is UTF-8. A repeated one is returned twice. */
export function decodeJsonForm(text: Buffer, bounds: FormBounds): DecodedForm {
  const members = runToEnd(splitMembers(text, bounds.fields));
  if (members === 'syntax') return unreadable(NOT_AN_OBJECT);
  if (members === 'too_many') return { fields: [], fault: { kind: 'too_many' } };
  const fields: FormField[] = [];
  let fault: FormFault | undefined;
  for (const [index, member] of members.entries()) {
    const field = readMember(textsOf(member, text), index + 1, bounds);
    if (field === undefined) return unreadable(NOT_AN_OBJECT);
    if ('kind' in field) fault ??= field;
    else fields.push(field);
  }
  return { fields, fault };
}

/**
 * The raw JSON texts of a member's name and value, and how many levels of brackets the value has.
 */
type MemberTexts = {
  readonly name: string;
  readonly value: string;
  readonly depth: number;
};

export function textsOf(member: Member, text: Buffer): MemberTexts {
  const { nameStart, nameEnd, valueStart, valueEnd, depth } = member;
  const name = text.toString('utf8', nameStart, nameEnd);
  return { name, value: text.toString('utf8', valueStart, valueEnd), depth };
}

/** Reads a member as a field; undefined when it is no JSON. */
export function readMember(
  member: MemberTexts,
  position: number,
  bounds: FormBounds,
): FormField | FormFault | undefined {
  const name = readText(member.name);
  if (name === undefined) return undefined;
  const start = member.value[0];
  if (start === '"') {
    const value = readText(member.value);
    return value === undefined ? undefined : textField(name, value, position);
  }
  if (member.depth > bounds.jsonDepth) return { kind: 'too_deep', name };
  if (member.depth > 0) return { name, value: member.value, structured: true };
  const read = readJson(member.value, 0);
  return read.ok ? { name, value: plainText(read.value), structured: false } : undefined;
}

function textField(name: string, value: string, position: number): FormField | FormFault {
  const why = faultOfText(value);
  if (why !== undefined) return { kind: 'encoding', name, position, why };
  return { name, value, structured: false };
}

function faultOfText(value: string): string | undefined {
  if (value.includes('\0')) return 'it holds a NUL character';
  return value.isWellFormed() ? undefined : 'it holds half a character';
}

function plainText(value: JsonValue): string {
  if (value instanceof JsonNumber) return value.text;
  return value === null ? '' : JSON.stringify(value);
}

/** The value of a JSON string; undefined when it is no JSON. */
export function readText(quoted: string): string | undefined {
  const value = parseJson(quoted);
  return typeof value === 'string' ? value : undefined;
}

/** Where the name (with its quotes) and the value of a member are. */
type Member = {
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly valueStart: number;
  readonly valueEnd: number;
  /** How many levels of brackets the value has. */
  readonly depth: number;
};

type Members = readonly Member[] | 'syntax' | 'too_many';

/** A position in the text; pauses on the way to it. */
type Place = Generator<undefined, number, void>;

/** Octets between two pauses. */
const STEP = 64 * 1024;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/** Splits `text` into members; more than `most` are too many. */
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

/** Where a string that opens at `from` ends; the end of the text if it is not closed. */
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
 * Where a value ends and how deep it is. Only counts brackets: what is between them is not
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
