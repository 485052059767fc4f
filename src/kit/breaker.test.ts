import { describe, expect, it } from 'vitest';
import { createBreaker, type Breaker, type Verdict } from './breaker.ts';

const settings = {
  answers: 20,
  bad: 10,
  windowMs: 60_000,
  firstMs: 5_000,
  lastMs: 60_000,
  probes: 3,
};

function note(breaker: Breaker, verdict: Verdict, times: number, atMs: number): void {
  for (let count = 0; count < times; count += 1) breaker.note(verdict, atMs);
}

/** A breaker that opened at 0. */
function opened(): Breaker {
  const breaker = createBreaker(settings);
  note(breaker, 'bad', settings.bad, 0);
  return breaker;
}

describe('a breaker', () => {
  it('opens at its bound of bad answers, and not one before', () => {
    const breaker = createBreaker(settings);
    note(breaker, 'bad', settings.bad - 1, 0);
    expect(breaker.phase(0)).toBe('closed');
    note(breaker, 'bad', 1, 0);
    expect(breaker.phase(0)).toBe('open');
  });

  it('looks back on its last answers alone', () => {
    const breaker = createBreaker(settings);
    for (let round = 0; round < 20; round += 1) {
      note(breaker, 'bad', 4, round);
      note(breaker, 'good', 6, round);
    }
    expect(breaker.phase(20)).toBe('closed');
  });

  it('forgets answers that are older than its window', () => {
    const breaker = createBreaker(settings);
    note(breaker, 'bad', settings.bad - 1, 0);
    note(breaker, 'bad', 1, settings.windowMs + 1);
    expect(breaker.phase(settings.windowMs + 1)).toBe('closed');
  });

  it('lets some through after its pause, and closes on good answers in a row', () => {
    const breaker = opened();
    const endMs = settings.firstMs;
    expect(breaker.phase(endMs - 1)).toBe('open');
    expect(breaker.phase(endMs)).toBe('half_open');
    note(breaker, 'good', settings.probes - 1, endMs);
    expect(breaker.phase(endMs)).toBe('half_open');
    note(breaker, 'good', 1, endMs);
    expect(breaker.phase(endMs)).toBe('closed');
  });

  it('opens again at one bad answer, for twice as long, up to a bound', () => {
    const breaker = opened();
    let atMs = 0;
    const pauses: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      const fromMs = atMs;
      while (breaker.phase(atMs) === 'open') atMs += 500;
      pauses.push(atMs - fromMs);
      breaker.note('bad', atMs);
    }
    expect(pauses).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
  });

  it('takes no notice of answers to what left before it opened', () => {
    const breaker = opened();
    note(breaker, 'good', 10, 1);
    note(breaker, 'bad', 10, 1);
    expect(breaker.phase(settings.firstMs)).toBe('half_open');
  });

  it('closes when there was nothing to try it with for a while', () => {
    const breaker = opened();
    const quietMs = 30_000;
    const untilMs = settings.firstMs + quietMs;
    breaker.closeIfQuiet(quietMs, untilMs - 1);
    expect(breaker.phase(untilMs)).toBe('half_open');
    breaker.closeIfQuiet(quietMs, untilMs);
    expect(breaker.phase(untilMs)).toBe('closed');
  });
});
