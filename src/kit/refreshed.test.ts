import { expect, it } from 'vitest';
import { stepClock } from '../../test/support/step-clock.ts';
import { keep } from './refreshed.ts';

function open(values: readonly unknown[]) {
  const clock = stepClock();
  let reads = 0;
  const kept = keep(clock, 1_000, async () => {
    const value = values[Math.min(reads, values.length - 1)];
    reads += 1;
    if (value instanceof Error) throw value;
    return value;
  });
  return { clock, kept, reads: () => reads };
}

it('is read once for all who ask within a period', async () => {
  const { clock, kept, reads } = open([{ of: 1 }, { of: 2 }]);
  const all = await Promise.all([kept.latest(), kept.latest(), kept.latest()]);
  expect(all).toEqual([{ of: 1 }, { of: 1 }, { of: 1 }]);
  clock.advance(999);
  expect(await kept.latest()).toEqual({ of: 1 });
  expect(reads()).toBe(1);
});

it('is read again while they see the last one, who wait only when it is too old', async () => {
  const { clock, kept, reads } = open([1, 2, 3]);
  await kept.latest();
  clock.advance(1_000);
  expect(await kept.latest()).toBe(1);
  expect(reads()).toBe(2);
  expect(await kept.latest()).toBe(2);
  clock.advance(3_000);
  expect(await kept.latest()).toBe(3);
});

it('stays the same object while it says the same', async () => {
  const { clock, kept } = open([{ of: 1 }, { of: 1 }, { of: 2 }]);
  const first = await kept.latest();
  clock.advance(5_000);
  expect(await kept.latest()).toBe(first);
  clock.advance(5_000);
  expect(await kept.latest()).not.toBe(first);
});

it('is not there for those who do not wait, until it has been read', async () => {
  const { clock, kept } = open([1, new Error('no database'), 2]);
  expect(kept.peek()).toBeUndefined();
  expect(await kept.latest()).toBe(1);
  expect(kept.peek()).toBe(1);
  clock.advance(5_000);
  await expect(kept.latest()).rejects.toThrow('no database');
  expect(await kept.latest()).toBe(2);
});
