import type { IncomingMessage } from 'node:http';
import { type AddressList, findCaller } from './address-list.ts';

/** A request as seen by routes. */
export type HttpRequest = {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** Everything after the first `?`, undecoded: one character is one octet. */
  readonly query: string;
  /** Empty without a body, and for GET, whose body has no meaning. */
  readonly body: Buffer;
  /** The body as a stream, for a route that streams it. Can be read once. */
  readonly incoming?: AsyncIterable<Buffer>;
  /** The header `name` (lower case), '' when absent. */
  header(name: string): string;
  /** Whether it is there at all, if only empty. */
  hasHeader(name: string): boolean;
  /** The caller's address, also behind trusted proxies. */
  callerAddress(): string;
};

/** Tells a caller who waits with the body (`Expect: 100-continue`) that it is wanted. */
export type GoOn = () => void;

export const NO_BODY = Buffer.alloc(0);

/** Node's request in that shape. Everything is read on demand: most requests need little. */
export class NodeRequest implements HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body = NO_BODY;
  readonly #raw: IncomingMessage;
  readonly #trusted: AddressList;
  readonly #goOn: GoOn | undefined;

  constructor(raw: IncomingMessage, target: Target, trusted: AddressList, goOn?: GoOn) {
    this.method = raw.method ?? '';
    this.path = target.path;
    this.query = target.query;
    this.#raw = raw;
    this.#trusted = trusted;
    this.#goOn = goOn;
  }

  /** To read the body from. */
  wanted(): IncomingMessage {
    this.#goOn?.();
    return this.#raw;
  }

  /** The same request with its body as a stream. */
  streaming(): HttpRequest {
    // A route that stops reading still answers: the connection is kept.
    const read = (): AsyncIterator<Buffer> => this.wanted().iterator({ destroyOnReturn: false });
    return Object.assign(this, { incoming: { [Symbol.asyncIterator]: read } });
  }

  header(name: string): string {
    const value = this.#raw.headers[name];
    return typeof value === 'string' ? value : (value?.join(', ') ?? '');
  }

  hasHeader(name: string): boolean {
    return this.#raw.headers[name] !== undefined;
  }

  callerAddress(): string {
    const peer = this.#raw.socket.remoteAddress ?? '';
    return findCaller(peer, this.header('x-forwarded-for'), this.#trusted);
  }
}

const FORWARDED = [
  'x-forwarded-for',
  'forwarded',
  'x-real-ip',
  'via',
  'x-forwarded-host',
  'x-forwarded-proto',
] as const;

/** Whether a proxy says that it forwards the request for somebody else. */
export function isForwarded(request: Pick<HttpRequest, 'header'>): boolean {
  for (const name of FORWARDED) if (request.header(name) !== '') return true;
  return false;
}

/** A request target; the query undecoded, without the `?`. */
export type Target = { readonly path: string; readonly query: string };

/** Splits a request target. `http://host/path`, as sent to proxies, is the same as `/path`. */
export function splitTarget(target: string): Target {
  const mark = target.indexOf('?');
  const before = mark < 0 ? target : target.slice(0, mark);
  const query = mark < 0 ? '' : target.slice(mark + 1);
  if (before.startsWith('/')) return { path: before, query };
  return { path: before.replace(/^https?:\/\/[^/]*/i, '') || '/', query };
}
