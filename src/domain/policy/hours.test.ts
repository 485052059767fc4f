import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ALWAYS,
  dayAt,
  type DayHours,
  DAYS,
  earliestAt,
  hasHours,
  longestClosedMinutes,
  mayGoAt,
  monthAt,
  openingAt,
  readHours,
  sameOpening,
  showHours,
  stampInZone,
  timeInZone,
  type Week,
} from './hours.ts';

const NINE_TO_NINE: DayHours = { opens: 540, closes: 1_260 };
const WEEK: Week = DAYS.map(() => NINE_TO_NINE);
const TEN_TO_SIX: DayHours = { opens: 600, closes: 1_080 };
/** Narrower at weekends. */
const WEEKENDS: Week = DAYS.map((day) =>
  day === 'sat' || day === 'sun' ? TEN_TO_SIX : NINE_TO_NINE,
);
const NO_SUNDAY: Week = DAYS.map((day) => (day === 'sun' ? undefined : NINE_TO_NINE));
const ALL_WEEK: Week = DAYS.map(() => ALWAYS);
const EVENINGS: Week = DAYS.map(() => ({ opens: 1_200, closes: 1_440 }));

const ms = (time: string): number => Date.parse(time);
const told = (week: Week, time: string): string => {
  const opening = openingAt(week, ms(time));
  const at = new Date(opening.open ? opening.closesAtMs : opening.opensAtMs).toISOString();
  return `${opening.open ? 'open' : 'closed'} until ${at.replace('.000Z', 'Z')}`;
};

describe('promotional hours', () => {
  // 2026-11-21 is a Saturday.
  it.each([
    ['in the morning', WEEK, '2026-11-21T08:59:59.999+05:00', 'closed until 2026-11-21T04:00:00Z'],
    ['at nine', WEEK, '2026-11-21T09:00:00+05:00', 'open until 2026-11-21T16:00:00Z'],
    ['a second before', WEEK, '2026-11-21T20:59:59+05:00', 'open until 2026-11-21T16:00:00Z'],
    ['the last moment', WEEK, '2026-11-21T20:59:59.999+05:00', 'open until 2026-11-21T16:00:00Z'],
    ['at nine at night', WEEK, '2026-11-21T21:00:00+05:00', 'closed until 2026-11-22T04:00:00Z'],
    ['at midnight', WEEK, '2026-11-22T00:00:00+05:00', 'closed until 2026-11-22T04:00:00Z'],
    ['over a year’s end', WEEK, '2026-12-31T22:00+05:00', 'closed until 2027-01-01T04:00:00Z'],
    ['on Friday', WEEKENDS, '2026-11-20T20:00:00+05:00', 'open until 2026-11-20T16:00:00Z'],
    ['on Friday night', WEEKENDS, '2026-11-20T21:30+05:00', 'closed until 2026-11-21T05:00:00Z'],
    ['on Sunday evening', WEEKENDS, '2026-11-22T18:00+05:00', 'closed until 2026-11-23T04:00:00Z'],
    ['over a closed day', NO_SUNDAY, '2026-11-21T21:00+05:00', 'closed until 2026-11-23T04:00:00Z'],
    ['up to midnight', EVENINGS, '2026-11-21T23:59:59+05:00', 'open until 2026-11-21T19:00:00Z'],
    ['from midnight', EVENINGS, '2026-11-22T00:00:00+05:00', 'closed until 2026-11-22T15:00:00Z'],
    ['always', ALL_WEEK, '2026-11-21T23:00:00+05:00', 'open until 2026-11-28T19:00:00Z'],
  ])('%s', (_, week, time, expected) => {
    expect(told(week, time)).toBe(expected);
  });

  it('follow the zone’s clocks: Pakistan had summer time in 2008', () => {
    expect(told(WEEK, '2008-07-01T02:59:59Z')).toBe('closed until 2008-07-01T03:00:00Z');
    expect(told(WEEK, '2008-07-01T14:59:59Z')).toBe('open until 2008-07-01T15:00:00Z');
  });

  it('begin at nine on the days the clocks change', () => {
    expect(told(WEEK, '2008-05-31T16:30:00Z')).toBe('closed until 2008-06-01T03:00:00Z');
    expect(told(WEEK, '2008-10-31T15:30:00Z')).toBe('closed until 2008-11-01T04:00:00Z');
  });

  it('that never come last forever', () => {
    const never = openingAt(
      DAYS.map(() => undefined),
      0,
    );
    expect(never).toEqual({ open: false, opensAtMs: Number.MAX_SAFE_INTEGER });
  });

  it('are open at the moment they are said to open, and closed when said to close', () => {
    const day = fc.option(
      fc
        .tuple(fc.integer({ min: 0, max: 1_439 }), fc.integer({ min: 1, max: 1_440 }))
        .map(([opens, length]) => ({ opens, closes: Math.min(1_440, opens + length) })),
      { nil: undefined },
    );
    const weeks = fc
      .array(day, { minLength: 7, maxLength: 7 })
      .filter((week) => week.some((it) => it !== undefined));
    const times = fc.integer({ min: 1_500_000_000_000, max: 2_000_000_000_000 });
    fc.assert(
      fc.property(weeks, times, (week, atMs) => {
        const opening = openingAt(week, atMs);
        if (opening.open) return opening.closesAtMs > atMs;
        const { opensAtMs } = opening;
        return (
          opensAtMs > atMs &&
          openingAt(week, opensAtMs).open &&
          !openingAt(week, opensAtMs - 1).open
        );
      }),
    );
  });
});

