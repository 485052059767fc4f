import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { machineRandom } from '@paigham/base/random.ts';
import { createSeal } from './seal.ts';

const masterKey = Buffer.alloc(32, 7);
const seal = createSeal([masterKey], machineRandom);

describe('sealing', () => {
  it('gives back what was sealed, whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (secret, purpose) => {
        expect(seal.open(seal.seal(secret, purpose), purpose)).toBe(secret);
      }),
    );
  });

  it('does not open for another purpose, under another master key, or when one bit changed', () => {
    const sealed = seal.seal('s3cret', 'link jazz');
    const other = createSeal([Buffer.alloc(32, 8)], machineRandom);
    expect(seal.open(sealed, 'link zong')).toBeUndefined();
    expect(other.open(sealed, 'link jazz')).toBeUndefined();
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(seal.open(changed, 'link jazz')).toBeUndefined();
    }
    expect(seal.open(sealed.subarray(0, 20), 'link jazz')).toBeUndefined();
  });

  it('gives back octets as they were, for their own purpose alone', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5_000 }), (octets) => {
        const sealed = seal.sealOctets(octets, 'document face 1 of account 7');
        expect(seal.openOctets(sealed, 'document face 1 of account 7')).toEqual(
          Buffer.from(octets),
        );
        expect(seal.openOctets(sealed, 'document face 2 of account 7')).toBeUndefined();
      }),
    );
  });

  it('never seals the same secret into the same octets', () => {
    expect(seal.seal('a', 'b').equals(seal.seal('a', 'b'))).toBe(false);
  });

  it('hashes by the master key', () => {
    expect(seal.hash('key')).toMatch(/^[0-9a-f]{64}$/);
    expect(seal.hash('key')).toBe(createSeal([masterKey], machineRandom).hash('key'));
    expect(seal.hash('key')).not.toBe(createSeal([Buffer.alloc(32, 8)], machineRandom).hash('key'));
  });

  it('opens what the second key sealed, and seals it again with the first', () => {
    const [first, second] = [Buffer.alloc(32, 8), masterKey];
    const both = createSeal([first, second], machineRandom);
    const sealed = seal.seal('s3cret', 'link jazz');
    expect(both.open(sealed, 'link jazz')).toBe('s3cret');
    expect(both.open(sealed, 'link zong')).toBeUndefined();
    const anew = both.reseal(sealed, 'link jazz') ?? Buffer.of();
    expect(createSeal([first], machineRandom).open(anew, 'link jazz')).toBe('s3cret');
    expect(both.reseal(anew, 'link jazz')).toBe(anew);
    expect(both.reseal(sealed, 'link zong')).toBeUndefined();
    expect(createSeal([second, first], machineRandom).open(anew, 'link jazz')).toBe('s3cret');
  });
});
