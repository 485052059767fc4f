/** Ports: finding free ones, and checking whether one is in use. */
import { createSocket } from 'node:dgram';
import { connect, createServer } from 'node:net';

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
    const tryPort = udp.includes(name) ? tryUdp : tryTcp;
    found[name] = (await tryPort(port)) ?? (await tryPort(0)) ?? port;
  }
  return { ...wished, ...found };
}

function tryTcp(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      const found = typeof address === 'object' && address !== null ? address.port : undefined;
      server.close(() => resolve(found));
    });
  });
}

function tryUdp(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.once('error', () => socket.close(() => resolve(undefined)));
    socket.bind(port, '127.0.0.1', () => {
      const found = socket.address().port;
      socket.close(() => resolve(found));
    });
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
