import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LinkId } from '../../domain/ids.ts';
import type { WaitingPart } from '../../features/replies/reply-parts.sql.ts';
import { joinParts } from './receive.ts';

const LONG_AGO = 0;

function part(number: number, text: string, change: Partial<WaitingPart> = {}): WaitingPart {
  return {
    linkId: 1 as LinkId,
    fingerprint: `${number} ${text}`,
    from: '923001234567',
    to: '8584',
    alphabet: 'latin1',
    octets: Buffer.from(text, 'latin1'),
    segment: { reference: 7, count: 3, number },
    receivedAtMs: 1_000,
    ...change,
  };
}

const whole = [part(1, 'one '), part(2, 'two '), part(3, 'three')];
const texts = (parts: readonly WaitingPart[], overdueMs = LONG_AGO) =>
  joinParts(parts, overdueMs).map(({ text }) => text);

describe('parts', () => {
  it('are joined in whatever order they arrive', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(whole, { minLength: 3 }), (parts) => {
        expect(texts(parts)).toEqual(['one two three']);
      }),
    );
  });

  it('wait while one is missing, and are shown with a gap once it is too late', () => {
    const [first, second, third] = whole;
    if (first === undefined || second === undefined || third === undefined) throw new Error();
    expect(texts([first, third])).toEqual([]);
    expect(texts([first, third], 1_000)).toEqual([]);
    expect(texts([first, third], 1_001)).toEqual(['one …three']);
    expect(texts([second], 1_001)).toEqual(['…two …']);
  });

  it.each([
    ['link', { linkId: 2 as LinkId }],
    ['phone', { from: '923001234568' }],
    ['sender', { to: '7711' }],
    ['reference', { segment: { reference: 8, count: 3, number: 3 } }],
    ['count', { segment: { reference: 7, count: 4, number: 3 } }],
  ])('of another %s are not joined', (_, change) => {
    expect(texts([...whole.slice(0, 2), part(3, 'three', change)])).toEqual([]);
  });

  it('with a reused reference: the later one counts, the earlier waits', () => {
    const [joined] = joinParts([part(1, 'old', { receivedAtMs: 500 }), ...whole], LONG_AGO);
    expect(joined?.text).toBe('one two three');
    expect(joined?.parts).toHaveLength(3);
  });

  it('that cut a character in two are read as a whole', () => {
    const utf16 = Buffer.from('😀 ہے', 'utf16le').swap16();
    const cut = [utf16.subarray(0, 2), utf16.subarray(2)];
    const parts = cut.map((octets, index) =>
      part(index + 1, '', {
        octets,
        alphabet: 'ucs2',
        segment: { reference: 1, count: 2, number: index + 1 },
      }),
    );
    expect(texts(parts)).toEqual(['😀 ہے']);
  });

  it('in different alphabets are each read in their own', () => {
    const urdu = part(3, '', { alphabet: 'ucs2', octets: Buffer.from([0x06, 0x28]) });
    expect(texts([...whole.slice(0, 2), urdu])).toEqual(['one two ب']);
  });

  it('are kept unread when one of them cannot be read', () => {
    const [joined] = joinParts([...whole.slice(0, 2), part(3, 'x', { alphabet: 'binary' })], 0);
    expect(joined).toMatchObject({ text: undefined, alphabet: 'binary' });
  });
});
