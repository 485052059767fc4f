/** The program: reads its settings, starts what its roles ask for, and stops it on a signal. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { layFoundation, startApp, type App, type Foundation } from './app.ts';
import { openDemoWorld, type DemoWorld } from './demo/demo-world.ts';
import { withDemoSecrets, withDemoSettings } from './demo/demo-settings.ts';
import { leaveDemo } from './demo/leave-demo.ts';
import { ADMIN_SLOT, type Admin } from './operations/admin.ts';
import { seedOperators } from './features/operators/operators.operations.ts';
import { limit } from './domain/limits.ts';
import { unlessOver } from '@paigham/base/clock.ts';
import { loadConfig } from './kit/config.ts';
import type { Config, Secrets } from './kit/config.ts';
import { printHelp } from './kit/config-help.ts';
import { mustBeFree } from '@paigham/http/server.ts';
import { createIds } from './kit/ids.ts';
import { setAside } from '@paigham/base/ports.ts';
import { machineRandom } from '@paigham/base/random.ts';
import { Refusal } from '@paigham/base/refusal.ts';
import { readArguments, readEnvironment } from './kit/started-with.ts';

/** However it ends, everything opened is closed: a refused program must not linger. */
async function run(config: Config, secrets: Secrets): Promise<void> {
  const checksPort = config.roles.some((role) => role === 'all' || role === 'api');
  // Nothing is made for a port that is taken; where it may run already, that is said first.
  if (checksPort && !existsSync(join(config.dataDir, 'postgres')))
    await mustBeFree(config.host, config.port);
  const foundation = await layFoundation(config, secrets, { say: (line) => console.log(line) });
  try {
    // Before anything is started beside the service.
    if (checksPort) await mustBeFree(config.host, config.port);
    setAside(config.port);
    const demo = await furnish(foundation);
    try {
      await serve(foundation, secrets, demo);
    } finally {
      await demo?.stop();
    }
  } finally {
    await foundation.close();
  }
}

async function serve(
  foundation: Foundation,
  secrets: Secrets,
  demo: DemoWorld | undefined,
): Promise<void> {
  const config = withDemoSettings(foundation.config);
  const known = withDemoSecrets(config, secrets);
  // From here on it is asked to stop in good order: it may have callers before all has started.
  const stopping = signalled();
  const app = await startApp({ ...foundation, config }, known);
  try {
    console.log(await announce(app, demo));
    await stopping;
    console.log('Stopping: finishing what is in flight …');
    unlessOver(config.shutdownMs + limit('stopMs') + LAST_MS, () => {
      console.error('Stopped in time: what was still in flight is settled at the next start.');
      process.exit(1);
    });
  } finally {
    await app.stop();
  }
}

async function announce({ baseUrl, chat }: App, demo: DemoWorld | undefined): Promise<string> {
  if (baseUrl === undefined) return 'Paigham works; this node answers no HTTP.';
  return (await demo?.announce(baseUrl, chat)) ?? `Paigham listens on ${baseUrl}.`;
}

/** What must exist before the service starts: the operators in production, else the demo world. */
async function furnish(foundation: Foundation): Promise<DemoWorld | undefined> {
  const { config, clock, db, seal } = foundation;
  const ids = createIds(() => ADMIN_SLOT, clock, machineRandom);
  const admin: Admin = {
    transact: db.transact,
    actor: 'seed',
    clock,
    random: machineRandom,
    seal,
    ids,
    publicAddress: config.publicAddress,
  };
  if (!config.production) return openDemoWorld(admin, { ...config, clock });
  const told = await leaveDemo(admin, db, config);
  if (told !== undefined) console.log(told);
  await seedOperators(admin);
  return undefined;
}

/**
 * For somebody trying things out, the console should stay readable: the log goes to the data
 * folder.
 */
function withLogFile(config: Config): Config {
  const folder = config.logFile && dirname(config.logFile);
  if (folder !== undefined && !existsSync(folder))
    throw new Refusal(
      `LOG_FILE: there is no ${folder}: mount its disk, or make that folder first.`,
    );
  if (config.production || config.logFile !== undefined) return config;
  return { ...config, logFile: join(config.dataDir, 'paigham.log') };
}

function signalled(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}

async function main(): Promise<number> {
  const loaded = loadConfig(readEnvironment(), readArguments());
  switch (loaded.kind) {
    case 'help':
      console.log(printHelp());
      return 0;
    case 'refused':
      console.error(loaded.sentences.join('\n'));
      return 1;
    case 'loaded':
      for (const warning of loaded.warnings) console.error(warning);
      await run(withLogFile(loaded.config), loaded.secrets);
      return 0;
  }
}

/** What is left of a stop: closing what is shared, and the demo's programs. */
const LAST_MS = 5_000;

process.exitCode = await main().catch((error: unknown) => {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  return 1;
});
// All is closed. Whatever should still hold the program must not.
unlessOver(LAST_MS, () => process.exit());
