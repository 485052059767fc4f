/** Requests as the interfaces see them, without a server. */
import type { HttpRequest } from '@paigham/http/request.ts';

export type RequestParts = {
  /** By default GET without a body, else POST. */
  readonly method?: string;
  readonly path?: string;
  readonly query?: string | Readonly<Record<string, string>>;
  /** A form, or raw bytes. */
  readonly body?: string | Buffer | Readonly<Record<string, string>>;
  /** Lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly from?: string;
};

/** A GET, or a POST if there is a body; from 203.0.113.7 by default. */
export function makeHttpRequest(parts: RequestParts = {}): HttpRequest {
  const { path = '/', query = '', body, headers = {}, from = '203.0.113.7' } = parts;
  const octets = Buffer.isBuffer(body) ? body : Buffer.from(encode(body ?? ''));
  return {
    method: parts.method ?? (body === undefined ? 'GET' : 'POST'),
    path,
    query: encode(query),
    body: octets,
    header: (name) => headers[name] ?? '',
    hasHeader: (name) => name in headers,
    callerAddress: () => from,
  };
}

function encode(form: string | Readonly<Record<string, string>>): string {
  return typeof form === 'string' ? form : new URLSearchParams(form).toString();
}
