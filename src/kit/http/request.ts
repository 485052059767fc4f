import type { IncomingMessage } from 'node:http';
import { type AddressList, findCaller } from './address-list.ts';

/** A request as doors see it. */
export type HttpRequest = {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** What stands after the first `?`, as it came: one character is one octet. */
  readonly query: string;
  /** Empty when there is none, and for GET, whose body has no meaning. */
  readonly body: Buffer;
  /** The body as it comes, for a route that takes it so. To be read once. */
  readonly incoming?: AsyncIterable<Buffer>;
  /** The header `name` (lower case), '' when absent. */
  header(name: string): string;
  /** The caller's address, behind trusted proxies too. */
  callerAddress(): string;
};

/** Node's request in that shape. Asks for nothing before it is asked: most requests need little. */
export class NodeRequest implements HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: Buffer;
  readonly #raw: IncomingMessage;
  readonly #trusted: AddressList;

  constructor(raw: IncomingMessage, target: Target, body: Buffer, trusted: AddressList) {
    this.method = raw.method ?? '';
    this.path = target.path;
    this.query = target.query;
    this.body = body;
    this.#raw = raw;
    this.#trusted = trusted;
  }

  /** The same request, whose body is taken as it comes. */
  streaming(): HttpRequest {
    const raw = this.#raw;
    // Who stops reading has still to be answered: the connection stays.
    return Object.assign(this, { incoming: raw.iterator({ destroyOnReturn: false }) });
  }

  header(name: string): string {
    const value = this.#raw.headers[name];
    return typeof value === 'string' ? value : (value?.join(', ') ?? '');
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

/** Whether a proxy says that it passes the request on for somebody else. */
export function isForwarded(request: Pick<HttpRequest, 'header'>): boolean {
  for (const name of FORWARDED) if (request.header(name) !== '') return true;
  return false;
}

/** A request target taken apart; the query as it came, without the `?`. */
export type Target = { readonly path: string; readonly query: string };

/**
 * Takes a request target apart; `http://host/path` (as proxies are asked) gives the same as
 * `/path`.
 */
export function splitTarget(target: string): Target {
  const mark = target.indexOf('?');
  const before = mark < 0 ? target : target.slice(0, mark);
  const query = mark < 0 ? '' : target.slice(mark + 1);
  if (before.startsWith('/')) return { path: before, query };
  return { path: before.replace(/^https?:\/\/[^/]*/i, '') || '/', query };
}
