import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Closes connections beyond `all` in total and `perAddress` from one peer, so that one caller who opens thousands and
 * says nothing leaves room for the others. Proxies share their callers' room: `perAddress` must allow for them.
 */
export function limitConnections(
  server: Server,
  most: { readonly all: number; readonly perAddress: number },
): void {
  const open = new Map<string, number>();
  server.maxConnections = most.all;
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const count = (open.get(address) ?? 0) + 1;
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
    if (count > most.perAddress) socket.destroy();
  });
}
