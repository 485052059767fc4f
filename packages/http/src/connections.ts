/**
 * Connections to one party whose address staff set, kept open between calls. What matters to the
 * caller is whether a call can have reached the other side: one that failed before its
 * first octet was written certainly did not; for one that failed later, nobody can know.
 */
import { Readable } from 'node:stream';
import { type Dispatcher, Pool } from 'undici';
import type { Clock, Timer } from '@paigham/base/clock.ts';
import { codeOf } from '@paigham/base/error-code.ts';

export type HttpCall = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Everything after the host, query included. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Octets that are streamed need their count in advance. */
  readonly body?: string | HttpBody;
  /** From now to the last octet of the response. */
  readonly timeoutMs: number;
  /** A longer response counts as none. */
  readonly mostBytes: number;
  /** Called when the request leaves: connected, and written in this turn. */
  readonly onLeave?: () => void;
};

export type HttpBody = { readonly bytes: number; readonly chunks: AsyncIterable<Uint8Array> };

/** `why` is safe to log: it contains no address, header or response. */
export type HttpReply =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** The one value of a header; undefined when it is missing or there are several. */
      readonly header: (name: string) => string | undefined;
      readonly body: Buffer;
    }
  /** Certainly not written. */
  | { readonly kind: 'unsent'; readonly why: string }
  /** Written, at least in part, and no answer came, or none that can be read. */
  | { readonly kind: 'lost'; readonly why: string };

export type HttpConnections = {
  /** Makes one request. Never rejects, follows redirects or retries. */
  call(call: HttpCall): Promise<HttpReply>;
  /** Closes every connection; requests in progress are lost. */
  close(): Promise<void>;
};

export type HttpConnectionsSettings = {
  /** `https://graph.example`: host and port. Certificates are checked against the host. */
  readonly origin: string;
  /** Maximum connections; further calls wait for one. */
  readonly most: number;
  readonly connectMs: number;
  readonly clock: Clock;
};

const MOST_HEADER_BYTES = 32 * 1024;

/** Opens none before the first call. */
export function openConnections(settings: HttpConnectionsSettings): HttpConnections {
  const { origin, most, connectMs, clock } = settings;
  const pool = new Pool(origin, {
    connections: most,
    pipelining: 1,
    connect: { timeout: connectMs },
    maxHeaderSize: MOST_HEADER_BYTES,
    // The timer of each call ends it.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    call: (call) =>
      new Promise((resolve) => {
        const handler = new Handler(call, clock, resolve);
        try {
          pool.dispatch(optionsOf(call), handler);
        } catch (error) {
          handler.fail(error);
        }
      }),
    close: () => pool.destroy(),
  };
}

function optionsOf({ method, path, headers, body }: HttpCall): Dispatcher.DispatchOptions {
  if (body === undefined || typeof body === 'string') {
    return { method, path, headers, body: body ?? null };
  }
  const sized = { ...headers, 'content-length': String(body.bytes) };
  return { method, path, headers: sized, body: Readable.from(body.chunks, { objectMode: false }) };
}

type Controller = Dispatcher.DispatchController;
type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** One call, from the wait for a connection to its reply. */
class Handler implements Dispatcher.DispatchHandler {
  readonly #call: HttpCall;
  readonly #resolve: (reply: HttpReply) => void;
  readonly #timer: Timer;
  #controller: Controller | undefined;
  #isOver = false;
  #status = 0;
  #headers: Headers = {};
  readonly #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(call: HttpCall, clock: Clock, resolve: (reply: HttpReply) => void) {
    this.#call = call;
    this.#resolve = resolve;
    const why = `no answer in ${call.timeoutMs} ms`;
    this.#timer = clock.setTimer(call.timeoutMs, () => this.#giveUp(why));
  }

  onRequestStart(controller: Controller): void {
    if (this.#isOver) {
      // Timed out while waiting for a connection: nothing was written.
      controller.abort(new Error('given up'));
      return;
    }
    this.#controller = controller;
    this.#call.onLeave?.();
  }

  onResponseStart(_: Controller, status: number, headers: Headers): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_: Controller, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#call.mostBytes) this.#giveUp('the answer is too long');
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const headers = this.#headers;
    this.#end({
      kind: 'answered',
      status: this.#status,
      header(name) {
        const value = headers[name];
        return typeof value === 'string' ? value : undefined;
      },
      body: Buffer.concat(this.#chunks),
    });
  }

  onResponseError(_: Controller, error: Error): void {
    this.fail(error);
  }

  fail(error: unknown): void {
    this.#endWithout(whyOf(error));
  }

  #giveUp(why: string): void {
    this.#endWithout(why);
    this.#controller?.abort(new Error(why));
  }

  #endWithout(why: string): void {
    this.#end({ kind: this.#controller === undefined ? 'unsent' : 'lost', why });
  }

  #end(reply: HttpReply): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#timer.cancel();
    this.#resolve(reply);
  }
}

/** The error code: error messages may quote addresses. */
function whyOf(error: unknown): string {
  const code = codeOf(error);
  return typeof code === 'string' ? code : 'the connection failed';
}
