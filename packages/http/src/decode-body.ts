import {
  type DecodedForm,
  decodeForm,
  EMPTY_FORM,
  faultOfOctets,
  type FormBounds,
  unreadable,
} from './form.ts';
import { decodeJsonForm } from './decode-json-form.ts';
import { decodeMultipart } from './decode-multipart.ts';

export type EncodedBody = {
  readonly body: Buffer;
  /** The headers Content-Type and Content-Encoding, '' when absent. */
  readonly contentType: string;
  readonly contentEncoding: string;
};

/** How far into a body to look for its first brace. */
const MOST_LEADING_BLANKS = 64;

/** The encoding of the parameters in a body. */
type BodyKind = 'form' | 'json' | 'multipart' | 'compressed';

/**
 * A body that starts with a brace is a JSON object whatever its type says (many callers forget to
 * set it), and any other is a form unless it is declared as JSON or multipart.
 */
export function bodyKindOf({ body, contentType, contentEncoding }: EncodedBody): BodyKind {
  if (contentEncoding !== '' && contentEncoding.toLowerCase() !== 'identity') return 'compressed';
  const type = mediaTypeOf(contentType);
  if (type === 'multipart/form-data') return 'multipart';
  return opensObject(body) || isJson(type) ? 'json' : 'form';
}

/** Reads the parameters in a body. */
export function decodeBody(encoded: EncodedBody, bounds: FormBounds): DecodedForm {
  const { body, contentType } = encoded;
  if (body.length === 0) return EMPTY_FORM;
  switch (bodyKindOf(encoded)) {
    case 'compressed':
      return COMPRESSED;
    case 'multipart':
      return decodeMultipart(body, contentType, bounds);
    case 'json':
      return decodeJsonBody(body, bounds);
    case 'form':
      return decodeForm(withoutMark(body), bounds);
  }
}

export const COMPRESSED = unreadable('a compressed body is not read');

function decodeJsonBody(body: Buffer, bounds: FormBounds): DecodedForm {
  const text = withoutMark(body);
  const why = faultOfOctets(text);
  return why === undefined ? decodeJsonForm(text, bounds) : unreadable(why);
}

/** A text without the byte order mark that some programs write before it. */
export function withoutMark(body: Buffer): Buffer {
  return body.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
    ? body.subarray(BYTE_ORDER_MARK.length)
    : body;
}

const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

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
