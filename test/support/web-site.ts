/** A web site on one address of the loopback network that counts its visitors. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

export type WebSite = {
  readonly port: number;
  /** How many TCP connections were opened to it. */
  readonly connections: () => number;
  /** What was requested, in order. */
  readonly paths: readonly string[];
  close(): void;
};

export type SitePlan = {
  readonly host: string;
  readonly port?: number;
  readonly answer: RequestListener;
  readonly tls?: { readonly key: string; readonly cert: string };
};

export async function startWebSite({ host, port, answer, tls }: SitePlan): Promise<WebSite> {
  let connections = 0;
  const paths: string[] = [];
  const listener: RequestListener = (request, response) => {
    paths.push(request.url ?? '');
    answer(request, response);
  };
  const server: Server =
    tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  server.on('connection', () => connections++);
  server.listen(port ?? 0, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    paths,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
