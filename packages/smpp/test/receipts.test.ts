import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  deliverKind,
  looksLikeReceipt,
  messageIdKey,
  parseReceipt,
  tlvTags,
  type MessageIdForm,
  type Receipt,
  type Tlv,
  type TlvName,
} from '../src/index.ts';
import { readVectors } from './vector-pdus.ts';

type Stored = {
  readonly name: string;
  readonly text?: string;
  readonly hex?: string;
  readonly dataCoding?: number;
  readonly tlvs?: Readonly<Partial<Record<TlvName, string>>>;
  readonly utcOffsetMinutes?: number;
};

function source(stored: Stored): Parameters<typeof parseReceipt>[0] {
  const { text = '', hex, dataCoding = 0 } = stored;
  const shortMessage = hex === undefined ? Buffer.from(text, 'latin1') : Buffer.from(hex, 'hex');
  const tlvs = Object.entries(stored.tlvs ?? {}).map(([name, value]): Tlv => {
    return { tag: tlvTags[name as TlvName], value: Buffer.from(value, 'hex') };
  });
  return { shortMessage, tlvs, dataCoding };
}

describe('receipts that can be read', () => {
  it.each(readVectors('receipts-valid') as readonly (Stored & { readonly receipt: Receipt })[])(
    '$name',
    (stored) => {
      const { utcOffsetMinutes = 0 } = stored;
      const parsed = parseReceipt(source(stored), { utcOffsetMinutes });
      expect(parsed).toEqual({ ok: true, receipt: stored.receipt });
    },
  );
});

describe('receipts that cannot be read', () => {
  it.each(readVectors('receipts-invalid') as readonly (Stored & { readonly reason: string })[])(
    '$name',
    (stored) => {
      const { reason } = stored;
      expect(parseReceipt(source(stored))).toEqual({ ok: false, reason });
    },
  );

  it('never throws, whatever the octets', () => {
    const octets = fc.uint8Array({ maxLength: 254 });
    const likeText = fc
      .array(fc.constantFrom('id:', 'stat:', 'text:', 'done date:', ' ', '1', 'DELIVRD', ':'))
      .map((pieces) => new Uint8Array(Buffer.from(pieces.join(''))));
    const check = (shortMessage: Uint8Array, dataCoding: number): void => {
      const parsed = parseReceipt({ shortMessage, tlvs: [], dataCoding });
      if (parsed.ok) expect(parsed.receipt.messageId).not.toBe('');
    };
    const codings = fc.constantFrom(0, 8);
    fc.assert(fc.property(fc.oneof(octets, likeText), codings, check), { numRuns: 2_000 });
  });
});

describe('distinguishing receipts from messages', () => {
  it.each([
    [0x00, 'message'],
    [0x40, 'message'],
    [0x04, 'receipt'],
    [0x44, 'receipt'],
    [0x20, 'intermediate'],
    [0x08, 'other'],
  ] as const)('esm_class %i is a %s', (esmClass, kind) => {
    expect(deliverKind(esmClass)).toBe(kind);
  });

  it('recognises the text if the flag is missing', () => {
    const text = 'id:1 sub:001 dlvrd:001 done date:2611201016 stat:DELIVRD err:000 text:';
    expect(looksLikeReceipt(source({ name: '', text }))).toBe(true);
    expect(looksLikeReceipt(source({ name: '', text: 'my id: 5 and my stat: fine' }))).toBe(false);
  });
});

describe('message ids', () => {
  const same: readonly [string, MessageIdForm, string, MessageIdForm][] = [
    ['1a2b', 'hex', '6699', 'decimal'],
    ['1A2B', 'hex', '0000006699', 'decimal'],
    ['6699', 'decimal', '00001a2b', 'hex'],
    ['0000042', 'folded', '42', 'folded'],
    ['C449AB97', 'folded', 'c449ab97', 'folded'],
    [' 42 ', 'text', '42', 'text'],
    ['0', 'hex', '000', 'decimal'],
    ['c449ab9744f47b6a', 'hex', '14144024770919037802', 'decimal'],
  ];
  it.each(same)('%s (%s) is %s (%s)', (one, oneForm, other, otherForm) => {
    expect(messageIdKey(one, oneForm)).toBe(messageIdKey(other, otherForm));
  });

  const different: readonly [string, string, MessageIdForm][] = [
    ['042', '42', 'text'],
    ['aB', 'ab', 'text'],
    ['9007199254740993', '9007199254740992', 'decimal'],
    ['ffffffffffffffff1', 'ffffffffffffffff2', 'hex'],
    ['7f6b-1', '7f6b-2', 'hex'],
  ];
  it.each(different)('%s is not %s as %s', (one, other, form) => {
    expect(messageIdKey(one, form)).not.toBe(messageIdKey(other, form));
  });

  it('matches its own spelling in the other notation, for any number', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 128n }), fc.nat(12), (id, zeros) => {
        const hex = '0'.repeat(zeros) + id.toString(16).toUpperCase();
        expect(messageIdKey(hex, 'hex')).toBe(messageIdKey(id.toString(), 'decimal'));
      }),
    );
  });
});

it.each([',', ' ', ';', '\0'])('reads a long run of %j in no time', (character) => {
  const shortMessage = Buffer.from(`id:7${character.repeat(60_000)}x stat:DELIVRD`);
  const from = process.cpuUsage();
  expect(parseReceipt({ shortMessage, tlvs: [], dataCoding: 0 })).toMatchObject({ ok: true });
  // With a regex it was ten seconds of work.
  expect(process.cpuUsage(from).user / 1_000).toBeLessThan(2_000);
});
