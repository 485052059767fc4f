import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** SHA-256 of octets, in hex. */
export function sha256(octets: Uint8Array): string {
  return createHash('sha256').update(octets).digest('hex');
}

/** HMAC with SHA-256 of octets under a secret, in hex (RFC 2104). */
export function hmacSha256(secret: string, octets: Uint8Array): string {
  return createHmac('sha256', secret).update(octets).digest('hex');
}

/**
 * SHA-256 in hex over texts in their order; two lists have one fingerprint only when they are the
 * same.
 */
export function fingerprintOf(texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
}

/** Whether two secrets are the same; takes as long for a nearly right one as for a wrong one. */
export function isSameSecret(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
