import { parseArgs } from 'node:util';
import { ROW_NAMES, type RowName } from './rows/rows.ts';

export type Options = {
  readonly runs: number;
  /** Seconds of load in each run. */
  readonly seconds: number;
  readonly rows: readonly RowName[];
  /** Whether to write the table to docs/performance.md. */
  readonly write: boolean;
  /** The folder for profiles of our node, one per run. */
  readonly profile: string | undefined;
  /** An earlier version to measure instead of Kannel, as a git ref. */
  readonly against: string | undefined;
  /** Requests a second that both versions get instead of bursts. */
  readonly rate: number | undefined;
};

export type ReadOptions =
  | { readonly kind: 'options'; readonly options: Options }
  | { readonly kind: 'help' }
  | { readonly kind: 'refused'; readonly sentence: string };

export const HELP = `bin/bench: the service against Kannel, under the same load, to one operator.

  --runs 3         runs of each system, taken in turn; the table shows medians
  --seconds 10     of load in each run
  --rows a,b       some rows only, which are printed and not written: ${ROW_NAMES.join(', ')}
  --no-write       prints the table and leaves docs/performance.md as it is
  --profile DIR    keeps a profile of our node's processor time for each run
  --against REF    measures bursts of that version of git and of this one instead, in turn
  --rate N         with --against: N requests a second instead of bursts
`;

/** Reads the command line, without the program's own name. */
export function readOptions(args: readonly string[]): ReadOptions {
  const given = parseArgs({
    args: [...args],
    options: {
      runs: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '10' },
      rows: { type: 'string', default: ROW_NAMES.join(',') },
      write: { type: 'boolean', default: true },
      profile: { type: 'string' },
      against: { type: 'string' },
      rate: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
    allowNegative: true,
  }).values;
  if (given.help) return { kind: 'help' };
  const [runs, seconds] = [Number(given.runs), Number(given.seconds)];
  if (!isCount(runs)) return refuse('--runs is a whole number from 1 on');
  if (!isCount(seconds)) return refuse('--seconds is a whole number from 1 on');
  const rate = given.rate === undefined ? undefined : Number(given.rate);
  if (rate !== undefined && !isCount(rate)) return refuse('--rate is a whole number from 1 on');
  const rows = ROW_NAMES.filter((name) => given.rows.split(',').includes(name));
  if (rows.length < given.rows.split(',').length) return refuse(`--rows: ${ROW_NAMES.join(', ')}`);
  const { profile, against } = given;
  // A page with rows from different days would compare what cannot be compared.
  const write = given.write && rows.length === ROW_NAMES.length;
  return { kind: 'options', options: { runs, seconds, rows, write, profile, against, rate } };
}

const isCount = (value: number): boolean => Number.isInteger(value) && value >= 1;

const refuse = (sentence: string): ReadOptions => ({ kind: 'refused', sentence });
