/** Ports for programs that must be told theirs, and find it free again at a later start. */
import { createServer } from 'node:net';
import { machineRandom } from '../../src/kit/random.ts';

/**
 * Where no system of ours takes ports by itself, for outgoing connections or for port 0: Linux from
 * 32768 on, others from 49152 on. There a port that is free now could be somebody's a moment later.
 */
const LOWEST = 20_000;
const BEYOND = 32_768;

/** A port of 127.0.0.1 that nobody has. */
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
