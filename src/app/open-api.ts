/** Puts the interfaces on one HTTP server. */
import { join } from 'node:path';
import { isReaderAlone } from '@paigham/sheets';
import { FORWARDED_BY_STRANGER, FORWARDED_QUIET_MS } from '../features/doctor/check-network.ts';
import type { Clicks } from '../features/short-links/clicks.ts';
import { createOpenLink } from '../features/short-links/open-link.ts';
import { createReadOverview } from '../features/overview/overview.ts';
import { checkedMoney } from './open-payments.ts';
import { createNotifications } from '../features/payments/notifications.http.ts';
import { portalOf } from '../features/sign-in/password-reset.ts';
import { createTryCounts } from '../features/sign-in/try-counts.ts';
import { createAuthenticate, type OnRefused, type OnUsed } from '../api/authenticate.ts';
import { createChatApi } from '../api/chat/chat-api.ts';
import { describeChatInterface } from '../api/chat/describe-endpoints.ts';
import { createWebhook } from '../api/chat/webhook.ts';
import { createHealth } from '../api/health/health.ts';
import { createTlsAsk } from '../api/health/tls-ask.ts';
import { describeSmsInterface } from '../api/sms/describe-endpoints.ts';
import { createSmsApi } from '../api/sms/sms-api.ts';
import { createGuardTries } from '../api/check-password.ts';
import type { PeopleDeps } from '../api/v1/endpoints.ts';
import { createTextBy, createTextCode } from '../features/sign-in/text-code.http.ts';
import { createTries } from '../features/sign-in/tries.http.ts';
import { createReceiveUpload } from '../api/v1/receive-upload.ts';
import { createSessions } from '../api/v1/sessions.ts';
import { answerProblem } from '../api/v1/answer.ts';
import { createV1, refuseMethod, type V1, type V1Deps } from '../api/v1/v1.ts';
import { createBatchReports } from '../batches/batch-reports.ts';
import { listAsked } from '../journey/report/report.ts';
import type { Foundation } from '../app.ts';
import { createWebhookSecrets } from '../chat/inbound-secrets.ts';
import type { Account } from '../domain/account/account.ts';
import { HOUR_MS } from '../domain/durations.ts';
import { refuse } from '../domain/failure/failure.ts';
import { hostNameIn } from '../domain/host.ts';
import { mostBytesOf } from '../domain/chat/sniff.ts';
import { limit } from '../domain/limits.ts';
import type { Directory } from '../domain/portability/directory.ts';
import { createMailbox } from '../demo/mailbox.ts';
import { createDocs } from '../docs/docs.ts';
import type { Files } from '../journey/deps.ts';
import { isForProxiesAlone } from '../kit/config-rules.ts';
import type { Secrets } from '../kit/config.ts';
import { DISK_FULL, isDiskFull } from '@paigham/base/disk-space.ts';
import type { AnswerFault, HttpAnswer } from '@paigham/http/answer.ts';
import { createIsForPeople } from '../kit/request-host.ts';
import { createHttpServer, type HttpServer } from '@paigham/http/server.ts';
import { isKeyBeside } from '../kit/master-key.ts';
import type { Metrics } from '../kit/metrics.ts';
import { migrationNames } from '../kit/postgres/migrate.ts';
import { statement } from '../kit/postgres/statement.ts';
import { machineRandom } from '@paigham/base/random.ts';
import { createThrottle } from '../kit/throttle.ts';
import { createPortal } from '../portal/portal.ts';
import type { Replies } from '../replies/replies.ts';
import { insertAudit } from '../features/audit/audit.sql.ts';
import { readBalance } from '../store/ledger/balances.ts';
import type { HostCache } from '../features/hosts/hosts.sql.ts';
import { listChangedAccounts, type AccountCache } from '../store/snapshots/account-cache.ts';
import type { RoutingSnapshots } from '../store/snapshots/routing-snapshots.ts';
import { createOwnerLogins } from '../features/users/users.sql.ts';
import { describeLinks } from './link-states.ts';
import { createLookAtHost } from './look-at-host.ts';
import type { OpenChat } from './open-chat.ts';
import { whereMailsGo } from './open-mail.ts';
import { showFindings } from './show-findings.ts';
import type { OpenEvents } from './open-events.ts';
import type { RunningJourney } from './open-journey.ts';

