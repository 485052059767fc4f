import { describe, expect, it } from 'vitest';
import { limit } from '../limits.ts';
import { type Carried, troublesOf, type Usual } from './link-trouble.ts';

const PERIODS = limit('trafficPeriods');
const each = (count: number): readonly number[] => Array.from({ length: PERIODS }, () => count);
/** All of it in the last minute. */
const now = (count: number): readonly number[] =>
  Array.from({ length: PERIODS }, (_, index) => (index === PERIODS - 1 ? count : 0));
const before = (count: number): readonly number[] => [count, ...each(0).slice(1)];

const well: Carried = {
  taken: each(10),
  failed: each(0),
  reported: each(9),
  delivered: each(8),
  unreadable: each(0),
  codes: {},
};
const usual: Usual = { taken: 100_000, reported: 97_000, delivered: 90_000 };
const up = { state: 'up', words: undefined, sinceMs: 0 } as const;

const of = (change: Partial<Carried>, usually = usual, health: { words?: string } = {}) =>
  troublesOf({ ...well, ...change }, usually, { ...up, ...health }).map(
    ({ verdict, sentence }) => `${verdict}: ${sentence}`,
  );

describe('the troubles of a link', () => {
  it.each<readonly [string, Partial<Carried>, readonly string[]]>([
    ['are none where it takes and reports as usual', {}, []],
    [
      'are that it refuses everything, with the code and how often',
      {
        taken: each(0),
        failed: [...each(7).slice(1), 11],
        codes: { '0x14': each(7), '0x58': now(4) },
      },
      ['fault: It refuses everything: 0x14 × 420, 0x58 × 4 in 5 min.'],
    ],
    [
      'are that it refuses everything since a minute',
      { taken: before(500), failed: now(30), codes: { '0x45': now(30) } },
      ['fault: It refuses everything: 0x45 × 30 in 5 min.'],
    ],
    [
      'are that it refuses much',
      { failed: each(5), codes: { '0x58': each(5) } },
      ['warning: It refuses 33 %: 0x58 × 300 in 5 min.'],
    ],
    ['are none where it refuses a few', { failed: each(1), codes: { '0x0b': each(1) } }, []],
    ['are none where it refused the only one', { taken: each(0), failed: now(1) }, []],
    [
      'are none where too little was taken to tell',
      { taken: each(1), reported: each(0), delivered: each(0) },
      [],
    ],
    [
      'are receipts that stay away',
      { taken: each(2), reported: each(0), delivered: each(0) },
      [
        'warning: It took 96 parts and reported on 0 in 5 min; usual are 97 %. ' +
          'What it says nothing of stays SENT.',
      ],
    ],
    [
      'are none where much was taken just now',
      { taken: now(5_000), reported: each(0), delivered: each(0) },
      [],
    ],
    [
      'are receipts that cannot be read',
      { unreadable: each(4) },
      ['warning: Of its receipts 31 % cannot be read, 240 in 5 min: see "paigham receipt list".'],
    ],
    [
      'are receipts that say something else than usual',
      { delivered: each(3) },
      ['warning: Of 540 receipts in 5 min 33 % say delivered; usual are 93 %.'],
    ],
  ])('%s', (_, change, expected) => {
    expect(of(change)).toEqual(expected);
  });

  it('are receipts that stay away from a link that is new, and none where that is usual', () => {
    const silent = { taken: each(2), reported: each(0), delivered: each(0) };
    expect(of(silent, { taken: 120, reported: 0, delivered: 0 })).toHaveLength(1);
    expect(of(silent, { taken: 9_000, reported: 90, delivered: 80 })).toEqual([]);
  });

  it('are binds that are missing', () => {
    const words = 'only 1 of 2 binds are up: bind refused: ESME_RALYBND';
    expect(of({}, usual, { words })).toEqual([`warning: ${words}.`]);
  });
});