describe('what has hours', () => {
  it.each([
    ['promotional', 'simple', true],
    ['promotional', 'branded', true],
    ['promotional', 'short_code', false],
    ['transactional', 'simple', false],
    ['transactional', 'branded', false],
    ['transactional', 'short_code', false],
  ] as const)('%s by %s: %s', (category, route, expected) => {
    expect(hasHours(category, route)).toBe(expected);
  });

  it('may go from the moment they open until they close', () => {
    const closed = { open: false, opensAtMs: 100 } as const;
    const open = { open: true, closesAtMs: 100 } as const;
    expect([99, 100].map((at) => mayGoAt(closed, at))).toEqual([false, true]);
    expect([99, 100].map((at) => mayGoAt(open, at))).toEqual([true, false]);
    expect(mayGoAt(undefined, 0)).toBe(true);
    expect([earliestAt(closed, 5), earliestAt(closed, 500), earliestAt(open, 5)]).toEqual([
      100, 500, 5,
    ]);
  });
});

describe('two openings', () => {
  const closed = { open: false, opensAtMs: 100 } as const;
  const open = { open: true, closesAtMs: 100 } as const;

  it('are the same only when messages leave at the same moments', () => {
    expect(sameOpening(closed, { ...closed })).toBe(true);
    expect(sameOpening(open, { ...open })).toBe(true);
    expect(sameOpening(undefined, undefined)).toBe(true);
    expect(sameOpening(closed, open)).toBe(false);
    expect(sameOpening(closed, { ...closed, opensAtMs: 101 })).toBe(false);
    expect(sameOpening(open, { ...open, closesAtMs: 101 })).toBe(false);
    expect(sameOpening(open, undefined)).toBe(false);
  });
});

describe('the longest time without an open minute', () => {
  it.each([
    [WEEK, 12 * 60],
    [NO_SUNDAY, 36 * 60],
    [ALL_WEEK, 0],
    [DAYS.map((day) => (day === 'wed' ? ALWAYS : undefined)), 6 * 24 * 60],
  ])('%# is %s minutes', (week, minutes) => {
    expect(longestClosedMinutes(week)).toBe(minutes);
  });
});

describe('hours as people write them', () => {
  it.each(['09:00-21:00', '00:30-24:00', 'always', 'never'])('%s', (text) => {
    const hours = readHours(text);
    expect(showHours(hours === 'never' ? undefined : hours)).toBe(text);
  });

  it.each(['9-21', '21:00-09:00', '09:00-09:00', '09:60-10:00', '10:00-24:01', ''])(
    'are not %s',
    (text) => {
      expect(readHours(text)).toBeUndefined();
    },
  );
});

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

it('a moment is shown by the zone’s clocks', () => {
  expect(timeInZone(ms('2026-11-22T04:00:00Z'))).toBe('2026-11-22 09:00 Asia/Karachi');
});

it('a stamp names the zone’s offset at that moment', () => {
  expect(stampInZone(ms('2026-11-22T04:00:00Z'))).toBe('2026-11-22T09:00:00+05:00');
  expect(stampInZone(ms('2008-07-01T12:00:00Z'))).toBe('2008-07-01T18:00:00+06:00');
});
