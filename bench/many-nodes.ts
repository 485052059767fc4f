/**
 * What nodes cost the database that they share: their leases, jobs and polling, at rest and while
 * one of them accepts and sends. That one is a program of its own and holds the link; the others
 * run in this process, over one pool, with everything but HTTP. Ids allow 63 nodes: beyond them
 * slots are made up, for leases and polling alone, which need no id.
 * `node bench/many-nodes.ts --nodes 1,2,8,32,63 --seconds 20 --per-second 500`
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { layFoundation, startApp, type App } from '../src/app.ts';
import { loadConfig } from '../src/kit/config.ts';
import { makeTemporaryDir } from '@paigham/base/data-dir.ts';
import { withConnection } from '../src/kit/postgres/address.ts';
import { startEmbedded, type Embedded } from '../src/kit/postgres/embedded.ts';
import type { Database, Transaction } from '../src/kit/postgres/pool.ts';
import type { Statement } from '../src/kit/postgres/statement.ts';
import { counted } from './counted.ts';
import { usedCpuMs } from './cpu.ts';
import { sendSteadily } from './load/steady.ts';
import { startOperator, untilBound } from './operator.ts';
import { furnish } from './paigham/furnish.ts';
import { startNode } from './paigham/node.ts';
import { requestTo } from './paigham/paigham.ts';
import { endDatabase, postmasterOf } from './paigham/postmaster.ts';
import { cleanUpLater, endAll, endPrograms } from './programs.ts';
import type { SendRequest } from './system.ts';
import { freePort, pause } from './waiting.ts';

/** Nodes that have just started ask more. */
const SETTLE_MS = 15_000;
/** Of the pool that the nodes in this process share. */
const CONNECTIONS = 50;
const STARTED_AT_ONCE = 4;
/** As many nodes as ids have room for. */
const SLOTS = 63;

type Options = {
  readonly nodes: readonly number[];
  readonly seconds: number;
  readonly perSecond: number;
};

/** Nodes in this process, and what they have asked. */
type Crowd = {
  readonly asked: ReadonlyMap<string, number>;
  /** Starts as many as are missing to this number. */
  grow(to: number): Promise<void>;
  stop(): Promise<void>;
};

/** Slots without end, and no announcement that wakes all others at each start. */
function widened(db: Database): Database {
  const widen = <Row>(statement: Statement<Row>): Statement<Row> => ({
    ...statement,
    text: statement.text.replace('generate_series(0, 62)', 'generate_series(0, 9999)'),
  });
  const wide = (transaction: Transaction): Transaction => ({
    ...transaction,
    run: (statement, values) =>
      statement.name === 'announce'
        ? Promise.resolve([])
        : transaction.run(statement.name === 'claim-node' ? widen(statement) : statement, values),
  });
  return { ...db, transact: (work) => db.transact((transaction) => work(wide(transaction))) };
}

/** The settings of the nodes in this process. */
function settingsOf(dataDir: string) {
  const environment = {
    DATA_DIR: join(dataDir, 'crowd'),
    DATABASE_POOL: String(CONNECTIONS),
    MASTER_KEY: readFileSync(join(dataDir, 'master.key'), 'utf8').trim(),
    ROLES: 'carriers,worker',
    LOG_LEVEL: 'error',
    SIMULATORS: 'false',
  };
  const loaded = loadConfig(environment, []);
  if (loaded.kind !== 'loaded') throw new Error(JSON.stringify(loaded));
  return loaded;
}

async function openCrowd(dataDir: string, server: Embedded): Promise<Crowd> {
  const { config, secrets } = settingsOf(dataDir);
  const foundation = await layFoundation(config, secrets, { logins: server.logins });
  const asked = new Map<string, number>();
  const db = counted(widened(foundation.db), asked);
  const apps: App[] = [];
  return {
    asked,
    async grow(to) {
      let left = to - 1 - apps.length;
      const startSome = async (): Promise<void> => {
        while (left > 0) {
          left -= 1;
          apps.push(await startApp({ ...foundation, db }, secrets));
        }
      };
      await Promise.all(Array.from({ length: STARTED_AT_ONCE }, startSome));
    },
    async stop() {
      await Promise.all(apps.map((app) => app.stop()));
      await foundation.close();
    },
  };
}

