import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { machineRandom } from '../src/random.ts';
import { seededRandom } from '../../../test/support/seeded-random.ts';

describe('random', () => {
  it('gives secrets that differ, of the promised length, safe in an address', () => {
    const secrets = Array.from({ length: 100 }, () => machineRandom.secret(24));
    expect(new Set(secrets).size).toBe(100);
    for (const secret of secrets) expect(secret).toMatch(/^[\w-]{32}$/);
  });

  it('replays everything from a seed, and nothing from another', () => {
    const draw = (seed: string): unknown[] => {
      const random = seededRandom(seed);
      return [random.secret(40), random.randomInt(0, 1000), random.randomBytes(7).toString('hex')];
    };
    expect(draw('a')).toEqual(draw('a'));
    expect(draw('a')).not.toEqual(draw('b'));
  });

  it('keeps whole numbers between the bounds', () => {
    const bounds = fc.tuple(fc.string(), fc.integer(), fc.integer({ min: 1, max: 1e9 }));
    fc.assert(
      fc.property(bounds, ([seed, min, span]) => {
        for (const random of [seededRandom(seed), machineRandom]) {
          const value = random.randomInt(min, min + span);
          expect(Number.isInteger(value)).toBe(true);
          expect(value).toBeGreaterThanOrEqual(min);
          expect(value).toBeLessThan(min + span);
        }
      }),
    );
  });
});
