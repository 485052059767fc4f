/**
 * Follows chat messages to their ends, for journeys, races and faults: the whole service on a
 * simulated chat platform, a shop with one number and four templates (chat-world.ts), and helpers
 * to send, wait for a state, look at the money, and check the invariants.
 */
import { startChatPlatform, type RunningPlatform } from '../../fakes/chat-platform/start.ts';
import type { PlatformOptions } from '../../fakes/chat-platform/options.ts';
import { createChatPlatform } from '../../src/carriers/whatsapp/platform.ts';
import { connectNumber } from '../../src/features/chat-numbers/connect-number.ts';
import type { ChatAdmin } from '../../src/features/chat-numbers/chat-admin.ts';
import { syncTemplates } from '../../src/features/chat-templates/sync-templates.ts';
import type { AccountId, ChatBusinessId, LinkId } from '../../src/domain/ids.ts';
import type { GivenLinkConfig } from '../../src/domain/routing/smpp-link-config.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { idOfUuid } from '../../src/kit/uuid-ids.ts';
import { afterFile } from './after-file.ts';
import {
  NO_SAMPLES,
  PLATFORM,
  PRICES,
  setChatPrices,
  tellPlatform,
  TEMPLATES,
} from './chat-world.ts';
import { eventually } from './eventually.ts';
import { startPaigham, type Paigham, type PaighamSettings } from './paigham.ts';
import { openShop, type Shop } from './shop.ts';
import { findChatCopies } from './invariants/chats.ts';
import { asker, breachesOf, watch } from './verify.ts';

