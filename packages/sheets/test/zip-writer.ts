/** Writes zip files, including invalid ones: the headers say whatever the test wants. */
import { crc32, deflateRawSync } from 'node:zlib';

export type ZipPart = {
  readonly name: string;
  readonly data: Buffer | string;
  /** General purpose flags; 1 is encrypted. */
  readonly flags?: number;
  readonly method?: number;
  /** Stated instead of the true length. */
  readonly claimedBytes?: number;
  /** Stated instead of the true checksum. */
  readonly crc?: number;
  /** `data` is already deflated: its unpacked length and checksum. */
  readonly packed?: { readonly bytes: number; readonly crc: number };
};

function headers(part: ZipPart, offset: number): readonly [Buffer, Buffer, Buffer] {
  const data = Buffer.from(part.data as string);
  const isStored = part.method === 0;
  const body = part.packed !== undefined || isStored ? data : deflateRawSync(data, { level: 1 });
  const name = Buffer.from(part.name);
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(part.flags ?? 0, 2);
  fields.writeUInt16LE(part.method ?? 8, 4);
  fields.writeUInt32LE(part.crc ?? part.packed?.crc ?? crc32(data), 10);
  fields.writeUInt32LE(body.length, 14);
  fields.writeUInt32LE(part.claimedBytes ?? part.packed?.bytes ?? data.length, 18);
  fields.writeUInt16LE(name.length, 22);
  const tail = Buffer.alloc(14);
  tail.writeUInt32LE(offset, 10);
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, name]);
  const central = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, tail, name]);
  return [local, body, central];
}

export function makeZip(parts: readonly ZipPart[]): Buffer {
  const bodies: Buffer[] = [];
  const contents: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const [local, body, central] = headers(part, offset);
    bodies.push(local, body);
    contents.push(central);
    offset += local.length + body.length;
  }
  const directory = Buffer.concat(contents);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length & 0xffff, 8);
  end.writeUInt16LE(parts.length & 0xffff, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, directory, end]);
}
