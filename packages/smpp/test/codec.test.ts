import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  commandIds,
  decodePdu,
  encodePdu,
  Framer,
  PduWriter,
  submitSm,
  type DecodeFault,
  type Pdu,
} from '../src/index.ts';
import { hexed, readValidPdus, readVectors } from './vector-pdus.ts';

type InvalidPdu = Pick<DecodeFault, 'reason' | 'answerStatus' | 'recoverable' | 'field'> & {
  readonly name: string;
  readonly hex: string;
};

const validPdus = readValidPdus();

describe('valid PDUs', () => {
  it.each(validPdus)('decodes $name', ({ hex, sequence, status, body }) => {
    const decoded = decodePdu(Buffer.from(hex, 'hex'));
    expect(decoded).toEqual({ ok: true, pdu: { sequence, status, body } });
  });

  it.each(validPdus)('encodes $name', ({ hex, sequence, status, body }) => {
    const encoded = encodePdu(body, sequence, status);
    expect(encoded.ok && encoded.bytes.toString('hex')).toBe(hex);
  });

  it('exist for every command', () => {
    const covered = new Set<string>(validPdus.map(({ body }) => body.command));
    expect(Object.keys(commandIds).filter((name) => !covered.has(name))).toEqual([]);
  });
});

describe('invalid PDUs', () => {
  it.each(readVectors('pdus-invalid') as readonly InvalidPdu[])('refuses $name', (vector) => {
    const decoded = decodePdu(Buffer.from(vector.hex, 'hex'));
    const { reason, answerStatus, recoverable } = vector;
    const fault = { reason, answerStatus, recoverable };
    expect(decoded).toMatchObject({ ok: false, fault });
    if (!decoded.ok && vector.field !== undefined) expect(decoded.fault.field).toBe(vector.field);
  });

  it('keeps the header of what it refuses, so that it can be answered', () => {
    const decoded = decodePdu(Buffer.from('00000010000000050000000000000007', 'hex'));
    const header = { commandId: 5, status: 0, sequence: 7 };
    expect(decoded).toMatchObject({ ok: false, fault: header });
  });
});

type DamagedPdu = {
  readonly name: string;
  readonly hex: string;
  readonly reason: DecodeFault['reason'];
  readonly status?: number;
  readonly leftOver?: string;
  readonly body: object;
};

describe('PDUs with a fault that leaves their meaning plain', () => {
  it.each(readVectors('pdus-damaged') as readonly DamagedPdu[])('reads $name', (vector) => {
    const frame = Buffer.from(vector.hex, 'hex');
    const decoded = decodePdu(frame);
    if (!decoded.ok) throw new Error(decoded.fault.reason);
    const { pdu, fault, leftOver } = decoded;
    const { reason, status = 0, body } = vector;
    expect({ ...pdu, body: hexed(pdu.body) }).toMatchObject({
      sequence: frame.readUInt32BE(12),
      status,
      body,
    });
    expect(fault).toMatchObject({ reason, recoverable: true });
    if (vector.leftOver !== undefined) expect(leftOver && hexOf(leftOver)).toBe(vector.leftOver);
  });

  it.each(validPdus.filter(({ hex }) => hex.length > 32))(
    'reads the mandatory part of $name whatever follows it',
    ({ hex, sequence, status, body }) => {
      const whole = Buffer.from(hex, 'hex');
      const check = (rest: Uint8Array): void => {
        const frame = Buffer.concat([whole, rest]);
        frame.writeUInt32BE(frame.length, 0);
        const decoded = decodePdu(frame);
        if (!decoded.ok) throw new Error(decoded.fault.reason);
        expect(decoded.pdu).toMatchObject({ sequence, status, body: mandatory(body) });
      };
      fc.assert(fc.property(fc.uint8Array({ maxLength: 40 }), check), { numRuns: 60 });
    },
  );

  it.each(validPdus.filter(({ body }) => 'tlvs' in body && body.tlvs.length > 0))(
    'reads the mandatory part of $name wherever its parameters are cut',
    ({ hex, sequence, status, body }) => {
      const whole = Buffer.from(hex, 'hex');
      const { tlvs } = body as { readonly tlvs: readonly { readonly value: Uint8Array }[] };
      const octets = tlvs.reduce((sum, { value }) => sum + 4 + value.length, 0);
      for (let cut = 1; cut <= octets; cut += 1) {
        const frame = Buffer.from(whole.subarray(0, whole.length - cut));
        frame.writeUInt32BE(frame.length, 0);
        const decoded = decodePdu(frame);
        if (!decoded.ok) throw new Error(decoded.fault.reason);
        expect(decoded.pdu).toMatchObject({ sequence, status, body: mandatory(body) });
      }
    },
  );

  it('keeps at most 255 characters of a string', () => {
    const id = Buffer.from(`${'7'.repeat(60_000)}\0`);
    const frame = Buffer.concat([Buffer.from('00000000800000040000000000000001', 'hex'), id]);
    frame.writeUInt32BE(frame.length, 0);
    const body = { messageId: '7'.repeat(255) };
    expect(decodePdu(frame)).toMatchObject({ ok: true, pdu: { body } });
  });
});

