/**
 * What `bin/test` asks of the test runner's results (vitest's JSON report):
 *   results.ts again FIRST                   the files that may be run once more, one a line
 *   results.ts tally MEMORY FIRST [SECOND]   says what each kind of tests was and took, what was
 *                                            slowest and what was flaky on stderr,
 *                                            and prints how many passed, failed, were skipped,
 *                                            were flaky; MEMORY is the file that keeps what was
 *                                            flaky in the runs before
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative, sep } from 'node:path';

export type File = {
  readonly name: string;
  readonly status: string;
  readonly startTime: number;
  readonly endTime: number;
  readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
};
/** By test: in which of its last runs it was flaky, the newest last. */
export type Memory = Readonly<Record<string, readonly boolean[]>>;
export type Results = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly success: boolean;
  readonly testResults: readonly File[];
};

/**
 * Kinds whose failure may be the test's own haste: they watch a whole service or a browser from
 * outside on a busy machine. What guards messages and money in itself (races, faults, simulation,
 * store, units) gets no second chance: there, one failure in a hundred runs is a defect.
 */
const WATCH_FROM_OUTSIDE = ['interface', 'browser', 'journeys', 'admin', 'judges'];
/** More than this is no bad luck. */
const MOST_AGAIN = 3;
/** Nor is the second time in so many runs. */
const REMEMBERED_RUNS = 5;
/** Between a file and a test. */
const OF = ' > ';

const failedOf = ({ assertionResults }: File): number =>
  assertionResults.filter((test) => test.status === 'failed').length;
/** A file that could not be loaded, or whose hooks failed, is a failure without a test. */
const failuresOf = (file: File): number =>
  file.status === 'failed' ? Math.max(failedOf(file), 1) : 0;
const pathOf = ({ name }: File): string => relative('', name);

/** The files that may be run once more: a few, all of kinds that watch from outside. */
export function filesToRunAgain({ testResults }: Results): readonly string[] {
  const failed = testResults.filter((file) => file.status === 'failed').map(pathOf);
  const lucky = failed.every((path) => WATCH_FROM_OUTSIDE.includes(path.split(sep)[1] ?? ''));
  return lucky && failed.length <= MOST_AGAIN ? failed : [];
}

/** What failed in a file: its tests by name, or the file itself. */
function failedIn(file: File): readonly string[] {
  const failed = file.assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0) return [pathOf(file)];
  return failed.map(({ fullName }) => pathOf(file) + OF + fullName);
}

/** The memory after a run of these files, in which these tests were flaky. */
export function remember(
  memory: Memory,
  { files, flaky }: { readonly files: readonly string[]; readonly flaky: readonly string[] },
): Memory {
  const ran = new Set(files);
  const known = [...new Set([...Object.keys(memory), ...flaky])].map((test) => {
    const before = memory[test] ?? [];
    if (!ran.has(test.split(OF)[0] ?? '')) return [test, before] as const;
    return [test, [...before, flaky.includes(test)].slice(-REMEMBERED_RUNS)] as const;
  });
  return Object.fromEntries(known.filter(([, runs]) => runs.includes(true)));
}

/** What a kind of tests is: that of its folder in test/, or units, beside their sources. */
function kindOf(file: File): string {
  const [top, kind = ''] = pathOf(file).split(sep);
  return top === 'test' ? kind.replace('.test.ts', '') : 'unit';
}

const COLUMNS = ['files', 'tests', 'expect', 'worker-s'] as const;

/** A line for each kind, and one for all; `read` gives the source of a test file. */
export function tableOf(files: readonly File[], read: (path: string) => string): readonly string[] {
  const rows = new Map<string, number[]>();
  for (const file of files) {
    const seconds = (file.endTime - file.startTime) / 1000;
    const expects = read(pathOf(file)).split('expect(').length - 1;
    const own = [1, file.assertionResults.length, expects, seconds];
    for (const kind of [kindOf(file), 'all']) {
      const sum = rows.get(kind) ?? own.map(() => 0);
      rows.set(
        kind,
        sum.map((value, at) => value + (own[at] ?? 0)),
      );
    }
  }
  const line = (name: string, cells: readonly (string | number)[]): string =>
    name.padEnd(12) + cells.map((cell) => String(cell).padStart(9)).join('');
  const sorted = [...rows].toSorted(([, a], [, b]) => (a.at(-1) ?? 0) - (b.at(-1) ?? 0));
  return [line('', COLUMNS), ...sorted.map(([kind, sum]) => line(kind, sum.map(Math.round)))];
}

const isFlakyAgain = (memory: Memory, test: string): boolean =>
  (memory[test] ?? []).filter(Boolean).length > 1;

/** What the last lines of `bin/test` say, its counts, and the memory from now on. */
export function tally(memory: Memory, first: Results, second: Results | undefined) {
  const slowest = first.testResults
    .map((file) => [(file.endTime - file.startTime) / 1000, pathOf(file)] as const)
    .toSorted(([a], [b]) => b - a)
    .slice(0, 10)
    .map(([seconds, path]) => `${seconds.toFixed(1).padStart(6)} s  ${path}`);
  const unlucky = second?.success === true ? first.testResults.filter((it) => failuresOf(it)) : [];
  const flaky = unlucky.flatMap(failedIn);
  const after = remember(memory, { files: first.testResults.map(pathOf), flaky });
  const again = flaky.filter((test) => isFlakyAgain(after, test));
  const said = flaky.map((test) =>
    again.includes(test)
      ? `flaky again, which fails the run: ${test}: mend it (it was in .cache/flaky.json)`
      : `flaky: ${test} failed beside the others (above) and passed alone`,
  );
  const failures = first.testResults.reduce((sum, file) => sum + failuresOf(file), 0);
  const failed = flaky.length > 0 ? again.length : Math.max(failures, first.success ? 0 : 1);
  const mended = unlucky.reduce((sum, file) => sum + failedOf(file), 0);
  return {
    said: ['── the slowest files', ...slowest, ...said],
    counts: [
      first.numPassedTests + Math.max(mended - again.length, 0),
      failed,
      first.numPendingTests,
      flaky.length,
    ],
    memory: after,
  };
}

const read = (path: string): Results => JSON.parse(readFileSync(path, 'utf8')) as Results;

function printTally(kept: string, first: string, second: string | undefined): void {
  const memory = existsSync(kept) ? (JSON.parse(readFileSync(kept, 'utf8')) as Memory) : {};
  const told = tally(memory, read(first), second === undefined ? second : read(second));
  const { testResults } = read(first);
  const table = tableOf(testResults, (path) => readFileSync(path, 'utf8'));
  console.error(['── the kinds of tests', ...table, ...told.said].join('\n'));
  console.log(told.counts.join(' '));
  writeFileSync(kept, JSON.stringify(told.memory));
}

if (import.meta.main) {
  const [wish, one = '', two = '', three] = process.argv.slice(2);
  if (wish === 'again') for (const path of filesToRunAgain(read(one))) console.log(path);
  if (wish === 'tally') printTally(one, two, three);
}
