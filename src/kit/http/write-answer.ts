import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../clock.ts';
import { headersOf, type HttpAnswer } from './answer.ts';

export type Writing = {
  /** The connection cannot go on after this answer. */
  readonly last: boolean;
  /** Settles when nothing more of the request is received; undefined when all of it has come. */
  readonly rest: Promise<void> | undefined;
};

/** How long, and how much, a caller may go on writing a request that has its answer. */
const lingerMs = 10_000;
const lingerBytes = 16 * 1024 * 1024;

/**
 * Writes an answer. One in pieces is asked for the next piece when the caller has taken the one
 * before; a caller who goes away, or is cut because he does not read, ends it. Rejects with what a
 * piece rejects with: the connection is cut then, so that nobody takes half an answer for the
 * whole.
 *
 * One that comes before its request has ended closes our half of the connection, and the other half
 * with the request: a caller who writes into a closed one loses the answer he has not read.
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
    // Nothing more is said, and all that still comes is heard.
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

/** The connection of an answer, once those before it are written; undefined: it was cut. */
function earlierAnswered(response: ServerResponse): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    response.once('socket', resolve);
    response.once('close', () => resolve(undefined));
  });
}

/** Whether the caller has taken what was written. */
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
 * Receives and throws away the rest of a request that has its answer, because a caller who is still
 * writing when the connection closes never reads it. Within bounds; then the connection is cut.
 * Gives when that is over; undefined when nothing is left to come.
 */
export function passOver(request: IncomingMessage, clock: Clock): Promise<void> | undefined {
  if (request.complete || request.destroyed) return undefined;
  let bytes = 0;
  const timer = clock.setTimer(lingerMs, () => request.destroy());
  const over = new Promise<void>((resolve) => {
    for (const end of ['close', 'end', 'error']) request.once(end, () => resolve());
  }).then(() => timer.cancel());
  // One that breaks may say so more than once.
  request.on('error', () => undefined);
  // Whoever read it before has stopped.
  request.removeAllListeners('readable');
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > lingerBytes) request.destroy();
  });
  request.resume();
  return over;
}
