import { timingSafeEqual } from 'node:crypto';

/** Whether two secrets are the same; takes as long for a nearly right one as for a wrong one. */
export function isSameSecret(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