type Reading = {
  readonly atMs: number;
  readonly transactions: number;
  readonly databaseMs: number;
  readonly crowdMs: number;
  readonly asked: ReadonlyMap<string, number>;
};

const TRANSACTIONS = `
  select (xact_commit + xact_rollback)::int as count from pg_stat_database
  where datname = current_database()`;

async function read(world: World): Promise<Reading> {
  const transactions = await withConnection(world.server.logins.owner, async (client) => {
    const { rows } = await client.query<{ readonly count: number }>(TRANSACTIONS);
    return rows[0]?.count ?? 0;
  });
  const own = process.cpuUsage();
  return {
    atMs: performance.now(),
    transactions,
    databaseMs: usedCpuMs([world.postmaster]),
    crowdMs: (own.user + own.system) / 1_000,
    asked: new Map(world.crowd.asked),
  };
}

type World = {
  readonly server: Embedded;
  readonly postmaster: number;
  readonly crowd: Crowd;
  readonly request: SendRequest;
};

const sum = (asked: ReadonlyMap<string, number>): number =>
  [...asked.values()].reduce((all, times) => all + times, 0);

/** One line for a window, in which `during` happens. */
async function measure(world: World, name: string, during: () => Promise<string>): Promise<void> {
  const before = await read(world);
  const more = await during();
  const after = await read(world);
  const seconds = (after.atMs - before.atMs) / 1_000;
  const rate = (of: (reading: Reading) => number): string =>
    ((of(after) - of(before)) / seconds).toFixed(1);
  console.log(
    `${name}: ${rate(({ asked }) => sum(asked))} statements/s of the nodes in this process, ` +
      `${rate((it) => it.transactions)} transactions/s, ` +
      `PostgreSQL ${rate((it) => it.databaseMs)} ms/s, this process ` +
      `${rate((it) => it.crowdMs)} ms/s${more}`,
  );
  const most = [...after.asked]
    .map(([it, times]) => [it, (times - (before.asked.get(it) ?? 0)) / seconds] as const)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 8);
  console.log(`  ${most.map(([it, times]) => `${it} ${times.toFixed(1)}`).join(', ')}`);
}

async function run({ nodes, seconds, perSecond }: Options): Promise<void> {
  const [dataDir, smpp, management] = [makeTemporaryDir(), await freePort(), await freePort()];
  cleanUpLater(() => {
    endDatabase(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  });
  const furnished = await furnish(dataDir, smpp);
  const most = Math.max(...nodes);
  const settings = { max_connections: String(most + 150) };
  const server = await startEmbedded({ dataDir, settings });
  const operator = await startOperator({ smpp, management });
  const { port } = await startNode(dataDir);
  await untilBound(operator);
  if (most > SLOTS) {
    await withConnection(server.logins.owner, (client) =>
      client.query('alter table nodes drop constraint nodes_slot_check'),
    );
  }
  const crowd = await openCrowd(dataDir, server);
  const request = requestTo(port, furnished);
  const world = { server, postmaster: postmasterOf(dataDir), crowd, request };
  for (const many of nodes) {
    await crowd.grow(many);
    await pause(SETTLE_MS);
    await measure(world, `${many} at rest`, async () => {
      await pause(seconds * 1_000);
      return '';
    });
    if (perSecond === 0) continue;
    await measure(world, `${many} at ${perSecond}/s`, async () => {
      const { p50Ms, p99Ms } = await sendSteadily(request, { perSecond, seconds });
      return `; answers p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`;
    });
  }
  await crowd.stop();
  await endPrograms();
  await server.stop();
}

const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '1,2,8,32,63' },
    seconds: { type: 'string', default: '20' },
    'per-second': { type: 'string', default: '500' },
  },
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void endAll().then(() => process.exit(130)));
}
try {
  await run({
    nodes: values.nodes.split(',').map(Number),
    seconds: Number(values.seconds),
    perSecond: Number(values['per-second']),
  });
} finally {
  await endAll();
}
process.exit();
