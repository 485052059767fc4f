/**
 * A way to PostgreSQL that can be cut: a relay on 127.0.0.1 in front of the server, which knows
 * just enough of the protocol to be cut at a chosen moment of a chosen transaction.
 */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { ServerAddress } from '../../src/kit/postgres/address.ts';
import { afterFile } from './after-file.ts';
import { eventually } from './eventually.ts';

/** The moment of a transaction's end at which a wire is cut. */
export type CutPoint =
  /** The server never hears COMMIT. */
  | 'before the commit'
  /** The server has committed, and its answer is lost. */
  | 'after the commit';

export type Wire = {
  /** Leads to the same database, by way of the wire. */
  readonly address: ServerAddress;
  /** Breaks every connection and takes no new one. */
  cut(): void;
  /** Takes connections again. */
  mend(): void;
  /**
   * Cuts when the next transaction that has run the statement of this name comes to its end.
   * Resolves when that has happened.
   */
  cutAt(statement: string, point: CutPoint): Promise<void>;
};

type Awaited = {
  /** Whether the statement is run in what a client sends. */
  readonly isIn: (text: string) => boolean;
  readonly point: CutPoint;
  readonly done: () => unknown;
};

/** Opens a wire to a server. Call it in a test, after which it is closed, or in `beforeAll`. */
export async function openWire(server: ServerAddress): Promise<Wire> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let isCut = false;
  let awaited: Awaited | undefined;
  const cut = (): void => {
    isCut = true;
    for (const pair of pairs) for (const socket of pair) socket.destroy();
    pairs.clear();
  };
  const cutNow = (): void => {
    cut();
    awaited?.done();
    awaited = undefined;
  };
  const relay = createServer({ noDelay: true }, (client) => {
    if (isCut) return void client.destroy();
    const upstream = connectTo(server);
    pairs.add([client, upstream]);
    let isMarked = false;
    let isEnding = false;
    client.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      isMarked ||= awaited?.isIn(text) ?? false;
      const isEnd = isMarked && text.includes('COMMIT\0');
      if (isEnd && awaited?.point === 'before the commit') return cutNow();
      isEnding ||= isEnd;
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (!isEnding) client.write(chunk);
      else if (chunk.includes('COMMIT\0')) cutNow();
    });
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      socket.on('error', () => other.destroy());
      socket.on('close', () => other.destroy());
    }
  });
  const port = await new Promise<number>((resolve, reject) => {
    relay.once('error', reject);
    relay.listen(0, '127.0.0.1', () => resolve((relay.address() as AddressInfo).port));
  });
  const close = (): void => {
    cut();
    relay.close();
  };
  if (expect.getState().currentTestName === undefined) afterFile(close);
  else onTestFinished(close);
  return {
    address: { ...server, host: '127.0.0.1', port },
    cut,
    mend: () => void (isCut = false),
    async cutAt(statement, point) {
      // A statement on one day's partition has the day behind its name.
      const name = new RegExp(`${statement}(-\\d+)?\0`);
      let isDone = false;
      awaited = { isIn: (text) => name.test(text), point, done: () => (isDone = true) };
      await eventually(`a commit of ${statement}`, () => isDone);
    },
  };
}

function connectTo({ host, port }: ServerAddress): Socket {
  if (host.startsWith('/')) return connect(join(host, `.s.PGSQL.${port}`));
  return connect(port, host);
}
