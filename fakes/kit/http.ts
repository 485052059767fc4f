/** What the simulated parties' HTTP servers have in common. */
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Listening = { readonly server: Server; readonly port: number };

/** Opens a port on this machine, 0 for any free one; resolves with the port. */
export function listenLocally(server: Server, port: number): Promise<Listening> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      resolve({ server, port: (server.address() as AddressInfo).port });
    });
  });
}

/** The whole body of a request; undefined if it is longer than `mostOctets`. */
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
