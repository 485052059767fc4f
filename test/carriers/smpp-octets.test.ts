/** Case 11 of what can go wrong: what no server should send, octet by octet. */
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { decodePdu, encodePdu, type Body } from '@paigham/smpp';
import { readVectors } from '../../packages/smpp/test/vector-pdus.ts';
import { closeAll, open, parts, until } from './linked.ts';

const servers: (() => void)[] = [];
afterEach(async () => {
  await closeAll();
  for (const close of servers.splice(0)) close();
});

type Raw = {
  readonly port: number;
  readonly sockets: Socket[];
  readonly heard: Body[];
  readonly statuses: number[];
};

/** A server that says nothing but what it is told to, octet by octet. */
async function listenRaw(greet: (socket: Socket) => void = () => undefined): Promise<Raw> {
  const raw: Omit<Raw, 'port'> = { sockets: [], heard: [], statuses: [] };
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
        raw.statuses.push(decoded.pdu.status);
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

/** What is in memory and in use: without garbage, which is collected at any time or none. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
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
    expect(world.outcomes).toMatchObject([{ key: 1, kind: 'ambiguous', broken: true }]);
    await until(() => world.states.filter((state) => state === 'bound').length === 2, 'the return');
    // The server lets in before it is asked: it may not have read all of it yet.
    await until(() => raw.heard.length >= 4, 'what was said');
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
        world.inbound.length = 0;
        world.odd.length = 0;
      }
    };
    await flood(20);
    const before = heldBytes();
    await flood(200);
    const grownBytes = heldBytes() - before;
    expect(grownBytes).toBeLessThan(40_000_000);
    expect(world.link.state().kind).toBe('bound');
  });
});

type Damaged = {
  readonly name: string;
  readonly hex: string;
  readonly reason: string;
  readonly body: { readonly command: string; readonly esmClass?: number };
};
const damaged = readVectors('pdus-damaged') as readonly Damaged[];
const ofCommand = (...commands: readonly string[]): readonly Damaged[] =>
  damaged.filter(({ body }) => commands.includes(body.command));

describe('a PDU with a fault that leaves its meaning plain', () => {
  it.each(ofCommand('bind_transceiver_resp'))('binds: $name', async ({ hex, reason }) => {
    const raw = await listenRaw((socket) => void socket.write(Buffer.from(hex, 'hex')));
    const world = await open({ config: { port: raw.port } });
    expect(world.link.state().kind).toBe('bound');
    expect(world.odd).toEqual([reason]);
  });

  it('brings receipts and replies, acknowledged, counted, and with their octets', async () => {
    const raw = await listenRaw((socket) => void socket.write(bindAnswer));
    const world = await open({ config: { port: raw.port } });
    const delivered = ofCommand('deliver_sm', 'data_sm');
    for (const { hex } of delivered) raw.sockets[0]?.write(Buffer.from(hex, 'hex'));
    await until(() => raw.heard.length === 1 + delivered.length, 'the answers');
    expect(raw.statuses.every((status) => status === 0)).toBe(true);
    expect(world.odd).toEqual(delivered.map(({ reason }) => reason));
    const copies = world.inbound.filter(({ kind }) => kind === 'damaged');
    expect(copies.map(({ raw: octet }) => Buffer.from(octet).toString('hex'))).toEqual(
      delivered.map(({ hex }) => hex),
    );
    const read = world.inbound.filter(({ kind }) => kind !== 'damaged');
    const texts = read.map((it) =>
      it.kind === 'reply' ? Buffer.from(it.octets).toString('latin1') : it.kind,
    );
    const stop = Buffer.from('روک', 'utf16le').swap16().toString('latin1');
    expect(new Set(texts)).toEqual(new Set(['STOP', 'receipt', stop, 'A'.repeat(255)]));
    const receipts = read.flatMap((it) => (it.kind === 'receipt' ? [it] : []));
    expect(receipts.length).toBeGreaterThan(8);
    for (const { operatorKey, state } of receipts) {
      expect({ operatorKey, state }).toEqual({ operatorKey: '4345101', state: 'delivered' });
    }
  });

  it('that answers a submit gives its id', async () => {
    const raw = await listenRaw((socket) => void socket.write(bindAnswer));
    const world = await open({ config: { port: raw.port } });
    world.link.submit(parts(2));
    await until(() => raw.heard.length === 3, 'the submits');
    for (const [index, id] of ['4345101\0\0', '4345102'].entries()) {
      raw.sockets[0]?.write(
        Buffer.concat([header(16 + id.length, 0x8000_0004, index + 2), Buffer.from(id)]),
      );
    }
    await until(() => world.outcomes.length === 2, 'the outcomes');
    expect(world.outcomes).toMatchObject([
      { kind: 'taken', operatorKey: '4345101' },
      { kind: 'taken', operatorKey: '4345102' },
    ]);
  });

  it('keeps an operator that asks whether we are there, and one that leaves', async () => {
    const raw = await listenRaw((socket) => void socket.write(bindAnswer));
    await open({ config: { port: raw.port } });
    const [enquiry, unbind] = [ofCommand('enquire_link'), ofCommand('unbind')];
    for (const { hex } of [...enquiry, ...unbind.slice(0, 1)]) {
      raw.sockets[0]?.write(Buffer.from(hex, 'hex'));
    }
    await until(() => raw.heard.length === 1 + enquiry.length + 1, 'the answers');
    const answers = raw.heard.slice(1).map(({ command }) => command);
    expect(answers).toEqual([...enquiry.map(() => 'enquire_link_resp'), 'unbind_resp']);
  });
});

it('what cannot be read is kept before it is refused, and counted', async () => {
  const raw = await listenRaw((socket) => void socket.write(bindAnswer));
  const world = await open({ config: { port: raw.port } });
  world.acknowledging = false;
  const cut = Buffer.from('00000014000000050000000000000002000101ff', 'hex');
  const strange = header(16, 0xaa, 3);
  raw.sockets[0]?.write(Buffer.concat([cut, strange]));
  await until(() => raw.heard.length === 2, 'the nack');
  expect(raw.heard[1]).toEqual({ command: 'generic_nack' });
  expect(world.inbound).toMatchObject([
    { kind: 'unreadable', raw: cut, why: 'body_cut' },
    { kind: 'unreadable', raw: strange, why: 'command_unknown' },
  ]);
  expect(world.odd).toEqual(['body_cut', 'command_unknown']);
  world.inbound[0]?.acknowledge();
  await until(() => raw.heard.length === 3, 'the refusal');
  expect(raw.heard[2]).toMatchObject({ command: 'deliver_sm_resp' });
  expect(raw.statuses.slice(1)).toEqual([3, 2]);
});

it('keeps the octets of a hundred of a kind a day, and reads and counts all', async () => {
  const raw = await listenRaw((socket) => void socket.write(bindAnswer));
  const world = await open({ config: { port: raw.port } });
  const hex = ofCommand('deliver_sm')[0]?.hex ?? '';
  for (let index = 0; index < 130; index += 1) raw.sockets[0]?.write(Buffer.from(hex, 'hex'));
  await until(() => raw.heard.length === 131, 'the answers');
  expect(world.odd).toHaveLength(130);
  expect(world.inbound.filter(({ kind }) => kind === 'reply')).toHaveLength(130);
  expect(world.inbound.filter(({ kind }) => kind === 'damaged')).toHaveLength(100);
});
