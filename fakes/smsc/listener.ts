/** The port of an operator: open or closed, plain or with TLS, and restarted on command. */

import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { OperatorOptions } from './options.ts';

type ListenerOptions = Pick<OperatorOptions, 'port' | 'tlsCertificate' | 'tlsKey'>;

export class Listener {
  /** The requested port; once opened, the actual one. */
  port: number;
  private readonly options: ListenerOptions;
  private readonly onConnection: (socket: Socket) => void;
  private server: Server | undefined = undefined;

  constructor(options: ListenerOptions, onConnection: (socket: Socket) => void) {
    this.port = options.port;
    this.options = options;
    this.onConnection = onConnection;
  }

  /** Starts accepting connections, if it does not already. */
  open(): Promise<void> {
    if (this.server !== undefined) return Promise.resolve();
    const server = this.create();
    this.server = server;
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.port, '127.0.0.1', () => {
        this.port = (server.address() as AddressInfo).port;
        resolve();
      });
    });
  }

  /** Stops accepting; existing connections stay up. */
  close(): void {
    this.server?.close();
    this.server = undefined;
  }

  private create(): Server {
    const { tlsCertificate: cert, tlsKey: key } = this.options;
    if (cert === '') return createServer({ noDelay: true }, this.onConnection);
    const server = createTlsServer({ cert, key, noDelay: true }, this.onConnection);
    // A client that rejects the certificate goes away: that is its business.
    return server.on('tlsClientError', (_error, socket) => socket.destroy());
  }
}
