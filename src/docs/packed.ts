/** What never changes while the program runs, as answers that browsers cache. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { sha256 } from '../kit/digest.ts';
import type { HttpAnswer } from '@paigham/http/answer.ts';
import type { HttpRequest } from '@paigham/http/request.ts';

export type Packed = {
  /** The whole content, compressed for clients that accept it; or 304 for those that have it. */
  answer(request: Pick<HttpRequest, 'header'>): HttpAnswer;
};

const TAG_DIGITS = 20;
/** Cached, but revalidated each time: a new version shows at once. */
const CACHE = 'no-cache';

/** `type` with its charset. Compresses off the event loop, which has messages to carry. */
export async function pack(
  type: string,
  content: Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Promise<Packed> {
  const zipped = await promisify(gzip)(content);
  const tag = sha256(content).slice(0, TAG_DIGITS);
  return {
    answer(request) {
      const isZipped = /\bgzip\b/.test(request.header('accept-encoding'));
      // One tag per form (RFC 9110, section 8.8.3.3).
      const own = isZipped ? `"${tag}-gzip"` : `"${tag}"`;
      const always = { ETag: own, Vary: 'Accept-Encoding' };
      const known = request.header('if-none-match').split(',');
      if (known.some((it) => it.trim().replace(/^W\//, '') === own)) {
        return { status: 304, body: '', cacheControl: CACHE, headers: always };
      }
      const encoding = isZipped ? { 'Content-Encoding': 'gzip' } : {};
      const octets = isZipped ? zipped : content;
      return {
        status: 200,
        contentType: type,
        body: '',
        octets,
        cacheControl: CACHE,
        headers: { ...headers, ...always, ...encoding },
      };
    },
  };
}
