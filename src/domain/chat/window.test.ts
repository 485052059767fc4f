import { expect, it } from 'vitest';
import { closedSince, isOpenAt, mayLeaveAt } from './window.ts';

const WROTE = 1_800_000_000_000;
const DAY_MS = 86_400_000;

it.each([
  [0, true],
  [DAY_MS - 1_000, true],
  [DAY_MS - 1, true],
  [DAY_MS, false],
  [DAY_MS + 1_000, false],
])('%i ms after the user wrote free form is accepted: %s', (passedMs, expected) => {
  expect(isOpenAt(WROTE, WROTE + passedMs)).toBe(expected);
});

it.each([
  [DAY_MS - 60_001, true],
  [DAY_MS - 60_000, false],
])('%i ms after the user wrote it may leave: %s', (passedMs, expected) => {
  expect(mayLeaveAt(WROTE, WROTE + passedMs)).toBe(expected);
});

it('who never wrote has no window', () => {
  expect(isOpenAt(undefined, WROTE)).toBe(false);
});

it.each([
  ['the second in which it was said', 1_800_000_000_900, 1_800_000_005_000, 1_800_000_000_000],
  ['when it was heard, of a clock ahead', 1_900_000_000_000, 1_800_000_005_400, 1_800_000_005_000],
])('a window is closed since %s', (_, saidAtMs, heardAtMs, expected) => {
  expect(closedSince(saidAtMs, heardAtMs)).toBe(expected);
});
