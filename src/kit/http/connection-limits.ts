import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { neighbourhoodOf, type AddressList } from './address-list.ts';

export type ConnectionLimits = {
  /** Open at a time. */
  readonly all: number;
  /**
   * Of them, from one neighbourhood of addresses that are no proxies: those bring the callers of
   * many.
   */
  readonly perAddress: number;
  readonly proxies: AddressList;
};

/**
 * Closes connections beyond the limits, so that one caller who opens thousands and says nothing
 * leaves room for the others.
 */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  const open = new Map<string, number>();
  server.maxConnections = limits.all;
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (limits.proxies.includes(address)) return;
    const from = neighbourhoodOf(address);
    const count = (open.get(from) ?? 0) + 1;
    open.set(from, count);
    socket.once('close', () => {
      const left = (open.get(from) ?? 1) - 1;
      if (left > 0) open.set(from, left);
      else open.delete(from);
    });
    if (count > limits.perAddress) socket.destroy();
  });
}
