/**
 * Requests that Node's parser refuses, or that never arrive whole. Node would send a bare status
 * line or just close; callers who build URLs by hand run into this, so they get an answer in the
 * interface's own words.
 */
import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../clock.ts';
import { headersOf, type HttpAnswer } from './answer.ts';
import type { AnswerFault, HttpFault, SeenRequest } from './fault.ts';
import { splitTarget } from './request.ts';

/** How long a caller may take to read the answer before the connection is cut. */
const lingerMs = 2_000;

/** Makes a listener for Node's `clientError`. */
export function createBrokenRequests(clock: Clock, answerFault: AnswerFault) {
  return (error: Error, socket: Socket): void => {
    const code = 'code' in error ? error.code : undefined;
    if (code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const packet = 'rawPacket' in error ? error.rawPacket : undefined;
    const answer = answerFault(faultOf(code), seenIn(packet));
    afterEarlierAnswers(socket, () => writeLastAnswer(socket, answer, clock));
  };
}

/** Writes `answer` past Node's own writer and ends the connection. */
export function writeLastAnswer(socket: Socket, answer: HttpAnswer, clock: Clock): void {
  if (!socket.writable) return;
  const headers = headersOf(answer, true);
  let head = `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}\r\n`;
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
  socket.end(`${head}\r\n${answer.body}`);
  const timer = clock.setTimer(lingerMs, () => socket.destroy());
  socket.once('close', () => timer.cancel());
}

/**
 * A caller may have put a good request before the broken one on the same connection: its answer
 * comes first, or it would be taken for the answer to the broken one. A request whose own body
 * broke has no answer yet and gets none.
 */
function afterEarlierAnswers(socket: Socket, write: () => void): void {
  const earlier = answerUnderWay(socket);
  if (earlier === undefined || !earlier.req.complete) {
    write();
    return;
  }
  earlier.once('finish', () => setImmediate(() => afterEarlierAnswers(socket, write)));
}

/** The answer that a connection is working on now. */
export function answerUnderWay(socket: Socket): ServerResponse | undefined {
  const { _httpMessage: answer } = socket as { _httpMessage?: ServerResponse | null };
  return answer ?? undefined;
}

function faultOf(code: unknown): HttpFault {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return { kind: 'header_too_large' };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { kind: 'too_slow' };
    case 'HPE_INVALID_URL':
    case 'HPE_INVALID_CONSTANT':
    case 'HPE_INVALID_VERSION':
      return { kind: 'unreadable', why: 'blanks and all but plain ASCII must be percent-encoded' };
    case 'HPE_INVALID_METHOD':
      return { kind: 'unreadable', why: 'use GET or POST over HTTP' };
    default:
      return { kind: 'unreadable', why: 'its HTTP form is malformed' };
  }
}

/**
 * The request line of what came, whose target may hold blanks; only for choosing the form of the
 * answer.
 */
function seenIn(packet: unknown): SeenRequest {
  const [line = ''] = Buffer.isBuffer(packet) ? packet.toString('latin1').split('\n', 1) : [];
  const target = /^[A-Z]{1,20} +(\S.*?)(?: +HTTP\/[\d.]+)?\r?$/.exec(line)?.[1];
  return target === undefined ? { path: '', query: '' } : splitTarget(target);
}
