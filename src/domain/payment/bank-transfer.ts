/** Transfers by bank: what has become of one, and the reference that people write on it. */

/**
 * `withdrawn`: by its account. `expired`: nobody gave a slip in time; one whose money comes later
 * is confirmed all the same.
 */
export const BANK_TRANSFER_STATES = [
  'waiting',
  'confirmed',
  'refused',
  'withdrawn',
  'expired',
] as const;
export type BankTransferState = (typeof BANK_TRANSFER_STATES)[number];

/** 31 signs, a prime number; none is read as another: no 0, 1, I, L, O. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
/** Of a reference, besides the sign that checks them: 27 billion references. */
const FREE = 7;

/** A reference such as `ABCD-EFGH`. @param random a whole number from 0 to below its argument */
export function makeReference(random: (below: number) => number): string {
  const signs = Array.from({ length: FREE }, () => random(SIGNS.length));
  const all = [...signs, checkOf(signs)].map((it) => SIGNS[it]).join('');
  return `${all.slice(0, 4)}-${all.slice(4)}`;
}

/**
 * A reference as it was written, however people spell it; undefined: it is none. One wrong sign,
 * and two neighbours that changed places, are always found: the weights differ, and 31 is prime.
 */
export function readReference(written: string): string | undefined {
  const bare = written.toUpperCase().replaceAll(/[\s-]/g, '');
  const signs = [...bare].map((it) => SIGNS.indexOf(it));
  if (signs.length !== FREE + 1 || signs.includes(-1)) return undefined;
  if (checkOf(signs.slice(0, FREE)) !== signs[FREE]) return undefined;
  return `${bare.slice(0, 4)}-${bare.slice(4)}`;
}

function checkOf(signs: readonly number[]): number {
  return signs.reduce((sum, it, at) => sum + (at + 1) * it, 0) % SIGNS.length;
}
