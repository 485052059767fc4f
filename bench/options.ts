import { parseArgs } from 'node:util';
import { ROW_NAMES, type RowName } from './rows/rows.ts';

export type Options = {
  readonly runs: number;
  /** Of load, in each run. */
  readonly seconds: number;
  readonly rows: readonly RowName[];
  /** Whether docs/performance.md gets the table. */
  readonly write: boolean;
  /** A folder for profiles of our node, one for each run. */
  readonly profile: string | undefined;
};

export type ReadOptions =
  | { readonly kind: 'options'; readonly options: Options }
  | { readonly kind: 'help' }
  | { readonly kind: 'refused'; readonly sentence: string };

export const HELP = `bin/bench: the service against Kannel, under the same load, to one operator.

  --runs 3         runs of each system, taken in turn; the table shows medians
  --seconds 10     of load in each run
  --rows a,b       ${ROW_NAMES.join(', ')}; all
  --no-write       prints the table and leaves docs/performance.md as it is
  --profile DIR    keeps a profile of our node's processor time for each run
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
      help: { type: 'boolean', default: false },
    },
    allowNegative: true,
  }).values;
  if (given.help) return { kind: 'help' };
  const [runs, seconds] = [Number(given.runs), Number(given.seconds)];
  if (!isCount(runs)) return refuse('--runs is a whole number from 1 on');
  if (!isCount(seconds)) return refuse('--seconds is a whole number from 1 on');
  const rows = ROW_NAMES.filter((name) => given.rows.split(',').includes(name));
  if (rows.length < given.rows.split(',').length) return refuse(`--rows: ${ROW_NAMES.join(', ')}`);
  const { write, profile } = given;
  return { kind: 'options', options: { runs, seconds, rows, write, profile } };
}

const isCount = (value: number): boolean => Number.isInteger(value) && value >= 1;

const refuse = (sentence: string): ReadOptions => ({ kind: 'refused', sentence });
