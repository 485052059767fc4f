/**
 * Posts to an address that a stranger named. Each connection is made to addresses that were
 * resolved and vetted for it, and kept for the posts that follow; nobody is led elsewhere.
 */
import { Pool, type buildConnector } from 'undici';
import type { Clock } from '@paigham/base/clock.ts';
import { readLink } from './address-policy.ts';
import { connectorOf, stopOf, vet, type Vetting } from './ask.ts';
import { FetchStop, type FetchReason } from './outcome.ts';

type PostLimits = {
  readonly linkCharacters: number;
  readonly connections: number;
  /** Until a connection stands, names and TLS included. */
  readonly connectMs: number;
  /** From the beginning to the last octet of the answer that is read. */
  readonly totalMs: number;
  /** Of an answer so much is read; the rest is cut off. */
  readonly answerBytes: number;
  /** And so much is given back. */
  readonly headBytes: number;
};

export type PostOptions = Vetting & {
  readonly clock: Clock;
  readonly limits: PostLimits;
  /** Authorities to believe instead of those that Node knows; for tests. */
  readonly ca?: string;
};

export type Posted =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly retryAfter: string | undefined;
      /** The first octets of the answer; what is no UTF-8 is replaced. */
      readonly head: string;
    }
  | { readonly kind: 'failed'; readonly reason: FetchReason };

export type PostTarget = {
  /** Posts JSON once. Never rejects. */
  post(body: string, headers: Readonly<Record<string, string>>): Promise<Posted>;
  close(): Promise<void>;
};

/** Connects to nothing before the first post. */
export function openTarget(link: string, options: PostOptions): PostTarget {
  const { clock, limits } = options;
  const url = readLink(link, limits.linkCharacters);
  const connect: buildConnector.connector = (to, callback) =>
    void connectVetted(url, options, { to, callback });
  const pool = new Pool(url.origin, {
    connect,
    connections: limits.connections,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    async post(body, headers) {
      const controller = new AbortController();
      const giveUp = (): void => controller.abort(new FetchStop('timed_out'));
      const timer = clock.setTimer(limits.totalMs, giveUp);
      const { signal } = controller;
      try {
        const response = await pool.request({
          method: 'POST',
          path: `${url.pathname}${url.search}`,
          headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Paigham' },
          body,
          signal,
        });
        const head = await readHead(response.body, limits);
        const after = response.headers['retry-after'];
        const retryAfter = typeof after === 'string' ? after : undefined;
        return { kind: 'answered', status: response.statusCode, retryAfter, head };
      } catch (error) {
        const { reason } = stopOf(signal.aborted ? signal.reason : error, true);
        return { kind: 'failed', reason };
      } finally {
        timer.cancel();
      }
    },
    close: () => pool.destroy(),
  };
}

type Wanted = {
  readonly to: buildConnector.Options;
  readonly callback: buildConnector.Callback;
};

async function connectVetted(url: URL, options: PostOptions, wanted: Wanted): Promise<void> {
  const { clock, limits, ca } = options;
  const { to, callback } = wanted;
  const controller = new AbortController();
  const giveUp = (): void => controller.abort(new FetchStop('timed_out'));
  const timer = clock.setTimer(limits.connectMs, giveUp);
  const { signal } = controller;
  try {
    const addresses = await vet(url, options, signal);
    const onConnect = (): void => timer.cancel();
    connectorOf({ url, addresses, signal, onConnect, ca })(to, (...[error, socket]) => {
      if (error === null) callback(null, socket);
      else callback(stopOf(error, false), null);
    });
  } catch (error) {
    timer.cancel();
    callback(stopOf(error, false), null);
  }
}

async function readHead(body: AsyncIterable<Uint8Array>, limits: PostLimits): Promise<string> {
  const kept: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    if (bytes < limits.headBytes) kept.push(chunk);
    bytes += chunk.length;
    // Leaving the loop ends the connection.
    if (bytes >= limits.answerBytes) break;
  }
  const head = Buffer.concat(kept).subarray(0, limits.headBytes).toString('utf8');
  // PostgreSQL takes no NUL in a text.
  return head.replaceAll('\0', '\uFFFD');
}
