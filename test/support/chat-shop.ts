/**
 * A shop for every form of a request and answer (test/interface): two numbers on a simulated chat
 * platform, a template of each shape and in each state, prices, and a web site with files. What the
 * platform received is what people got. To follow what becomes of a message, use chat-story.ts.
 */
import { plain } from '../../src/kit/postgres/statement.ts';
import type { TemplateSeed } from '../../fakes/chat-platform/options.ts';
import { startChatPlatform, type RunningPlatform } from '../../fakes/chat-platform/start.ts';
import { openPlatform } from '../../src/app/open-chat.ts';
import {
  connectNumber,
  type ConnectNumber,
} from '../../src/features/chat-numbers/connect-number.ts';
import { syncTemplates } from '../../src/features/chat-templates/sync-templates.ts';
import { changeAccount, changed, must } from '../../src/operations/admin.ts';
import type { AccountId, ChatMediaId, ChatTemplateId, LinkId } from '../../src/domain/ids.ts';
import { recordTemplate } from '../../src/store/chat/template-changes.ts';
import { applyOptoutRequests } from '../../src/store/chat/windows.ts';
import { afterFile } from './after-file.ts';
import { NO_SAMPLES, setChatPrices, tellPlatform } from './chat-world.ts';
import { eventually } from './eventually.ts';
import { startPaigham, testConfig, type Paigham } from './paigham.ts';
import { temporaryDir } from './temporary.ts';
import { startWebSite } from './web-site.ts';

export const SHOP_ID = '200000000000007';
export const NUMBERS = {
  /** Free form only within the window. */
  default: { id: '300000000000071', displayNumber: '+92 300 7654321' },
  /** Free form is left to the platform. */
  pass: { id: '300000000000072', displayNumber: '+92 300 7654322' },
} as const;

/** Rupees per message. */
const PRICES = { marketing: '2', utility: '2', authentication: '2', free_form: '1' } as const;

const variables = (text: string, ...examples: readonly string[]): object => {
  return { type: 'BODY', text, example: { body_text: [examples] } };
};
const media = (format: string): object => {
  return { type: 'HEADER', format, example: { header_handle: ['http://127.0.0.1:1/gone'] } };
};

const seed = (name: string, components: readonly object[], more: object = {}): TemplateSeed => {
  return { name, language: 'en', category: 'UTILITY', components, ...more };
};

const CARD = {
  components: [
    media('IMAGE'),
    variables('{{1}}, only today', 'A lamp'),
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'More' },
        {
          type: 'URL',
          text: 'Buy',
          url: 'https://s.example/{{1}}',
          example: ['https://s.example/1'],
        },
      ],
    },
  ],
};

/** A template of each shape and in each state that a send may meet. */
const TEMPLATES: readonly TemplateSeed[] = [
  seed('opening_hours', [{ type: 'BODY', text: 'We are open until nine.' }]),
  seed('order_ready', [variables('Dear {{1}}, order {{2}} is ready.', 'Ali', '17')]),
  seed('season', [
    { type: 'HEADER', format: 'TEXT', text: '{{1}} sale', example: { header_text: ['Summer'] } },
    variables('Only until {{1}}.', 'Friday'),
  ]),
  seed('picture', [media('IMAGE'), variables('For you, {{1}}.', 'Ali')]),
  seed('film', [media('VIDEO'), variables('For you, {{1}}.', 'Ali')]),
  seed('invoice', [media('DOCUMENT'), variables('Your invoice, {{1}}.', 'Ali')]),
  seed('tracking', [
    variables('Your order {{1}} is on its way.', '17'),
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Keep' },
        {
          type: 'URL',
          text: 'Track',
          url: 'https://s.example/{{1}}',
          example: ['https://s.example/17'],
        },
      ],
    },
  ]),
  seed('visit', [{ type: 'HEADER', format: 'LOCATION' }, variables('See you, {{1}}.', 'Ali')]),
  seed(
    'half_price',
    [
      {
        type: 'LIMITED_TIME_OFFER',
        limited_time_offer: { text: 'Ends soon', has_expiration: true },
      },
      variables('Half price, {{1}}.', 'Ali'),
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'COPY_CODE', text: 'Copy offer code', example: ['SAVE20'] },
          { type: 'URL', text: 'Shop', url: 'https://s.example/' },
        ],
      },
    ],
    { category: 'MARKETING' },
  ),
  seed(
    'shop_window',
    [
      { type: 'BODY', text: 'All we have.' },
      { type: 'BUTTONS', buttons: [{ type: 'CATALOG', text: 'View catalog' }] },
    ],
    { category: 'MARKETING' },
  ),
  seed(
    'new_here',
    [variables('New in our shop, {{1}}.', 'Ali'), { type: 'CAROUSEL', cards: [CARD, CARD] }],
    { category: 'MARKETING' },
  ),
  seed(
    'coupon',
    [
      { type: 'BODY', text: 'A gift.' },
      { type: 'BUTTONS', buttons: [{ type: 'COPY_CODE', example: 'SAVE20' }] },
    ],
    { category: 'MARKETING' },
  ),
  seed(
    'login_code',
    [
      { type: 'BODY', text: '*{{1}}* is your verification code.' },
      { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE', text: 'Copy code' }] },
    ],
    { category: 'AUTHENTICATION' },
  ),
  seed('waiting_one', [{ type: 'BODY', text: 'Hello.' }], { status: 'PENDING' }),
  seed('refused_one', [{ type: 'BODY', text: 'Hello.' }], { status: 'REJECTED' }),
];

