import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CarrierPart } from '../../domain/carrier/carrier.ts';
import type { MessageId } from '../../domain/ids.ts';
import { PairLimit } from './pair-limit.ts';

const part = (key: number, destination = '923001234567'): CarrierPart => ({
  key,
  messageId: key as MessageId,
  attempt: 1,
  source: '',
  sourceKind: 'alphanumeric',
  destination,
  alphabet: 'chat',
  body: Buffer.from('{}'),
  segment: undefined,
  priority: 0,
  expiresAtMs: 0,
  reference: 0,
});

const pairLimit = (other: Partial<ConstructorParameters<typeof PairLimit>[0]> = {}): PairLimit =>
  new PairLimit({ gapMs: 6_000, mostWaitMs: 20_000, most: 100, ...other });

const keys = (parts: readonly CarrierPart[]): readonly number[] => parts.map(({ key }) => key);

describe('the pause between two messages to one user', () => {
  it('lets the first one go, parks the next, and returns it after the pause', () => {
    const it = pairLimit();
    expect(it.enter(part(1), 0)).toBe('go');
    expect(it.enter(part(2), 1)).toBe('parked');
    it.left('923001234567', 10);
    expect(it.waitMs(10)).toBe(6_000);
    expect(keys(it.due(6_009))).toEqual([]);
    expect(keys(it.due(6_010))).toEqual([2]);
    expect(it.parked).toBe(0);
  });

  it('holds up nobody else', () => {
    const it = pairLimit();
    it.enter(part(1), 0);
    it.enter(part(2), 0);
    expect(it.enter(part(3, '923007654321'), 0)).toBe('go');
  });

  it('returns a user’s parts one by one, in order', () => {
    const it = pairLimit();
    for (const key of [1, 2, 3]) it.enter(part(key), 0);
    it.left('923001234567', 0);
    expect(keys(it.due(6_000))).toEqual([2]);
    // It has not left yet: nobody knows when the user's pause will end.
    expect(it.waitMs(6_000)).toBeUndefined();
    expect(keys(it.due(60_000))).toEqual([]);
    it.left('923001234567', 6_500);
    expect(keys(it.due(12_500))).toEqual([3]);
  });

  it('turns away what would wait too long', () => {
    const it = pairLimit();
    const entries = [1, 2, 3, 4, 5].map((key) => it.enter(part(key), 0));
    expect(entries).toEqual(['go', 'parked', 'parked', 'parked', 'full']);
  });

  it('turns away what exceeds its limit', () => {
    const it = pairLimit({ most: 1 });
    for (const key of [1, 2]) it.enter(part(key), 0);
    it.enter(part(3, '92300'), 0);
    expect(it.enter(part(4, '92300'), 0)).toBe('full');
  });

  it('counts nothing for a part that did not leave after all', () => {
    const it = pairLimit();
    it.enter(part(1), 0);
    it.enter(part(2), 0);
    it.unused('923001234567', 5);
    expect(keys(it.due(5))).toEqual([2]);
  });

  it('is longer where the platform asks for it', () => {
    const it = pairLimit();
    it.enter(part(1), 0);
    it.left('923001234567', 0);
    it.delay('923001234567', 100);
    expect(it.enter(part(2), 6_100)).toBe('parked');
    expect(keys(it.due(12_100))).toEqual([2]);
  });

  it('gives up what is parked', () => {
    const it = pairLimit();
    for (const key of [1, 2, 3]) it.enter(part(key), 0);
    expect(keys(it.takeAll())).toEqual([2, 3]);
    expect(it.parked).toBe(0);
    expect(it.waitMs(0)).toBeUndefined();
  });

  it('does not exist where the number has none', () => {
    const it = pairLimit({ gapMs: 0 });
    expect([1, 2, 3].map((key) => it.enter(part(key), 0))).toEqual(['go', 'go', 'go']);
  });

  it('holds whatever comes when, and loses no part', () => {
    const step = fc.record({ user: fc.integer({ min: 0, max: 2 }), waitMs: fc.nat(5_000) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const it = pairLimit();
        const leftAtMs = new Map<string, number[]>();
        let nowMs = 0;
        let out = 0;
        let turnedAway = 0;
        const leave = ({ destination }: CarrierPart): void => {
          leftAtMs.set(destination, [...(leftAtMs.get(destination) ?? []), nowMs]);
          it.left(destination, nowMs);
          out += 1;
        };
        for (const [key, { user, waitMs }] of steps.entries()) {
          nowMs += waitMs;
          it.due(nowMs).forEach(leave);
          const next = part(key, `92300000000${user}`);
          const entry = it.enter(next, nowMs);
          if (entry === 'go') leave(next);
          if (entry === 'full') turnedAway += 1;
        }
        while (it.parked > 0) {
          nowMs += it.waitMs(nowMs) ?? 0;
          it.due(nowMs).forEach(leave);
        }
        expect(out + turnedAway).toBe(steps.length);
        for (const times of leftAtMs.values()) {
          const gaps = times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0));
          expect(gaps.every((gapMs) => gapMs >= 6_000)).toBe(true);
        }
      }),
    );
  });
});
