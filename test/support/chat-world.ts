/**
 * What the stories of chat-story.ts need: the business account, number, prices and templates; and
 * helpers for anything that starts a simulated platform: setting prices, and telling it what to do.
 */
import type { TemplateSeed } from '../../fakes/chat-platform/options.ts';
import type { RunningPlatform } from '../../fakes/chat-platform/start.ts';
import type { TemplateSamples } from '../../src/features/chat-numbers/chat-admin.ts';
import { setChatTariff } from '../../src/features/tariffs/tariffs.operations.ts';
import { must, type Admin } from '../../src/operations/admin.ts';
import { CHAT_PRICES, type ChatPrice } from '../../src/domain/chat/chat-tariff.ts';
import { parseRupees } from '../../src/domain/pricing/money.ts';

export const PLATFORM = {
  appId: '100000000000001',
  appSecret: 'simulated-app-secret',
  business: '200000000000001',
  number: '300000000000001',
  token: 'simulated-token',
} as const;

/** Rupees per message. */
export const PRICES = {
  marketing: '7.00',
  utility: '3.00',
  authentication: '2.00',
  free_form: '1.00',
} as const;

const body = (text: string, values: readonly string[] = []) => ({
  type: 'BODY',
  text,
  ...(values.length === 0 ? {} : { example: { body_text: [values] } }),
});

/** How the platform lists the button of a one-time code. */
const CODE_ADDRESS = 'https://www.whatsapp.com/otp/code/?otp_type=COPY_CODE&code=otp{{1}}';

export const TEMPLATES: readonly TemplateSeed[] = [
  {
    name: 'order_ready',
    language: 'en',
    category: 'UTILITY',
    components: [body('Salaam {{1}}, order {{2}} is ready.', ['Ali', '991'])],
  },
  {
    name: 'summer_sale',
    language: 'en',
    category: 'MARKETING',
    components: [
      body('The sale has begun, {{1}}.', ['Ali']),
      { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Stop' }] },
    ],
  },
  {
    name: 'login_code',
    language: 'en',
    category: 'AUTHENTICATION',
    components: [
      { type: 'BODY', text: '{{1}} is your code.', example: { body_text: [['123456']] } },
      {
        type: 'BUTTONS',
        buttons: [{ type: 'URL', text: 'Copy code', url: CODE_ADDRESS }],
      },
    ],
  },
  {
    name: 'plain_news',
    language: 'en',
    category: 'MARKETING',
    components: [body('Our shop has moved.')],
  },
];

/** No file can be fetched for a template's header. */
export const NO_SAMPLES: TemplateSamples = {
  take: () => Promise.resolve({ ok: false, rule: 'cannot be used: it is not fetched here' }),
  keep: () => Promise.reject(new Error('nothing is kept here')),
};

/** Sets the general price of a message, from now on. */
export async function setChatPrices(
  admin: Admin,
  rupees: Readonly<Record<ChatPrice, string>>,
): Promise<void> {
  for (const category of CHAT_PRICES) {
    const priceMicros = parseRupees(rupees[category]);
    if (priceMicros === undefined) throw new Error('a price is no number');
    const price = { category, priceMicros, accountId: undefined, validFromMs: undefined };
    must(await setChatTariff(admin, price));
  }
}

/**
 * Tells the platform something through its management port, or queries it if there is no value;
 * returns its answer. @throws if it refuses.
 */
export async function tellPlatform(
  { managementUrl }: Pick<RunningPlatform, 'managementUrl'>,
  path: string,
  value?: object,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${managementUrl}${path}`, {
    method: value === undefined ? 'GET' : 'POST',
    ...(value === undefined ? {} : { body: JSON.stringify(value) }),
  });
  const answer: unknown = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer as Record<string, unknown>;
}
