/** A simulated number directory on real ports. */
import { Admin } from './admin.ts';
import { listenDns } from './dns.ts';
import { listenHttp } from './http.ts';
import { listenAdmin } from './management.ts';

export type Ports = {
  readonly httpPort: number;
  readonly dnsPort: number;
  readonly managementPort: number;
};

export type RunningDirectory = Ports & {
  readonly admin: Admin;
  close(): Promise<void>;
};

/** Starts it on 127.0.0.1; a port of 0 is any free one. */
export async function startDirectory(wished: Ports): Promise<RunningDirectory> {
  const admin = new Admin();
  const http = await listenHttp(admin, wished.httpPort);
  const dns = await listenDns(admin, wished.dnsPort);
  const management = await listenAdmin(admin, wished.managementPort);
  return {
    admin,
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
