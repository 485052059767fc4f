/**
 * An installation whose PostgreSQL is created and migrated already, for fault tests that are about
 * what comes later: made once per run, and copied. It holds no world yet: the first start of a copy
 * seeds one, with links to the operators of its test.
 */
import { execFileSync } from 'node:child_process';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { keepSecret, makeTemporaryDir } from '@paigham/base/data-dir.ts';
import { startEmbedded } from '../../src/kit/postgres/embedded.ts';
import { migrate } from '../../src/kit/postgres/migrate.ts';
import { TEST_MASTER_KEY } from './built-world.ts';
import { THIS_VERSION } from './compiled.ts';
import { prepareInstallation, type Installation } from './program.ts';
import type { SmscProgram } from './smsc-program.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    readyInstallation: string;
  }
}

/** Called by the runner before the first file; what it returns is called after the last. */
export default async function setup(project: TestProject): Promise<() => void> {
  const dataDir = makeTemporaryDir();
  const embedded = await startEmbedded({ dataDir });
  try {
    await migrate(embedded.logins.owner, join(THIS_VERSION, 'db/migrations'));
  } finally {
    await embedded.stop();
  }
  // The program makes no key beside a database that is there: it may have lost the old one.
  keepSecret(join(dataDir, 'master.key'), () => TEST_MASTER_KEY.toString('base64'));
  // What a copy has in its log is its own.
  rmSync(join(dataDir, 'postgres.log'));
  project.provide('readyInstallation', dataDir);
  return () => rmSync(dataDir, { recursive: true });
}

/** A copy of it, whose links lead to these operators. */
export async function readyInstallation(
  smsc: SmscProgram,
  environment: Readonly<Record<string, string>> = {},
): Promise<Installation> {
  const installation = await prepareInstallation(smsc, environment);
  const ready = inject('readyInstallation');
  // Where its user cannot reach the temporary directory, the database is elsewhere, and not copied.
  if (statSync(join(ready, 'postgres')).isDirectory()) {
    execFileSync('cp', ['-a', '--reflink=auto', `${ready}/.`, installation.dataDir]);
  }
  return installation;
}
