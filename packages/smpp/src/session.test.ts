import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  commandStatus,
  connect,
  encodePdu,
  Session,
  submitSm,
  type Bind,
  type Body,
  type CloseReason,
  type InboundRequest,
  type Oddity,
  type Outcome,
  type Pdu,
  type SessionClock,
  type SessionOptions,
} from './index.ts';

type End = {
  readonly session: Session<string>;
  readonly socket: Socket;
  readonly outcomes: Map<string, Outcome>;
  readonly requests: InboundRequest[];
  readonly late: { context: string; pdu: Pdu }[];
  readonly oddities: Oddity[];
  readonly closes: CloseReason[];
};

/** A clock that moves only when told, and lets the sockets work in between. */
class HandClock implements SessionClock {
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
      const next = [...this.timers].sort((a, b) => a.dueMs - b.dueMs)[0];
      if (next === undefined || next.dueMs > untilMs) break;
      this.timers.delete(next);
      this.nowMs = next.dueMs;
      next.fn();
      await turn();
    }
    this.nowMs = untilMs;
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function until(condition: () => boolean): Promise<void> {
  for (let turns = 0; !condition(); turns += 1) {
    if (turns > 20_000) throw new Error('it never came');
    await turn();
  }
}

function hold(socket: Socket, options: SessionOptions): End {
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

const servers: Server[] = [];
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

async function openSockets(): Promise<{ client: Socket; server: Socket }> {
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

async function openPair(
  options: SessionOptions = {},
  serverOptions: SessionOptions = {},
): Promise<{ client: End; server: End }> {
  const { client, server } = await openSockets();
  return { client: hold(client, options), server: hold(server, serverOptions) };
}

const submit = submitSm({ source: '8584', destination: '923001234567' });
const taken = (messageId: string): Body => ({ command: 'submit_sm_resp', messageId, tlvs: [] });

function answerAll(end: End, from = 0): void {
  for (const [index, request] of end.requests.slice(from).entries()) {
    end.session.respond(request, taken(`m${from + index}`));
  }
}

describe('requests and answers', () => {
  it('binds like any other request', async () => {
    const { client, server } = await openPair();
    const bind: Bind = {
      command: 'bind_transceiver',
      systemId: 'paigham',
      password: 'secret',
      systemType: '',
      interfaceVersion: 0x34,
      addressTon: 0,
      addressNpi: 0,
      addressRange: '',
    };
    client.session.request(bind, 'bind');
    await until(() => server.requests.length === 1);
    const [request] = server.requests;
    expect(request?.pdu).toMatchObject({ sequence: 1, status: 0, body: bind });
    if (request === undefined) return;
    const answer = { command: 'bind_transceiver_resp', systemId: 'smsc', tlvs: [] } as const;
    server.session.respond(request, answer);
    await until(() => client.outcomes.size === 1);
    expect(client.outcomes.get('bind')).toEqual({
      kind: 'answered',
      pdu: { sequence: 1, status: 0, body: answer },
    });
  });

  it('matches answers to requests in whatever order they come', async () => {
    const { client, server } = await openPair();
    for (let index = 0; index < 50; index += 1) client.session.request(submit, `s${index}`);
    await until(() => server.requests.length === 50);
    for (const request of server.requests.toReversed()) {
      server.session.respond(request, taken(`id${request.pdu.sequence}`));
    }
    await until(() => client.outcomes.size === 50);
    for (let index = 0; index < 50; index += 1) {
      const messageId = `id${index + 1}`;
      expect(client.outcomes.get(`s${index}`)).toMatchObject({ pdu: { body: { messageId } } });
    }
  });

  it('takes exactly the window, and refuses one past it', async () => {
    const { client, server } = await openPair({ windowPdus: 3 });
    for (const name of ['a', 'b', 'c']) {
      expect(client.session.request(submit, name)).toBeUndefined();
    }
    expect(client.session.room()).toBe(0);
    expect(client.session.request(submit, 'd')).toEqual({ reason: 'window_full' });
    await until(() => server.requests.length === 3);
    answerAll(server);
    await until(() => client.outcomes.size === 3);
    expect(client.session.room()).toBe(3);
  });

  it('refuses what cannot be encoded, and what is no request', async () => {
    const { client } = await openPair();
    const long = submitSm({ source: 'A'.repeat(21) });
    expect(client.session.request(long, 'a')).toEqual({
      reason: 'unencodable',
      fault: { reason: 'string_too_long', field: 'address' },
    });
    expect(client.session.request(taken('1'), 'b')).toEqual({ reason: 'not_a_request' });
    expect(client.session.waiting()).toBe(0);
  });

  it('takes a generic_nack as the answer', async () => {
    const { client, server } = await openPair();
    client.session.request(submit, 'a');
    await until(() => server.requests.length === 1);
    server.session.respond(server.requests[0] as InboundRequest, { command: 'generic_nack' }, 3);
    await until(() => client.outcomes.size === 1);
    expect(client.outcomes.get('a')).toMatchObject({ kind: 'answered', pdu: { status: 3 } });
  });

  it('does not take the answer to another command', async () => {
    const { client, server } = await openPair();
    client.session.request(submit, 'a');
    await until(() => server.requests.length === 1);
    const request = server.requests[0] as InboundRequest;
    server.session.respond(request, { command: 'data_sm_resp', messageId: 'x', tlvs: [] });
    await until(() => client.oddities.length === 1);
    expect(client.oddities[0]?.kind).toBe('unexpected_answer');
    expect(client.outcomes.size).toBe(0);
  });

  it('answers a request once', async () => {
    const { client, server } = await openPair();
    client.session.request(submit, 'a');
    await until(() => server.requests.length === 1);
    const request = server.requests[0] as InboundRequest;
    expect(server.session.respond(request, taken('1'))).toBe(true);
    expect(server.session.respond(request, taken('2'))).toBe(false);
  });
});

describe('time', () => {
  it('times out no earlier than asked, and brings the late answer afterwards', async () => {
    const clock = new HandClock();
    const { client, server } = await openPair({ clock, responseTimeoutMs: 1_000 });
    client.session.request(submit, 'a');
    await until(() => server.requests.length === 1);
    await clock.advance(999);
    expect(client.outcomes.size).toBe(0);
    await clock.advance(200);
    expect(client.outcomes.get('a')).toEqual({ kind: 'timeout' });
    expect(client.session.room()).toBe(100);
    answerAll(server);
    await until(() => client.late.length === 1);
    expect(client.late[0]).toMatchObject({ context: 'a', pdu: { body: { messageId: 'm0' } } });
  });

  it('remembers late requests up to its bound, the oldest forgotten first', async () => {
    const clock = new HandClock();
    const options = { clock, responseTimeoutMs: 100, rememberLate: 2, enquireLinkMs: 0 };
    const { client, server } = await openPair(options);
    for (const name of ['a', 'b', 'c']) client.session.request(submit, name);
    await until(() => server.requests.length === 3);
    await clock.advance(500);
    answerAll(server);
    await until(() => client.late.length + client.oddities.length === 3);
    expect(client.late.map(({ context }) => context)).toEqual(['b', 'c']);
  });

  it('asks a silent peer whether it lives, and goes on when it does', async () => {
    const clock = new HandClock();
    const { client } = await openPair({ clock, enquireLinkMs: 1_000, responseTimeoutMs: 1_000 });
    for (let second = 0; second < 10; second += 1) {
      await clock.advance(1_000);
      await turn();
    }
    expect(client.closes).toEqual([]);
  });

  it('closes when the peer does not answer enquire_link', async () => {
    const clock = new HandClock();
    const { client: socket } = await openSockets();
    const client = hold(socket, { clock, enquireLinkMs: 1_000, responseTimeoutMs: 1_000 });
    await clock.advance(3_000);
    expect(client.closes).toEqual([{ kind: 'enquire_link_unanswered' }]);
  });
});

describe('the end', () => {
  it('tells what was never written from what may have arrived', async () => {
    const { client, server } = await openPair();
    client.session.request(submit, 'written');
    await until(() => server.requests.length === 1);
    client.session.request(submit, 'waiting');
    client.session.destroy('test');
    expect(client.outcomes.get('written')).toMatchObject({ kind: 'closed', written: true });
    expect(client.outcomes.get('waiting')).toMatchObject({ kind: 'closed', written: false });
    expect(client.closes).toEqual([{ kind: 'closed_by_us', words: 'test' }]);
    expect(client.session.request(submit, 'after')).toEqual({ reason: 'closed' });
    await until(() => server.closes.length === 1);
    expect(server.closes).toEqual([{ kind: 'peer_ended' }]);
  });

  it('unbinds after the answers have come', async () => {
    const { client, server } = await openPair();
    client.session.request(submit, 'a');
    await until(() => server.requests.length === 1);
    client.session.unbind(60_000);
    expect(client.session.request(submit, 'b')).toEqual({ reason: 'closed' });
    answerAll(server);
    await until(() => client.closes.length === 1 && server.closes.length === 1);
    expect(client.outcomes.get('a')?.kind).toBe('answered');
    expect(client.closes).toEqual([{ kind: 'unbound_by_us' }]);
    expect(server.closes).toEqual([{ kind: 'unbound_by_peer' }]);
  });

  it('unbinds without the answers when they do not come in time', async () => {
    const clock = new HandClock();
    const { client, server } = await openPair({ clock });
    client.session.request(submit, 'a');
    await until(() => server.requests.length === 1);
    client.session.unbind(2_000);
    await clock.advance(3_500);
    await until(() => client.closes.length === 1);
    expect(client.outcomes.get('a')).toMatchObject({ kind: 'closed', written: true });
    expect(client.closes).toEqual([{ kind: 'unbound_by_us' }]);
  });
});

describe('a peer that misbehaves', () => {
  const encode = (body: Body, sequence: number): Buffer => {
    const result = encodePdu(body, sequence);
    if (!result.ok) throw new Error(result.fault.reason);
    return result.bytes;
  };

  it('stops reading at the bound of unanswered requests and takes up again', async () => {
    const { client, server } = await openPair({ windowPdus: 500 }, { maxUnanswered: 10 });
    for (let index = 0; index < 200; index += 1) client.session.request(submit, `s${index}`);
    await until(() => server.requests.length >= 10);
    for (let turns = 0; turns < 50; turns += 1) await turn();
    expect(server.requests.length).toBe(10);
    let answered = 0;
    await until(() => {
      const from = answered;
      answered = server.requests.length;
      answerAll(server, from);
      expect(server.requests.length - answered).toBeLessThanOrEqual(10);
      return client.outcomes.size === 200;
    });
  });

  it('refuses an unknown command and goes on', async () => {
    const { client, server } = await openPair();
    const strange = encode({ command: 'enquire_link' }, 77);
    strange.writeUInt32BE(0x0fff, 4);
    client.session.notify(strange);
    client.session.request(submit, 'a');
    await until(() => server.requests.length === 1 && client.oddities.length === 1);
    const status = commandStatus.ESME_RINVCMDID;
    const nack = { sequence: 77, status, body: { command: 'generic_nack' } };
    expect(client.oddities[0]).toMatchObject({ kind: 'unexpected_answer', pdu: nack });
  });

  it('answers a cut body with the response of its command', async () => {
    const { client, server } = await openPair();
    const cut = encode(submit, 5).subarray(0, 30);
    cut.writeUInt32BE(30, 0);
    client.session.notify(cut);
    await until(() => client.oddities.length === 1);
    const status = commandStatus.ESME_RINVCMDLEN;
    const refusal = { sequence: 5, status, body: { command: 'submit_sm_resp' } };
    expect(client.oddities[0]).toMatchObject({ pdu: refusal });
    expect(server.closes).toEqual([]);
  });

  it('drops the link at a length that cannot be', async () => {
    const { client, server } = await openPair();
    client.session.notify(Buffer.from('0000000400000004', 'hex'));
    await until(() => server.closes.length === 1 && client.closes.length === 1);
    expect(server.closes[0]).toMatchObject({
      kind: 'unreadable',
      fault: { reason: 'length_too_small' },
    });
  });

  it('brings an unreadable answer as the outcome', async () => {
    const { client, server } = await openPair();
    client.session.request(submit, 'a');
    await until(() => server.requests.length === 1);
    const garbled = Buffer.concat([encode(taken('12'), 1), Buffer.from([9, 9])]);
    garbled.writeUInt32BE(garbled.length, 0);
    server.session.notify(garbled);
    await until(() => client.outcomes.size === 1);
    expect(client.outcomes.get('a')).toMatchObject({
      kind: 'unreadable',
      fault: { reason: 'tlv_cut', status: 0 },
    });
  });
});
