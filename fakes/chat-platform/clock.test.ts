import { describe, expect, it } from 'vitest';
import { VirtualClock } from './clock.ts';

const settled = (): Promise<void> => Promise.resolve();

describe('the clock', () => {
  it('does what falls due on the way, in order and each at its own moment', async () => {
    const clock = new VirtualClock();
    clock.freeze();
    const startMs = clock.now();
    const done: [string, number][] = [];
    const note = (name: string) => () => void done.push([name, clock.now() - startMs]);
    clock.after(2_000, note('later'));
    clock.after(1_000, note('first'));
    clock.after(1_000, note('second'));
    clock.after(5_000, note('not yet'));
    await clock.moveTo(startMs + 4_000, settled);
    expect(done).toEqual([
      ['first', 1_000],
      ['second', 1_000],
      ['later', 2_000],
    ]);
    expect(clock.now()).toBe(startMs + 4_000);
    expect(clock.waiting).toBe(1);
    clock.close();
  });

  it('does on the way what was only asked for on the way', async () => {
    const clock = new VirtualClock();
    clock.freeze();
    const startMs = clock.now();
    let done = 0;
    clock.after(1_000, () => clock.after(1_000, () => void (done = clock.now() - startMs)));
    await clock.moveTo(startMs + 3_000, settled);
    expect(done).toBe(2_000);
    clock.close();
  });

  it('stands still while it is frozen, and goes on from there', async () => {
    const clock = new VirtualClock();
    clock.freeze();
    const frozenMs = clock.now();
    await clock.moveTo(frozenMs + 86_400_000, settled);
    expect(clock.now()).toBe(frozenMs + 86_400_000);
    clock.resume();
    expect(clock.now()).toBeGreaterThanOrEqual(frozenMs + 86_400_000);
    expect(clock.frozen).toBe(false);
    clock.close();
  });

  it('keeps running when it is moved while it runs', async () => {
    const clock = new VirtualClock();
    const beforeMs = clock.steady();
    await clock.moveTo(clock.now() + 60_000, settled);
    expect(clock.frozen).toBe(false);
    expect(clock.steady() - beforeMs).toBeGreaterThanOrEqual(60_000);
    const done = new Promise<void>((resolve) => clock.after(1, resolve));
    await done;
    clock.close();
  });

  it('keeps the order of many', async () => {
    const clock = new VirtualClock();
    clock.freeze();
    const startMs = clock.now();
    const done: number[] = [];
    const delays = Array.from({ length: 500 }, (_, at) => (at * 7_919) % 1_000);
    for (const delay of delays) clock.after(delay, () => void done.push(delay));
    await clock.moveTo(startMs + 1_000, settled);
    expect(done).toEqual(delays.toSorted((a, b) => a - b));
    clock.close();
  });
});
