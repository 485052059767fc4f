import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../clock.ts';
import { headersOf, type HttpAnswer } from './answer.ts';

export type Writing = {
  /** The connection cannot go on after this answer. */
  readonly last: boolean;
  /** Settles when no more of the request is received; undefined when all of it has come. */
  readonly rest: Promise<void> | undefined;
};

/** How long, and how much, a caller may go on sending a request that is answered already. */
const lingerMs = 10_000;
const lingerBytes = 16 * 1024 * 1024;

/**
 * Writes an answer. The next piece of one in pieces is requested once the caller has taken the one
 * before; it ends when the caller goes away or is cut for not reading. Rejects when a piece does:
 * the connection is cut then, so that nobody takes half an answer for the whole.
 *
 * An answer that comes before its request has ended closes our half of the connection at once, and
 * the other half with the request: a caller who writes into a closed connection loses the answer.
 */
export async function writeAnswer(
  response: ServerResponse,
  answer: HttpAnswer,
  { last, rest }: Writing,
): Promise<void> {
  if (response.destroyed || response.headersSent) return;
  response.writeHead(answer.status, headersOf(answer, last));
  if (answer.pieces === undefined) {
    const body = answer.octets ?? answer.body;
    if (rest === undefined) return void response.end(body);
    response.flushHeaders();
    response.write(body);
    const socket = response.socket ?? (await earlierAnswered(response));
    // We say nothing more, and receive what still comes.
    socket?.end();
    await rest;
    socket?.destroySoon();
    return;
  }
  try {
    for await (const piece of answer.pieces) {
      if (response.destroyed) return;
      if (!response.write(piece) && !(await drained(response))) return;
    }
    response.end();
  } catch (error) {
    response.destroy();
    throw error;
  }
}

/** The connection of an answer once earlier ones are written; undefined when it was cut. */
function earlierAnswered(response: ServerResponse): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    response.once('socket', resolve);
    response.once('close', () => resolve(undefined));
  });
}

/** Whether the caller has taken what was written, as opposed to going away. */
function drained(response: ServerResponse): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (taken: boolean): void => {
      response.off('drain', goOn);
      response.off('close', stop);
      resolve(taken);
    };
    const goOn = (): void => end(true);
    const stop = (): void => end(false);
    response.on('drain', goOn);
    response.on('close', stop);
    if (response.destroyed) stop();
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
  // Its earlier reader has stopped.
  request.removeAllListeners('readable');
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > lingerBytes) request.destroy();
  });
  request.resume();
  return over;
}
