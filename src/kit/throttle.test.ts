import { describe, expect, it } from 'vitest';
import { stepClock } from '../../test/support/step-clock.ts';
import { createThrottle } from './throttle.ts';

const settings = { most: 3, windowMs: 60_000, keys: 2 };

describe('throttle', () => {
  it('bears the bound and not one more', () => {
    const throttle = createThrottle({ ...settings, clock: stepClock() });
    for (let event = 1; event <= 3; event += 1) throttle.note('a');
    expect(throttle.isOver('a')).toBe(false);
    throttle.note('a');
    expect(throttle.isOver('a')).toBe(true);
    expect(throttle.isOver('b')).toBe(false);
  });

  it('forgives when the window is over', () => {
    const clock = stepClock();
    const throttle = createThrottle({ ...settings, clock });
    for (let event = 1; event <= 9; event += 1) throttle.note('a');
    clock.advance(59_999);
    expect(throttle.isOver('a')).toBe(true);
    clock.advance(1);
    expect(throttle.isOver('a')).toBe(false);
  });

  it('tells how much is left, and for how long, however many are noted at a time', () => {
    const clock = stepClock();
    const throttle = createThrottle({ ...settings, clock });
    const { most, windowMs } = settings;
    expect(throttle.left('a')).toEqual({ events: most, windowMs });
    throttle.note('a', 2);
    clock.advance(1_000);
    expect(throttle.left('a')).toEqual({ events: most - 2, windowMs: windowMs - 1_000 });
    for (let event = 0; event <= most; event += 1) throttle.note('a');
    expect(throttle.left('a').events).toBe(0);
    clock.advance(windowMs);
    expect(throttle.left('a')).toEqual({ events: most, windowMs });
  });

  it('remembers no more keys than it may, and forgets the oldest first', () => {
    const throttle = createThrottle({ ...settings, clock: stepClock() });
    for (const key of ['a', 'b', 'b', 'b', 'b', 'a', 'a', 'a', 'c']) throttle.note(key);
    expect(throttle.isOver('a')).toBe(false);
    expect(throttle.isOver('b')).toBe(true);
  });
});
