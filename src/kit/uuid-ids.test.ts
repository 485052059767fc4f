import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stepClock } from '../../test/support/step-clock.ts';
import { createIds, timeOfId } from './ids.ts';
import { machineRandom } from '@paigham/base/random.ts';
import { seededRandom } from '../../test/support/seeded-random.ts';
import { idOfUuid, uuidOf } from './uuid-ids.ts';

const anyId = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });

/** A UUID of version 7 as somebody else makes it. */
function foreign(): string {
  const bytes = machineRandom.randomBytes(16);
  bytes.writeUIntBE(1_790_000_000_000, 0, 6);
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  const hex = bytes.toString('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}

describe('the UUID of an id', () => {
  it('is one of version 7, of the second of the id, and gives the id back', () => {
    fc.assert(
      fc.property(anyId, (id) => {
        const uuid = uuidOf(id);
        expect(uuid).toMatch(
          /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
        );
        const atMs = Number.parseInt(uuid.replace('-', '').slice(0, 12), 16);
        expect(Math.floor(atMs / 1_000) * 1_000).toBe(timeOfId(id));
        expect(idOfUuid(uuid)).toBe(id);
        expect(idOfUuid(uuid.toUpperCase())).toBe(id);
      }),
    );
  });

  it('of each of 50,000 ids of one second is another, and none tells how many there were', () => {
    const ids = createIds(() => 3, stepClock(1_790_000_000_000), seededRandom('uuid'));
    const uuids = Array.from({ length: 50_000 }, () => uuidOf(ids.next()));
    expect(new Set(uuids).size).toBe(50_000);
    const rests = uuids
      .slice(0, 1_000)
      .map((uuid) => BigInt(`0x${uuid.slice(19).replace('-', '')}`));
    const steps = rests.slice(1).map((rest, index) => rest - (rests[index] ?? 0n));
    expect(new Set(steps).size).toBe(steps.length);
    const milliseconds = new Set(uuids.map((uuid) => uuid.slice(0, 13)));
    expect(milliseconds.size).toBeGreaterThan(900);
  });
});

describe('what is no UUID of an id', () => {
  it('is known as that, whichever character was changed', () => {
    fc.assert(
      fc.property(anyId, fc.nat(35), fc.constantFrom(...'0123456789abcdef'), (id, at, digit) => {
        const uuid = uuidOf(id);
        const changed = uuid.slice(0, at) + digit + uuid.slice(at + 1);
        fc.pre(changed !== uuid);
        expect(idOfUuid(changed)).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });

  it('is one that somebody else made', () => {
    const found = Array.from({ length: 2_000 }, foreign).filter((it) => idOfUuid(it) !== undefined);
    expect(found).toEqual([]);
  });

  it.each(['', '12345', 'ffffffff-ffff-ffff-ffff-ffffffffffff', `${uuidOf(5)} `, `x${uuidOf(5)}`])(
    'is %j',
    (text) => {
      expect(idOfUuid(text)).toBeUndefined();
    },
  );
});
