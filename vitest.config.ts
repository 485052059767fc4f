import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Time-outs only end what hangs: a busy machine is no failure. */
const PATIENT_MS = 120_000;
const everywhere = {
  environment: 'node',
  pool: 'forks',
  testTimeout: PATIENT_MS,
  hookTimeout: PATIENT_MS,
} as const;

/** Before each file. */
const setupFiles = ['test/support/same-chance.ts', 'test/support/end-of-file.ts'];

/**
 * Tests that need nothing but themselves. Modules are loaded once for all files of a worker: what a
 * file opens, it ends (test/support/after-file.ts).
 */
const alone = [
  {
    name: 'unit',
    include: ['src', 'packages', 'fakes', 'bench'].map((folder) => `${folder}/**/*.test.ts`),
    isolate: false,
    maxWorkers: 2,
  },
  {
    name: 'house',
    include: ['test/house.test.ts', 'test/house/**/*.test.ts'],
    isolate: false,
    maxWorkers: 1,
  },
];

/** Kinds that kill and stall things and look at moments: after the others, and for longer. */
const heavy = new Set(['judges', 'races', 'faults', 'simulation', 'browser']);

/** Each other folder of test/ is a kind of tests that stands on services, PostgreSQL first. */
const onServices = readdirSync(join(import.meta.dirname, 'test'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['house', 'support'].includes(entry.name))
  .map(({ name }) => ({
    name,
    include: [`test/${name}/**/*.test.ts`],
    globalSetup: ['test/support/postgres.ts'],
    // What is killed there may leave something in its process.
    isolate: heavy.has(name),
    // They wait more than they work.
    maxWorkers: heavy.has(name) ? 2 : 3,
    testTimeout: heavy.has(name) ? 300_000 : PATIENT_MS,
    sequence: { groupOrder: heavy.has(name) ? 3 : 2 },
  }));

export default defineConfig({
  test: {
    projects: [...alone, ...onServices].map((test, groupOrder) => ({
      test: { ...everywhere, setupFiles, sequence: { groupOrder }, ...test },
    })),
  },
});
