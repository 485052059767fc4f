/**
 * The composition root: configuration in, running parts out. The only file that knows everybody;
 * main.ts and the tests start the service through it.
 */
import { hostname } from 'node:os';
import { join } from 'node:path';
import { checkGraphVersion } from './app/check-graph.ts';
import { showLinks } from './app/link-states.ts';
import { linkMaker } from './app/make-links.ts';
import { openChatFiles } from './app/open-chat-files.ts';
import { openDoors } from './app/open-doors.ts';
import { openFiles } from './app/open-files.ts';
import { openSharedChat } from './app/open-chat.ts';
import { openLookups } from './app/open-lookups.ts';
import { tallyChat, tallyJourney, tallyPolicy, tallyReplies } from './app/tallies.ts';
import { createResync } from './app/resync-templates.ts';
import { readWebhook } from './carriers/whatsapp/webhook/read-webhook.ts';
import type { ChatDesk } from './desk/chat/chat-desk.ts';
import { createJourney, type RunningJourney } from './journey/journey.ts';
import { createLines } from './journey/lines.ts';
import { wallClock, type Clock } from './kit/clock.ts';
import type { Config, Role, Secrets } from './kit/config.ts';
import { createIds } from './kit/ids.ts';
import { createLog, type Log } from './kit/log.ts';
import { readMasterKey } from './kit/master-key.ts';
import { createMetrics } from './kit/metrics.ts';
import { mustReach, type Address } from './kit/postgres/address.ts';
import { checkServer } from './kit/postgres/check-server.ts';
import { startEmbedded, type Embedded } from './kit/postgres/embedded.ts';
import { listen } from './kit/postgres/listen.ts';
import { migrate } from './kit/postgres/migrate.ts';
import { open, type Database } from './kit/postgres/pool.ts';
import { becomeSole } from './kit/postgres/sole.ts';
import { machineRandom } from './kit/random.ts';
import { Refusal } from './kit/refusal.ts';
import { createSeal, type Seal } from './kit/seal.ts';
import { createReplies } from './replies/replies.ts';
import { createKnownAccounts, type KnownAccounts } from './store/accounts/known-accounts.ts';
import { changeOf, CHANGES_CHANNEL } from './store/changes/raise-versions.ts';
import { holdLease } from './store/nodes/held-lease.ts';
import { createKnownRoads, type KnownRoads } from './store/settings/known-roads.ts';

const MIGRATIONS = join(import.meta.dirname, '../db/migrations');

/** What tests replace. */
export type Overrides = {
  readonly log?: Log;
  readonly clock?: Clock;
  /** A database that is already there and migrated. */
  readonly address?: Address;
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
  const seal = createSeal(readMasterKey(config, secrets, machineRandom), machineRandom);
  const given: Address | undefined =
    overrides.address ??
    (secrets.databaseUrl === undefined ? undefined : { connectionString: secrets.databaseUrl });
  const embedded =
    given === undefined
      ? await startEmbedded({ dataDir: config.dataDir, clock, print: (line) => log.info({}, line) })
      : undefined;
  opened.defer(async () => embedded?.stop());
  const address = given ?? embedded?.address;
  if (address === undefined) throw new Error('there is no database');
  if (address === given && secrets.databaseUrl !== undefined) await mustReach(secrets.databaseUrl);
  await migrate(address, MIGRATIONS);
  const sole = embedded && (await becomeSole(address, clock));
  opened.defer(async () => sole?.release());
  if (sole?.alone === false && config.roles.includes('all')) refuseSecond(config, embedded);
  const db = open({
    address,
    connections: config.databasePool,
    onLost: (error) => log.warn({ error }, 'a connection to the database was lost'),
  });
  opened.defer(() => db.close());
  for (const { weight, sentence } of await checkServer(db)) {
    if (weight === 'refuse') throw new Refusal(sentence);
    log.warn({}, sentence);
  }
  return { config, log, clock, seal, db, address, alone: sole?.alone ?? false };
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
  readonly chat: ChatDesk;
  /** Finishes what is in flight, then lets go of everything but the foundation. */
  stop(): Promise<void>;
};

/** Starts the service on its foundation, in the roles of its configuration. */
export async function startApp(foundation: Foundation, secrets: Secrets): Promise<App> {
  const { config, log, clock, seal, db, alone } = foundation;
  const plays = (role: Role): boolean =>
    config.roles.includes('all') || config.roles.includes(role);
  const metrics = createMetrics();
  const accounts = createKnownAccounts({ reader: db, clock, hashKey: seal.hash });
  const roads = await createKnownRoads(db);
  checkGraphVersion(config, roads.current(), { log, nowMs: clock.nowMs() });
  const lines = createLines();
  const lease = await holdLease({
    db,
    clock,
    log,
    alone,
    holder: `${hostname()} ${process.pid}`,
    onLost: () => log.error({}, 'every link is let go'),
  });
  const ids = createIds(() => lease.current().slot, clock, machineRandom);
  const replies = createReplies({ db, clock, log, ids, tallies: tallyReplies(metrics) });
  const passing = await openFiles(foundation, metrics);
  const chatFiles = await openChatFiles({ ...foundation, ids }, metrics);
  const chat = openSharedChat(foundation, ids, chatFiles.samples);
  const journey = createJourney({
    ...{ db, clock, log, accounts, roads, lines, lease, ids },
    random: machineRandom,
    hearReply: replies.hear,
    settings: { demoText: config.demoText, queueBoundMessages: config.queueBound },
    alarms: tallyPolicy(metrics),
    ...openLookups(foundation, secrets, metrics),
    ...passing,
    media: chatFiles.media,
    readChatPost: readWebhook,
    heardChat: { count: tallyChat(metrics), resync: createResync(chat.desk, roads, log) },
    makeLink: linkMaker({ ...foundation, shelfOf: chatFiles.shelfOf }, metrics),
    tallies: tallyJourney(metrics),
  });
  const waiting = (): number => journey.pressure().waiting;
  metrics.gauge({ name: 'paigham_queue_messages', help: 'Messages in line' }, waiting);
  showLinks(metrics, roads);
  const changes = hearChanges(foundation, accounts, roads);
  let stopping = false;
  const server = plays('api')
    ? openDoors(foundation, {
        ...{ journey, replies, chat: chat.desk, accounts, roads, metrics, secrets },
        files: passing.files,
        isStopping: () => stopping,
      })
    : undefined;
  await journey.start({ carriers: plays('carriers'), worker: plays('worker') });
  if (plays('worker')) replies.start();
  const stop = async (): Promise<void> => {
    stopping = true;
    await server?.close(config.shutdownMs);
    await journey.stop();
    await chat.close();
    await replies.stop();
    await changes.stop();
    chatFiles.stop();
    await lease.release();
  };
  try {
    const baseUrl = await server?.listen(config.host, config.port);
    return { baseUrl, journey, chat: chat.desk, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Learns at once what staff and other nodes change; versions catch what is missed here. */
function hearChanges(
  { address, clock, log }: Foundation,
  accounts: KnownAccounts,
  roads: KnownRoads,
): { stop(): Promise<void> } {
  const warn = (error: unknown): void => log.warn({ error }, 'the roads could not be read');
  const refresh = (): void => void roads.refresh().catch(warn);
  const refreshHealth = (): void => void roads.refreshHealth().catch(warn);
  return listen({
    address,
    clock,
    channel: CHANGES_CHANNEL,
    onNotice(announced) {
      const change = changeOf(announced);
      if (change?.of === 'account') accounts.forget(change.accountId);
      else if (change?.of === 'health') refreshHealth();
      else refresh();
    },
    onConnected: refresh,
  });
}
