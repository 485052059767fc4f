/** Signatures as Stripe writes them: `t=1764180000,v1=<hex of HMAC-SHA-256 over "t.body">`. */
import { hmacSha256, isSameSecret } from '../../kit/digest.ts';

/** How old a signature may be: a post that was overheard is of no use later. */
const TOLERANCE_SECONDS = 300;

/** Whether one of the header's signatures is right and fresh. Compared in constant time. */
export function isSigned(
  secret: string,
  header: string,
  { body, atMs }: { readonly body: Uint8Array; readonly atMs: number },
): boolean {
  const parts = header.split(',').map((part) => part.trim().split('='));
  const [stamp = ''] = parts.flatMap(([name, value]) => (name === 't' ? [value] : []));
  const isFresh =
    /^\d{1,12}$/.test(stamp) && Math.abs(atMs / 1_000 - Number(stamp)) <= TOLERANCE_SECONDS;
  const wanted = hmacSha256(secret, Buffer.concat([Buffer.from(`${stamp}.`), body]));
  const given = parts.flatMap(([name, value]) => (name === 'v1' ? [value ?? ''] : []));
  // Every one is compared, so that the timing does not show which matched.
  const matches = given.map((it) => isSameSecret(it.toLowerCase(), wanted));
  return isFresh && matches.includes(true);
}
