/** The chat interface in `/openapi.json`. docs/interface/chat.md describes it for people. */
import { CHAT_MEDIA_KINDS } from '../../domain/chat/media.ts';
import { limit } from '../../domain/limits.ts';
import { Type } from '../../kit/shape.ts';
import { describeForms, KEY, more, text, type DescribedForm } from '../describe-form.ts';
import type { DescribedPaths } from '../described.ts';

const VALUE = Type.Object(
  { type: Type.Optional(Type.Enum(['text'])), text: text('The value.') },
  more,
);

const HEADER = Type.Object(
  {
    type: Type.Enum(['text', 'image', 'video', 'document', 'location']),
    text: Type.Optional(text('The value of a text header.')),
    url: Type.Optional(text('The address of your file.')),
    file_name: Type.Optional(text('The name on the card of a document.')),
    latitude: Type.Optional(text('Of a place, in degrees.')),
    longitude: Type.Optional(text('Of a place, in degrees.')),
    name: Type.Optional(text('Of a place.')),
    address: Type.Optional(text('Of a place.')),
  },
  { title: 'ChatEntryHeader', ...more },
);

const BUTTON = Type.Object(
  {
    index: Type.Optional(Type.Integer({ minimum: 0, description: 'Among all buttons, from 0.' })),
    type: Type.Enum(['url', 'quick_reply', 'copy_code', 'flow', 'catalog']),
    text: Type.Optional(text('The end of the address of a url button.')),
    payload: Type.Optional(text('What a quick reply brings back.')),
    coupon_code: Type.Optional(text('The code that is copied.')),
    product_retailer_id: Type.Optional(text('Your id of the product that a catalogue shows.')),
    flow_token: Type.Optional(text('What the answer to a form brings back.')),
  },
  { title: 'ChatEntryButton', ...more },
);

const OFFER = Type.Object(
  { expires_at: Type.String({ format: 'date-time', description: 'When the offer expires.' }) },
  { title: 'ChatEntryOffer', ...more },
);

const MOBILE = text('Digits with country code, or the user id of somebody who wrote to you.');

const CARD = Type.Object(
  {
    header: HEADER,
    body: Type.Optional(Type.Array(VALUE)),
    buttons: Type.Optional(Type.Array(BUTTON)),
  },
  { title: 'ChatEntryCard', ...more },
);

/** An entry of `template_data`. */
export const TEMPLATE_ENTRY = Type.Object(
  {
    mobile: MOBILE,
    header: Type.Optional(HEADER),
    offer: Type.Optional(OFFER),
    body: Type.Optional(Type.Array(VALUE)),
    buttons: Type.Optional(Type.Array(BUTTON)),
    cards: Type.Optional(Type.Array(CARD)),
  },
  { title: 'TemplateEntry', ...more },
);

const MEDIA = Type.Object(
  {
    url: text('The address of your file.'),
    caption: text('May be empty.'),
    file_name: Type.Optional(text('The name on the card of a document.')),
  },
  { title: 'ChatEntryMedia', ...more },
);

/** An entry of `free_form`: an object named after its type. */
export const FREE_FORM_ENTRY = Type.Object(
  {
    mobile: MOBILE,
    type: Type.Enum(['text', ...CHAT_MEDIA_KINDS, 'media', 'request_contact_info']),
    text: Type.Optional(Type.Object({ body: Type.String() }, more)),
    image: Type.Optional(MEDIA),
    document: Type.Optional(MEDIA),
    video: Type.Optional(MEDIA),
    audio: Type.Optional(Type.Object({ url: Type.String() }, more)),
    media: Type.Optional(MEDIA),
  },
  { title: 'FreeFormEntry', ...more },
);

const RESULT = Type.Object(
  {
    status: text('OK, DRY RUN, or the code of what is wrong with this entry.'),
    id: Type.Optional(Type.String({ format: 'uuid', description: 'Of the message.' })),
    error: Type.Optional(text('What is wrong with this entry.')),
    mobile: text('The number, or the user id as given; number 3, its place, when it is neither.'),
  },
  { title: 'ChatResult', ...more },
);

export const CHAT_SENT = Type.Object(
  {
    success: text('true when at least one entry was accepted.'),
    status: Type.Optional(text('DRY RUN, or the code when nothing was accepted.')),
    method: Type.Enum(['API']),
    message_type: Type.Enum(['TEMPLATE', 'FREE_FORM']),
    total_price: text('Messages billed.'),
    total_gsm: text('Recipients processed.'),
    remaining_credit: text('Rupees that are left.'),
    results: Type.Array(RESULT),
  },
  { title: 'ChatAccepted', ...more },
);

const most = limit('recipientsPerRequest').toLocaleString('en');

const SEND: DescribedForm = {
  name: 'sendChat',
  scope: 'send',
  about: 'Sends chat messages, by template or in free form. Always JSON.',
  parameters: {
    ...KEY,
    chatapp_id: { about: 'The number to send from: our id, the platform’s, or its digits.' },
    template_id: { about: 'An approved template.' },
    template_data: { about: `A JSON array of entries, one a recipient; at most ${most}.` },
    free_form: { about: 'A JSON array of entries instead, within 24 hours of a user’s message.' },
    dry_run: { about: '1 does everything but charge and send.', values: ['0', '1'] },
    idempotency_key: { about: 'A second send under the same key is not sent.' },
  },
  json: CHAT_SENT,
  jsonBody: Type.Object(
    {
      template_data: Type.Optional(
        Type.Union([Type.Array(TEMPLATE_ENTRY), TEMPLATE_ENTRY, text('The same as JSON text.')]),
      ),
      free_form: Type.Optional(
        Type.Union([Type.Array(FREE_FORM_ENTRY), FREE_FORM_ENTRY, text('The same as JSON text.')]),
      ),
    },
    more,
  ),
  refusals: [400, 401, 402, 403, 404, 409, 413, 429, 500, 503],
};

/** The endpoint by GET and POST. */
export function describeChatInterface(): DescribedPaths {
  return describeForms('chat', { '/api/send.php': SEND });
}
