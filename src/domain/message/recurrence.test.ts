import { expect, it } from 'vitest';
import { dayOfMonth, nextTime } from './recurrence.ts';

const at = (text: string): number => Date.parse(text);
const next = (
  every: 'day' | 'week' | 'month',
  from: string,
  { now = from, until = '2099-01-01T00:00+05:00', day = dayOfMonth(at(from)) } = {},
): string | undefined => {
  const by = { every, day, untilMs: at(until) };
  const found = nextTime(by, { sendAtMs: at(from), nowMs: at(now) });
  return found === undefined ? undefined : new Date(found).toISOString();
};

it('is the same time of a later day in Pakistan', () => {
  expect(next('day', '2026-12-31T09:30+05:00')).toBe('2027-01-01T04:30:00.000Z');
  expect(next('week', '2026-11-27T18:00+05:00')).toBe('2026-12-04T13:00:00.000Z');
  expect(next('month', '2026-12-15T18:00+05:00')).toBe('2027-01-15T13:00:00.000Z');
});

it('is the last day of a shorter month, and the day again in a longer one', () => {
  expect(next('month', '2027-01-31T02:00+05:00')).toBe('2027-02-27T21:00:00.000Z');
  expect(next('month', '2027-02-28T02:00+05:00', { day: 31 })).toBe('2027-03-30T21:00:00.000Z');
});

it('leaves out what has passed, and ends', () => {
  const now = '2026-12-10T09:30+05:00';
  expect(next('day', '2026-11-27T09:30+05:00', { now })).toBe('2026-12-11T04:30:00.000Z');
  expect(next('week', '2026-11-27T09:30+05:00', { until: '2026-12-04T09:30+05:00' })).toBe(
    '2026-12-04T04:30:00.000Z',
  );
  expect(next('week', '2026-11-27T09:30+05:00', { until: '2026-12-04T09:29+05:00' })).toBe(
    undefined,
  );
});
