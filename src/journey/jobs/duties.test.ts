import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CHAT_JOBS } from '../../chat/jobs.ts';
import { JOBS } from './jobs.ts';

const PAGE = new URL('../../../docs/journey.md', import.meta.url);

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

it('every job is in the table of docs/journey.md, with its time', () => {
  const rows = readFileSync(PAGE, 'utf8').matchAll(/^\| ([a-z -]+) \| (\d+ (?:ms|s|min|h))\b/gm);
  const told = [...rows].map(([, name = '', every]) => [name.replaceAll('-', ''), every] as const);
  const done = Object.entries({ ...JOBS, ...CHAT_JOBS }).map(([name, { everyMs }]) => {
    return [name.replaceAll(/[A-Z]/g, (it) => ` ${it.toLowerCase()}`), wordsFor(everyMs)] as const;
  });
  // The page tells of more: posts of the webhook are worked off by their leg.
  expect(Object.fromEntries(told)).toMatchObject(Object.fromEntries(done));
});