const MIGRATIONS = join(import.meta.dirname, '../../db/migrations');

type ApiDeps = {
  readonly journey: RunningJourney;
  readonly replies: Replies;
  readonly files: Files;
  readonly directory: Directory;
  readonly chat: OpenChat;
  readonly events: Pick<OpenEvents, 'endpoints'>;
  readonly accounts: AccountCache;
  readonly routing: RoutingSnapshots;
  readonly hosts: HostCache;
  readonly clicks: Clicks;
  readonly metrics: Metrics;
  readonly secrets: Secrets;
  readonly isStopping: () => boolean;
  /** Called for rejected callers. */
  readonly onRefused: OnRefused;
  readonly onUsed: OnUsed;
};

/** Makes the server with every interface on it; it does not listen yet. */
export function openApi(foundation: Foundation, deps: ApiDeps): HttpServer {
  const { config, clock, db } = foundation;
  const { journey, accounts, routing, hosts, metrics } = deps;
  const publicHost = hostNameIn(config.publicAddress);
  const shared = whatInterfacesShare(foundation, deps);
  const forms = { ...shared, journey, accounts, always200: config.always200 };
  const sms = createSmsApi({
    ...forms,
    owners: createOwnerLogins(db),
    onAnswer: countAnswers(metrics, 'paigham_sms_answers_total', 'Answers of the SMS interface'),
  });
  const chat = createChatApi({
    ...forms,
    onAnswer: countAnswers(metrics, 'paigham_chat_answers_total', 'Answers of the chat interface'),
  });
  const portal = openV1(foundation, deps, shared);
  const tlsAsk = createTlsAsk({
    clock,
    trustedProxies: config.trustedProxies,
    isServed: (host) => host === publicHost || hosts.leadsHere(host),
  });
  const webhook = createWebhook({
    ...shared,
    hear: deps.chat.hear,
    secretsOf: createWebhookSecrets(routing, foundation.seal, foundation.log),
    onAnswer: countAnswers(
      metrics,
      'paigham_webhook_answers_total',
      'Answers to the chat platform',
    ),
  });
  const notifications = createNotifications({
    ...shared,
    admin: deps.chat.admin,
    onAnswer: countAnswers(
      metrics,
      'paigham_payment_answers_total',
      'Answers to the payment gateway',
    ),
  });
  const answerFault: AnswerFault = (fault, seen) =>
    ([portal, chat].find(({ owns }) => owns(seen.path)) ?? sms).answerFault(fault, seen);
  const server = createHttpServer({
    ...serverLimits(),
    clock,
    trustedProxies: config.trustedProxies,
    proxiesAlone: isForProxiesAlone(config),
    onForwarded: createForwardedAlarm(foundation),
    answerFault,
  });
  const routes = [
    ...sms.routes,
    ...chat.routes,
    ...portal.routes,
    ...openDocs(portal).routes,
    ...openPages(shared).routes,
    ...createOpenLink({
      ...foundation,
      clicks: deps.clicks,
      linksAt: hosts.linksAt,
      answerUnknown: (request) => answerFault({ kind: 'path_unknown' }, request),
    }),
    ...openHealth(foundation, deps).routes,
    ...[webhook, notifications, tlsAsk, ...openMailbox(foundation)],
  ];
  for (const route of routes) server.route(route);
  return server;
}

