/** Options of lists that go on: how many rows, from where, of which time. */
import type { OptionShape } from '../kit/arguments.ts';
import { UsageError } from '../kit/refusal.ts';
import type { Given } from './command.ts';
import { readNumber, readTime } from './values.ts';

const MOST = 10_000;
const APPROVALS = 200;

export const limitOption = (fallback: number): OptionShape => ({
  name: 'limit',
  value: 'NUMBER',
  about: `so many at most (default: ${fallback})`,
});

/** How many rows are wanted. */
export function readLimit(given: Given, fallback: number): number {
  const text = given.option('limit');
  const most = text === undefined ? fallback : readNumber(text, '--limit');
  if (most >= 1 && most <= MOST) return most;
  throw new UsageError(`--limit must be from 1 to ${MOST}.`);
}

export const SPAN_OPTIONS: readonly OptionShape[] = [
  {
    name: 'since',
    value: 'TIME',
    about: 'from then on, of Pakistan: 15:53, 2026-12-01, 2026-12-01T15:53',
  },
  { name: 'until', value: 'TIME', about: 'before that time' },
];

export type Span = { readonly sinceMs: number | undefined; readonly untilMs: number | undefined };

/** The time that --since and --until leave. */
export function readSpan(given: Given, nowMs: number): Span {
  const read = (name: string): number | undefined => {
    const text = given.option(name);
    return text === undefined ? undefined : readTime(text, `--${name}`, nowMs);
  };
  const sinceMs = read('since');
  const untilMs = read('until');
  if (sinceMs !== undefined && untilMs !== undefined && untilMs <= sinceMs) {
    throw new UsageError('--until must be later than --since.');
  }
  return { sinceMs, untilMs };
}

const APPROVAL_STATES = ['waiting', 'approved', 'rejected'] as const;

/** Options of lists of what staff approve. */
export const APPROVAL_OPTIONS: readonly OptionShape[] = [
  { name: 'state', value: 'STATE', about: `one of ${APPROVAL_STATES.join(', ')}` },
  { name: 'before', value: 'ID', about: 'older than this one' },
  limitOption(APPROVALS),
];

/** Which rows of such a list are asked for. */
export function readApprovals(given: Given) {
  const word = given.option('state');
  const state = APPROVAL_STATES.find((it) => it === word);
  if (word !== undefined && state === undefined) {
    throw new UsageError(`--state must be one of ${APPROVAL_STATES.join(', ')}.`);
  }
  const before = given.option('before');
  const beforeId = before === undefined ? undefined : readNumber(before, '--before');
  return { state, beforeId, most: readLimit(given, APPROVALS) };
}

/** The note under a list that goes on. */
export function more(rows: readonly { readonly id: number }[], most: number) {
  const last = rows.length === most ? rows.at(-1) : undefined;
  return last === undefined ? {} : { note: `Older ones: --before ${last.id}` };
}
