/** An answer as a route gives it; the server adds the headers that every answer has. */
export type HttpAnswer = {
  readonly status: number;
  /** With its charset; absent with 204, which has no body. */
  readonly contentType?: string;
  readonly body: string;
  /** Instead of the body: each piece is requested once the caller has taken the one before. */
  readonly pieces?: AsyncIterable<string>;
  /** Instead of the body, for what is not text. */
  readonly octets?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
};

/**
 * Headers of every answer: addresses and answers hold keys and numbers, so nobody on the way may
 * keep them, guess at their type, or pass the address on.
 */
const ALWAYS = [
  'Cache-Control',
  'no-store',
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'no-referrer',
] as const;

/** The headers of `answer` in Node's fastest form: names and values alternate. */
export function headersOf(answer: HttpAnswer, closing: boolean): string[] {
  const headers: string[] = [...ALWAYS];
  // RFC 9110, section 8.6: an answer with 204 names no length.
  if (answer.contentType !== undefined) {
    headers.push('Content-Type', answer.contentType);
    if (answer.pieces === undefined) {
      const bytes = answer.octets?.length ?? Buffer.byteLength(answer.body);
      headers.push('Content-Length', String(bytes));
    }
  }
  if (answer.headers !== undefined) {
    for (const [name, value] of Object.entries(answer.headers)) headers.push(name, value);
  }
  if (closing) headers.push('Connection', 'close');
  return headers;
}