/** The fields that come before the parameters; opaque bodies are all that there is. */
function mandatory(body: Pdu['body']): object {
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => name !== 'tlvs' && name !== 'bytes'),
  );
}

function hexOf(octets: Uint8Array): string {
  return Buffer.from(octets).toString('hex');
}

describe('what cannot be encoded', () => {
  const refusal = (fields: Parameters<typeof submitSm>[0]): unknown => {
    const encoded = encodePdu(submitSm(fields), 1);
    return encoded.ok ? 'encoded' : encoded.fault;
  };
  const octets = (count: number): Uint8Array => new Uint8Array(count);

  it.each([
    ['a source of 20', { source: 'x'.repeat(20) }, 'encoded'],
    ['a source of 21', { source: 'x'.repeat(21) }, { reason: 'string_too_long' }],
    ['a NUL inside', { source: 'a\0b' }, { reason: 'string_not_latin1' }],
    ['letters beyond Latin-1', { source: 'پیغام' }, { reason: 'string_not_latin1' }],
    ['254 octets', { shortMessage: octets(254) }, 'encoded'],
    ['255 octets', { shortMessage: octets(255) }, { reason: 'short_message_too_long' }],
    ['a payload of 65,535', { tlvs: [{ tag: 0x424, value: octets(65_535) }] }, 'encoded'],
    [
      'a payload of 65,536',
      { tlvs: [{ tag: 0x424, value: octets(65_536) }] },
      { reason: 'tlv_too_long' },
    ],
    [
      'content in both places',
      { shortMessage: octets(1), tlvs: [{ tag: 0x424, value: octets(1) }] },
      { reason: 'payload_twice' },
    ],
  ])('%s', (_name, fields, expected) => {
    const found = refusal(fields);
    if (typeof expected === 'string') expect(found).toBe(expected);
    else expect(found).toMatchObject(expected);
  });

  it('leaves no trace in the batch', () => {
    const writer = new PduWriter();
    writer.write({ command: 'enquire_link' }, 1, 0);
    writer.write(submitSm({ source: 'x'.repeat(21) }), 2, 0);
    writer.write({ command: 'enquire_link' }, 3, 0);
    expect(frames([writer.take()])).toHaveLength(2);
  });
});

describe('the writer', () => {
  it('never changes octets that were taken, whatever is written later', () => {
    const writer = new PduWriter();
    const taken: { bytes: Buffer; copy: string }[] = [];
    for (let index = 0; index < 3_000; index += 1) {
      const shortMessage = new Uint8Array(index % 250).fill(index);
      writer.write(submitSm({ shortMessage }), index + 1, 0);
      if (index % 3 !== 0) continue;
      const bytes = writer.take();
      taken.push({ bytes, copy: bytes.toString('hex') });
    }
    for (const { bytes, copy } of taken) expect(bytes.toString('hex')).toBe(copy);
    const pdus = frames([...taken.map(({ bytes }) => bytes), writer.take()]);
    const sequences = pdus.map(({ sequence }) => sequence);
    expect(sequences).toEqual(Array.from({ length: 3_000 }, (_, index) => index + 1));
  });
});

