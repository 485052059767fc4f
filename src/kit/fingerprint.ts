import { createHash } from 'node:crypto';

/**
 * SHA-256 in hex over texts in their order; two lists have one fingerprint only when they are the
 * same.
 */
export function fingerprintOf(texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
}
