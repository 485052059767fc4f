/** The chat service, and the chat platform for operations that change things there. */
import type { Foundation } from '../app.ts';
import { createChatPlatform } from '../carriers/whatsapp/platform.ts';
import { readWebhook } from '../carriers/whatsapp/webhook/read-webhook.ts';
import type { ChatAdmin, TemplateSamples } from '../features/chat-numbers/chat-admin.ts';
import { readNumbers } from '../features/chat-numbers/read-numbers.ts';
import { syncTemplates } from '../features/chat-templates/sync-templates.ts';
import type { Admin } from '../operations/admin.ts';
import { createChat, type ChatDeps, type RunningChat } from '../chat/chat.ts';
import { createReadNumbers, createResync } from '../chat/templates.ts';
import { createWebhookSecrets, shareSecret } from '../chat/inbound-secrets.ts';
import type { SignupApp } from '../domain/chat/platform.ts';
import type { Config, Secrets } from '../kit/config.ts';
import { createMetrics, type Metrics } from '../kit/metrics.ts';
import { onceMoreIfTaken } from '../kit/postgres/pool.ts';
import { machineRandom } from '@paigham/base/random.ts';
import { whereMailsGo } from './open-mail.ts';
import { openPayments } from './open-payments.ts';
import { tallyChat } from './tallies.ts';
import { micros, MICROS_PER_RUPEE } from '../domain/pricing/money.ts';
import { openChatFiles, type ChatFiles, type ChatFilesDeps } from './open-chat-files.ts';

type OpenPlatform = { readonly admin: ChatAdmin; close(): Promise<void> };

/** What operations that call the platform need; `close` ends its connections. */
export function openPlatform(admin: Admin, config: Config, samples: TemplateSamples): OpenPlatform {
  const { graphAddress, graphVersion, creditSecondPersonRupees: most } = config;
  const [paymentNote, bankAccount, statementFrom] = [
    config.paymentNote,
    config.bankAccount,
    config.statementFrom,
  ].map((text) => text.replaceAll('\\n', '\n') || undefined);
  const creditAloneMicros = most === 0 ? undefined : micros(BigInt(most) * MICROS_PER_RUPEE);
  const { trialMessages: messages, trialCredit, demoText } = config;
  const given = trialCredit === undefined ? undefined : BigInt(trialCredit) * MICROS_PER_RUPEE;
  const trial = { messages, micros: given === undefined ? given : micros(given), demoText };
  const { clock } = admin;
  const platform = createChatPlatform({ origin: graphAddress, version: graphVersion, clock });
  const own = { ...admin, creditAloneMicros, paymentNote, bankAccount, statementFrom, trial };
  return { admin: { ...own, platform, samples }, close: () => platform.close() };
}

type OpenChatDeps = Pick<ChatDeps, 'ids' | 'routing' | 'journey' | 'hasPosts'> & {
  readonly files: Pick<ChatFiles, 'samples'>;
  readonly metrics: Metrics;
  readonly secrets: Secrets;
};

/** `admin`: how callers of `/v1` change things at the platform. */
export type OpenChat = RunningChat & { readonly admin: ChatAdmin };

/** The chat service of a running node, with operations on the service's own foundation. */
export function openChat(
  { config, clock, db, seal, log }: Foundation,
  { files, metrics, secrets, ...deps }: OpenChatDeps,
): OpenChat {
  const payments = openPayments(config, secrets, { clock, log, metrics });
  const own = {
    transact: onceMoreIfTaken(db),
    actor: 'v1',
    clock,
    random: machineRandom,
    seal,
    ids: deps.ids,
    publicAddress: config.publicAddress,
    hasNoMail: whereMailsGo(config, secrets) === 'none',
    payments,
  };
  const platform = openPlatform(own, config, files.samples);
  const admin = { ...platform.admin, signup: signupOf(config, secrets) };
  const secretsOf = createWebhookSecrets(deps.routing, seal, log);
  const chat = createChat({
    db,
    clock,
    log,
    ...deps,
    readPost: readWebhook,
    mayVouch: (signer, about) => shareSecret(secretsOf, signer, about),
    resync: createResync((ask) => syncTemplates(admin, ask), deps.routing, log),
    readNumbers: createReadNumbers((ask) => readNumbers(admin, ask), deps.routing, log),
    count: tallyChat(metrics),
  });
  return {
    ...chat,
    admin,
    async stop() {
      await chat.stop();
      await platform.close();
      await payments?.gateway.close();
    },
  };
}

/** The service's own app at the platform, if it has one. */
function signupOf(config: Config, { signupAppSecret }: Secrets): SignupApp | undefined {
  const { signupAppId: id, signupConfigId: configId, signupVersion: version } = config;
  if (id === undefined || configId === undefined || signupAppSecret === undefined) return undefined;
  const { signupAddress, graphVersion, publicAddress, port } = config;
  const dialogue = new URL(`/${graphVersion}/dialog/oauth`, signupAddress).href;
  // Without one there is only the demo, for the browsers of this machine.
  const home = publicAddress === '' ? `http://127.0.0.1:${port}` : publicAddress;
  return { id, secret: signupAppSecret, configId, version, dialogue, home };
}

/** Samples for a program that seldom takes any: opens what it needs on first use. */
export function lazySamples(deps: ChatFilesDeps): TemplateSamples & { stop(): void } {
  let opening: Promise<ChatFiles> | undefined;
  let opened: ChatFiles | undefined;
  const open = async (): Promise<TemplateSamples> => {
    opening ??= openChatFiles(deps, createMetrics());
    opened = await opening;
    return opened.samples;
  };
  return {
    take: async (accountId, link) => (await open()).take(accountId, link),
    keep: async (accountId, file) => (await open()).keep(accountId, file),
    stop: () => opened?.stop(),
  };
}
