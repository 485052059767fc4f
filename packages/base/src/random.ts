/**
 * Randomness. The only file that draws random numbers, so that a simulation can replay a run from
 * its seed. The system's source is suitable for keys and passwords; a seeded one never is.
 */
import { randomBytes, randomInt } from 'node:crypto';

export type Random = {
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
