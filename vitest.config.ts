import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// What tests load and start is compiled once, not once for each of them.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '.cache/node');

// What they start is what bin/start would.
execFileSync(join(import.meta.dirname, 'bin/setup'), ['--program'], { stdio: 'inherit' });

/** Time-outs only end what hangs: a busy machine is no failure. */
const PATIENT_MS = 300_000;
const everywhere = {
  environment: 'node',
  pool: 'forks',
  // Two a core of a small machine: most files wait more than they work.
  maxWorkers: 4,
  // All projects are one queue, so that no kind waits for the last file of another.
  sequence: { groupOrder: 1 },
  // Node runs TypeScript itself, as it does in production: nothing is transformed for the tests.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  testTimeout: PATIENT_MS,
  hookTimeout: PATIENT_MS,
} as const;

/** Before each file. */
const setupFiles = ['test/support/same-chance.ts', 'test/support/end-of-file.ts'];

const UNIT_FOLDERS = ['src', 'packages', 'fakes', 'bench', 'test/fuzz'];

/**
 * Tests that need nothing but themselves. Modules are loaded once for all files of a worker: what a
 * file opens, it ends (test/support/after-file.ts).
 */
const alone = [
  {
    name: 'unit',
    include: UNIT_FOLDERS.map((folder) => `${folder}/**/*.test.ts`),
    isolate: false,
  },
  {
    name: 'house',
    include: ['test/house.test.ts', 'test/house/**/*.test.ts'],
    isolate: false,
  },
];

/** Kinds whose tests do many things one after the other. */
const patient = new Set(['judges', 'races', 'faults', 'simulation', 'browser']);

/** Kinds that are about requests and their answers, where nothing contends for connections. */
const ofRequests = new Set(['admin', 'browser', 'interface']);
/** Kinds in which people sign in to services in the process of the test. */
const signingIn = new Set([...ofRequests, 'journeys']);

/** What is made once for all files of a kind, besides PostgreSQL. */
const OWN_SETUP: Readonly<Record<string, readonly string[]>> = {
  browser: ['test/browser/chromium.ts'],
  faults: ['test/support/ready.ts'],
};

/** Each other folder of test/ is a kind of tests that stands on services, PostgreSQL first. */
const onServices = readdirSync(join(import.meta.dirname, 'test'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['fuzz', 'house', 'support'].includes(entry.name))
  .map(({ name }) => ({
    name,
    include: [`test/${name}/**/*.test.ts`],
    globalSetup: ['test/support/postgres.ts', ...(OWN_SETUP[name] ?? [])],
    setupFiles: signingIn.has(name)
      ? [...setupFiles, 'test/support/cheap-passwords.ts']
      : setupFiles,
    provide: { databasePool: ofRequests.has(name) ? 3 : 5 },
    // Each of its files kills a node every few seconds, and leaves much in its process. A process
    // of its own costs a file four seconds of a core: all is loaded again, and runs cold.
    isolate: name === 'simulation',
    testTimeout: patient.has(name) ? 600_000 : PATIENT_MS,
    hookTimeout: patient.has(name) ? 600_000 : PATIENT_MS,
  }));

/** In which order kinds of tests begin: those with long files, so that none is alone at the end. */
const FIRST = ['faults', 'journeys', 'judges', 'races', 'simulation'];

class LongKindsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ project }: TestSpecification): number =>
      FIRST.includes(project.name) ? FIRST.indexOf(project.name) : FIRST.length;
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own
    const longestFirst = await super.sort(files);
    return longestFirst.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongKindsFirst },
    projects: [...alone, ...onServices].map((test) => ({
      test: { ...everywhere, setupFiles, ...test },
    })),
  },
});
