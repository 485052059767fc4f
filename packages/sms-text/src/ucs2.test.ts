import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeUcs2, encodeUcs2, hasLoneSurrogate } from './ucs2.ts';

describe('UCS-2', () => {
  it.each([
    ['a', [0x00, 0x61]],
    ['ک', [0x06, 0xa9]],
    ['😀', [0xd8, 0x3d, 0xde, 0x00]],
    ['\ufeffa', [0xfe, 0xff, 0x00, 0x61]],
    ['', []],
  ])('writes %j high octet first and reads it back', (text, octets) => {
    expect([...encodeUcs2(text)]).toEqual(octets);
    expect(decodeUcs2(Uint8Array.from(octets))).toBe(text);
  });

  it('reads back whatever it wrote', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(fc.property(text, (written) => decodeUcs2(encodeUcs2(written)) === written));
  });

  it.each([
    ['a last odd octet', [0x00, 0x61, 0x06], 'a\ufffd'],
    ['half of a pair', [0xd8, 0x3d, 0x00, 0x61], '\ufffda'],
  ])('reads %s as the replacement character', (_, octets, text) => {
    expect(decodeUcs2(Uint8Array.from(octets))).toBe(text);
  });
});

describe('a lone surrogate', () => {
  it.each(['a\ud83d', '\ude00a', '\ude00\ud83d'])('is seen in %j', (text) => {
    expect(hasLoneSurrogate(text)).toBe(true);
  });

  it.each(['a😀', 'abc', ''])('is not in %j', (text) => {
    expect(hasLoneSurrogate(text)).toBe(false);
  });
});
