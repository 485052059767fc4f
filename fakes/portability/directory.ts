/** A simulated number directory on real ports. */
import { Desk } from './desk.ts';
import { listenDns } from './dns.ts';
import { listenHttp } from './http.ts';
import { listenManagement } from './management.ts';

export type Ports = {
  readonly httpPort: number;
  readonly dnsPort: number;
  readonly managementPort: number;
};

export type RunningDirectory = Ports & {
  readonly desk: Desk;
  close(): Promise<void>;
};

/** Starts it on 127.0.0.1; a port of 0 is any free one. */
export async function startDirectory(wished: Ports): Promise<RunningDirectory> {
  const desk = new Desk();
  const http = await listenHttp(desk, wished.httpPort);
  const dns = await listenDns(desk, wished.dnsPort);
  const management = await listenManagement(desk, wished.managementPort);
  return {
    desk,
    httpPort: http.port,
    dnsPort: dns.port,
    managementPort: management.port,
    async close() {
      for (const { server } of [http, management]) {
        server.close();
        server.closeAllConnections();
      }
      await new Promise<void>((resolve) => dns.socket.close(() => resolve()));
    },
  };
}
