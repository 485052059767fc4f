/**
 * A route to PostgreSQL that can be cut: a relay on 127.0.0.1 in front of the server, which knows
 * just enough of the protocol to be cut at a chosen moment of a chosen transaction.
 */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { onTestFinished, TestRunner } from 'vitest';
import type { ServerAddress } from '@paigham/embedded-postgres/connect.ts';
import { afterFile } from './after-file.ts';
import { eventually } from './eventually.ts';

/** When to cut a wire at a transaction's end. */
export type CutPoint =
  /** The server never hears COMMIT. */
  | 'before the commit'
  /** The server has committed, and its answer is lost. */
  | 'after the commit';

export type Wire = {
  /** The same database, through the wire. */
  readonly address: ServerAddress;
  /** Breaks every connection and accepts no new one. */
  cut(): void;
  /** Accepts connections again. */
  mend(): void;
  /**
   * Cuts when the next transaction that has run the statement with this name ends. Resolves when
   * that has happened.
   */
  cutAt(statement: string, point: CutPoint): Promise<void>;
};

/** The server says that it is outside a transaction: a group without BEGIN has been committed. */
const READY = 'Z\0\0\0\u0005I';

type Awaited = {
  /** Whether the statement is in what a client sends. */
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
    let isOpen = false;
    let isMarked = false;
    let end: string | undefined;
    client.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      if (text.includes('BEGIN\0')) isOpen = true;
      isMarked ||= awaited?.isIn(text) ?? false;
      const isEnd = isMarked && (!isOpen || text.includes('COMMIT\0'));
      if (isEnd && awaited?.point === 'before the commit') return cutNow();
      if (isEnd) end ??= isOpen ? 'COMMIT\0' : READY;
      if (/(?:COMMIT|ROLLBACK)\0/.test(text)) isOpen = false;
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (end === undefined) client.write(chunk);
      else if (chunk.includes(end)) cutNow();
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
  if (TestRunner.getCurrentTest() === undefined) afterFile(close);
  else onTestFinished(close);
  return {
    address: { ...server, host: '127.0.0.1', port },
    cut,
    mend: () => void (isCut = false),
    async cutAt(statement, point) {
      // A statement on one day's partition has the day after its name.
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
