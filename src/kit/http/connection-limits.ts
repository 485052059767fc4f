import type { IncomingMessage, Server, ServerResponse } from 'node:http';
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

/** The requests of one connection that stand open; one listener serves all of them. */
class Pipeline {
  open = 0;
  readonly end = (): void => {
    this.open -= 1;
  };
}

/**
 * Whether a request may be worked at. A caller may write request after request without waiting for
 * answers; one past `most` that stand open is not worked at and ends the connection, and whoever
 * then still goes on is cut.
 */
export function createPipelines(most: number) {
  const pipelines = new WeakMap<Socket, Pipeline>();
  return ({ socket }: IncomingMessage, response: ServerResponse): boolean => {
    let pipeline = pipelines.get(socket);
    if (pipeline === undefined) pipelines.set(socket, (pipeline = new Pipeline()));
    pipeline.open += 1;
    response.on('close', pipeline.end);
    if (pipeline.open > 2 * most) socket.destroy();
    return pipeline.open <= most;
  };
}
