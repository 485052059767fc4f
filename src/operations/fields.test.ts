import { describe, expect, it } from 'vitest';
import { readTime } from './fields.ts';

/** It is the 22nd in Pakistan, and still the 21st in Greenwich. */
const NOW_MS = Date.parse('2026-11-21T19:30:00Z');

describe('a time on the command line', () => {
  it.each([
    ['2026-11-22', '2026-11-22T00:00:00+05:00'],
    ['2026-11-22T15:53', '2026-11-22T15:53:00+05:00'],
    ['2026-11-22T15:53:10', '2026-11-22T15:53:10+05:00'],
    ['15:53', '2026-11-22T15:53:00+05:00'],
    ['2026-11-22T15:53Z', '2026-11-22T15:53:00Z'],
    ['2026-11-22T15:53+01:00', '2026-11-22T15:53:00+01:00'],
  ])('%s is %s', (text, meant) => {
    expect(readTime(text, NOW_MS)).toBe(Date.parse(meant));
  });

  it.each(['', 'yesterday', '25:00', '15', '2026-13-01', '2026-11-22T', '15:53Z'])(
    '%j is not one',
    (text) => {
      expect(readTime(text, NOW_MS)).toBeUndefined();
    },
  );
});
