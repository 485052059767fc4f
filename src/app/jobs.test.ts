import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { jobsOf } from './jobs.ts';

const PAGE = new URL('../../docs/journey.md', import.meta.url);

const UNITS = [
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
  ['ms', 1],
] as const;

/** 10 min, as the page writes it. */
function wordsFor(everyMs: number): string {
  const [unit, ms] = UNITS.find(([, size]) => everyMs % size === 0) ?? ['ms', 1];
  return `${everyMs / ms} ${unit}`;
}

/** Every property of it is a function that does nothing: this test only looks at the table. */
const nothing: never = new Proxy(() => nothing, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => 0 : nothing),
}) as never;

it('every job is in the table of docs/journey.md, with its interval', () => {
  const rows = readFileSync(PAGE, 'utf8').matchAll(/^\| ([a-z -]+) \| (\d+ (?:ms|s|min|h))\b/gm);
  const written = [...rows].map(([, name = '', every]) => [name, every] as const);
  const others = {
    chat: nothing,
    events: nothing,
    mail: nothing,
    callers: nothing,
    kept: { retentionDays: 1, textDays: 1 },
  };
  const done = jobsOf(nothing, others).map(({ name, everyMs }) => [name, wordsFor(everyMs)]);
  // The page has more: what rooms do on their own schedule.
  expect(Object.fromEntries(written)).toMatchObject(Object.fromEntries(done));
});
