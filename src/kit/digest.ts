import { createHash, createHmac } from 'node:crypto';

/** SHA-256 of octets, in hex. */
export function sha256(octets: Uint8Array): string {
  return createHash('sha256').update(octets).digest('hex');
}

/** HMAC with SHA-256 of octets under a secret, in hex (RFC 2104). */
export function hmacSha256(secret: string, octets: Uint8Array): string {
  return createHmac('sha256', secret).update(octets).digest('hex');
}
