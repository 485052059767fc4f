import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseInt8, parseInt8List, parseTime, timeText } from './values.ts';

describe('parseInt8', () => {
  it.each([
    ['0', 0],
    ['-42', -42],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('%s', (text, value) => {
    expect(parseInt8(text)).toBe(value);
  });

  it('throws one past the last exact number, on both sides', () => {
    expect(() => parseInt8('9007199254740992')).toThrow(RangeError);
    expect(() => parseInt8('-9007199254740992')).toThrow(RangeError);
  });

  it('reads lists', () => {
    expect(parseInt8List('{}')).toEqual([]);
    expect(parseInt8List('{1,NULL,-3}')).toEqual([1, null, -3]);
  });
});

describe('parseTime', () => {
  it.each([
    ['2026-11-20 19:54:08+00', '2026-11-20T19:54:08.000Z'],
    ['2026-11-20 19:54:08.5+00', '2026-11-20T19:54:08.500Z'],
    ['2026-11-20 19:54:08.123456+00', '2026-11-20T19:54:08.123Z'],
    ['1969-12-31 23:59:59.999+00', '1969-12-31T23:59:59.999Z'],
  ])('%s', (text, iso) => {
    expect(parseTime(text)).toBe(Date.parse(iso));
  });

  it.each(['infinity', '2026-11-20 19:54:08+05', '12026-11-20 19:54:08+00'])(
    'refuses %s',
    (text) => {
      expect(() => parseTime(text)).toThrow(RangeError);
    },
  );

  it('reads back every millisecond that timeText writes', () => {
    const years = { min: Date.UTC(1000, 0), max: Date.UTC(9999, 11, 31) };
    fc.assert(
      fc.property(fc.integer(years), (timeMs) => {
        const asPostgres = timeText(timeMs).replace('T', ' ').replace('Z', '+00');
        expect(parseTime(asPostgres)).toBe(timeMs);
      }),
    );
  });
});
