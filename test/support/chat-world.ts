/** The business account, number, prices and templates of the stories about chat messages. */
import type { TemplateSeed } from '../../fakes/chat-platform/options.ts';

export const PLATFORM = {
  appId: '100000000000001',
  appSecret: 'simulated-app-secret',
  business: '200000000000001',
  number: '300000000000001',
  token: 'simulated-token',
} as const;

/** Rupees of a message. */
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

/** As the platform lists the button of a one-time code. */
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
