/** A name server on loopback whose answers the test decides, query by query. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export type NameServer = {
  /** In the form a resolver takes. */
  readonly address: string;
  /** The queries: `A files.example`. */
  readonly asked: string[];
  close(): void;
};

/** IPv4 addresses of `name` at its `time`-th query (from 1); empty: there are none. */
export type Names = (name: string, time: number) => readonly string[];

/** The TXT records of `name`. */
export type Texts = (name: string) => readonly string[];

const A = 1;
const TXT = 16;
const KINDS: Readonly<Record<number, string>> = { 1: 'A', 16: 'TXT', 28: 'AAAA' };
const HEAD = 12;

function nameIn(packet: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = HEAD;
  for (let length = packet[at] ?? 0; length > 0; length = packet[at] ?? 0) {
    labels.push(packet.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

type Answered = { readonly type: number; readonly data: readonly Buffer[] };

function answerTo(packet: Buffer, end: number, { type, data }: Answered): Buffer {
  const head = Buffer.alloc(HEAD);
  packet.copy(head, 0, 0, 2);
  // A response with recursion; "no such name" if there is nothing.
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 6);
  const records = data.map((it) =>
    Buffer.from([0xc0, HEAD, 0, type, 0, 1, 0, 0, 0, 0, 0, it.length, ...it]),
  );
  return Buffer.concat([head, packet.subarray(HEAD, end + 4), ...records]);
}

export async function startNameServer(names: Names, texts: Texts = () => []): Promise<NameServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  const times = new Map<string, number>();
  socket.on('message', (packet, from) => {
    const { name, end } = nameIn(packet);
    const type = packet.readUInt16BE(end);
    asked.push(`${KINDS[type] ?? type} ${name}`);
    const time = (times.get(name) ?? 0) + 1;
    if (type === A) times.set(name, time);
    const addresses = (): Buffer[] =>
      names(name, time).map((it) => Buffer.from(it.split('.').map(Number)));
    const said = (): Buffer[] =>
      texts(name).map((it) => Buffer.from([it.length, ...Buffer.from(it, 'latin1')]));
    const data = type === A ? addresses() : type === TXT ? said() : [];
    socket.send(answerTo(packet, end, { type, data }), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address() satisfies AddressInfo;
  return { address: `127.0.0.1:${port}`, asked, close: () => socket.close() };
}
