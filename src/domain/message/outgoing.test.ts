import { decodeGsm7, decodeUcs2 } from '@paigham/sms-text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeLong, makeOutgoing, NOON_MS, NUMBERS } from '../../../test/support/fixtures.ts';
import type { MessageId } from '../ids.ts';
import { cutParts } from './outgoing.ts';

describe('the parts of a message', () => {
  it('are one without a header when its text fits', () => {
    expect(cutParts(makeOutgoing({ text: 'Hi €' }), false)).toEqual([
      {
        parts: [1],
        carried: {
          messageId: 1_000,
          attempt: 1,
          source: 'InfoSMS',
          sourceKind: 'alphanumeric',
          destination: NUMBERS.jazz,
          alphabet: 'gsm7',
          body: Uint8Array.of(0x48, 0x69, 0x20, 0x1b, 0x65),
          segment: undefined,
          priority: 0,
          expiresAtMs: NOON_MS + 86_400_000,
          reference: expect.any(Number),
        },
      },
    ]);
  });

  it('say which they are, in order', () => {
    const messageId = (2 ** 40 + 0x1a7) as MessageId;
    const cut = cutParts(makeLong(3, { messageId }), false) ?? [];
    const same = { referenceBits: 8, reference: messageId, count: 3 };
    expect(cut.map(({ carried }) => carried.segment)).toEqual([
      { ...same, number: 1 },
      { ...same, number: 2 },
      { ...same, number: 3 },
    ]);
    expect(cut.map(({ carried }) => carried.body.length)).toEqual([153, 153, 153]);
  });

  it('omit what an earlier attempt already brought there, keeping their numbers', () => {
    const cut = cutParts(makeLong(4, { partsTaken: [1, 3] }), false) ?? [];
    const whole = cutParts(makeLong(4), false) ?? [];
    expect(cut).toEqual([whole[1], whole[3]]);
    expect(cutParts(makeLong(2, { partsTaken: [2, 1] }), false)).toEqual([]);
  });

  it.each([
    ['fewer', makeLong(2, { parts: 3 })],
    ['more', makeLong(3, { parts: 2 })],
    ['more than the one', makeOutgoing({ text: 'a'.repeat(161) })],
  ])('are not sent when they are %s than was charged', (_, message) => {
    expect(cutParts(message, false)).toBeUndefined();
  });

  it.each([
    ['8584', 'short_code', 'short_code'],
    ['92300', 'simple', 'short_code'],
    ['B2B', 'branded', 'alphanumeric'],
  ] as const)('from %s on the route %s are of the kind %s', (name, route, kind) => {
    const [cut] = cutParts(makeOutgoing({ sender: { name, route } }), false) ?? [];
    expect(cut?.carried).toMatchObject({ source: name, sourceKind: kind });
  });

  it.each([0, 1] as const)('are as urgent as their message: %d', (priority) => {
    const cut = cutParts(makeLong(2, { priority }), false) ?? [];
    expect(cut.map(({ carried }) => carried.priority)).toEqual([priority, priority]);
  });

  it('hold all of the text, in either alphabet', () => {
    const gsm = fc.string({
      unit: fc.constantFrom('a', '€', '\n'),
      minLength: 161,
      maxLength: 900,
    });
    const urdu = fc.string({
      unit: fc.constantFrom('ک', '😀', 'a'),
      minLength: 71,
      maxLength: 400,
    });
    fc.assert(
      fc.property(fc.oneof(gsm, urdu), (text) => {
        const alphabet = /^[a€\n]*$/.test(text) ? 'gsm7' : 'ucs2';
        const counts = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];
        const found = counts.flatMap((parts) => {
          const cut = cutParts(makeOutgoing({ text, alphabet, parts }), false);
          return cut === undefined ? [] : [cut];
        });
        expect(found).toHaveLength(1);
        const cut = found[0] ?? [];
        const read = alphabet === 'gsm7' ? decodeGsm7 : decodeUcs2;
        expect(cut.map(({ carried }) => read(carried.body)).join('')).toBe(text);
        const same = { referenceBits: 8, reference: 1_000, count: cut.length };
        for (const { parts, carried } of cut) {
          expect(carried.segment).toEqual({ ...same, number: parts[0] });
        }
      }),
    );
  });
});

describe('a message for a link that takes long texts whole', () => {
  it('is one piece that stands for all its parts', () => {
    const long = makeLong(3);
    const [cut, ...others] = cutParts(long, true) ?? [];
    expect(others).toEqual([]);
    expect(cut?.parts).toEqual([1, 2, 3]);
    expect(cut?.carried.segment).toBeUndefined();
    expect(decodeGsm7(cut?.carried.body ?? new Uint8Array())).toBe(long.text);
  });

  it('goes in parts if some were taken elsewhere, and as usual if it is short', () => {
    const begun = makeLong(3, { partsTaken: [2] });
    expect(cutParts(begun, true)).toEqual(cutParts(begun, false));
    expect(cutParts(makeOutgoing(), true)).toEqual(cutParts(makeOutgoing(), false));
    expect(cutParts(makeLong(2, { parts: 3 }), true)).toBeUndefined();
  });

  it('is a single part for a chat message: its content, in UTF-8', () => {
    const text = JSON.stringify({ kind: 'text', body: 'آپ کا شکریہ '.repeat(100) });
    const chat = makeOutgoing({ alphabet: 'chat', text });
    const [cut, ...others] = cutParts(chat, false) ?? [];
    expect(others).toEqual([]);
    expect(cut?.parts).toEqual([1]);
    expect(cut?.carried).toMatchObject({ alphabet: 'chat', segment: undefined });
    expect(Buffer.from(cut?.carried.body ?? []).toString('utf8')).toBe(text);
    expect(cutParts({ ...chat, parts: 2 }, false)).toBeUndefined();
  });
});
