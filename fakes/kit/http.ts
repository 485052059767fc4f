/** Servers of HTTP, for a simulated party's own interface and for its management port. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Listening = { readonly server: Server; readonly port: number };

const HERE = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/**
 * The server of a management port. It answers this machine alone: not a page of another site that a
 * browser here shows, nor one whose name leads to this machine.
 */
export function createManagement(listener: RequestListener): Server {
  return createServer((request, response) => {
    if (isFromHere(request)) return listener(request, response);
    response.writeHead(403, { 'content-type': 'application/json; charset=utf-8' });
    response.end(`${JSON.stringify({ error: 'another page may not do that' })}\n`);
  });
}

function isFromHere({ headers: { host = '', origin } }: IncomingMessage): boolean {
  return HERE.test(host) && (origin === undefined || origin === `http://${host}`);
}

/** Opens a port of this machine, 0 for any free one; resolves with the one it is. */
export function listenLocally(server: Server, port: number): Promise<Listening> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      resolve({ server, port: (server.address() as AddressInfo).port });
    });
  });
}

/** The whole body of a request; undefined when it is longer than `mostOctets`. */
export async function readBody(
  request: IncomingMessage,
  mostOctets: number,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let octets = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    octets += chunk.length;
    if (octets > mostOctets) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
