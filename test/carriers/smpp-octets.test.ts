/** Case 11 of what can go wrong: what no server should send, octet by octet. */
import { createServer, type AddressInfo, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { decodePdu, encodePdu, type Body } from '@paigham/smpp';
import { closeAll, open, parts, until } from './linked.ts';

const servers: (() => void)[] = [];
afterEach(async () => {
  await closeAll();
  for (const close of servers.splice(0)) close();
});

type Raw = { readonly port: number; readonly sockets: Socket[]; readonly heard: Body[] };

/** A server that says nothing but what it is told to, octet by octet. */
async function listenRaw(greet: (socket: Socket) => void = () => undefined): Promise<Raw> {
  const raw: { sockets: Socket[]; heard: Body[] } = { sockets: [], heard: [] };
  const server = createServer((socket) => {
    raw.sockets.push(socket);
    let unread = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      unread = Buffer.concat([unread, chunk]);
      while (unread.length >= 16 && unread.length >= unread.readUInt32BE(0)) {
        const frame = unread.subarray(0, unread.readUInt32BE(0));
        unread = unread.subarray(frame.length);
        const decoded = decodePdu(frame);
        if (!decoded.ok) continue;
        raw.heard.push(decoded.pdu.body);
        const { sequence, body } = decoded.pdu;
        if (body.command === 'unbind') socket.end(octets({ command: 'unbind_resp' }, sequence));
      }
    });
    greet(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(() => {
    server.close();
    for (const socket of raw.sockets) socket.destroy();
  });
  return { ...raw, port: (server.address() as AddressInfo).port };
}

function octets(body: Body, sequence: number, status = 0): Buffer {
  const encoded = encodePdu(body, sequence, status);
  if (!encoded.ok) throw new Error(encoded.fault.reason);
  return encoded.bytes;
}

const bindAnswer = octets({ command: 'bind_transceiver_resp', systemId: 'raw', tlvs: [] }, 1);

describe('an operator that asks before it has let us in', () => {
  it('whether we are there, is answered; an outbind is refused', async () => {
    const raw = await listenRaw((socket) => {
      socket.write(octets({ command: 'enquire_link' }, 7));
      socket.write(octets({ command: 'outbind', systemId: 'x', password: 'y' }, 8));
    });
    const world = await open({ config: { port: raw.port }, unbound: true });
    await until(() => raw.heard.length === 3, 'the answers');
    const commands = raw.heard.map(({ command }) => command);
    expect(commands.toSorted()).toEqual(['bind_transceiver', 'enquire_link_resp', 'generic_nack']);
    expect(world.outbinds).toBe(1);
    raw.sockets[0]?.write(bindAnswer);
    await until(() => world.link.state().kind === 'bound', 'the bind');
  });
});

function header(length: number, command: number, sequence: number): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32BE(length, 0);
  bytes.writeUInt32BE(command, 4);
  bytes.writeUInt32BE(sequence, 12);
  return bytes;
}

const requests = [0, 1, 3, 4, 5, 7, 9, 0x15, 0x21, 0x103, 0xaa, 0x7fff_ffff] as const;
const answers = [0x8000_0000, 0x8000_0004, 0x8000_0005, 0x8000_0009, 0x8000_0015] as const;
const sequences = fc.constantFrom(0, 1, 2, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff);

/** PDUs of a sound length and nothing else that is sure. */
const framed = fc
  .tuple(fc.constantFrom(...requests, ...answers), sequences, fc.uint8Array({ maxLength: 300 }))
  .map(([command, sequence, body]) => ({
    command,
    bytes: Buffer.concat([header(16 + body.length, command, sequence), body]),
  }));

describe('octets that no server should send', () => {
  it('in PDUs whose end can be found, have one answer each, and the link goes on', async () => {
    const raw = await listenRaw((socket) => void socket.write(bindAnswer));
    // The server answers no submit, and the end of the test is not to wait for it.
    const patience = { enquireIntervalMs: 600_000, answerTimeoutMs: 500 };
    const world = await open({ config: { port: raw.port, ...patience } });
    const broken = fc.sample(framed, { numRuns: 2_000, seed: 4_821 });
    for (const { bytes } of broken) raw.sockets[0]?.write(bytes);
    const asked = broken.filter(({ command }) => command < 0x8000_0000).length;
    await until(() => raw.heard.length - 1 + world.inbound.length >= asked, 'the answers');
    world.link.submit(parts(1));
    await until(() => raw.heard.some(({ command }) => command === 'submit_sm'), 'the submit');
    expect(world.states.filter((state) => state === 'bound')).toHaveLength(1);
    expect(world.inbound.filter(({ kind }) => kind === 'receipt')).toEqual([]);
  });

  it.each([
    ['a length too small', header(4, 5, 1)],
    ['a length of nothing', Buffer.alloc(16)],
    ['a length without end', header(0xffff_ffff, 5, 1)],
    ['no PDU at all', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ])('with %s, end the connection and no more', async (_, bytes) => {
    const raw = await listenRaw((socket) => void socket.write(bindAnswer));
    const world = await open({ config: { port: raw.port, enquireIntervalMs: 600_000 } });
    world.link.submit(parts(1));
    await until(() => raw.heard.length === 2, 'the submit');
    raw.sockets[0]?.write(bytes);
    await until(() => world.outcomes.length === 1, 'its outcome');
    expect(world.outcomes).toEqual([{ key: 1, kind: 'ambiguous', broken: true }]);
    await until(() => world.states.filter((state) => state === 'bound').length === 2, 'the return');
    // What was heard on the old connection and on the new one has no order.
    const commands = raw.heard.map(({ command }) => command).toSorted();
    const binds = ['bind_transceiver', 'bind_transceiver'];
    expect(commands).toEqual([...binds, 'generic_nack', 'submit_sm']);
  });

  it('do not fill the memory, however many they are', async () => {
    const raw = await listenRaw((socket) => void socket.write(bindAnswer));
    const world = await open({ config: { port: raw.port, enquireIntervalMs: 600_000 } });
    const junk = Buffer.concat(
      Array.from({ length: 1_000 }, (_, index) =>
        Buffer.concat([
          Buffer.from('00000014000000050000000000000002000101ff', 'hex'),
          octets({ command: 'submit_sm_resp', messageId: 'x', tlvs: [] }, 0x7000_0000 + index),
        ]),
      ),
    );
    const flood = async (times: number): Promise<void> => {
      for (let round = 0; round < times; round += 1) {
        const from = raw.heard.length;
        raw.sockets.at(-1)?.write(junk);
        // Each cut deliver_sm has one refusal.
        await until(() => raw.heard.length >= from + 1_000, 'the refusals');
        raw.heard.length = 1;
      }
    };
    await flood(20);
    const before = process.memoryUsage().heapUsed;
    await flood(200);
    const grownBytes = process.memoryUsage().heapUsed - before;
    expect(grownBytes).toBeLessThan(40_000_000);
    expect(world.link.state().kind).toBe('bound');
    expect(world.inbound).toEqual([]);
  }, 60_000);
});
