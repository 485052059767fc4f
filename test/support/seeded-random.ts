import { createHash } from 'node:crypto';
import type { Random } from '@paigham/base/random.ts';

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
