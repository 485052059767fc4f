/** Two sessions on one connection, and a clock moved by hand. */

import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import {
  connect,
  Session,
  submitSm,
  type Body,
  type CloseReason,
  type InboundRequest,
  type Oddity,
  type Outcome,
  type Pdu,
  type SessionClock,
  type SessionOptions,
} from '../src/index.ts';

export type End = {
  readonly session: Session<string>;
  readonly socket: Socket;
  readonly outcomes: Map<string, Outcome>;
  readonly requests: InboundRequest[];
  readonly late: { context: string; pdu: Pdu }[];
  readonly oddities: Oddity[];
  readonly closes: CloseReason[];
};

/** A clock that moves only when told, and lets the sockets work in between. */
export class HandClock implements SessionClock {
  private nowMs = 0;
  private readonly timers = new Set<{ dueMs: number; fn: () => void }>();

  setTimer(delayMs: number, fn: () => void): { cancel(): void } {
    const timer = { dueMs: this.nowMs + delayMs, fn };
    this.timers.add(timer);
    return { cancel: () => void this.timers.delete(timer) };
  }

  async advance(ms: number): Promise<void> {
    const untilMs = this.nowMs + ms;
    for (;;) {
      const next = [...this.timers].toSorted((a, b) => a.dueMs - b.dueMs)[0];
      if (next === undefined || next.dueMs > untilMs) break;
      this.timers.delete(next);
      this.nowMs = next.dueMs;
      next.fn();
      await turn();
    }
    this.nowMs = untilMs;
  }
}

export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export async function until(condition: () => boolean): Promise<void> {
  for (let turns = 0; !condition(); turns += 1) {
    if (turns > 20_000) throw new Error('it never came');
    await turn();
  }
}

export function hold(socket: Socket, options: SessionOptions): End {
  const end = {
    socket,
    outcomes: new Map<string, Outcome>(),
    requests: new Array<InboundRequest>(),
    late: new Array<{ context: string; pdu: Pdu }>(),
    oddities: new Array<Oddity>(),
    closes: new Array<CloseReason>(),
  };
  const session = new Session<string>(socket, options, {
    onOutcome(context, outcome) {
      if (end.outcomes.has(context)) throw new Error(`second outcome for ${context}`);
      end.outcomes.set(context, outcome);
    },
    onRequest: (request) => void end.requests.push(request),
    onLateAnswer: (context, pdu) => void end.late.push({ context, pdu }),
    onOddity: (oddity) => void end.oddities.push(oddity),
    onClose: (reason) => void end.closes.push(reason),
  });
  return { ...end, session };
}

export const submit = submitSm({ source: '8584', destination: '923001234567' });

export const taken = (messageId: string): Body => {
  return { command: 'submit_sm_resp', messageId, tlvs: [] };
};

/**
 * Answers the requests that came, starting with the given one: `m0` is the id of the very first.
 */
export function answerAll(end: End, from = 0): void {
  for (const [index, request] of end.requests.slice(from).entries()) {
    end.session.respond(request, taken(`m${from + index}`));
  }
}

const servers: Server[] = [];
const sockets: Socket[] = [];

/** Ends what the tests left open. */
export function closeAll(): void {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
}

export async function openSockets(): Promise<{ client: Socket; server: Socket }> {
  const listener = createServer();
  servers.push(listener);
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const accepted = new Promise<Socket>((resolve) => listener.once('connection', resolve));
  const { port } = listener.address() as AddressInfo;
  const connected = await connect({ host: '127.0.0.1', port, timeoutMs: 5_000 });
  if (!connected.ok) throw new Error(connected.words);
  const server = await accepted;
  server.on('error', () => undefined);
  sockets.push(connected.socket, server);
  return { client: connected.socket, server };
}

export async function openPair(
  options: SessionOptions = {},
  serverOptions: SessionOptions = {},
): Promise<{ client: End; server: End }> {
  const { client, server } = await openSockets();
  return { client: hold(client, options), server: hold(server, serverOptions) };
}
