/**
 * A JSON object as the body of a request, read as if it were a form: texts are values, numbers
 * become text exactly as they were written, null is a value that was not given. Arrays and objects
 * are kept as the JSON text they stood in, unread, for parameters that are JSON text in a form too;
 * whoever reads those looks into them.
 */
import { toItsEnd } from '../in-turns.ts';
import { JsonNumber, readJson, type JsonValue } from '../json.ts';
import type { DecodedForm, FormBounds, FormFault, FormField } from './form.ts';
import { unreadable } from './form.ts';
import { splitMembers, type Member } from './json-members.ts';

export const NOT_AN_OBJECT = 'it is not a JSON object';

/** Reads the members of the object in `text`, which is UTF-8. A repeated one is given twice. */
export function decodeJsonForm(text: Buffer, bounds: FormBounds): DecodedForm {
  const members = toItsEnd(splitMembers(text, bounds.fields));
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
export type MemberTexts = {
  readonly name: string;
  readonly value: string;
  readonly depth: number;
};

/** The texts of a member. */
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

/** What a quoted text says; undefined when it is no JSON. */
export function readText(quoted: string): string | undefined {
  try {
    const value: unknown = JSON.parse(quoted);
    return typeof value === 'string' ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
