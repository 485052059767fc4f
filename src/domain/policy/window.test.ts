import { describe, expect, it } from 'vitest';
import {
  ALWAYS,
  DAYS,
  hoursStored,
  momentOf,
  openingAt,
  readHours,
  storedHours,
  within,
  type DayHours,
} from './hours.ts';

const hours = (text: string): DayHours => {
  const read = readHours(text);
  if (read === undefined || read === 'never') throw new Error(text);
  return read;
};

describe('a window of hours', () => {
  it('is nothing where neither it nor a week is given', () => {
    expect(within(undefined, undefined)).toBeUndefined();
    const week = DAYS.map(() => hours('09:00-21:00'));
    expect(within(week, undefined)).toBe(week);
  });

  it('is every day the same without a week', () => {
    expect(within(undefined, hours('09:00-18:00'))).toEqual(DAYS.map(() => hours('09:00-18:00')));
  });

  it('is as tight as the tighter of the two, and never open where they do not meet', () => {
    const week = [hours('09:00-21:00'), undefined, ALWAYS, hours('20:00-21:00'), ALWAYS];
    expect(within(week, hours('18:00-20:00'))).toEqual([
      hours('18:00-20:00'),
      undefined,
      hours('18:00-20:00'),
      undefined,
      hours('18:00-20:00'),
    ]);
  });

  it('opens and closes on the minute, by the clocks of Pakistan', () => {
    const week = within(undefined, hours('09:00-18:00')) ?? [];
    const day = 20_800;
    const [nine, six] = [momentOf(day, 540), momentOf(day, 1_080)];
    expect(openingAt(week, nine - 1)).toEqual({ open: false, opensAtMs: nine });
    expect(openingAt(week, nine)).toEqual({ open: true, closesAtMs: six });
    expect(openingAt(week, six - 1)).toEqual({ open: true, closesAtMs: six });
    expect(openingAt(week, six)).toEqual({ open: false, opensAtMs: momentOf(day + 1, 540) });
  });

  it('is stored as one number', () => {
    for (const text of ['00:00-24:00', '09:05-18:00', '23:59-24:00']) {
      expect(hoursStored(storedHours(hours(text)))).toEqual(hours(text));
    }
    expect(hoursStored(undefined)).toBeUndefined();
  });
});
