/** Ports: finding free ones, and checking whether one is in use. */
import { createSocket } from 'node:dgram';
import { connect, createServer } from 'node:net';
import { machineRandom } from './random.ts';

/**
 * Outside the ranges that systems assign on their own, for outgoing connections or for port 0:
 * Linux from 32768, others from 49152. In there, a port that is free now could be taken before the
 * program that it is meant for has started.
 */
const LOWEST = 20_000;
const BEYOND = 32_768;
/** What was drawn: the programs that it is meant for may not have started yet. */
const drawn = new Set<number>();

/**
 * The ports of a program by name: each one if it is free, otherwise another, if it is taken by a
 * second installation or by any other program. Those named in `udp` are UDP ports, the others TCP.
 */
export async function freePorts<Ports extends Readonly<Record<string, number>>>(
  wished: Ports,
  udp: readonly string[] = [],
): Promise<Ports> {
  const found: Record<string, number> = {};
  for (const [name, port] of Object.entries(wished)) {
    const isFree = udp.includes(name) ? isFreeUdp : isFreeTcp;
    found[name] = (await isFree(port)) ? port : await freePort(isFree);
  }
  return { ...wished, ...found };
}

/** Leaves a port to what will listen on it later: it is not drawn. */
export function setAside(port: number): void {
  drawn.add(port);
}

/** A free port of 127.0.0.1: TCP, unless the check is for UDP. */
export async function freePort(isFree = isFreeTcp): Promise<number> {
  for (;;) {
    const port = machineRandom.randomInt(LOWEST, BEYOND);
    if (drawn.has(port) || !(await isFree(port))) continue;
    drawn.add(port);
    return port;
  }
}

function isFreeTcp(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

function isFreeUdp(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.once('error', () => socket.close(() => resolve(false)));
    socket.bind(port, '127.0.0.1', () => socket.close(() => resolve(true)));
  });
}

/**
 * Opens a TCP connection and closes it again. Returns undefined if it could be opened, else the
 * system's code (`ECONNREFUSED`, `ENOTFOUND`), or `timeout` after `timeoutMs`.
 */
export function reach(
  to: { readonly host: string; readonly port: number },
  timeoutMs: number,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ ...to, timeout: timeoutMs });
    const settle = (why: string | undefined): void => {
      socket.destroy();
      resolve(why);
    };
    socket.on('connect', () => settle(undefined));
    socket.on('timeout', () => settle('timeout'));
    socket.on('error', (error: NodeJS.ErrnoException) => settle(error.code ?? error.message));
  });
}
