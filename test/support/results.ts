/**
 * What `bin/test` asks of the test runner's results (vitest's JSON report):
 *   results.ts again FIRST            the files that may be run once more, one a line
 *   results.ts tally FIRST [SECOND]   says what was slowest and what was flaky on stderr, and
 *                                     prints how many passed, failed, were skipped, were flaky
 */
import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';

type File = {
  readonly name: string;
  readonly status: string;
  readonly startTime: number;
  readonly endTime: number;
  readonly assertionResults: readonly { readonly status: string }[];
};
type Results = {
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

const failedOf = ({ assertionResults }: File): number =>
  assertionResults.filter((test) => test.status === 'failed').length;
/** A file that could not be loaded, or whose hooks failed, is a failure without a test. */
const failuresOf = (file: File): number =>
  file.status === 'failed' ? Math.max(failedOf(file), 1) : 0;
const pathOf = ({ name }: File): string => relative('', name);

function filesToRunAgain({ testResults }: Results): readonly string[] {
  const failed = testResults.filter((file) => file.status === 'failed').map(pathOf);
  const lucky = failed.every((path) => WATCH_FROM_OUTSIDE.includes(path.split(sep)[1] ?? ''));
  return lucky && failed.length <= MOST_AGAIN ? failed : [];
}

function tally(first: Results, second: Results | undefined): string {
  const slowest = first.testResults
    .map((file) => [(file.endTime - file.startTime) / 1000, pathOf(file)] as const)
    .toSorted(([a], [b]) => b - a)
    .slice(0, 10)
    .map(([seconds, path]) => `${seconds.toFixed(1).padStart(6)} s  ${path}`);
  console.error(['── the slowest files', ...slowest].join('\n'));
  const flaky = second?.success === true ? first.testResults.filter((it) => failuresOf(it)) : [];
  for (const file of flaky)
    console.error(`flaky: ${pathOf(file)} failed beside the others (above) and passed alone`);
  const failures = first.testResults.reduce((sum, file) => sum + failuresOf(file), 0);
  const failed = flaky.length > 0 ? 0 : Math.max(failures, first.success ? 0 : 1);
  const passed = first.numPassedTests + flaky.reduce((sum, file) => sum + failedOf(file), 0);
  return [passed, failed, first.numPendingTests, flaky.length].join(' ');
}

const read = (path: string): Results => JSON.parse(readFileSync(path, 'utf8')) as Results;
const [wish, first = '', second] = process.argv.slice(2);
if (wish === 'again') for (const path of filesToRunAgain(read(first))) console.log(path);
if (wish === 'tally') console.log(tally(read(first), second === undefined ? second : read(second)));
