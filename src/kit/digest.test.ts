import { expect, it } from 'vitest';
import { hmacSha256, sha256 } from './digest.ts';

it('SHA-256 is that of FIPS 180-2, appendix B.1', () => {
  const expected = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  expect(sha256(Buffer.from('abc'))).toBe(expected);
});

it('HMAC is that of RFC 4231, test case 2', () => {
  const expected = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';
  expect(hmacSha256('Jefe', Buffer.from('what do ya want for nothing?'))).toBe(expected);
});