/** Cuts chunks into PDUs, which must all be readable. */
function frames(chunks: readonly Buffer[]): readonly Pdu[] {
  const framer = new Framer();
  const pdus: Pdu[] = [];
  for (const chunk of chunks) {
    framer.push(chunk);
    for (let framed = framer.next(); framed !== undefined; framed = framer.next()) {
      if (framed.kind === 'fault') throw new Error(framed.fault.reason);
      const decoded = decodePdu(framed.frame);
      if (!decoded.ok) throw new Error(decoded.fault.reason);
      pdus.push(decoded.pdu);
    }
  }
  return pdus;
}

describe('framing', () => {
  const stream = Buffer.concat(validPdus.map(({ hex }) => Buffer.from(hex, 'hex')));
  const expected = validPdus.map(({ sequence, status, body }) => ({ sequence, status, body }));

  it('reads the same PDUs octet by octet', () => {
    const octets = Array.from(stream, (octet) => Buffer.from([octet]));
    expect(frames(octets)).toEqual(expected);
  });

  it('reads the same PDUs however the stream is cut', () => {
    const cuts = fc.array(fc.nat({ max: stream.length }), { maxLength: 12 });
    const check = (points: readonly number[]): void => {
      const places = [0, ...points.toSorted((a, b) => a - b), stream.length];
      const chunks = places.slice(1).map((end, index) => stream.subarray(places[index], end));
      expect(frames(chunks)).toEqual(expected);
    };
    fc.assert(fc.property(cuts, check), { numRuns: 200 });
  });

  it.each([
    ['15 octets', 15, 'length_too_small'],
    ['0 octets', 0, 'length_too_small'],
    ['one past the limit', 101, 'length_too_large'],
    ['4 GiB', 0xffff_ffff, 'length_too_large'],
  ])('refuses a length of %s before anything else has arrived', (_name, octets, reason) => {
    const framer = new Framer(100);
    const head = Buffer.alloc(4);
    head.writeUInt32BE(octets);
    framer.push(head);
    const fault = { reason, recoverable: false };
    expect(framer.next()).toMatchObject({ kind: 'fault', fault });
  });

  it('takes a PDU of exactly the limit', () => {
    const framer = new Framer(100);
    const pdu = Buffer.alloc(100);
    pdu.writeUInt32BE(100);
    framer.push(pdu);
    expect(framer.next()).toMatchObject({ kind: 'frame' });
  });
});

describe('arbitrary octets', () => {
  it('are decoded or refused, and never make it throw', () => {
    const withLength = fc.uint8Array({ minLength: 16, maxLength: 300 }).map((octets) => {
      const frame = Buffer.from(octets);
      frame.writeUInt32BE(frame.length, 0);
      return frame;
    });
    fc.assert(
      fc.property(withLength, (frame) => void decodePdu(frame)),
      { numRuns: 2_000 },
    );
  });

  it('are decoded or refused when a valid PDU was damaged in one place', () => {
    const damage = fc.record({
      vector: fc.constantFrom(...validPdus),
      at: fc.nat({ max: 400 }),
      octet: fc.integer({ min: 0, max: 255 }),
    });
    type Damage = { readonly vector: { hex: string }; readonly at: number; readonly octet: number };
    const check = ({ vector, at, octet }: Damage): void => {
      const frame = Buffer.from(vector.hex, 'hex');
      frame[4 + (at % (frame.length - 4))] = octet;
      const decoded = decodePdu(frame);
      // What can be read must also be writable, and give the same PDU.
      if (!decoded.ok) return;
      const { body, sequence, status } = decoded.pdu;
      const encoded = encodePdu(body, sequence, status);
      if (encoded.ok) expect(decodePdu(encoded.bytes)).toMatchObject({ pdu: decoded.pdu });
    };
    fc.assert(fc.property(damage, check), { numRuns: 3_000 });
  });
});