export type ChatShop = {
  readonly platform: RunningPlatform;
  readonly accountId: AccountId;
  readonly apiKey: string;
  /** The default number's, as `chatapp_id`. */
  readonly numberId: LinkId;
  /** Address of a site with `/a.jpg`, `/a.pdf`, `/a.mp4`, `/a.ogg` and `/page.html`. */
  readonly files: string;
  /** Our id of a template. */
  template(name: string): string;
  /** A person writes to the default number; resolves when it is known here. */
  hear(from: string): Promise<void>;
};

/** A service on such a platform, with the shop connected. */
export async function beginChatShop(): Promise<{
  readonly paigham: Paigham;
  readonly shop: ChatShop;
}> {
  const platform = await startShopPlatform();
  const paigham = await startPaigham({ config: chatConfig(platform) });
  return { paigham, shop: await openChatShop(paigham, platform) };
}

/** Starts only the platform, so that a service can be given its address. */
export async function startShopPlatform(): Promise<RunningPlatform> {
  const platform = await startChatPlatform({
    port: 0,
    managementPort: 0,
    apps: [{ id: '100000000000007', secret: 'simulated-app-secret' }],
    accounts: [{ id: SHOP_ID, numbers: Object.values(NUMBERS), templates: TEMPLATES }],
    tokens: [{ token: 'simulated-token', appId: '100000000000007' }],
    behaviour: { readPercent: 100 },
  });
  const dataDir = temporaryDir();
  folders.set(platform, dataDir);
  afterFile(() => platform.close());
  return platform;
}

const folders = new Map<RunningPlatform, string>();

/** The settings a service needs to send there and to fetch files in tests. */
export function chatConfig(platform: RunningPlatform) {
  const dataDir = folders.get(platform) ?? '';
  return { graphAddress: platform.url, fetchLoopback: true, dataDir } as const;
}

/** Connects an account of the service to the platform. Rs. 2 each category, Rs. 1 free form. */
export async function openChatShop(
  { world, db, baseUrl }: Paigham,
  platform: RunningPlatform,
  account?: { readonly accountId: AccountId; readonly apiKey: string },
): Promise<ChatShop> {
  const { admin } = world;
  const settings = { verified: true };
  const { accountId, apiKey } =
    account ?? (await world.addAccount({ name: 'Chaman Chat', rupees: '1000', settings }));
  const own = { ...admin, publicAddress: baseUrl };
  const { admin: chat, close } = openPlatform(own, testConfig(chatConfig(platform)), NO_SAMPLES);
  const input = {
    ...{ accountId, business: SHOP_ID, token: 'simulated-token', appId: undefined },
    ...{ appSecret: 'simulated-app-secret', verifyToken: 'simulated-verify-token' },
  };
  const connect = async (change: Pick<ConnectNumber, 'phoneNumberId' | 'config'>) => {
    const connected = await connectNumber(chat, { ...input, ...change });
    if (!connected.ok) throw new Error(`${connected.field} ${connected.rule}`);
    return connected.value.linkId;
  };
  const numberId = await connect({ phoneNumberId: NUMBERS.default.id, config: { pairMs: 0 } });
  await connect({ phoneNumberId: NUMBERS.pass.id, config: { pairMs: 0, window: 'pass' } });
  const synced = await syncTemplates(chat, { accountId, business: undefined });
  if (!synced.ok) throw new Error(`${synced.field} ${synced.rule}`);
  await setChatPrices(admin, PRICES);
  await close();
  type Row = { readonly id: number; readonly name: string };
  const rows = await db.read(
    plain<Row>('shop-templates', 'select id, name from chat_templates where account_id = $1'),
    [accountId],
  );
  const ids = new Map(rows.map(({ id, name }) => [name, String(id)]));
  return {
    platform,
    accountId,
    apiKey,
    numberId,
    files: await startFiles(),
    template: (name) => ids.get(name) ?? '',
    async hear(from) {
      const reply = { from, phoneNumberId: NUMBERS.default.id, type: 'text', text: 'Salaam' };
      await tellPlatform(platform, '/reply', reply);
      const look = 'select 1 from chat_windows where account_id = $1 and user_key = $2';
      await eventually(`the words of ${from}`, async () => {
        return (await db.read(plain('window-opened', look), [accountId, from])).length > 0;
      });
    },
  };
}

