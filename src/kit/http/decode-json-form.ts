/**
 * A JSON object as the body of a request, read as if it were a form: texts are values, numbers
 * become text exactly as they were written, null is a value that was not given. Arrays and objects
 * are kept as the JSON text they stood in, unread, for parameters that are JSON text in a form too;
 * whoever reads those looks into them.
 */
import { JsonNumber, readJson, type JsonValue } from '../json.ts';
import type { DecodedForm, FormBounds, FormFault, FormField } from './form.ts';
import { unreadable } from './form.ts';

const NOT_AN_OBJECT = 'it is not a JSON object';

/** Reads the members of the object in `text`. A repeated member is given twice. */
export function decodeJsonForm(text: string, bounds: FormBounds): DecodedForm {
  const members = splitMembers(text, bounds.fields);
  if (members === 'syntax') return unreadable(NOT_AN_OBJECT);
  if (members === 'too_many') return { fields: [], fault: { kind: 'too_many' } };
  const fields: FormField[] = [];
  let fault: FormFault | undefined;
  for (const [index, member] of members.entries()) {
    const field = readMember(member, index + 1, bounds);
    if (field === undefined) return unreadable(NOT_AN_OBJECT);
    if ('kind' in field) fault ??= field;
    else fields.push(field);
  }
  return { fields, fault };
}

/**
 * The raw JSON texts of a member's name and value, and how many levels of brackets the value has.
 */
type Member = { readonly name: string; readonly value: string; readonly depth: number };

function readMember(
  member: Member,
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

function readText(quoted: string): string | undefined {
  try {
    const value: unknown = JSON.parse(quoted);
    return typeof value === 'string' ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Takes the outermost object apart without looking into its values, in one pass over the text. */
function splitMembers(text: string, most: number): readonly Member[] | 'syntax' | 'too_many' {
  const members: Member[] = [];
  let at = afterBlanks(text, 0);
  if (text[at] !== '{') return 'syntax';
  at = afterBlanks(text, at + 1);
  if (text[at] === '}') return isEnd(text, at + 1) ? members : 'syntax';
  for (;;) {
    const nameEnd = endOfString(text, at);
    const colon = afterBlanks(text, nameEnd);
    if (text[at] !== '"' || text[colon] !== ':') return 'syntax';
    const valueStart = afterBlanks(text, colon + 1);
    const { end, depth } = measureValue(text, valueStart);
    if (members.length === most) return 'too_many';
    members.push({ name: text.slice(at, nameEnd), value: text.slice(valueStart, end), depth });
    at = afterBlanks(text, end);
    if (text[at] === '}') return isEnd(text, at + 1) ? members : 'syntax';
    if (text[at] !== ',') return 'syntax';
    at = afterBlanks(text, at + 1);
  }
}

function isEnd(text: string, at: number): boolean {
  return afterBlanks(text, at) === text.length;
}

function afterBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \n\r\t'.includes(text.charAt(at))) at += 1;
  return at;
}

/** Where a string that opens at `from` is over; the end of the text when it is not closed. */
function endOfString(text: string, from: number): number {
  let quote = text.indexOf('"', from + 1);
  while (quote >= 0 && isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  return quote < 0 ? text.length : quote + 1;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

/**
 * Where a value is over and how deep it is. Counts brackets alone: what is between them is not
 * looked into.
 */
function measureValue(text: string, from: number): { end: number; depth: number } {
  if (text[from] === '"') return { end: endOfString(text, from), depth: 0 };
  let open = 0;
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"') {
      at = endOfString(text, at) - 1;
    } else if (character === '{' || character === '[') {
      open += 1;
      depth = Math.max(depth, open);
    } else if (character === '}' || character === ']') {
      if (open <= 1) return { end: at + open, depth };
      open -= 1;
    } else if (open === 0 && ', \n\r\t'.includes(character)) {
      return { end: at, depth };
    }
  }
  return { end: text.length, depth };
}
