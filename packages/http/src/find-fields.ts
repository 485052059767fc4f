/**
 * Finds a few fields of a large body without decoding the rest of it, so that a caller can be
 * authenticated before much work is done. For a valid body it finds what decoding all of
 * it would find for these fields, and decodes a few kilobytes at most.
 */
import { runYielding } from '@paigham/base/yielding.ts';
import { bodyKindOf, COMPRESSED, withoutMark, type EncodedBody } from './decode-body.ts';
import {
  type DecodedForm,
  decodeForm,
  type FormBounds,
  type FormFault,
  type FormField,
} from './form.ts';
import { NOT_AN_OBJECT, readMember, readText, splitMembers, textsOf } from './decode-json-form.ts';
import { headOf, readPart, readPartHead, splitParts } from './decode-multipart.ts';

/** A value that needs more decoding than this is left out. */
const MOST_VALUE_BYTES = 16 * 1024;
/** All headers of a multipart body together. */
const MOST_HEAD_BYTES = 32 * 1024;

const AMPERSAND = 0x26;
/** One octet may be written as `%61` in a form, or as `\u0061` in JSON. */
const LONGEST_ESCAPE = 6;

type Found = FormField | FormFault;

/** Finds the fields that have one of `names` (plain ASCII); the first fault ends the search. */
export async function findFields(
  encoded: EncodedBody,
  names: ReadonlySet<string>,
  bounds: FormBounds,
): Promise<DecodedForm> {
  const kind = bodyKindOf(encoded);
  if (kind === 'compressed') return COMPRESSED;
  const search = { form: inForm, json: inJson, multipart: inMultipart }[kind];
  const fields: FormField[] = [];
  for await (const found of search(encoded, names, bounds)) {
    if ('kind' in found) return { fields, fault: found };
    fields.push(found);
    // One of them occurs twice, which is a fault whatever follows.
    if (fields.length > names.size) break;
  }
  return { fields, fault: undefined };
}

type Search = (
  encoded: EncodedBody,
  names: ReadonlySet<string>,
  bounds: FormBounds,
) => Iterable<Found> | AsyncIterable<Found>;

const inForm: Search = function* (encoded, names, bounds) {
  const body = withoutMark(encoded.body);
  const longest = longestOf(names);
  let start = 0;
  for (let position = 1; start <= body.length; position += 1) {
    if (position > bounds.fields) return void (yield { kind: 'too_many' });
    const ampersand = body.indexOf(AMPERSAND, start);
    const end = ampersand < 0 ? body.length : ampersand;
    const piece = body.subarray(start, end);
    start = end + 1;
    const equals = piece.subarray(0, longest + 1).indexOf('=');
    const nameEnd = equals < 0 ? piece.length : equals;
    if (nameEnd > longest) continue;
    const name = decodeForm(piece.subarray(0, nameEnd), bounds).fields[0]?.name;
    if (name === undefined || !names.has(name)) continue;
    if (piece.length > MOST_VALUE_BYTES) return void (yield tooLong(name, position));
    const { fields, fault } = decodeForm(piece, bounds);
    const [field] = fields;
    if (field !== undefined) yield field;
    else yield fault?.kind === 'encoding' ? { ...fault, position } : { kind: 'too_many' };
  }
};

const inJson: Search = async function* (encoded, names, bounds) {
  const body = withoutMark(encoded.body);
  const longest = longestOf(names);
  const members = await runYielding(splitMembers(body, bounds.fields));
  if (members === 'too_many') return void (yield { kind: 'too_many' });
  if (members === 'syntax') return void (yield { kind: 'unreadable', why: NOT_AN_OBJECT });
  for (const [index, member] of members.entries()) {
    const { nameStart, nameEnd, valueStart, valueEnd } = member;
    if (nameEnd - nameStart > longest) continue;
    const name = readText(body.toString('utf8', nameStart, nameEnd));
    if (name === undefined || !names.has(name)) continue;
    if (valueEnd - valueStart > MOST_VALUE_BYTES) return void (yield tooLong(name, index + 1));
    const field = readMember(textsOf(member, body), index + 1, bounds);
    yield field ?? { kind: 'unreadable', why: NOT_AN_OBJECT };
  }
};

const inMultipart: Search = async function* ({ body, contentType }, names, bounds) {
  const parts = await runYielding(splitParts(body, contentType, bounds));
  if ('kind' in parts) return void (yield parts);
  let headBytes = 0;
  for (const [index, part] of parts.entries()) {
    const head = headOf(part) ?? NO_HEAD;
    headBytes += head.length;
    if (headBytes > MOST_HEAD_BYTES) return void (yield { kind: 'too_many' });
    const { name = '' } = readPartHead(head);
    if (!names.has(name)) continue;
    if (part.length > MOST_VALUE_BYTES) return void (yield tooLong(name, index + 1));
    yield readPart(part, index + 1);
  }
};

const NO_HEAD = Buffer.alloc(0);

function longestOf(names: ReadonlySet<string>): number {
  return LONGEST_ESCAPE * Math.max(...[...names].map(({ length }) => length)) + '""'.length;
}

function tooLong(name: string, position: number): FormFault {
  return { kind: 'encoding', name, position, why: `it is longer than ${MOST_VALUE_BYTES} bytes` };
}
