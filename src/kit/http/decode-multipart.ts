/**
 * multipart/form-data (RFC 7578), fields alone: files are refused. Strict: a body that ends without
 * its closing boundary was cut on its way and is refused as a whole.
 */
import type { DecodedForm, FormBounds, FormFault, FormField } from './form.ts';
import { unreadable } from './form.ts';
import { decodePlainOctets } from './percent.ts';

const CR_LF = Buffer.from('\r\n');
const HEAD_END = Buffer.from('\r\n\r\n');
const LONGEST_HEAD_BYTES = 4096;

/** The boundary that a content type names; undefined when it names none that RFC 2046 allows. */
function boundaryOf(contentType: string): string | undefined {
  const match = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2];
  return boundary !== undefined && boundary.length <= 70 ? boundary : undefined;
}

/** Reads the fields of a body whose Content-Type header is `contentType`. */
export function decodeMultipart(
  body: Buffer,
  contentType: string,
  bounds: FormBounds,
): DecodedForm {
  const boundary = boundaryOf(contentType);
  if (boundary === undefined) return unreadable('its content type names no boundary');
  const parts = splitParts(body, Buffer.from(`--${boundary}`, 'latin1'), bounds.fields);
  if (parts === 'cut') return unreadable('a boundary of the multipart form is missing');
  if (parts === 'too_many') return { fields: [], fault: { kind: 'too_many' } };
  const fields: FormField[] = [];
  let fault: FormFault | undefined;
  for (const [index, part] of parts.entries()) {
    const field = readPart(part, index + 1);
    if ('kind' in field) fault ??= field;
    else fields.push(field);
  }
  return { fields, fault };
}

function splitParts(
  body: Buffer,
  delimiter: Buffer,
  most: number,
): readonly Buffer[] | 'cut' | 'too_many' {
  const parts: Buffer[] = [];
  let at = body.indexOf(delimiter);
  // Anything before the first boundary is a preamble; it must end its line.
  if (at < 0 || (at > 0 && !endsLine(body, at))) return 'cut';
  const inner = Buffer.concat([CR_LF, delimiter]);
  for (;;) {
    const start = at + delimiter.length;
    if (body.toString('latin1', start, start + 2) === '--') return parts;
    const lineEnd = body.indexOf(CR_LF, start);
    if (lineEnd < 0 || body.toString('latin1', start, lineEnd).trim() !== '') return 'cut';
    const next = body.indexOf(inner, lineEnd);
    if (next < 0) return 'cut';
    if (parts.length === most) return 'too_many';
    parts.push(body.subarray(lineEnd + CR_LF.length, Math.max(next, lineEnd + CR_LF.length)));
    at = next + CR_LF.length;
  }
}

function endsLine(body: Buffer, at: number): boolean {
  return body.subarray(at - CR_LF.length, at).equals(CR_LF);
}

function readPart(part: Buffer, position: number): FormField | FormFault {
  const headEnd = part.indexOf(HEAD_END);
  if (headEnd < 0 || headEnd > LONGEST_HEAD_BYTES) return at(position, 'it has no head');
  const head = decodePlainOctets(part.subarray(0, headEnd));
  if (!('text' in head)) return at(position, head.why);
  const name = nameIn(head.text);
  if (name === undefined) return at(position, 'it has no name');
  if (/\bfilename\*?=/i.test(head.text)) return at(position, 'a file is not taken here', name);
  if (isTransferEncoded(head.text)) return at(position, 'its transfer encoding is not taken', name);
  const value = decodePlainOctets(part.subarray(headEnd + HEAD_END.length));
  if (!('text' in value)) return at(position, value.why, name);
  return { name, value: value.text, structured: false };
}

function nameIn(head: string): string | undefined {
  const disposition = /^content-disposition:\s*form-data\s*;(.*)$/im.exec(head)?.[1];
  const match = /(?:^|[\s;])name=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i.exec(disposition ?? '');
  return match?.[1]?.replaceAll(/\\(.)/g, '$1') ?? match?.[2];
}

function isTransferEncoded(head: string): boolean {
  const encoding = /^content-transfer-encoding:\s*(\S+)/im.exec(head)?.[1]?.toLowerCase();
  return encoding !== undefined && !['7bit', '8bit', 'binary'].includes(encoding);
}

function at(position: number, why: string, name?: string): FormFault {
  return { kind: 'encoding', name, position, why };
}
