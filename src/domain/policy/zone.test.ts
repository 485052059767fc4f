import { expect, it } from 'vitest';
import { dayAt, monthAt, stampInZone, timeInZone } from './zone.ts';

const ms = (time: string): number => Date.parse(time);

it.each([
  ['2026-11-21T23:59:59.999+05:00', '2026-11-21', '2026-11'],
  ['2026-11-22T00:00:00+05:00', '2026-11-22', '2026-11'],
  ['2026-11-30T23:59:59+05:00', '2026-11-30', '2026-11'],
  ['2026-12-01T00:00:00+05:00', '2026-12-01', '2026-12'],
  ['2027-01-01T00:00:00+05:00', '2027-01-01', '2027-01'],
  ['2028-02-29T12:00:00+05:00', '2028-02-29', '2028-02'],
  ['2000-02-29T12:00:00+05:00', '2000-02-29', '2000-02'],
])('%s is on the day %s in the month %s', (time, day, month) => {
  expect(dayAt(ms(time))).toBe(ms(`${day}T00:00:00Z`) / 86_400_000);
  const [years, months] = month.split('-').map(Number);
  expect(monthAt(ms(time))).toBe(((years ?? 0) - 1970) * 12 + (months ?? 0) - 1);
});

it('a moment is told by the clocks of the zone', () => {
  expect(timeInZone(ms('2026-11-22T04:00:00Z'))).toBe('2026-11-22 09:00 Asia/Karachi');
});

it('a stamp names the offset of the zone at that moment', () => {
  expect(stampInZone(ms('2026-11-22T04:00:00Z'))).toBe('2026-11-22T09:00:00+05:00');
  expect(stampInZone(ms('2026-07-01T12:00:00Z'), 'America/New_York')).toBe(
    '2026-07-01T08:00:00-04:00',
  );
  expect(stampInZone(ms('2026-07-01T12:00:00Z'), 'UTC')).toBe('2026-07-01T12:00:00+00:00');
});