/** The request that made the platform send a message, once it has arrived. */
export function heardOf({ platform }: ChatShop, id: string, path = '/messages'): Promise<unknown> {
  return eventually(`message ${id} at the platform`, async () => {
    const { heard } = (await tellPlatform(platform, `/heard?last=1000&path=${path}`)) as {
      readonly heard: readonly { readonly body: { readonly biz_opaque_callback_data?: string } }[];
    };
    const isIt = (name: string | undefined): boolean => name?.startsWith(`${id}.`) === true;
    return heard.find(({ body }) => isIt(body.biz_opaque_callback_data))?.body;
  });
}

/** Somebody opts out of the account's marketing. */
export async function optOut(
  { world }: Paigham,
  { accountId }: ChatShop,
  recipient: string,
): Promise<void> {
  const { admin } = world;
  const atMs = admin.clock.nowMs();
  const wish = { accountId, userKey: recipient, wish: 'stop', atMs } as const;
  must(
    await changeAccount(admin, { action: 'chat.optout', accountId }, async (transaction) => {
      await applyOptoutRequests(transaction, [wish], { source: 'test' });
      return changed(undefined, {});
    }),
  );
}

/** Makes a picture that was sent the default of a template's header. */
export async function keepPicture(
  { db, world }: Paigham,
  { accountId, template }: ChatShop,
  name: string,
): Promise<void> {
  type Row = { readonly id: ChatMediaId };
  const [kept] = await db.read(
    plain<Row>(
      'any-picture',
      "select id from chat_media where account_id = $1 and kind = 'image' limit 1",
    ),
    [accountId],
  );
  if (kept === undefined) throw new Error('no picture is kept yet');
  const { admin } = world;
  const of = { accountId, id: Number(template(name)) as ChatTemplateId };
  const told = { atMs: admin.clock.nowMs(), actor: admin.actor };
  const auditAction = { action: 'chat.template.sample', accountId };
  must(
    await changeAccount(admin, auditAction, async (transaction) => {
      await recordTemplate(transaction, of, { sampleId: kept.id }, told);
      return changed(undefined, {});
    }),
  );
}

const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');
const MP4 = Buffer.from('0000001c6674797069736f6d0000020069736f6d69736f326d703431', 'hex');
const OGG = Buffer.concat([Buffer.from('OggS'), Buffer.alloc(24), Buffer.from('OpusHead')]);

const FILES: Readonly<Record<string, readonly [string, Buffer]>> = {
  '/a.jpg': ['image/jpeg', JPEG],
  '/a.pdf': ['application/pdf', Buffer.from('%PDF-1.4\n%%EOF\n')],
  '/a.mp4': ['video/mp4', MP4],
  '/a.ogg': ['audio/ogg', OGG],
  '/page.html': ['text/html', Buffer.from('<!doctype html><title>x</title>')],
};

async function startFiles(): Promise<string> {
  const site = await startWebSite({
    host: '127.0.0.1',
    answer(request, response) {
      const [type, octets] = FILES[new URL(request.url ?? '', 'http://x').pathname] ?? [];
      response.writeHead(octets === undefined ? 404 : 200, {
        'content-type': type ?? 'text/plain',
      });
      response.end(octets);
    },
  });
  afterFile(() => site.close());
  return `http://127.0.0.1:${site.port}`;
}
