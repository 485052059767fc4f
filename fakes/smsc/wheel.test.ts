import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Wheel } from './wheel.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('the timer wheel', () => {
  it('returns what is due, in order, never early', () => {
    const due: string[] = [];
    const wheel = new Wheel<string>((items) => void due.push(...items));
    wheel.add(100, 'later');
    wheel.add(20, 'first');
    wheel.add(20, 'second');
    vi.advanceTimersByTime(19);
    expect(due).toEqual([]);
    vi.advanceTimersByTime(10);
    expect(due).toEqual(['first', 'second']);
    vi.advanceTimersByTime(100);
    expect(due).toEqual(['first', 'second', 'later']);
  });

  it('is idle when empty, and starts again', () => {
    const due: string[] = [];
    const wheel = new Wheel<string>((items) => void due.push(...items));
    wheel.add(0, 'one');
    vi.advanceTimersByTime(20);
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(60_000);
    wheel.add(0, 'two');
    vi.advanceTimersByTime(20);
    expect(due).toEqual(['one', 'two']);
  });

  it('forgets what is cleared', () => {
    const due: string[] = [];
    const wheel = new Wheel<string>((items) => void due.push(...items));
    wheel.add(5, 'one');
    wheel.clear();
    vi.advanceTimersByTime(100);
    expect(due).toEqual([]);
    expect(wheel.size).toBe(0);
  });
});
