/**
 * multipart/form-data (RFC 7578), fields alone: files are refused. Strict: a body that ends without
 * its closing boundary was cut on its way and is refused as a whole.
 */
import type { DecodedForm, FormBounds, FormFault, FormField } from './form.ts';
import { toItsEnd } from '../in-turns.ts';
import { boundaryOf, readPartHead } from './multipart-head.ts';
import { LONGEST_HEAD_BYTES } from './multipart-parts.ts';
import { decodePlainOctets } from './percent.ts';

const CR_LF = Buffer.from('\r\n');
const HEAD_END = Buffer.from('\r\n\r\n');

/** Reads the fields of a body whose Content-Type header is `contentType`. */
export function decodeMultipart(
  body: Buffer,
  contentType: string,
  bounds: FormBounds,
): DecodedForm {
  const parts = toItsEnd(splitParts(body, contentType, bounds));
  if ('kind' in parts) return { fields: [], fault: parts };
  const fields: FormField[] = [];
  let fault: FormFault | undefined;
  for (const [index, part] of parts.entries()) {
    const field = readPart(part, index + 1);
    if ('kind' in field) fault ??= field;
    else fields.push(field);
  }
  return { fields, fault };
}

/**
 * The parts of a body, each its head and its octets; nothing in them is looked at. Stops now and
 * then, so that other work can have its turn.
 */
export function* splitParts(
  body: Buffer,
  contentType: string,
  { fields: most }: FormBounds,
): Generator<undefined, readonly Buffer[] | FormFault, void> {
  const boundary = boundaryOf(contentType);
  if (boundary === undefined) return { kind: 'unreadable', why: NO_BOUNDARY };
  const delimiter = Buffer.from(`--${boundary}`, 'latin1');
  const parts: Buffer[] = [];
  let at = yield* find(body, delimiter, 0);
  // Anything before the first boundary is a preamble; it must end its line.
  if (at < 0 || (at > 0 && !endsLine(body, at))) return CUT;
  const inner = Buffer.concat([CR_LF, delimiter]);
  for (;;) {
    const start = at + delimiter.length;
    if (body.toString('latin1', start, start + 2) === '--') return parts;
    const lineEnd = yield* find(body, CR_LF, start);
    if (lineEnd < 0 || body.toString('latin1', start, lineEnd).trim() !== '') return CUT;
    const next = yield* find(body, inner, lineEnd);
    if (next < 0) return CUT;
    if (parts.length === most) return { kind: 'too_many' };
    parts.push(body.subarray(lineEnd + CR_LF.length, Math.max(next, lineEnd + CR_LF.length)));
    at = next + CR_LF.length;
  }
}

/** Octets searched between two stops. */
const STEP = 1024 * 1024;

function* find(body: Buffer, octets: Buffer, from: number): Generator<undefined, number, void> {
  for (let start = from; start < body.length; start += STEP) {
    const at = body.subarray(start, start + STEP + octets.length - 1).indexOf(octets);
    if (at >= 0) return start + at;
    yield;
  }
  return -1;
}

const NO_BOUNDARY = 'its content type names no boundary';
const CUT: FormFault = {
  kind: 'unreadable',
  why: 'a boundary of the multipart form is missing',
};

function endsLine(body: Buffer, at: number): boolean {
  return body.subarray(at - CR_LF.length, at).equals(CR_LF);
}

/** The head of a part; undefined when it has none. */
export function headOf(part: Buffer): Buffer | undefined {
  const end = part.subarray(0, LONGEST_HEAD_BYTES + HEAD_END.length).indexOf(HEAD_END);
  return end < 0 ? undefined : part.subarray(0, end);
}

/** Reads the part that stands at `position`, from 1. */
export function readPart(part: Buffer, position: number): FormField | FormFault {
  const octets = headOf(part);
  if (octets === undefined) return at(position, 'it has no head');
  const head = readPartHead(octets);
  if ('why' in head) return at(position, head.why, head.name);
  const { name, fileName } = head;
  if (fileName !== undefined) return at(position, 'a file is not taken here', name);
  const value = decodePlainOctets(part.subarray(octets.length + HEAD_END.length));
  if (!('text' in value)) return at(position, value.why, name);
  return { name, value: value.text, structured: false };
}

function at(position: number, why: string, name?: string): FormFault {
  return { kind: 'encoding', name, position, why };
}
