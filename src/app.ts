/**
 * The composition root: configuration in, running parts out. The only file that knows everything;
 * main.ts and the tests start the service through it.
 */
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { ChatAdmin } from './features/chat-numbers/chat-admin.ts';
import { createAuditRefusals } from './app/audit-refusals.ts';
import { hearChanges } from './app/hear-changes.ts';
import { jobsOf } from './app/jobs.ts';
import { createKeyUses } from './app/key-uses.ts';
import { showLinks } from './app/link-states.ts';
import { linkMaker } from './app/make-links.ts';
import { openApi } from './app/open-api.ts';
import { openChatFiles } from './app/open-chat-files.ts';
import { openChat } from './app/open-chat.ts';
import { openFiles } from './app/open-files.ts';
import { openMail } from './app/open-mail.ts';
import { openJourney, type RunningJourney } from './app/open-journey.ts';
import { openEvents } from './app/open-events.ts';
import { openReports } from './app/open-reports.ts';
import { openSeal } from './app/open-seal.ts';
import { openTracing } from './app/trace-messages.ts';
import { showBuild, tallyJourney, tallyPolicy, tallyReplies, timeAccepts } from './app/tallies.ts';
import { checkGraphVersion } from './chat/check-graph-version.ts';
import { reactToRefusals } from './chat/reactions.ts';
import { limit } from './domain/limits.ts';
import type { JourneyDeps } from './journey/deps.ts';
import { type Clock, wallClock } from '@paigham/base/clock.ts';
import type { Config, Role, Secrets } from './kit/config.ts';
import { prepareDataDir } from '@paigham/base/data-dir.ts';
import { createIds } from './kit/ids.ts';
import { createJobRunner } from './kit/jobs.ts';
import { createLog, type Log } from './kit/log.ts';
import { readMasterKeys, sourceOf } from './kit/master-key.ts';
import { createMetrics, type Metrics } from './kit/metrics.ts';
import { type Address, givenLogins, type Logins, mustReach } from './kit/postgres/address.ts';
import { checkServer } from './kit/postgres/check-server.ts';
import { type Embedded, startEmbedded } from './kit/postgres/embedded.ts';
import { migrate } from './kit/postgres/migrate.ts';
import { type Database, open, type Reader } from './kit/postgres/pool.ts';
import { becomeSole } from './kit/postgres/sole.ts';
import { machineRandom } from '@paigham/base/random.ts';
import { Refusal } from '@paigham/base/refusal.ts';
import type { Seal } from './kit/seal.ts';
import { VERSION } from './kit/version.ts';
import { openDirectory } from './portability/directory.ts';
import { createReplies } from './replies/replies.ts';
import { createClicks } from './features/short-links/clicks.ts';
import { createHostCache } from './features/hosts/hosts.sql.ts';
import { createAccountCache } from './store/snapshots/account-cache.ts';
import type { WaitingByLink } from './store/queue/look-at-queue.ts';
import { createRoutingSnapshots } from './store/snapshots/routing-snapshots.ts';
import { type HeldLease, holdLease } from './store/nodes/nodes.ts';
import { announceHealth } from './store/nodes/versions.ts';

const MIGRATIONS = join(import.meta.dirname, '../db/migrations');

/** What tests replace. */
type Overrides = {
  /** Where else than to the log lines go that whoever starts it should see. */
  readonly say?: (line: string) => void;
  readonly log?: Log;
  readonly clock?: Clock;
  /** An existing database. */
  readonly logins?: Logins;
  /** Name servers to ask for proofs of domains, instead of this machine's. */
  readonly nameServers?: readonly string[];
};

export type Foundation = {
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
  readonly seal: Seal;
  readonly db: Database;
  /** For what is made of many rows; may lag. */
  readonly reports: Reader;
  readonly address: Address;
  /** No other program works on this database. */
  readonly alone: boolean;
  readonly nameServers: readonly string[] | undefined;
  close(): Promise<void>;
};

/**
 * Opens what everything else needs: the log, the secrets, and a migrated database. If it rejects,
 * nothing stays open.
 */