function openV1(
  foundation: Foundation,
  deps: ApiDeps,
  shared: ReturnType<typeof whatInterfacesShare>,
): V1 {
  const { clock, config, db } = foundation;
  const { journey, replies, files, metrics } = deps;
  const disk = { folder: files.fetching.folder, remove: files.remove };
  const publicHost = hostNameIn(config.publicAddress);
  return createV1({
    ...shared,
    people: openPeople(foundation, deps, shared),
    replies,
    journey,
    batches: journey.batches,
    exported: exportedOf(foundation),
    receive: createReceiveUpload(disk, clock, machineRandom),
    receiveDocument: createReceiveUpload(disk, clock, machineRandom, {
      fileBytes: limit('documentBytes'),
    }),
    receiveMedia: createReceiveUpload(disk, clock, machineRandom, {
      fileBytes: mostBytesOf('document'),
    }),
    chat: {
      reader: db,
      reports: foundation.reports,
      chat: deps.chat.admin,
      publicHost,
      look: createLookAtHost(files.fetching, foundation.nameServers),
    },
    events: deps.events.endpoints,
    changed: (known) => listChangedAccounts(db, known),
    others: { ...describeSmsInterface(), ...describeChatInterface() },
    onAnswer: countAnswers(metrics, 'paigham_v1_answers_total', 'Answers of the JSON API'),
  });
}

/** Who signs in, and what they are asked for. */
function openPeople(
  { db, clock, config, seal, log }: Foundation,
  { chat, accounts, directory, journey, secrets, metrics, isStopping, onRefused }: ApiDeps,
  { authenticate, guardTries, counts, isForPeople }: ReturnType<typeof whatInterfacesShare>,
): PeopleDeps {
  const { admin } = chat;
  const { publicAddress, graphVersion } = config;
  const { transact } = db;
  const dataDir = secrets.databaseUrl === undefined ? config.dataDir : undefined;
  const migrations = migrationNames(MIGRATIONS);
  const mail = whereMailsGo(config, secrets);
  const codes = metrics.counter({
    name: 'paigham_codes_texted_total',
    help: 'Codes for people who register, by what became of the text',
    labels: ['fate'],
  });
  const it = { reader: db, transact, clock, seal, dataDir, migrations, graphVersion };
  const kept = { mail, isReaderAlone, isKeyBeside: isKeyBeside(config, secrets) };
  const check = { ...it, ...kept, ...checkedMoney(config) };
  showFindings(metrics, check, log);
  return {
    checking: { check, directory },
    overview: createReadOverview({ reader: db, clock, check }),
    clock,
    isStopping,
    reader: db,
    admin,
    guardTries,
    onRefused,
    sessions: createSessions({
      reader: db,
      admin,
      accounts,
      authenticate,
      publicAddress,
      isForPeople,
    }),
    tries: createTries(clock, counts),
    textBy: createTextBy({ journey, accounts }),
    registering: {
      admin: { ...admin, actor: 'visitor' },
      portal: portalOf(config),
      textCode: createTextCode({
        reader: db,
        journey,
        accounts,
        count: (fate) => codes([fate]),
        onUnavailable: (reason, level) => log[level]({ reason }, 'a code could not be texted'),
      }),
    },
  };
}

/** Messages and batches as exports write them. */
function exportedOf({ reports, clock }: Foundation): V1Deps['exported'] {
  return {
    messages: (accountId, ask) => listAsked(reports, accountId, { ...ask, atMs: clock.nowMs() }),
    batches: createBatchReports(reports, clock),
  };
}

/** The demo's mails and texts; nothing in production. */
function openMailbox({ config: { production, dataDir }, db, seal }: Foundation) {
  if (production) return [];
  const refuseAll = (): HttpAnswer => refuseRead('path_unknown');
  return createMailbox({ reader: db, seal, dataDir, refuse: refuseAll });
}

const NONCE_BYTES = 18;

const refuseRead = (why: 'path_unknown' | 'method'): HttpAnswer =>
  why === 'method' ? refuseMethod(['GET']) : answerProblem(refuse('path_unknown'));

/** Where people and staff work. */
function openPages({ isForPeople }: ReturnType<typeof whatInterfacesShare>) {
  return createPortal({
    builds: join(import.meta.dirname, '../../.cache/portal'),
    refuse: refuseRead,
    isForPeople,
    newNonce: () => machineRandom.secret(NONCE_BYTES),
  });
}

function openDocs({ refusing }: V1) {
  return createDocs({
    folder: join(import.meta.dirname, '../../docs'),
    refusing,
    refuse: refuseRead,
  });
}

