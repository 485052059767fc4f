import { describe, expect, it } from 'vitest';
import { makeReference, readReference } from './bank-transfer.ts';

const SIGNS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** Different ones, the same in every run. */
function some(count: number): readonly string[] {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  return Array.from({ length: count }, () => makeReference(random));
}

describe('the reference of a bank transfer', () => {
  it('has no sign that is read as another, and is found however it is written', () => {
    for (const reference of some(200)) {
      expect(reference).toMatch(/^[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/);
      expect(readReference(reference)).toBe(reference);
      expect(readReference(` ${reference.toLowerCase().replace('-', ' ')} `)).toBe(reference);
    }
  });

  it('is none with one wrong sign', () => {
    for (const reference of some(20)) {
      for (const [at, right] of [...reference].entries()) {
        if (right === '-') continue;
        for (const wrong of SIGNS.replace(right, '')) {
          const written = reference.slice(0, at) + wrong + reference.slice(at + 1);
          expect(readReference(written)).toBeUndefined();
        }
      }
    }
  });

  it('is none when two neighbours change places', () => {
    for (const reference of some(200)) {
      const bare = reference.replace('-', '');
      for (let at = 0; at < bare.length - 1; at += 1) {
        const [one = '', other = ''] = bare.slice(at, at + 2);
        if (one === other) continue;
        const written = bare.slice(0, at) + other + one + bare.slice(at + 2);
        expect(readReference(written)).toBeUndefined();
      }
    }
  });

  it.each(['', 'ABCD', 'ABCD-EFG0', 'ABCD-EFGHJ'])('is none as “%s”', (written) => {
    expect(readReference(written)).toBeUndefined();
  });
});