export type ChatStory = {
  readonly paigham: Paigham;
  readonly platform: RunningPlatform;
  readonly shop: Shop;
  readonly admin: ChatAdmin;
  readonly businessId: ChatBusinessId;
  readonly linkId: LinkId;
  /** Our id of a template. */
  template(name: string): Promise<number>;
  /** Sends by a template; returns the answer. */
  send(template: string, entries: readonly object[], change?: object): Promise<ChatAnswer>;
  /** Sends one message by a template; returns its id. */
  sendOne(template: string, mobile: string, values?: readonly string[]): Promise<string>;
  /** `via`: the address of another node. */
  sendFree(mobile: string, text: string, change?: object, via?: string): Promise<ChatAnswer>;
  report(uuid: string): Promise<ChatReport>;
  until(uuid: string, word: string): Promise<ChatReport>;
  /** What the shop can spend, in rupees. */
  balance(): Promise<number>;
  /** Totals reserved, posted, released and refunded, in rupees. */
  moved(): Promise<Readonly<Record<'reserve' | 'post' | 'release' | 'refund', number>>>;
  /** Tells the platform something through its management port. */
  tell(path: string, value?: object): Promise<Record<string, unknown>>;
  /** A person writes; resolves once the webhook is answered. */
  write(from: string, text: string, more?: object): Promise<void>;
  /** How many messages to a person the platform accepted. */
  copies(mobile: string): number;
  ask<Row>(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** A sentence for every violated invariant, once nothing is queued any more. */
  breaches(): Promise<readonly string[]>;
};

export type ChatAnswer = {
  readonly status: number;
  readonly success: string;
  readonly remaining_credit: string;
  readonly total_price: string;
  readonly results: readonly {
    readonly status: string;
    readonly id?: string;
    readonly mobile?: string;
    readonly error?: string;
  }[];
  readonly replayed: boolean;
};

export type ChatReport = {
  readonly delivery: string;
  readonly results: readonly Readonly<Record<string, string>>[];
};

export type ChatStorySettings = PaighamSettings & {
  readonly platform?: Partial<PlatformOptions>;
  readonly number?: GivenLinkConfig;
  readonly rupees?: string;
};

/** Starts a story: a platform, a service, and a shop with Rs. 1,000 and a number. */
export async function beginChatStory(settings: ChatStorySettings = {}): Promise<ChatStory> {
  const platform = await startChatPlatform({
    port: 0,
    managementPort: 0,
    accounts: [
      {
        id: PLATFORM.business,
        numbers: [{ id: PLATFORM.number, displayNumber: '+92 300 0000001' }],
        templates: TEMPLATES,
      },
    ],
    ...settings.platform,
  });
  const graph = { graphAddress: platform.url };
  const paigham = await startPaigham({ ...settings, config: { ...settings.config, ...graph } });
  await watch(paigham);
  const shop = await openShop(paigham.world, { rupees: settings.rupees ?? '1000' });
  const admin = openChatAdmin(paigham, platform);
  afterFile(async () => {
    await admin.platform.close();
    await platform.close();
  });
  await setChatPrices(paigham.world.admin, PRICES);
  const { linkId, businessId } = await connect(admin, shop.accountId, settings.number);
  const { accountId } = shop;
  const synced = await syncTemplates(admin, { accountId, business: PLATFORM.business });
  if (!synced.ok) throw new Error('templates were not read');
  return tellStory({ paigham, platform, shop, admin, linkId, businessId });
}

function openChatAdmin(paigham: Paigham, platform: RunningPlatform) {
  const calls = createChatPlatform({ origin: platform.url, version: 'v25.0', clock: wallClock });
  return {
    ...paigham.world.admin,
    platform: calls,
    samples: NO_SAMPLES,
    publicAddress: paigham.baseUrl,
  };
}

async function connect(admin: ChatAdmin, accountId: AccountId, config: GivenLinkConfig = {}) {
  const { appId, appSecret, business, number: phoneNumberId, token } = PLATFORM;
  const secrets = { appId, appSecret, token, verifyToken: undefined };
  const given = {
    accountId,
    business,
    phoneNumberId,
    ...secrets,
    config: { pairMs: 0, ...config },
  };
  const connected = await connectNumber(admin, given);
  if (!connected.ok) throw new Error(`not connected: ${JSON.stringify(connected)}`);
  return connected.value;
}

type Told = Pick<ChatStory, 'paigham' | 'platform' | 'shop' | 'admin' | 'linkId' | 'businessId'>;

function tellStory(told: Told): ChatStory {
  const { paigham, platform, shop } = told;
  const ask: ChatStory['ask'] = (sql, values) => asker(paigham.db)(sql, values);
  const template = async (name: string): Promise<number> => {
    const [row] = await ask<{ readonly id: number }>(
      'select id from chat_templates where account_id = $1 and name = $2',
      [shop.accountId, name],
    );
    if (row === undefined) throw new Error(`there is no template ${name}`);
    return row.id;
  };
  const post = (form: Readonly<Record<string, string>>, via = paigham.baseUrl) =>
    postSend(via, shop, form);
  const send: ChatStory['send'] = async (name, entries, change = {}) =>
    post({
      template_id: String(await template(name)),
      template_data: JSON.stringify(entries),
      ...change,
    });
  const report = (uuid: string) => fetchChatReport(paigham.baseUrl, shop.apiKey, uuid);
  return {
    ...told,
    ask,
    template,
    send,
    async sendOne(name, mobile, values = []) {
      const texts = values.map((text) => ({ type: 'text', text }));
      const answer = await send(name, [{ mobile, ...(values.length > 0 ? { body: texts } : {}) }]);
      return onlyId(answer);
    },
    sendFree(mobile, text, change = {}, via) {
      const freeForm = [{ mobile, type: 'text', text: { body: text } }];
      return post({ free_form: JSON.stringify(freeForm), ...change }, via);
    },
    report,
    until: (uuid, word) =>
      eventually(`${word} of ${uuid}`, async () => {
        const now = await report(uuid);
        return now.delivery === word && now;
      }).catch(async (error: unknown) => {
        throw new Error(JSON.stringify(await report(uuid)), { cause: error });
      }),
    balance: async () => (await sumOf(ask, shop, 'available')) ?? 0,
    moved: () => movedOf(ask, shop),
    tell: (path, value) => tellPlatform(platform, path, value),
    async write(from, text, more = {}) {
      await tellPlatform(platform, '/reply', { from, type: 'text', text, ...more });
    },
    breaches: () => breachesIn(told, ask),
    copies: (mobile) => platform.platform.messages.all().filter((it) => isTo(it, mobile)).length,
  };
}

function isTo(
  message: ReturnType<RunningPlatform['platform']['messages']['all']>[number],
  mobile: string,
) {
  return message.direction === 'out' && message.person.number === mobile;
}

async function breachesIn(
  { paigham, platform }: Told,
  ask: ChatStory['ask'],
): Promise<readonly string[]> {
  const none = (from: string) => async () => (await ask(`select 1 from ${from}`)).length === 0;
  await eventually('an empty line', none('queue'));
  // The platform only reports what has left; what somebody held is repeated a moment later.
  await tellPlatform(platform, '/settle', {});
  const waiting = 'chat_events where due_at is not null and error is null';
  await eventually('no post that waits', none(waiting));
  // Statuses that are still to come move money between one query and the next.
  let breaches: readonly string[] = [];
  const atRest = async (): Promise<boolean> => {
    const sent = platform.platform.messages.all().filter((it) => it.direction === 'out');
    breaches = [...(await breachesOf(paigham, [], false)), ...findChatCopies(sent)];
    return breaches.length === 0;
  };
  await eventually('no breach', atRest).catch(() => undefined);
  return breaches;
}

/** The id of an answer's only result. @throws if it was refused. */
export function onlyId({ results }: ChatAnswer): string {
  const [first] = results;
  if (first?.id === undefined) throw new Error(`not accepted: ${JSON.stringify(results)}`);
  return first.id;
}

/** The number behind a UUID. */
export function idIn(uuid: string): number {
  return idOfUuid(uuid) ?? 0;
}

async function postSend(
  baseUrl: string,
  { apiKey }: Shop,
  form: Readonly<Record<string, string>>,
): Promise<ChatAnswer> {
  const response = await fetch(`${baseUrl}/api/send.php`, {
    method: 'POST',
    body: new URLSearchParams({ api_key: apiKey, ...form }),
  });
  const answer = (await response.json()) as Omit<ChatAnswer, 'status' | 'replayed'>;
  const replayed = response.headers.get('idempotent-replayed') === 'true';
  return { ...answer, status: response.status, replayed };
}

async function fetchChatReport(baseUrl: string, apiKey: string, id: string): Promise<ChatReport> {
  const query = new URLSearchParams({ api_key: apiKey, id, format: 'json' });
  const response = await fetch(`${baseUrl}/api/delivery.php?${query}`);
  return (await response.json()) as ChatReport;
}

async function sumOf(ask: ChatStory['ask'], { accountId }: Shop, column: string) {
  const sql = `select ${column}_micros as micros from balances where account_id = $1`;
  const [row] = await ask<{ readonly micros: number }>(sql, [accountId]);
  return row && row.micros / 1e6;
}

async function movedOf(ask: ChatStory['ask'], { accountId }: Shop) {
  const rows = await ask<{ readonly kind: string; readonly micros: number }>(
    `select kind, sum(amount_micros)::bigint as micros from transfers
     where account_id = $1 group by kind`,
    [accountId],
  );
  const of = (kind: string): number => (rows.find((it) => it.kind === kind)?.micros ?? 0) / 1e6;
  const [reserve, post, release, refund] = ['reserve', 'post', 'release', 'refund'].map(of);
  return { reserve: reserve ?? 0, post: post ?? 0, release: release ?? 0, refund: refund ?? 0 };
}
