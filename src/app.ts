/**
 * The composition root: configuration in, running parts out. The only file that knows everybody;
 * main.ts and the tests start the service through it.
 */
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createAuditRefusals } from './app/audit-refusals.ts';
import { checkGraphVersion } from './chat/check-graph-version.ts';
import { hearChanges } from './app/hear-changes.ts';
import { showLinks } from './app/link-states.ts';
import { linkMaker } from './app/make-links.ts';
import { openChatFiles } from './app/open-chat-files.ts';
import { openApi } from './app/open-api.ts';
import { openFiles } from './app/open-files.ts';
import { openChat } from './app/open-chat.ts';
import { openLookups } from './app/open-lookups.ts';
import { showBuild, tallyJourney, tallyPolicy, tallyReplies, timeAccepts } from './app/tallies.ts';
import { reactToRefusals } from './chat/reactions.ts';
import type { ChatAdmin } from './admin/chat/chat-admin.ts';
import { jobsOf } from './app/jobs.ts';
import { openJourney, type RunningJourney } from './app/open-journey.ts';
import { createJobRunner } from './kit/jobs.ts';
import { wallClock, type Clock } from './kit/clock.ts';
import type { Config, Role, Secrets } from './kit/config.ts';
import { prepareDataDir } from './kit/data-dir.ts';
import { createIds } from './kit/ids.ts';
import { createLog, type Log } from './kit/log.ts';
import { readMasterKey } from './kit/master-key.ts';
import { createMetrics } from './kit/metrics.ts';
import { givenLogins, mustReach, type Address, type Logins } from './kit/postgres/address.ts';
import { checkServer } from './kit/postgres/check-server.ts';
import { startEmbedded, type Embedded } from './kit/postgres/embedded.ts';
import { migrate } from './kit/postgres/migrate.ts';
import { open, type Database } from './kit/postgres/pool.ts';
import { becomeSole } from './kit/postgres/sole.ts';
import { machineRandom } from './kit/random.ts';
import { Refusal } from './kit/refusal.ts';
import { createSeal, type Seal } from './kit/seal.ts';
import { VERSION } from './kit/version.ts';
import { createReplies } from './replies/replies.ts';
import { createKnownHosts } from './store/hosts.ts';
import { createKnownAccounts } from './store/known-accounts.ts';
import { announceHealth } from './store/versions.ts';
import { holdLease, type HeldLease } from './store/held-lease.ts';
import { createKnownRouting } from './store/known-routing.ts';

const MIGRATIONS = join(import.meta.dirname, '../db/migrations');

/** What tests replace. */
export type Overrides = {
  readonly log?: Log;
  readonly clock?: Clock;
  /** A database that is already there. */
  readonly logins?: Logins;
  /** Name servers that are asked for proofs of domains, in place of the machine's. */
  readonly nameServers?: readonly string[];
};

export type Foundation = {
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
  readonly seal: Seal;
  readonly db: Database;
  readonly address: Address;
  /** No other program works on this database. */
  readonly alone: boolean;
  readonly nameServers: readonly string[] | undefined;
  close(): Promise<void>;
};

/**
 * Opens what everything stands on: the log, the secrets, and a migrated database. When it rejects,
 * nothing stays open.
 */
