/**
 * A small internet on loopback: 127.0.0.2 stands for the public one, 127.0.0.1 for what must never
 * be reached. A server of its own resolves names.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { RequestListener, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wallClock } from '@paigham/base/clock.ts';
import { type AddressPolicy, createResolve } from '@paigham/http/fetch/address-policy.ts';
import type { FetchLimits, FetchOptions } from '@paigham/http/fetch/fetch-to-file.ts';
import { seededRandom } from './seeded-random.ts';
import { type Names, type NameServer, startNameServer } from './name-server.ts';
import { startWebSite, type WebSite } from './web-site.ts';

export const OUTSIDE = '127.0.0.2';
export const INSIDE = '127.0.0.1';

const folder = join(import.meta.dirname, 'tls');
const tls = {
  key: readFileSync(join(folder, 'key.pem'), 'utf8'),
  cert: readFileSync(join(folder, 'certificate.pem'), 'utf8'),
};

/** Only the outside is public; one of its ports is off limits for links. */
const policy: AddressPolicy = {
  allows: (address) => address === OUTSIDE,
  allowsPort: (_, port) => port !== 22,
};

export const limits: FetchLimits = {
  linkCharacters: 500,
  redirects: 3,
  connectMs: 5_000,
  answerMs: 5_000,
  totalMs: 30_000,
  paceMs: 5_000,
  paceBytes: 100,
  bytes: 100_000,
  unpackedBytes: 200_000,
};

export type Outside = {
  /** The same port on both addresses. */
  readonly port: number;
  readonly public: WebSite;
  readonly private: WebSite;
  readonly secure: WebSite;
  readonly names: NameServer;
  readonly options: FetchOptions;
  close(): void;
};

/** One site inside and one outside, on the same port, which another program may have inside. */
async function startTwins(answer: RequestListener): Promise<readonly [WebSite, WebSite]> {
  for (let left = 10; ; left--) {
    const open = await startWebSite({ host: OUTSIDE, answer });
    const { port } = open;
    try {
      const inside: RequestListener = (_, to) => to.end('secret');
      return [open, await startWebSite({ host: INSIDE, port, answer: inside })];
    } catch (error) {
      open.close();
      if (left === 0) throw error;
    }
  }
}

export async function startOutside(names: Names, answer: RequestListener): Promise<Outside> {
  const [open, closed] = await startTwins(answer);
  const { port } = open;
  const secure = await startWebSite({ host: OUTSIDE, answer, tls });
  const nameServer = await startNameServer(names);
  const files = mkdtempSync(join(tmpdir(), 'paigham-fetch-'));
  return {
    port,
    public: open,
    private: closed,
    secure,
    names: nameServer,
    options: {
      folder: files,
      limits,
      policy,
      resolve: createResolve([nameServer.address]),
      clock: wallClock,
      random: seededRandom('outside'),
      ca: tls.cert,
    },
    close() {
      for (const part of [open, closed, secure, nameServer]) part.close();
      rmSync(files, { recursive: true });
    },
  };
}

export function redirect(to: ServerResponse, location: string): void {
  to.writeHead(302, { location }).end();
}
