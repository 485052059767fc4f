/** A request body as the management port shows it: JSON in full, files by size and hash. */

import { createHash } from 'node:crypto';
import { parseJson } from '../json.ts';

const longestShown = 65_536;

export function describeBody(type: string | undefined, bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  if (type?.startsWith('application/json') === true && bytes.length <= longestShown) {
    const text = bytes.toString('utf8');
    return parseJson(text) ?? text;
  }
  if (type?.startsWith('application/x-www-form-urlencoded') === true) {
    return Object.fromEntries(new URLSearchParams(bytes.toString('utf8').slice(0, longestShown)));
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { type: type ?? '', octets: bytes.length, sha256 };
}
