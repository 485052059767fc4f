/** The machine's own speed: how runs of a slow day are told from a slow version. */
import { createHash } from 'node:crypto';

const ROUNDS = 4_000;
const BLOCK = Buffer.alloc(65_536, 1);

/** Milliseconds that a fixed amount of work takes on one core: 250 MiB of SHA-256. */
export function measureMachine(): number {
  const fromMs = performance.now();
  const hash = createHash('sha256');
  for (let round = 0; round < ROUNDS; round += 1) hash.update(BLOCK);
  hash.digest();
  return performance.now() - fromMs;
}
