/**
 * Randomness. The only file that draws random numbers, so that a simulation can replay a run from
 * its seed. The system's source is suitable for keys and passwords; a seeded one never is.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto';

export type Random = {
  /** `bytes` unpredictable bytes. */
  randomBytes(bytes: number): Buffer;
  /** A whole number from `min` (included) to `max` (excluded); `max - min` below 2^48. */
  randomInt(min: number, max: number): number;
  /** `bytes` random bytes written in base64url: 24 bytes give 32 characters, no punctuation
   * that needs encoding in an address. */
  secret(bytes: number): string;
};

/** The system's own source, suitable for keys. */
export const machineRandom: Random = {
  randomBytes: (bytes) => randomBytes(bytes),
  randomInt: (min, max) => randomInt(min, max),
  secret: (bytes) => randomBytes(bytes).toString('base64url'),
};

/**
 * The same numbers for the same `seed`, for tests and simulations: SHA-256 over seed and counter.
 */
export function seededRandom(seed: string): Random {
  let counter = 0;
  let pool = Buffer.alloc(0);
  const draw = (bytes: number): Buffer => {
    while (pool.length < bytes) {
      const block = createHash('sha256').update(`${seed}:${counter++}`).digest();
      pool = Buffer.concat([pool, block]);
    }
    const drawn = Buffer.from(pool.subarray(0, bytes));
    pool = pool.subarray(bytes);
    return drawn;
  };
  return {
    randomBytes: draw,
    // The remainder slightly favours small numbers: irrelevant to tests.
    randomInt: (min, max) => min + (draw(6).readUIntBE(0, 6) % (max - min)),
    secret: (bytes) => draw(bytes).toString('base64url'),
  };
}
