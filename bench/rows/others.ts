/** Rows that programs of their own measure: each is run, and what it prints is read. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Line } from '../table.ts';

type Reading = {
  readonly what: string;
  /** Finds the figures in what the program prints: its first group, or all that it matches. */
  readonly find: RegExp;
  readonly bar: string;
};

const LARGE = '≤ 2 s; ≤ 200 MB; others’ p99 ≤ 50 ms';

/** By row: a program of this folder and what is read from it. */
const PROGRAMS = {
  large: [
    { what: '100,000 recipients in one request', find: /^sms: (.*)$/m, bar: LARGE },
    { what: '100,000 chat entries in one request', find: /^chat: (.*)$/m, bar: LARGE },
  ],
  files: [
    { what: 'CSV of a million rows', find: /^csv: (.*)$/m, bar: '≤ 15 s; ≤ 250 MB' },
    { what: 'XLSX of a million rows', find: /^xlsx: (.*)$/m, bar: '≤ 45 s; ≤ 400 MB' },
    { what: 'XLS, 65,536 rows', find: /^xls: (.*)$/m, bar: '' },
  ],
  webhooks: [
    {
      what: '1,000 webhooks, 5 % dead, 500 messages/s: state to receiver',
      find: /p50 .*? missing/,
      bar: 'p99 ≤ 1,000 ms; 0 missing',
    },
  ],
  chat: [
    {
      what: 'chat: CPU of a message with all its statuses',
      find: /^CPU of .*?: (.*)$/m,
      bar: '≤ 2,000 µs',
    },
    { what: 'chat: request to answer', find: /^request to answer: (.*)$/m, bar: '' },
  ],
  outage: [
    {
      what: 'two of four operators down: request to submit at the others, p50 / p99 / most, ms',
      find: /\| two are down \| \d+ \| (.*) \|/,
      bar: '',
    },
  ],
  full: [
    {
      what: '50 million messages kept: accepted/s',
      find: /^accepted\/s: (.*)$/m,
      bar: '≥ 90 % of empty',
    },
    {
      what: '50 million messages kept: CPU per message, µs',
      find: /^CPU per message, µs: (.*)$/m,
      bar: '',
    },
    {
      what: '50 million messages kept: report and balance at 70 % of the peak',
      find: /^report and balance, p99: (.*)$/m,
      bar: 'p99 ≤ 10 ms',
    },
    {
      what: '50 million messages kept: lists, searches and sums, median, ms',
      find: /^lists and sums, ms: (.*)$/m,
      bar: '≤ 300 ms',
    },
  ],
  jobs: [
    {
      what: 'a start with 0 / 5 million messages kept, s',
      find: /^start, s: (.*)$/m,
      bar: 'the same',
    },
    {
      what: 'the jobs that take longest, with 0 / 5 million messages kept, ms a run',
      find: /^jobs, ms a run: (.*)$/m,
      bar: '',
    },
  ],
  pages: [
    { what: 'portal: the list of a million messages opens', find: /^open (.*)$/m, bar: '≤ 300 ms' },
    { what: 'portal: the list is filtered', find: /^filter (.*)$/m, bar: '≤ 300 ms' },
    { what: 'portal: a number is searched', find: /^search (.*)$/m, bar: '≤ 300 ms' },
    {
      what: 'portal: longest wait of twenty screens of scrolling',
      find: /^scroll (.*)$/m,
      bar: '≤ 300 ms',
    },
  ],
} as const satisfies Readonly<Record<string, readonly Reading[]>>;

export type ProgramRow = keyof typeof PROGRAMS;
export const PROGRAM_ROWS = Object.keys(PROGRAMS) as readonly ProgramRow[];

/** Runs the row's program to its end and reads its figures. Throws if one is not there. */
export function measureByProgram(row: ProgramRow): readonly Line[] {
  console.error(`bench/${row}.ts`);
  const program = join(import.meta.dirname, `../${row}.ts`);
  const ran = spawnSync(process.execPath, [program], { encoding: 'utf8' });
  console.error(ran.stdout);
  // A program that misses a condition says so and still prints what it measured.
  return PROGRAMS[row].map(({ what, find, bar }) => {
    const found = find.exec(ran.stdout);
    if (found === null) throw new Error(lastLine(ran.stderr) ?? `${what}: not printed`);
    // Cells of a program's own table become parts of one cell of ours.
    const paigham = (found[1] ?? found[0]).replaceAll(' | ', ' / ');
    const cells = { paigham, 'kannel-spool': '', 'kannel-no-store': '' };
    return { what, cells, result: '', bar };
  });
}

/** Why it ended: the line with the error, or else the last one. */
function lastLine(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.find((line) => /Error/.test(line)) ?? lines.at(-1);
}
