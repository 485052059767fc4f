import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '@paigham/base/clock.ts';
import type { Target } from './request.ts';

/** An answer as a route gives it; the server adds the headers that every answer has. */
export type HttpAnswer = {
  readonly status: number;
  /** With its charset; absent with 204, which has no body. */
  readonly contentType?: string;
  readonly body: string;
  /** Instead of the body: each piece is requested once the caller has received the previous one. */
  readonly pieces?: AsyncIterable<string | Uint8Array>;
  /** Of an answer in pieces that may end early. */
  readonly lasting?: Lasting;
  /** Instead of the body, for binary content. */
  readonly octets?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** Who may keep it, and how; absent: nobody. */
  readonly cacheControl?: string;
};

/** A sentence for programs that read only the status. */
export function say(status: number, body: string): HttpAnswer {
  return { status, contentType: 'text/plain; charset=utf-8', body };
}

/** Whoever posts is to do it again. */
export function later(): HttpAnswer {
  return { ...say(503, 'not kept, come again'), headers: { 'Retry-After': '5' } };
}

/** An answer that lasts: who may have it, and what is counted while it does. */
export type Lasting = {
  /** Aborted when it ends early: its caller is gone, or may have no more of it. */
  readonly ended: AbortController;
  /** Half of it must not be taken for the whole: if it ends early, its connection is cut. */
  readonly isWhole: boolean;
  /** How long a piece may take to be received. */
  readonly stallMs: number;
  /** Called once, however the answer ends, even if nothing of it was written. */
  release(): void;
};

/**
 * Headers of every answer: addresses and answers hold keys and numbers, so no intermediary may
 * sniff their type or pass the address on, nor store them unless an answer says so.
 */
const ALWAYS = ['X-Content-Type-Options', 'nosniff', 'Referrer-Policy', 'no-referrer'] as const;

/** The headers of `answer` in Node's fastest form: names and values alternate. */
export function headersOf(answer: HttpAnswer, closing: boolean): string[] {
  const headers: string[] = ['Cache-Control', answer.cacheControl ?? 'no-store', ...ALWAYS];
  // RFC 9110, section 8.6: an answer with 204 names no length.
  if (answer.contentType !== undefined) {
    headers.push('Content-Type', answer.contentType);
    if (answer.pieces === undefined) {
      const bytes = answer.octets?.length ?? Buffer.byteLength(answer.body);
      headers.push('Content-Length', String(bytes));
    }
  }
  if (answer.headers !== undefined) {
    for (const [name, value] of Object.entries(answer.headers)) headers.push(name, value);
  }
  if (closing) headers.push('Connection', 'close');
  return headers;
}

/** What can go wrong with a request before it reaches a route. */
export type HttpFault =
  | { readonly kind: 'path_unknown' | 'method_not_allowed' | 'request_unencrypted' }
  | { readonly kind: 'header_too_large' }
  | { readonly kind: 'body_too_large'; readonly bytes: number }
  /** `no_room`: other requests hold too much, in total or for this caller. */
  | { readonly kind: 'too_slow' | 'no_room' }
  /** Its address has more open than it may. */
  | { readonly kind: 'too_many_connections'; readonly most: number }
  | { readonly kind: 'unreadable'; readonly why: string }
  | { readonly kind: 'unexpected'; readonly error: unknown };

/** As much of the request's target as could be read; '' if none could. */
export type SeenRequest = Target;

/** The answer to a fault in the format of the interface that was called. Must not throw. */
export type AnswerFault = (fault: HttpFault, seen: SeenRequest) => HttpAnswer;

type Writing = {
  /** The connection cannot be reused after this answer. */
  readonly last: boolean;
  /** Settles when no more of the request is received; undefined when all of it has come. */
  readonly rest: Promise<void> | undefined;
  readonly clock: Clock;
};

/** How long, and how much, a caller may go on sending a request that has been answered. */
const lingerMs = 10_000;
const lingerBytes = 16 * 1024 * 1024;

/**
 * Writes an answer. If it is in pieces, the next is requested once the caller has received the one
 * before; it ends when the caller goes away or is cut for not reading. Rejects if a piece does:
 * the connection is cut then, so that nobody takes half an answer for the whole.
 *
 * An answer that comes before its request has ended closes our half of the connection at once, and
 * the other half with the request: a caller who writes into a closed connection loses the answer.
 */
export async function writeAnswer(
  response: ServerResponse,
  answer: HttpAnswer,
  writing: Writing,
): Promise<void> {
  try {
    await write(response, answer, writing);
  } finally {
    answer.lasting?.release();
  }
}

async function write(
  response: ServerResponse,
  answer: HttpAnswer,
  { last, rest, clock }: Writing,
): Promise<void> {
  if (response.destroyed || response.headersSent) return;
  response.writeHead(answer.status, headersOf(answer, last));
  if (answer.pieces === undefined || response.req.method === 'HEAD') {
    const body = answer.octets ?? answer.body;
    if (rest === undefined) return void response.end(body);
    response.flushHeaders();
    response.write(body);
    const socket = response.socket ?? (await earlierAnswered(response));
    // We send nothing more, and receive what still comes.
    socket?.end();
    await rest;
    socket?.destroySoon();
    return;
  }
  const { pieces, lasting } = answer;
  const isEnded = (): boolean => lasting?.ended.signal.aborted === true;
  response.once('close', () => lasting?.ended.abort());
  try {
    for await (const piece of pieces) {
      if (response.destroyed || isEnded()) break;
      if (!response.write(piece) && !(await drained(response, clock, lasting))) break;
    }
  } catch (error) {
    response.destroy();
    throw error;
  }
  // Reset where something is left unread, or the kernel would go on offering it.
  if (response.writableNeedDrain) response.socket?.resetAndDestroy();
  else if (isEnded() && lasting?.isWhole === true) response.destroy();
  else response.end();
}

/** The connection of an answer once earlier ones are written; undefined when it was cut. */
function earlierAnswered(response: ServerResponse): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    response.once('socket', resolve);
    response.once('close', () => resolve(undefined));
  });
}

/** Whether the caller has received what was written, as opposed to going away or to sleep. */
function drained(
  response: ServerResponse,
  clock: Clock,
  lasting: Lasting | undefined,
): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (taken: boolean): void => {
      response.off('drain', goOn);
      response.off('close', stop);
      lasting?.ended.signal.removeEventListener('abort', stop);
      timer?.cancel();
      resolve(taken);
    };
    const goOn = (): void => end(true);
    const stop = (): void => end(false);
    const timer = lasting && clock.setTimer(lasting.stallMs, stop);
    response.on('drain', goOn);
    response.on('close', stop);
    lasting?.ended.signal.addEventListener('abort', stop);
    if (response.destroyed || lasting?.ended.signal.aborted === true) stop();
  });
}

/**
 * Discards the rest of a request that is answered already, because a caller who is still writing
 * when the connection closes never reads the answer. Within bounds; then the connection is cut.
 * Resolves when that is over; undefined when nothing is left to come.
 */
export function passOver(request: IncomingMessage, clock: Clock): Promise<void> | undefined {
  if (request.complete || request.destroyed) return undefined;
  let bytes = 0;
  const timer = clock.setTimer(lingerMs, () => request.destroy());
  const over = new Promise<void>((resolve) => {
    for (const end of ['close', 'end', 'error']) request.once(end, () => resolve());
  }).then(() => timer.cancel());
  // A request that breaks may emit more than one error.
  request.on('error', () => undefined);
  // Its previous reader has stopped.
  request.removeAllListeners('readable');
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > lingerBytes) request.destroy();
  });
  request.resume();
  return over;
}