export async function layFoundation(
  config: Config,
  secrets: Secrets,
  overrides: Overrides = {},
): Promise<Foundation> {
  // Before the log creates it, readable by everybody.
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
  const { clock = wallClock, log = createLog(config), say } = overrides;
  const { host, port, roles, retentionDays, textDays, eventDays } = config;
  const kept = { retentionDays, textDays, eventDays };
  log.info({ version: VERSION, address: `${host}:${port}`, roles, kept }, 'Paigham is starting');
  const tell = (line: string): void => {
    log.info({}, line);
    say?.(line);
  };
  const keys = readMasterKeys(config, secrets, machineRandom, (file) =>
    tell(`A new master key was made in ${file}: keep a copy elsewhere.`),
  );
  const given = overrides.logins ?? givenLogins(secrets);
  const tellOfWork = once(() => tell('Setting up the database, or bringing it up to date …'));
  if (given === undefined && !existsSync(join(config.dataDir, 'postgres'))) tellOfWork();
  const embedded =
    given === undefined
      ? await startEmbedded({ dataDir: config.dataDir, clock, print: (line) => log.info({}, line) })
      : undefined;
  opened.defer(async () => embedded?.stop());
  const logins = given ?? embedded?.logins;
  if (logins === undefined) throw new Error('there is no database');
  if (secrets.databaseUrl !== undefined) await mustReach(secrets.databaseUrl);
  await migrate(logins.owner, MIGRATIONS, tellOfWork);
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
  const seal = await openSeal(db, keys, sourceOf(config, secrets));
  const reports = openReports(db, secrets.databaseReplicaUrl, log);
  opened.defer(() => reports.close());
  const { nameServers } = overrides;
  return {
    config,
    log,
    clock,
    seal,
    db,
    reports,
    address,
    alone: sole?.alone ?? false,
    nameServers,
  };
}

function once(auditAction: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) auditAction();
    isDone = true;
  };
}

/**
 * Two processes that both do everything on one data folder are a mistake; nodes with separate roles
 * are not.
 */
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
  /** Makes changes at the chat platform, as callers of `/v1` do. */
  readonly chat: ChatAdmin;
  /** Finishes what is in flight, then releases everything except the foundation. Never rejects. */
  stop(): Promise<void>;
};

function measuring(): Metrics {
  const metrics = createMetrics();
  showBuild(metrics);
  return metrics;
}

/** Starts the service on its foundation, in the roles of its configuration. */
export async function startApp(foundation: Foundation, secrets: Secrets): Promise<App> {
  const { config, log, clock, db } = foundation;
  const plays = playing(config);
  const metrics = measuring();
  const learned = await learn(foundation);
  const { accounts, routing, hosts } = learned;
  const lease = await joinNodes(foundation);
  const ids = createIds(() => lease.current().slot, clock, machineRandom);
  const replies = createReplies({ db, clock, log, ids, tallies: tallyReplies(metrics) });
  const passing = await openFiles(foundation, metrics);
  const chatFiles = await openChatFiles({ ...foundation, ids }, metrics);
  const lookups = openLookups(foundation, secrets, metrics, () => journey);
  const tracing = await openTracing(config, clock);
  const store = { db, clock, log, accounts, routing, lease, ids, random: machineRandom };
  const journey: RunningJourney = openJourney({
    ...store,
    hearReply: replies.hear,
    settings: { ...config, queueBoundMessages: config.queueBound },
    alarms: tallyPolicy(metrics),
    ...lookups,
    ...passing,
    media: chatFiles.media,
    onChatRefusals: (refusals) => reactToRefusals({ db, clock, log, routing }, refusals),
    makeLink: tracing.links(linkMaker({ ...foundation, shelfOf: chatFiles.shelfOf }, metrics)),
    tallies: tallyJourney(metrics),
    followAccepts: [timeAccepts(metrics, clock), ...tracing.accepts],
  });
  const { work, load } = journey.background;
  const waiting = (): WaitingByLink => journey.pressure().waiting;
  showLinks(metrics, routing, { db, clock, waiting, oldest: load.oldest });
  const forChat = { ids, routing, journey, metrics, files: chatFiles, secrets };
  const chat = openChat(foundation, {
    ...forChat,
    secrets,
    hasPosts: () => work.has('hasPosts'),
  });
  const events = openEvents(foundation, { accounts, lease, metrics, admin: chat.admin });
  const changes = hearChanges(foundation, { accounts, routing, hosts, events, work, lease });
  const callers = noteCallers(foundation);
  const opened = { journey, replies, chat, events, metrics, secrets };
  const server = plays('api')
    ? openApi(foundation, {
        ...learned,
        ...callers,
        ...opened,
        files: passing.files,
        directory: lookups.directory,
        isStopping: events.isStopping,
      })
    : undefined;
  const jobs = createJobRunner({ clock, log, metrics });
  const mail = openMail(foundation, { secrets, admin: chat.admin }, metrics);
  const all = jobsOf(journey.background, { chat, events, mail, callers, kept: config });
  await jobs.start(all.filter(({ on }) => on.some(plays)));
  await journey.start({ carriers: plays('carriers'), worker: plays('worker') });
  for (const it of plays('worker') ? [chat, replies, events] : []) it.start();
  const stop = async (): Promise<void> => {
    events.endStreams();
    await server?.close(config.shutdownMs);
    jobs.stop();
    const parts = [callers, chat, journey, replies, events, changes, chatFiles];
    await stopInOrder(foundation, [...parts, { stop: lease.release }, tracing]);
  };
  const baseUrl = await server?.listen(config.host, config.port).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  log.info({ address: baseUrl }, 'Paigham is ready');
  return { baseUrl, journey, chat: chat.admin, stop };
}

