/** Puts the interfaces on one HTTP server. */
import type { Foundation } from '../app.ts';
import { statement } from '../kit/postgres/statement.ts';
import type { Account } from '../domain/account/account.ts';
import { HOUR_MS } from '../domain/durations.ts';
import { hostNameIn } from '../domain/host-name.ts';
import { limit } from '../domain/limits.ts';
import { createAuthenticate, type OnRefused } from '../api/authenticate.ts';
import { createChatApi } from '../api/chat/chat-api.ts';
import { createWebhook } from '../api/chat/webhook.ts';
import { describeChatInterface } from '../api/chat/describe-endpoints.ts';
import { createHealth } from '../api/health/health.ts';
import { createTlsAsk } from '../api/health/tls-ask.ts';
import { createV1 } from '../api/v1/v1.ts';
import { createReceiveUpload } from '../api/v1/receive-upload.ts';
import { describeSmsInterface } from '../api/sms/describe-endpoints.ts';
import { createSmsApi } from '../api/sms/sms-api.ts';
import { createWebhookSecrets } from '../chat/webhook-secrets.ts';
import type { RunningJourney } from './open-journey.ts';
import type { Files } from '../journey/deps.ts';
import { isForProxiesAlone } from '../kit/config-rules.ts';
import type { Secrets } from '../kit/config.ts';
import type { HttpAnswer } from '../kit/http/answer.ts';
import { DISK_FULL, isDiskFull } from '../kit/disk-space.ts';
import { createHttpServer, type HttpServer } from '../kit/http/server.ts';
import type { Metrics } from '../kit/metrics.ts';
import { machineRandom } from '../kit/random.ts';
import { createThrottle } from '../kit/throttle.ts';
import type { Replies } from '../replies/replies.ts';
import type { KnownAccounts } from '../store/known-accounts.ts';
import type { KnownHosts } from '../store/hosts.ts';
import { readBalance } from '../store/balances.ts';
import type { KnownRouting } from '../store/known-routing.ts';
import { createOwnerLogins } from '../store/users.ts';
import { createForwardedAlarm } from './forwarded-alarm.ts';
import { describeLinks } from './link-states.ts';
import { createLookAtHost } from './look-at-host.ts';
import type { OpenChat } from './open-chat.ts';

type ApiDeps = {
  readonly journey: RunningJourney;
  readonly replies: Replies;
  readonly files: Files;
  readonly chat: OpenChat;
  readonly accounts: KnownAccounts;
  readonly routing: KnownRouting;
  readonly hosts: KnownHosts;
  readonly metrics: Metrics;
  readonly secrets: Secrets;
  readonly isStopping: () => boolean;
  /** Told of callers who are not let in. */
  readonly onRefused: OnRefused;
};

/** Makes the server with every door on it; it does not listen yet. */
export function openApi(foundation: Foundation, deps: ApiDeps): HttpServer {
  const { config, clock, db } = foundation;
  const { journey, replies, files, accounts, routing, hosts, metrics } = deps;
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
  const portal = createV1({
    ...shared,
    replies,
    journey,
    batches: journey.batches,
    receive: createReceiveUpload(
      { folder: files.fetching.folder, remove: files.remove },
      clock,
      machineRandom,
    ),
    chat: { reader: db, chat: deps.chat.admin, publicHost, look: lookAtHosts(foundation, files) },
    others: { ...describeSmsInterface(), ...describeChatInterface() },
    onAnswer: countAnswers(metrics, 'paigham_v1_answers_total', 'Answers of the JSON API'),
  });
  const tlsAsk = createTlsAsk({
    clock,
    trustedProxies: config.trustedProxies,
    isServed: (host) => host === publicHost || hosts.ownerOf(host) !== undefined,
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
  const server = createHttpServer({
    ...serverLimits(),
    clock,
    trustedProxies: config.trustedProxies,
    proxiesAlone: isForProxiesAlone(config),
    onForwarded: createForwardedAlarm(foundation),
    answerFault(fault, seen) {
      const door = [portal, chat].find(({ owns }) => owns(seen.path)) ?? sms;
      return door.answerFault(fault, seen);
    },
  });
  const routes = [
    ...sms.routes,
    ...chat.routes,
    ...portal.routes,
    ...openHealth(foundation, deps).routes,
    webhook,
    tlsAsk,
  ];
  for (const route of routes) server.route(route);
  return server;
}

function lookAtHosts({ nameServers }: Foundation, { fetching }: Files) {
  return createLookAtHost(fetching, nameServers);
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

function whatInterfacesShare({ log, clock, db }: Foundation, deps: ApiDeps) {
  const { accounts, hosts, metrics, onRefused } = deps;
  const noteElsewhere = countElsewhere(metrics, { clock, log });
  return {
    clock,
    onRefused,
    authenticate: createAuthenticate({
      accounts,
      clock,
      ownerOfHost: hosts.ownerOf,
      noteElsewhere,
      onRefused,
    }),
    async isCurrent(account: Account) {
      const balance = await readBalance(db, account.id, clock.nowMs());
      if (balance?.accountVersion === account.version) return true;
      accounts.forget(account.id);
      return false;
    },
    reportError(error: unknown) {
      const request = machineRandom.randomBytes(6).toString('hex');
      const event = isDiskFull(error) ? DISK_FULL : 'a request met a fault of ours';
      log.error({ error, request }, event);
      return request;
    },
  };
}

function countAnswers(metrics: Metrics, name: string, help: string) {
  const answers = metrics.counter({ name, help, labels: ['path', 'status'] });
  return (path: string, answer: HttpAnswer): void => answers([path, String(answer.status)]);
}

/** Their holders see no more than that a key is invalid: who runs the service is told. */
function countElsewhere(metrics: Metrics, { clock, log }: Pick<Foundation, 'clock' | 'log'>) {
  const count = metrics.counter({
    name: 'paigham_keys_elsewhere_total',
    help: 'Right keys that were refused because they came by a domain of another account',
  });
  const told = createThrottle({
    ...{ clock, most: 1, windowMs: HOUR_MS },
    keys: limit('hostRefusalsNoted'),
  });
  return ({ id }: Account, host: string): void => {
    count();
    const key = `${id} ${host}`;
    told.note(key);
    if (told.isOver(key)) return;
    log.warn({ account: id, host }, 'a right key was refused: the domain is another account’s');
  };
}
