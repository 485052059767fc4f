import { describe, expect, it } from 'vitest';
import { decodeOctets, decodePlainOctets } from './percent.ts';

describe('decodeOctets', () => {
  it('looks at nothing outside of its part', () => {
    expect(decodeOctets('x%41+%42y', 1, 8)).toEqual({ text: 'A B' });
    expect(decodeOctets('%41', 0, 2)).toHaveProperty('why');
    expect(decodeOctets('%00', 3, 3)).toEqual({ text: '' });
  });

  it('reads values longer than most', () => {
    const octets = '%d9%be'.repeat(5_000);
    expect(decodeOctets(octets, 0, octets.length)).toEqual({ text: 'پ'.repeat(5_000) });
  });

  it('gives a text that the next one does not change', () => {
    const first = decodeOctets('%41%41', 0, 6);
    decodeOctets('%42%42', 0, 6);
    expect(first).toEqual({ text: 'AA' });
  });

  it('takes no character for several octets', () => {
    expect(decodeOctets('پ', 0, 1)).toHaveProperty('why', 'its bytes are not UTF-8');
  });
});

describe('decodePlainOctets', () => {
  it('leaves percent and plus as they are', () => {
    expect(decodePlainOctets(Buffer.from('%41+پ'))).toEqual({ text: '%41+پ' });
    expect(decodePlainOctets(Buffer.from([0xc3]))).toHaveProperty('why');
    expect(decodePlainOctets(Buffer.from('a\0'))).toHaveProperty('why');
  });
});