/**
 * Stops the parts of the service one after the other: each may leave something to the next. What
 * they still have to store waits for a database that is away, but not forever: then it is given
 * up, and what is not stored is what a crash leaves behind.
 */
async function stopInOrder(
  { db, clock, log }: Foundation,
  parts: readonly { stop(): unknown }[],
): Promise<void> {
  const patience = clock.setTimer(limit('stopMs'), () => {
    log.error({}, 'the service stops without its database: another node settles what is in flight');
    db.giveUp();
  });
  for (const part of parts) {
    try {
      await part.stop();
    } catch (error) {
      log.warn({ error }, 'a part of the service could not finish its work');
    }
  }
  patience.cancel();
}

/** What is recorded about callers, some time after they were answered. */
function noteCallers(foundation: Foundation) {
  const refusals = createAuditRefusals(foundation);
  const uses = createKeyUses(foundation);
  const clicks = createClicks(foundation);
  const stop = async (): Promise<void> => {
    await refusals.stop();
    await uses.stop();
    await clicks.write();
  };
  return { onRefused: refusals.note, onUsed: uses.note, clicks, stop };
}

function playing({ roles }: Config): (role: Role) => boolean {
  return (role) => roles.includes('all') || roles.includes(role);
}

/** The parts of the store kept in memory, read again when they change. */
async function learn({ db, clock, seal, config, log }: Foundation) {
  const accounts = createAccountCache({ reader: db, clock, hashKey: seal.hash });
  const routing = await createRoutingSnapshots(db);
  checkGraphVersion(config, routing.current(), { log, nowMs: clock.nowMs() });
  return { accounts, routing, hosts: await createHostCache(db) };
}

/** Takes a node's lease. Other nodes then look more often for what this node leaves to them. */
async function joinNodes({ db, clock, log, alone }: Foundation): Promise<HeldLease> {
  const lease = await holdLease({
    db,
    clock,
    log,
    alone,
    holder: `${hostname()} ${process.pid}`,
    onLost: () => log.error({}, 'all links are closed'),
  });
  await db.transact(announceHealth);
  return lease;
}

/** The number directory, with its counters. `running` is asked once it runs. */
function openLookups(
  { config, clock, log }: Foundation,
  secrets: Secrets,
  metrics: Metrics,
  running: () => RunningJourney,
): Pick<JourneyDeps, 'directory' | 'countLookups'> {
  const nodes = (): number => running().background.work.nodes();
  const directory = openDirectory(config, secrets, { clock, log, nodes });
  const help = 'The number directory is not asked';
  metrics.gauge({ name: 'paigham_directory_down', help }, () => (directory.isDown() ? 1 : 0));
  const lookedUp = metrics.counter({
    name: 'paigham_lookups_total',
    help: 'Numbers looked up; unknown and failed ones went by prefix or were refused',
    labels: ['fate'],
  });
  return {
    directory,
    countLookups(fate, numbers) {
      if (numbers > 0) lookedUp([fate], numbers);
    },
  };
}
