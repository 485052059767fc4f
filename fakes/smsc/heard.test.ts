import { describe, expect, it } from 'vitest';
import { submitSm, type Message } from '@paigham/smpp';
import { concatenationHeader, encodeGsm7, encodeUcs2, splitText } from '@paigham/sms-text';
import { CopyIndex, HeardRing, type Heard } from './heard.ts';
import { showMessages, showPdu } from './show.ts';

const single = (text: string, destination = '923001234567'): Message =>
  submitSm({ source: '8584', destination, shortMessage: encodeGsm7(text) });

function long(text: string, reference: number): readonly Message[] {
  const bodies = splitText(text, 'gsm7', 8);
  return bodies.map((octets, index) => {
    const header = concatenationHeader({
      referenceBits: 8,
      reference,
      partCount: bodies.length,
      partNumber: index + 1,
    });
    const shortMessage = Buffer.concat([header, octets]);
    return submitSm({ source: '8584', destination: '92300', esmClass: 0x40, shortMessage });
  });
}

function hear(ring: HeardRing, message: Message, status = 0): Heard {
  const fields = { atMs: 0, link: 1, systemId: 'x', message, frame: Buffer.alloc(0) };
  const heard = ring.add(fields);
  heard.status = status;
  heard.messageId = status === 0 ? String(heard.number) : '';
  return heard;
}

describe('the last messages', () => {
  it('are kept up to the limit, oldest first', () => {
    const ring = new HeardRing(3);
    for (const text of ['a', 'b', 'c', 'd']) hear(ring, single(text));
    expect(ring.last(10).map(({ number }) => number)).toEqual([2, 3, 4]);
    expect(ring.last(2).map(({ number }) => number)).toEqual([3, 4]);
    expect(ring.find(1)).toBeUndefined();
  });

  it('are shown as readable text', () => {
    const ring = new HeardRing(3);
    const message = submitSm({ dataCoding: 8, shortMessage: encodeUcs2('پیغام') });
    const shown = showPdu(hear(ring, message));
    expect(shown).toMatchObject({ text: 'پیغام', part: null, status: 'ESME_ROK (0x00)' });
  });
});

describe('long messages', () => {
  const text = `${'a'.repeat(153)}${'b'.repeat(153)}c`;

  it('are put together in whatever order their parts arrive', () => {
    const ring = new HeardRing(10);
    for (const message of long(text, 7).toReversed()) hear(ring, message);
    const shown = showMessages(ring.last(10).map(showPdu));
    expect(shown).toHaveLength(1);
    expect(shown[0]).toMatchObject({ text, partCount: 3, complete: true });
  });

  it('show what is missing', () => {
    const ring = new HeardRing(10);
    const [first, , third] = long(text, 7);
    if (first && third) [first, third].forEach((message) => hear(ring, message));
    const [shown] = showMessages(ring.last(10).map(showPdu));
    expect(shown).toMatchObject({ complete: false, text: `${'a'.repeat(153)}[…]c` });
  });

  it('include a part that was refused and sent again', () => {
    const ring = new HeardRing(10);
    const [first, second, third] = long(text, 7);
    if (!first || !second || !third) throw new Error('three parts');
    hear(ring, first);
    hear(ring, second, 0x58);
    hear(ring, third);
    hear(ring, second);
    const shown = showMessages(ring.last(10).map(showPdu));
    expect(shown).toHaveLength(1);
    expect(shown[0]).toMatchObject({ complete: true, status: 'ESME_ROK (0x00)' });
  });

  it('are two messages when the reference is reused', () => {
    const ring = new HeardRing(10);
    for (const message of [...long(text, 7), ...long(text, 7)]) hear(ring, message);
    expect(showMessages(ring.last(10).map(showPdu))).toHaveLength(2);
  });
});

describe('copies', () => {
  it('are counted by destination and content, with refused tries counted separately', () => {
    const copies = new CopyIndex(10);
    copies.note(single('hello'), false);
    copies.note(single('hello'), true);
    copies.note(single('hello'), true);
    copies.note(single('hello', '923009999999'), true);
    copies.note(single('other'), true);
    const found = [...copies.entries()];
    expect(found).toHaveLength(3);
    expect(found[0]).toEqual({
      destination: '923001234567',
      part: '',
      text: 'hello',
      heard: 3,
      taken: 2,
    });
  });

  it('are found even under another reference', () => {
    const copies = new CopyIndex(10);
    const text = 'a'.repeat(160) + 'b';
    for (const message of [...long(text, 1), ...long(text, 2)]) copies.note(message, true);
    expect([...copies.entries()].map(({ part, taken }) => [part, taken])).toEqual([
      ['1/2', 2],
      ['2/2', 2],
    ]);
  });

  it('say when they are not complete', () => {
    const copies = new CopyIndex(2);
    for (const text of ['a', 'b', 'c', 'a']) copies.note(single(text), true);
    expect(copies.size()).toBe(2);
    expect(copies.overflow).toBe(1);
    expect([...copies.entries()][0]?.taken).toBe(2);
  });
});
