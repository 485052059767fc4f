import { describe, expect, it } from 'vitest';
import { createPace, pause, wallClock } from '../src/clock.ts';
import { stepClock } from '../../../test/support/step-clock.ts';

describe('stepClock', () => {
  it('fires timers in order of their moment, each seeing its own time', () => {
    const clock = stepClock(1000);
    const seen: [string, number][] = [];
    clock.setTimer(30, () => seen.push(['late', clock.nowMs()]));
    clock.setTimer(10, () => seen.push(['early', clock.nowMs()]));
    clock.advance(29);
    expect(seen).toEqual([['early', 1010]]);
    clock.advance(1);
    expect(seen).toEqual([
      ['early', 1010],
      ['late', 1030],
    ]);
    expect(clock.pendingTimers()).toBe(0);
  });

  it('repeats every period until cancelled', () => {
    const clock = stepClock();
    let count = 0;
    const timer = clock.every(100, () => count++);
    clock.advance(350);
    expect(count).toBe(3);
    timer.cancel();
    clock.advance(1000);
    expect(count).toBe(3);
  });

  it('fires what a timer sets within the same stretch, and not what it cancels', () => {
    const clock = stepClock();
    const seen: string[] = [];
    const doomed = clock.setTimer(6, () => seen.push('doomed'));
    clock.setTimer(5, () => {
      doomed.cancel();
      clock.setTimer(5, () => seen.push('second'));
    });
    clock.advance(10);
    expect(seen).toEqual(['second']);
  });

  it('lets awaiting code run between timers', async () => {
    const clock = stepClock();
    const seen: number[] = [];
    const walk = async (): Promise<void> => {
      for (let i = 0; i < 3; i++) {
        await pause(clock, 10);
        seen.push(clock.monotonicMs());
      }
    };
    const walking = walk();
    await clock.advanceAsync(30);
    await walking;
    expect(seen).toEqual([10, 20, 30]);
  });
});

describe('wallClock', () => {
  it('reads milliseconds, and its monotonic time never goes back', () => {
    expect(wallClock.nowMs()).toBeGreaterThan(1_700_000_000_000);
    const before = wallClock.monotonicMs();
    expect(wallClock.monotonicMs()).toBeGreaterThanOrEqual(before);
  });

  it('fires a timer, does not fire a cancelled one', async () => {
    const seen: string[] = [];
    wallClock.setTimer(1, () => seen.push('cancelled')).cancel();
    await new Promise<void>((resolve) => {
      wallClock.setTimer(5, () => {
        seen.push('fired');
        resolve();
      });
    });
    expect(seen).toEqual(['fired']);
  });

  it('does not fire a timer longer than 31 bits of milliseconds at once', async () => {
    let fired = false;
    const timer = wallClock.setTimer(2 ** 31 + 5, () => (fired = true));
    await pause(wallClock, 10);
    timer.cancel();
    expect(fired).toBe(false);
  });
});

describe('a pace', () => {
  it('lets the first go at once, and the next when its time has passed', async () => {
    const clock = stepClock(1000);
    const pace = createPace(clock, 25);
    await pace();
    let gone = false;
    const second = pace().then(() => (gone = true));
    clock.advance(24);
    await Promise.resolve();
    expect(gone).toBe(false);
    clock.advance(1);
    await second;
    clock.advance(25);
    await pace();
    expect(clock.pendingTimers()).toBe(0);
  });
});
