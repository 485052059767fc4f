/** What `bin/test` makes of a run: what is run again, what is flaky, and when that fails. */
import { describe, expect, it } from 'vitest';
import {
  filesToRunAgain,
  remember,
  tableOf,
  tally,
  type Memory,
  type Results,
} from '../support/results.ts';

const HASTY = 'test/browser/a.test.ts';
const TEST = `${HASTY} > says it`;

/** A run of these files, in each of which these tests failed; '' is the file itself. */
function run(files: Readonly<Record<string, readonly string[]>>): Results {
  const testResults = Object.entries(files).map(([path, failed]) => ({
    ...{ name: `${process.cwd()}/${path}`, startTime: 0, endTime: 1_000 },
    status: failed.length > 0 ? 'failed' : 'passed',
    assertionResults: [
      { status: 'passed', fullName: 'stands' },
      ...failed.filter(Boolean).map((fullName) => ({ status: 'failed', fullName })),
    ],
  }));
  const numFailedTests = Object.values(files).flat().filter(Boolean).length;
  const success = Object.values(files).every(({ length }) => length === 0);
  return { numPassedTests: 1, numFailedTests, numPendingTests: 0, success, testResults };
}

const red = run({ [HASTY]: ['says it'] });
const green = run({ [HASTY]: [] });

describe('a failed file', () => {
  it.each([
    ['browser', 1, 1],
    ['browser', 3, 3],
    ['browser', 4, 0],
    ['races', 1, 0],
    ['faults', 1, 0],
  ])('of %s, one of %i, is run again with %i', (kind, count, again) => {
    const files = Array.from({ length: count }, (_, at) => `test/${kind}/${at}.test.ts`);
    const results = run(Object.fromEntries(files.map((file) => [file, ['says it']])));
    expect(filesToRunAgain(results)).toEqual(files.slice(0, again));
  });
});

describe('a test that failed and then passed alone', () => {
  it('is named, and fails nothing', () => {
    const { said, counts, memory } = tally({}, red, green);
    expect(said.at(-1)).toContain(`flaky: ${TEST}`);
    expect(counts).toEqual([2, 0, 0, 1]);
    expect(memory).toEqual({ [TEST]: [true] });
  });

  it.each([0, 1, 2, 3])('fails the run when it did so before, %i runs between', (between) => {
    let memory: Memory = tally({}, red, green).memory;
    for (let at = 0; at < between; at += 1) ({ memory } = tally(memory, green, undefined));
    const { said, counts } = tally(memory, red, green);
    expect(said.at(-1)).toContain(`flaky again, which fails the run: ${TEST}`);
    expect(counts).toEqual([1, 1, 0, 1]);
  });

  it('is forgotten after four runs of its file', () => {
    let { memory } = tally({}, red, green);
    for (let at = 0; at < 4; at += 1) ({ memory } = tally(memory, green, undefined));
    expect(tally(memory, red, green).counts).toEqual([2, 0, 0, 1]);
    expect(tally(memory, green, undefined).memory).toEqual({});
  });

  it('is not forgotten by runs of other files', () => {
    const before = { [TEST]: [true] };
    const other = { files: ['src/a.test.ts'], flaky: [] };
    expect(remember(before, other)).toEqual(before);
  });

  it('is named by its file when that could not be loaded', () => {
    expect(tally({}, run({ [HASTY]: [''] }), green).memory).toEqual({ [HASTY]: [true] });
  });
});

it('each kind has its files, tests, expectations and seconds, the longest last', () => {
  const files = ['src/a.test.ts', 'test/races/b.test.ts', 'test/races/c.test.ts'];
  const { testResults } = run(Object.fromEntries(files.map((file) => [file, ['x']])));
  const source = (path: string) => (path.startsWith('src') ? '' : 'expect(1); expect(2);');
  expect(tableOf(testResults, source).map((line) => line.split(/ +/))).toEqual([
    ['', 'files', 'tests', 'expect', 'worker-s'],
    ['unit', '1', '2', '0', '1'],
    ['races', '2', '4', '4', '2'],
    ['all', '3', '6', '4', '3'],
  ]);
});

it('a failure that is not run again is a failure, and no memory', () => {
  const { said, counts, memory } = tally({}, red, undefined);
  expect([counts, memory]).toEqual([[1, 1, 0, 0], {}]);
  expect(said.join()).not.toContain('flaky');
  expect(tally({}, red, red).counts).toEqual([1, 1, 0, 0]);
});
