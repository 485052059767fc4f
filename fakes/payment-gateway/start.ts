/** A simulated payment gateway on real ports. */
import { Gateway } from './gateway.ts';
import { listenHttp } from './http.ts';
import { listenForStaff } from './management.ts';

export type Wishes = {
  readonly port: number;
  readonly managementPort: number;
  /** What shops call it with. */
  readonly key: string;
  /** By what it signs. */
  readonly secret: string;
};

export type RunningGateway = {
  readonly gateway: Gateway;
  readonly port: number;
  readonly managementPort: number;
  close(): void;
};

/** Starts it on 127.0.0.1; a port of 0 is any free one. */
export async function startGateway(wishes: Wishes): Promise<RunningGateway> {
  const gateway = new Gateway(wishes);
  const http = await listenHttp(gateway, wishes.port);
  const management = await listenForStaff(gateway, wishes.managementPort);
  return {
    gateway,
    port: http.port,
    managementPort: management.port,
    close() {
      gateway.close();
      for (const { server } of [http, management]) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}