export async function layFoundation(
  config: Config,
  secrets: Secrets,
  overrides: Overrides = {},
): Promise<Foundation> {
  // Before the log makes it, open to everybody.
  prepareDataDir(config.dataDir);
  const opened = new AsyncDisposableStack();
  try {
    const foundation = await openFoundation(config, secrets, overrides, opened);
    return { ...foundation, close: () => opened.disposeAsync() };
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

async function openFoundation(
  config: Config,
  secrets: Secrets,
  overrides: Overrides,
  opened: AsyncDisposableStack,
): Promise<Omit<Foundation, 'close'>> {
  const { clock = wallClock, log = createLog(config) } = overrides;
  const { host, port, roles } = config;
  log.info({ version: VERSION, address: `${host}:${port}`, roles }, 'Paigham is starting');
  const seal = createSeal(readMasterKey(config, secrets, machineRandom), machineRandom);
  const given = overrides.logins ?? givenLogins(secrets);
  const embedded =
    given === undefined
      ? await startEmbedded({ dataDir: config.dataDir, clock, print: (line) => log.info({}, line) })
      : undefined;
  opened.defer(async () => embedded?.stop());
  const logins = given ?? embedded?.logins;
  if (logins === undefined) throw new Error('there is no database');
  if (secrets.databaseUrl !== undefined) await mustReach(secrets.databaseUrl);
  await migrate(logins.owner, MIGRATIONS);
  const { writer: address, reader: readAddress } = logins;
  const sole = embedded && (await becomeSole(address, clock));
  opened.defer(async () => sole?.release());
  if (sole?.alone === false && config.roles.includes('all')) refuseSecond(config, embedded);
  const db = open({
    address,
    readAddress,
    connections: config.databasePool,
    onLost: (error) => log.warn({ error }, 'a connection to the database was lost'),
  });
  opened.defer(() => db.close());
  for (const { weight, sentence } of await checkServer(db)) {
    if (weight === 'refuse') throw new Refusal(sentence);
    log.warn({}, sentence);
  }
  const { nameServers } = overrides;
  return { config, log, clock, seal, db, address, alone: sole?.alone ?? false, nameServers };
}

/** Two that each do everything on one data folder are a mistake; nodes with roles are none. */
function refuseSecond({ dataDir }: Config, embedded: Embedded | undefined): void {
  const others = embedded?.others() ?? [];
  if (others.length === 0) return;
  throw new Refusal(
    `Paigham runs on ${dataDir} already (process ${others.join(', ')}): stop it first, or give ` +
      'another installation its own folder and port with --data-dir and --port.',
  );
}

export type App = {
  /** `http://127.0.0.1:8080`; undefined for a node without the role `api`. */
  readonly baseUrl: string | undefined;
  readonly journey: RunningJourney;
  /** Changes things at the chat platform, as callers of `/v1` do. */
  readonly chat: ChatAdmin;
  /** Finishes what is in flight, then lets go of everything but the foundation. */
  stop(): Promise<void>;
};

/** Starts the service on its foundation, in the roles of its configuration. */
export async function startApp(foundation: Foundation, secrets: Secrets): Promise<App> {
  const { config, log, clock, seal, db } = foundation;
  const plays = (role: Role): boolean =>
    config.roles.includes('all') || config.roles.includes(role);
  const metrics = createMetrics();
  showBuild(metrics);
  const accounts = createKnownAccounts({ reader: db, clock, hashKey: seal.hash });
  const routing = await createKnownRouting(db);
  const hosts = await createKnownHosts(db);
  checkGraphVersion(config, routing.current(), { log, nowMs: clock.nowMs() });
  const lease = await joinNodes(foundation);
  const ids = createIds(() => lease.current().slot, clock, machineRandom);
  const replies = createReplies({ db, clock, log, ids, tallies: tallyReplies(metrics) });
  const passing = await openFiles(foundation, metrics);
  const chatFiles = await openChatFiles({ ...foundation, ids }, metrics);
  const running = openJourney({
    ...{ db, clock, log, accounts, routing, lease, ids, random: machineRandom },
    hearReply: replies.hear,
    settings: { ...config, queueBoundMessages: config.queueBound },
    alarms: tallyPolicy(metrics),
    ...openLookups(foundation, secrets, metrics),
    ...passing,
    media: chatFiles.media,
    onChatRefusals: (refusals) => reactToRefusals({ db, clock, log, routing }, refusals),
    makeLink: linkMaker({ ...foundation, shelfOf: chatFiles.shelfOf }, metrics),
    tallies: tallyJourney(metrics),
  });
  const journey = timeAccepts(metrics, clock, running);
  showLinks(metrics, routing, () => journey.pressure().waiting);
  const chat = openChat(foundation, {
    ...{ ids, routing, journey, metrics, files: chatFiles },
    hasPosts: () => running.background.work.has('hasPosts'),
  });
  const changes = hearChanges(foundation, { accounts, routing, hosts, ...running.background });
  const refusals = createAuditRefusals(foundation);
  let stopping = false;
  const server = plays('api')
    ? openApi(foundation, {
        ...{ journey, replies, chat, accounts, routing, hosts, metrics, secrets },
        files: passing.files,
        isStopping: () => stopping,
        onRefused: refusals.note,
      })
    : undefined;
  const jobs = createJobRunner(foundation);
  await jobs.start(jobsOf(journey.background, chat.jobs).filter(({ on }) => on.some(plays)));
  await journey.start({ carriers: plays('carriers'), worker: plays('worker') });
  if (plays('worker')) chat.start();
  if (plays('worker')) replies.start();
  const stop = async (): Promise<void> => {
    stopping = true;
    await server?.close(config.shutdownMs);
    await refusals.stop();
    jobs.stop();
    await chat.stop();
    await journey.stop();
    await replies.stop();
    await changes.stop();
    chatFiles.stop();
    await lease.release();
  };
  try {
    const baseUrl = await server?.listen(config.host, config.port);
    log.info({ address: baseUrl }, 'Paigham is ready');
    return { baseUrl, journey, chat: chat.admin, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Takes a node's lease. The others then look more often for what this node leaves to them. */
async function joinNodes({ db, clock, log, alone }: Foundation): Promise<HeldLease> {
  const lease = await holdLease({
    ...{ db, clock, log, alone },
    holder: `${hostname()} ${process.pid}`,
    onLost: () => log.error({}, 'every link is let go'),
  });
  await db.transact(announceHealth);
  return lease;
}
