import { decodeForm } from './decode-form.ts';
import { decodeJsonForm } from './decode-json-form.ts';
import { decodeMultipart } from './decode-multipart.ts';
import type { DecodedForm, FormBounds } from './form.ts';
import { EMPTY_FORM, unreadable } from './form.ts';
import { decodePlainOctets } from './percent.ts';

export type EncodedBody = {
  readonly body: Buffer;
  /** The headers Content-Type and Content-Encoding, '' when absent. */
  readonly contentType: string;
  readonly contentEncoding: string;
};

/** How far into a body its first brace is looked for. */
const MOST_LEADING_BLANKS = 64;

/**
 * Reads the parameters in a body. A body that opens with a brace is a JSON object whatever its type
 * says (many callers forget to say it), and any other is a form unless it is declared to be JSON or
 * multipart.
 */
export function decodeBody(encoded: EncodedBody, bounds: FormBounds): DecodedForm {
  const { body, contentType, contentEncoding } = encoded;
  if (body.length === 0) return EMPTY_FORM;
  if (contentEncoding !== '' && contentEncoding.toLowerCase() !== 'identity') {
    return unreadable('a compressed body is not read');
  }
  const type = mediaTypeOf(contentType);
  if (type === 'multipart/form-data') return decodeMultipart(body, contentType, bounds);
  if (opensObject(body) || isJson(type)) return decodeJsonBody(body, bounds);
  return decodeForm(body, bounds);
}

function decodeJsonBody(body: Buffer, bounds: FormBounds): DecodedForm {
  const decoded = decodePlainOctets(body);
  if (!('text' in decoded)) return unreadable(decoded.why);
  const { text } = decoded;
  return decodeJsonForm(text.startsWith('\uFEFF') ? text.slice(1) : text, bounds);
}

function mediaTypeOf(contentType: string): string {
  const semicolon = contentType.indexOf(';');
  const type = semicolon < 0 ? contentType : contentType.slice(0, semicolon);
  return type.trim().toLowerCase();
}

function isJson(type: string): boolean {
  return type === 'application/json' || type.endsWith('+json');
}

function opensObject(body: Buffer): boolean {
  const start = body.toString('utf8', 0, MOST_LEADING_BLANKS).trimStart();
  return start.startsWith('{');
}
