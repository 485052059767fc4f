/**
 * A program: one node of the service on a test's database, which reports which of the product's
 * files are at work, that is, have a function entered. As Node runs it, without the test runner's
 * own functions around each import. Started by `startWatched` in watched.ts.
 */
import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { layFoundation, startApp } from '../../src/app.ts';
import { limit } from '../../src/domain/limits.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { loadConfig } from '../../src/kit/config.ts';
import { createLog } from '../../src/kit/log.ts';
import type { ServerAddress } from '@paigham/embedded-postgres/connect.ts';
import { loginsOf } from '../../src/kit/postgres/roles.ts';

/** The instructions at the start, on standard input. */
export type Watch = {
  readonly address: ServerAddress;
  readonly dataDir: string;
  readonly masterKey: string;
  readonly root: string;
};

/**
 * `still`: runs no background jobs from now on, but what holds the links. `files`: which were
 * entered since last time.
 */
export type Wish = 'still' | 'files' | 'stop';

const { address, dataDir, masterKey, root } = JSON.parse(process.argv[2] ?? '') as Watch;
const loaded = loadConfig({}, []);
if (loaded.kind !== 'loaded') throw new Error('the defaults are no configuration');
const config = { ...loaded.config, port: 0, databasePool: 4, dataDir };

let isStill = false;
/** What holds the links goes on: a node without it sends nothing after some seconds. */
const KEPT_MS = limit('nodeRenewMs');
const clock = {
  ...wallClock,
  every: (periodMs: number, fn: () => void) =>
    wallClock.every(periodMs, () => (isStill && periodMs !== KEPT_MS) || fn()),
};
const foundation = await layFoundation(
  config,
  { masterKey },
  { log: createLog(config, { write: () => undefined }), clock, logins: loginsOf(address) },
);
const app = await startApp(foundation, { masterKey });
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

async function entered(): Promise<readonly string[]> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url }) => url.startsWith('file:') && !url.includes('node_modules'))
    .filter(({ functions }) => functions.some(({ ranges: [whole] }) => (whole?.count ?? 0) > 0))
    .map(({ url }) => relative(root, fileURLToPath(url)))
    .filter((path) => /^(src|packages)\//.test(path))
    .toSorted();
}

async function grant(wish: Wish): Promise<void> {
  switch (wish) {
    case 'still':
      isStill = true;
      return void process.send?.([]);
    case 'files':
      return void process.send?.(await entered());
    case 'stop':
      await app.stop();
      await foundation.close();
      process.disconnect();
  }
}

process.on('message', (wish: Wish) => void grant(wish));
process.send?.(app.baseUrl);
