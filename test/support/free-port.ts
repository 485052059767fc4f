/**
 * Ports for programs that must be told theirs, and must find it still free when they start again.
 */
import { createServer } from 'node:net';
import { machineRandom } from '../../src/kit/random.ts';

/**
 * Outside the ranges that our systems assign on their own, for outgoing connections or for port 0:
 * Linux from 32768, others from 49152. In there, a port that is free now could be taken a moment
 * later.
 */
const LOWEST = 20_000;
const BEYOND = 32_768;

/** A free port on 127.0.0.1. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = machineRandom.randomInt(LOWEST, BEYOND);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
