/**
 * The composition root: configuration in, running parts out. The only file that knows everybody;
 * main.ts and the tests start the service through it.
 */
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createAuditRefusals } from './app/audit-refusals.ts';
import { checkGraphVersion } from './chat/check-graph-version.ts';
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
import { createJourney, type RunningJourney } from './journey/journey.ts';
import { createOutboxes } from './links/outboxes.ts';
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
import { listen } from './kit/postgres/listen.ts';
import { migrate } from './kit/postgres/migrate.ts';
import { open, type Database } from './kit/postgres/pool.ts';
import { becomeSole } from './kit/postgres/sole.ts';
import { machineRandom } from './kit/random.ts';
import { Refusal } from './kit/refusal.ts';
import { createSeal, type Seal } from './kit/seal.ts';
import { VERSION } from './kit/version.ts';
import { createReplies } from './replies/replies.ts';
import { createKnownHosts, type KnownHosts } from './store/hosts.ts';
import { createKnownAccounts, type KnownAccounts } from './store/known-accounts.ts';
import { changeOf, CHANGES_CHANNEL } from './store/versions.ts';
import { holdLease } from './store/held-lease.ts';
import { createKnownRouting, type KnownRouting } from './store/known-routing.ts';

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
  const { config, log, clock, seal, db, alone } = foundation;
  const plays = (role: Role): boolean =>
    config.roles.includes('all') || config.roles.includes(role);
  const metrics = createMetrics();
  showBuild(metrics);
  const accounts = createKnownAccounts({ reader: db, clock, hashKey: seal.hash });
  const routing = await createKnownRouting(db);
  const hosts = await createKnownHosts(db);
  checkGraphVersion(config, routing.current(), { log, nowMs: clock.nowMs() });
  const lines = createOutboxes();
  const lease = await holdLease({
    ...{ db, clock, log, alone },
    holder: `${hostname()} ${process.pid}`,
    onLost: () => log.error({}, 'every link is let go'),
  });
  const ids = createIds(() => lease.current().slot, clock, machineRandom);
  const replies = createReplies({ db, clock, log, ids, tallies: tallyReplies(metrics) });
  const passing = await openFiles(foundation, metrics);
  const chatFiles = await openChatFiles({ ...foundation, ids }, metrics);
  const running = createJourney({
    ...{ db, clock, log, accounts, routing, outboxes: lines, lease, ids },
    random: machineRandom,
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
  const chat = openChat(foundation, { ids, routing, journey, metrics, files: chatFiles });
  const changes = hearChanges(foundation, { accounts, routing, hosts });
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
  await journey.start({ carriers: plays('carriers'), worker: plays('worker') });
  if (plays('worker')) await chat.start();
  if (plays('worker')) replies.start();
  const stop = async (): Promise<void> => {
    stopping = true;
    await server?.close(config.shutdownMs);
    await refusals.stop();
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

/** For a change whose announcement met a database that could not be read. */
const HOSTS_MS = 60_000;

/** Learns at once what staff and other nodes change; versions catch what is missed here. */
function hearChanges(
  { address, clock, log }: Foundation,
  known: {
    readonly accounts: KnownAccounts;
    readonly routing: KnownRouting;
    readonly hosts: KnownHosts;
  },
): { stop(): Promise<void> } {
  const { accounts, routing, hosts } = known;
  const warn = (error: unknown): void => log.warn({ error }, 'the routing could not be read');
  const refresh = (): void => void routing.refresh().catch(warn);
  const refreshHealth = (): void => void routing.refreshHealth().catch(warn);
  const unread = (error: unknown): void => log.warn({ error }, 'the domains could not be read');
  const refreshHosts = (): void => void hosts.refresh().catch(unread);
  const looking = clock.every(HOSTS_MS, refreshHosts);
  const listening = listen({
    address,
    clock,
    channel: CHANGES_CHANNEL,
    onNotice(announced) {
      const change = changeOf(announced);
      if (change?.of === 'account') accounts.forget(change.accountId);
      else if (change?.of === 'health') refreshHealth();
      else if (change?.of === 'hosts') refreshHosts();
      else refresh();
    },
    onConnected() {
      refresh();
      refreshHosts();
    },
  });
  return {
    stop() {
      looking.cancel();
      return listening.stop();
    },
  };
}
