/**
 * A constant-rate load generator, for latencies: wrk has no rate, and waits for a slow answer
 * before it sends again, which hides exactly what we want to measure. A request is due at its time
 * whether or not earlier ones are answered; its latency counts from then, including the wait for a
 * free connection.
 */
import { connect, type Socket } from 'node:net';
import { quantile } from '../median.ts';
import type { SendRequest } from '../system.ts';
import { CONNECTIONS } from './wrk.ts';

export type SteadyResult = { readonly p50Ms: number; readonly p99Ms: number };

type Connection = {
  readonly socket: Socket;
  /** When the request under way was due; undefined while the connection is free. */
  dueMs: number | undefined;
  received: string;
};

/** Sends `perSecond` requests for this many seconds. Throws if one is refused. */
export async function sendSteadily(
  request: SendRequest,
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
): Promise<SteadyResult> {
  const total = Math.floor(perSecond * seconds);
  const latenciesMs = new Float64Array(total);
  const free: Connection[] = [];
  let [sent, answered] = [0, 0];
  const finished = Promise.withResolvers<void>();
  const take = (connection: Connection): void => {
    const answer = takeAnswer(connection);
    if (answer === undefined || connection.dueMs === undefined) return;
    const { status, body } = answer;
    if (status >= 300) finished.reject(new Error(`a request was answered with ${status}: ${body}`));
    latenciesMs[answered] = performance.now() - connection.dueMs;
    answered += 1;
    connection.dueMs = undefined;
    free.push(connection);
    if (answered === total) finished.resolve();
    sendDue();
  };
  for (let count = 0; count < CONNECTIONS; count += 1) {
    free.push(await open(request.port, take, finished.reject));
  }
  const connections = [...free];
  const startMs = performance.now();
  const dueOf = (index: number): number => startMs + (index * 1_000) / perSecond;
  const sendDue = (): void => {
    while (sent < total && dueOf(sent) <= performance.now()) {
      const connection = free.shift();
      if (connection === undefined) return;
      connection.dueMs = dueOf(sent);
      sent += 1;
      connection.socket.write(write(request, sent));
    }
  };
  const timer = setInterval(sendDue, 1);
  await finished.promise.finally(() => clearInterval(timer));
  for (const { socket } of connections) socket.destroy();
  latenciesMs.sort();
  return { p50Ms: quantile(latenciesMs, 0.5), p99Ms: quantile(latenciesMs, 0.99) };
}

async function open(
  port: number,
  take: (connection: Connection) => void,
  fail: (error: Error) => void,
): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const connection: Connection = { socket, dueMs: undefined, received: '' };
  socket.setEncoding('latin1').on('data', (text: string) => {
    connection.received += text;
    take(connection);
  });
  socket.on('error', fail);
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  return connection;
}

/** Takes one whole answer from the received data. */
function takeAnswer(
  connection: Connection,
): { readonly status: number; readonly body: string } | undefined {
  const { received } = connection;
  const end = received.indexOf('\r\n\r\n');
  const length = /\r\ncontent-length: *(\d+)/i.exec(received)?.[1];
  if (end < 0 || length === undefined) return undefined;
  const bytes = end + 4 + Number(length);
  if (received.length < bytes) return undefined;
  connection.received = received.slice(bytes);
  return { status: Number(received.slice(9, 12)), body: received.slice(end + 4, bytes) };
}

/** Recipients and codes that the other load generator does not use. */
function write({ before, between, after }: SendRequest, number: number): string {
  const recipient = `92309${String(number).padStart(7, '0')}`;
  const code = `9${String(number).padStart(8, '0')}`;
  const path = `${before}${recipient}${between}${code}${after}`;
  return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;
}
