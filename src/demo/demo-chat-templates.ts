/** The demo world's templates on the chat platform, in the platform's form. */

export type DemoChatKind =
  | 'text'
  | 'header_media'
  | 'buttons'
  | 'authentication'
  | 'waiting'
  | 'refused';

type DemoChatTemplate = {
  readonly kind: DemoChatKind;
  readonly name: string;
  readonly language: string;
  readonly category: 'UTILITY' | 'MARKETING' | 'AUTHENTICATION';
  readonly status: 'APPROVED' | 'PENDING' | 'REJECTED';
  readonly reason?: string;
  readonly components: readonly unknown[];
};

/** Created together with its picture, because the picture must be uploaded first. */
export const PICTURE_TEMPLATE = 'season_sale';

/** The first is approved, text only, with two variables in its body. */
export const DEMO_CHAT_TEMPLATES: readonly DemoChatTemplate[] = [
  {
    kind: 'text',
    name: 'order_update',
    language: 'en',
    category: 'UTILITY',
    status: 'APPROVED',
    components: [
      {
        type: 'BODY',
        text: 'Dear {{1}}, your order {{2}} is on its way.',
        example: { body_text: [['Ali', 'A-1017']] },
      },
      { type: 'FOOTER', text: 'Roshan Store' },
    ],
  },
  {
    kind: 'buttons',
    name: 'delivery_choice',
    language: 'en',
    category: 'UTILITY',
    status: 'APPROVED',
    components: [
      {
        type: 'BODY',
        text: 'Dear {{1}}, we deliver order {{2}} tomorrow. Will you be at home?',
        example: { body_text: [['Ali', 'A-1017']] },
      },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'QUICK_REPLY', text: 'Yes' },
          { type: 'QUICK_REPLY', text: 'Another day' },
          {
            type: 'URL',
            text: 'Track the order',
            url: 'https://roshan.example/orders/{{1}}',
            example: ['https://roshan.example/orders/A-1017'],
          },
        ],
      },
    ],
  },
  {
    kind: 'authentication',
    name: 'login_code',
    language: 'en',
    category: 'AUTHENTICATION',
    status: 'APPROVED',
    components: [
      // The platform has its own wording for codes.
      { type: 'BODY', add_security_recommendation: true },
      { type: 'FOOTER', code_expiration_minutes: 10 },
      {
        type: 'BUTTONS',
        buttons: [{ type: 'OTP', otp_type: 'COPY_CODE', text: 'Copy code' }],
      },
    ],
  },
  {
    kind: 'waiting',
    name: 'eid_greeting',
    language: 'ur',
    category: 'MARKETING',
    status: 'PENDING',
    components: [
      {
        type: 'BODY',
        text: 'محترم {{1}}، روشن اسٹور کی طرف سے عید مبارک!',
        example: { body_text: [['علی']] },
      },
    ],
  },
  {
    kind: 'refused',
    name: 'prize_draw',
    language: 'en',
    category: 'MARKETING',
    status: 'REJECTED',
    reason: 'ABUSIVE_CONTENT',
    components: [{ type: 'BODY', text: 'You have won a prize! Call us now.' }],
  },
];

/** What the simulated platform starts with. */
export const DEMO_CHAT_SEEDS = DEMO_CHAT_TEMPLATES.map((template) => {
  const { name, language, category, status, reason, components } = template;
  const seed = { name, language, category, status, components };
  return reason === undefined ? seed : { ...seed, reason };
});

/** Goes to the platform with its picture when the number is connected. */
export function pictureTemplate(handle: string) {
  return {
    name: PICTURE_TEMPLATE,
    language: 'en',
    category: 'marketing',
    components: [
      { type: 'HEADER', format: 'IMAGE', example: { header_handle: [handle] } },
      {
        type: 'BODY',
        text: 'Dear {{1}}, our season sale has begun: {{2}} off until Sunday.',
        example: { body_text: [['Ali', '30 %']] },
      },
      { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'No more offers' }] },
    ],
  };
}
