import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { neighbourhoodOf, type AddressList } from './address-list.ts';

export type ConnectionLimits = {
  /** Open connections. */
  readonly all: number;
  /** Of those, from one neighbourhood of addresses; trusted proxies are exempt. */
  readonly perAddress: number;
  readonly proxies: AddressList;
};

/**
 * Closes connections beyond the limits, so that a caller who opens thousands and stays silent
 * leaves room for others.
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

/** The unanswered requests of one connection; one listener serves all of them. */
class Pipeline {
  open = 0;
  readonly end = (): void => {
    this.open -= 1;
  };
}

/**
 * Whether a request may be worked on. A caller may pipeline requests; the first beyond `most`
 * unanswered ones is refused and ends the connection, and a caller who still goes on is cut.
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

/** Which connections have had their last answer. */
export function createEndings() {
  const newest = new WeakMap<Socket, IncomingMessage>();
  const ended = new WeakSet<Socket>();
  return {
    /**
     * Notes a request. False when it comes behind the last answer of its connection: nobody would
     * be told what became of it, so it is not served (RFC 9112, section 9.6).
     */
    begins(raw: IncomingMessage): boolean {
      if (ended.has(raw.socket)) raw.resume();
      else newest.set(raw.socket, raw);
      return !ended.has(raw.socket);
    },
    /** Whether nothing has come behind a request. */
    isNewest: (raw: IncomingMessage): boolean => newest.get(raw.socket) === raw,
    /** Says that the answer to a request is the last of its connection. */
    end: (raw: IncomingMessage): unknown => ended.add(raw.socket),
  };
}