function serverLimits() {
  return {
    headerBytes: limit('headerBytes'),
    bodies: {
      freeBytes: limit('freeBodyBytes'),
      heldBytes: limit('heldBodyBytes'),
      heldBytesPerAddress: limit('heldBodyBytesPerAddress'),
    },
    longestBodyMs: limit('uploadTotalMs'),
    answerStallMs: limit('answerStallMs'),
    connections: limit('connections'),
    connectionsPerAddress: limit('connectionsPerAddress'),
    pipelinedRequests: limit('pipelinedRequests'),
  };
}

const IS_READY = statement('is-ready', 'select 1 as one');

function openHealth(
  { db, config }: Foundation,
  { metrics, secrets, routing, isStopping }: ApiDeps,
) {
  return createHealth({
    metrics,
    metricsToken: secrets.metricsToken,
    production: config.production,
    describeLinks: () => describeLinks(routing),
    isReady: async () => !isStopping() && (await db.read(IS_READY)).length === 1,
  });
}

function whatInterfacesShare({ log, clock, db, seal, config }: Foundation, deps: ApiDeps) {
  const { accounts, hosts, metrics, onRefused, onUsed } = deps;
  const noteElsewhere = countElsewhere(metrics, { clock, log });
  const counts = createTryCounts({ transact: db.transact, seal });
  return {
    clock,
    counts,
    isForPeople: createIsForPeople({
      publicAddress: config.publicAddress,
      production: config.production,
      isOfAccount: hosts.isOfAccount,
    }),
    guardTries: createGuardTries(clock, counts),
    onRefused,
    authenticate: createAuthenticate({
      accounts,
      clock,
      ownerOfHost: hosts.ownerOf,
      noteElsewhere,
      onRefused,
      onUsed,
    }),
    async isCurrent(account: Account) {
      const balance = await readBalance(db, account.id, clock.nowMs());
      if (balance?.accountVersion === account.version) return true;
      accounts.forget(account.id);
      return false;
    },
    reportError(error: unknown) {
      const request = machineRandom.randomBytes(6).toString('hex');
      const event = isDiskFull(error) ? DISK_FULL : 'a request failed with an internal error';
      log.error({ error, request }, event);
      return request;
    },
  };
}

function countAnswers(metrics: Metrics, name: string, help: string) {
  const answers = metrics.counter({ name, help, labels: ['path', 'status'] });
  return (path: string, answer: HttpAnswer): void => answers([path, String(answer.status)]);
}

/** Callers only see that a key is invalid; whoever runs the service is told why. */
function countElsewhere(metrics: Metrics, { clock, log }: Pick<Foundation, 'clock' | 'log'>) {
  const count = metrics.counter({
    name: 'paigham_keys_elsewhere_total',
    help: 'Right keys that were refused because they came by a domain of another account',
  });
  const told = createThrottle({
    clock,
    most: 1,
    windowMs: HOUR_MS,
    keys: limit('hostRefusalsNoted'),
  });
  return ({ id }: Account, host: string): void => {
    count();
    const key = `${id} ${host}`;
    told.note(key);
    if (told.isOver(key)) return;
    log.warn({ account: id, host }, 'a valid key was refused: the domain is another account’s');
  };
}

/**
 * Called for every request that was passed on by a peer that is not a trusted proxy. Reports it
 * once an hour, in the log and, for the doctor, in the audit log: if it is a proxy of ours, all its
 * callers appear to have its address.
 */
function createForwardedAlarm({ db, clock, log }: Foundation): (peer: string) => void {
  let quietUntilMs = 0;
  return (peer) => {
    if (clock.monotonicMs() < quietUntilMs) return;
    quietUntilMs = clock.monotonicMs() + FORWARDED_QUIET_MS;
    log.warn({ peer }, 'requests are forwarded by a peer that is not in TRUSTED_PROXIES');
    const line = { actor: 'service', action: FORWARDED_BY_STRANGER, detail: { peer } };
    db.transact((transaction) => insertAudit(transaction, undefined, line, clock.nowMs())).catch(
      (error: unknown) => log.warn({ error }, 'an audit line could not be written'),
    );
  };
}
