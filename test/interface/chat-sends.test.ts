/**
 * Every form of request in the chat document, by GET and POST: the exact keys of its result, and
 * what the platform received.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { ask, fetchAnswer, parsed, PATHS, WAYS, type Way } from '../support/ask.ts';
import { beginChatShop, heardOf, keepPicture, type ChatShop } from '../support/chat-shop.ts';
import type { Paigham } from '../support/paigham.ts';

const MOBILE = '923001234567';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let paigham: Paigham;
let shop: ChatShop;
let url: string;

beforeAll(async () => {
  ({ paigham, shop } = await beginChatShop());
  await shop.hear(MOBILE);
  url = `${paigham.baseUrl}${PATHS.chat}`;
});

type Result = { readonly status: string; readonly id: string; readonly mobile: string };

/** Sends entries; returns the answer's body. */
async function send(
  way: Way,
  entries: unknown,
  template?: string,
): Promise<Record<string, unknown>> {
  const data = JSON.stringify(entries);
  const kind =
    template === undefined
      ? { free_form: data }
      : { template_id: shop.template(template), template_data: data };
  const answer = await ask(url, { api_key: shop.apiKey, ...kind }, { way });
  expect(answer).toMatchObject({ status: 200, contentType: 'application/json; charset=utf-8' });
  return parsed(answer) as Record<string, unknown>;
}

/** The one message of an accepted send, as the platform received it. */
async function sentOf(answer: Record<string, unknown>, messageType: string): Promise<unknown> {
  const credit = expect.stringMatching(/^\d+\.\d\d$/) as unknown;
  expect(Object.keys(answer)).toEqual([
    ...['success', 'method', 'message_type', 'total_price', 'total_gsm', 'remaining_credit'],
    'results',
  ]);
  const { results, ...others } = answer as { results: readonly Result[] };
  expect(others).toEqual({
    ...{ success: 'true', method: 'API', message_type: messageType },
    ...{ total_price: '1', total_gsm: '1', remaining_credit: credit },
  });
  expect(results.map((it) => Object.keys(it))).toEqual([['status', 'id', 'mobile']]);
  const [result] = results;
  expect(result).toEqual({ status: 'OK', id: expect.stringMatching(UUID), mobile: MOBILE });
  return heardOf(shop, result?.id ?? '');
}

const texts = (...values: readonly string[]) => values.map((text) => ({ type: 'text', text }));
const body = (...values: readonly string[]) => ({ type: 'body', parameters: texts(...values) });
const file = { id: expect.stringMatching(/^\d+$/) as unknown };

const PLACE = {
  latitude: '31.5881',
  longitude: '74.3107',
  name: 'Roshan Store',
  address: 'Mall Road, Lahore',
};

/** What is sent, and the components that the platform receives. */
const BY_TEMPLATE: readonly (readonly [string, string, object, readonly object[] | undefined])[] = [
  ['fixed content', 'opening_hours', {}, undefined],
  ['values', 'order_ready', { body: texts('Ali', 'A 17') }, [body('Ali', 'A 17')]],
  [
    'a text header',
    'season',
    { header: { type: 'text', text: 'Eid' }, body: texts('Friday') },
    [{ type: 'header', parameters: texts('Eid') }, body('Friday')],
  ],
  [
    'a button of an address',
    'tracking',
    { body: texts('17'), buttons: [{ index: 1, type: 'url', text: '17' }] },
    [body('17'), { type: 'button', sub_type: 'url', index: '1', parameters: texts('17') }],
  ],
  [
    'a quick reply',
    'tracking',
    {
      body: texts('17'),
      buttons: [
        { type: 'quick_reply', payload: 'keep:17' },
        { type: 'url', text: '17' },
      ],
    },
    [
      body('17'),
      {
        ...{ type: 'button', sub_type: 'quick_reply', index: '0' },
        parameters: [{ type: 'payload', payload: 'keep:17' }],
      },
      { type: 'button', sub_type: 'url', index: '1', parameters: texts('17') },
    ],
  ],
  [
    'a code to copy',
    'coupon',
    { buttons: { type: 'copy_code', coupon_code: 'SAVE20' } },
    [
      {
        ...{ type: 'button', sub_type: 'copy_code', index: '0' },
        parameters: [{ type: 'coupon_code', coupon_code: 'SAVE20' }],
      },
    ],
  ],
  [
    'a catalogue',
    'shop_window',
    { buttons: [{ type: 'catalog', product_retailer_id: 'SKU-1' }] },
    [
      {
        type: 'button',
        sub_type: 'catalog',
        index: '0',
        parameters: [{ type: 'action', action: { thumbnail_product_retailer_id: 'SKU-1' } }],
      },
    ],
  ],
  ['a catalogue, without a product', 'shop_window', {}, undefined],
  [
    'a place',
    'visit',
    { header: { ...PLACE, type: 'location' }, body: texts('Ali') },
    [{ type: 'header', parameters: [{ type: 'location', location: PLACE }] }, body('Ali')],
  ],
  [
    'an offer',
    'half_price',
    {
      offer: { expires_at: '2090-12-31T18:00:00Z' },
      body: texts('Ali'),
      buttons: [{ type: 'copy_code', coupon_code: 'SAVE20' }],
    },
    [
      {
        type: 'limited_time_offer',
        parameters: [
          {
            type: 'limited_time_offer',
            limited_time_offer: { expiration_time_ms: Date.parse('2090-12-31T18:00:00Z') },
          },
        ],
      },
      body('Ali'),
      {
        type: 'button',
        sub_type: 'copy_code',
        index: '0',
        parameters: [{ type: 'coupon_code', coupon_code: 'SAVE20' }],
      },
    ],
  ],
  [
    'a one-time code',
    'login_code',
    { body: texts('4821') },
    [body('4821'), { type: 'button', sub_type: 'url', index: '0', parameters: texts('4821') }],
  ],
];

/** What is sent, and what the platform receives. */
const FREELY: readonly (readonly [string, object, object])[] = [
  ['text', { type: 'text', text: { body: 'Hello\nthere' } }, { text: { body: 'Hello\nthere' } }],
  [
    'image',
    { type: 'image', image: { url: 'a.jpg', caption: 'A view' } },
    { image: { ...file, caption: 'A view' } },
  ],
  [
    'document',
    { type: 'document', document: { url: 'a.pdf', caption: '' } },
    { document: { ...file, filename: 'a.pdf' } },
  ],
  ['video', { type: 'media', media: { url: 'a.mp4', caption: 'x' } }, { video: { ...file } }],
  ['audio', { type: 'media', media: { url: 'a.ogg', caption: 'x' } }, { audio: file }],
  ['image', { type: 'media', media: { url: 'a.jpg', caption: '' } }, { image: file }],
  ['document', { type: 'media', media: { url: 'a.pdf', caption: '' } }, { document: {} }],
];

it('a carousel is sent with a file and values for each card', async () => {
  const card = (name: string, picture: string) => ({
    header: { type: 'image', url: `${shop.files}/${picture}` },
    body: texts(name),
    buttons: [{ type: 'url', text: name }],
  });
  const cards = [card('lamp', 'a.jpg'), card('rug', 'a.jpg')];
  const answer = await send('POST', [{ mobile: MOBILE, body: texts('Ali'), cards }], 'new_here');
  const heard = ['lamp', 'rug'].map((name, index) => ({
    card_index: index,
    components: [
      { type: 'header', parameters: [{ type: 'image', image: file }] },
      body(name),
      { type: 'button', sub_type: 'url', index: '1', parameters: texts(name) },
    ],
  }));
  expect(await sentOf(answer, 'TEMPLATE')).toMatchObject({
    template: { components: [body('Ali'), { type: 'carousel', cards: heard }] },
  });
});

describe.each(WAYS)('by %s', (way) => {
  it.each(BY_TEMPLATE)('a template with %s is sent', async (_, name, entry, components) => {
    const answer = await send(way, [{ mobile: MOBILE, ...entry }], name);
    expect(await sentOf(answer, 'TEMPLATE')).toEqual({
      ...{ messaging_product: 'whatsapp', recipient_type: 'individual', to: MOBILE },
      biz_opaque_callback_data: expect.any(String) as unknown,
      type: 'template',
      template: { name, language: { code: 'en' }, ...(components && { components }) },
    });
  });

  it.each([
    ['picture', 'image', 'a.jpg', {}],
    ['film', 'video', 'a.mp4', {}],
    ['invoice', 'document', 'a.pdf', { file_name: 'June 2026' }],
  ])('a template with a %s is sent with the caller’s file', async (name, type, path, named) => {
    const header = { type, url: `${shop.files}/${path}`, ...named };
    const answer = await send(way, [{ mobile: MOBILE, header, body: texts('Ali') }], name);
    const filename = type === 'document' ? { filename: 'June 2026.pdf' } : {};
    expect(await sentOf(answer, 'TEMPLATE')).toMatchObject({
      template: {
        components: [
          { type: 'header', parameters: [{ type, [type]: { ...file, ...filename } }] },
          body('Ali'),
        ],
      },
    });
  });

  it.each(FREELY)('free form of the kind %s is sent (%#)', async (type, entry, said) => {
    const written = JSON.stringify({ mobile: MOBILE, ...entry });
    const whole = written.replaceAll('"url":"', `"url":"${shop.files}/`);
    const answer = await send(way, [JSON.parse(whole)]);
    expect(await sentOf(answer, 'FREE_FORM')).toMatchObject({ to: MOBILE, type, ...said });
  });

  it('several recipients get theirs, in their places, repeated ones too', async () => {
    const mobiles = ['923111234567', '0421234567', MOBILE, '923111234567'];
    const answer = await send(
      way,
      mobiles.map((mobile) => ({ mobile })),
      'opening_hours',
    );
    expect(answer).toMatchObject({ success: 'true', total_price: '3', total_gsm: '4' });
    const results = answer['results'] as readonly Result[];
    expect(results.map(({ status, mobile }) => `${status} ${mobile}`)).toEqual([
      ...['OK 923111234567', '7 0421234567', 'OK 923001234567', 'OK 923111234567'],
    ]);
    for (const { status, id, mobile } of results) {
      if (status === 'OK') expect(await heardOf(shop, id)).toMatchObject({ to: mobile });
    }
  });

  it.each([
    ['our id', () => String(shop.numberId + 1)],
    ['the id of the platform', () => '300000000000072'],
    ['its digits', () => '03007654322'],
  ])('the number is named by %s', async (_, named) => {
    const parameters = {
      ...{ api_key: shop.apiKey, template_id: shop.template('opening_hours') },
      ...{ template_data: JSON.stringify({ mobile: MOBILE }), chatapp_id: named() },
    };
    const answer = parsed(await ask(url, parameters, { way })) as { results: readonly Result[] };
    const id = answer.results[0]?.id ?? '';
    expect(await heardOf(shop, id, '/300000000000072/messages')).toMatchObject({ to: MOBILE });
  });
});

it('the template’s file is sent when an entry has none', async () => {
  const url2 = `${shop.files}/a.jpg?kept`;
  const first = { mobile: MOBILE, header: { type: 'image', url: url2 }, body: texts('Ali') };
  await sentOf(await send('POST', [first], 'picture'), 'TEMPLATE');
  await keepPicture(paigham, shop, 'picture');
  const answer = await send('POST', [{ mobile: MOBILE, body: texts('Ali') }], 'picture');
  expect(await sentOf(answer, 'TEMPLATE')).toMatchObject({
    template: {
      components: [{ type: 'header', parameters: [{ type: 'image', image: file }] }, {}],
    },
  });
});

describe('a JSON body', () => {
  it('may hold the actual value, or JSON text', async () => {
    const entries = [
      { mobile: 923001234567, body: [{ type: 'text', text: 17 }, { text: '1.50' }] },
    ];
    for (const template_data of [entries, entries[0], JSON.stringify(entries)]) {
      const answer = await fetchAnswer(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          ...{ api_key: shop.apiKey, template_id: Number(shop.template('order_ready')) },
          template_data,
        }),
      });
      expect(await sentOf(parsed(answer) as Record<string, unknown>, 'TEMPLATE')).toMatchObject({
        template: { components: [body('17', '1.50')] },
      });
    }
  });
});

describe('an idempotency key', () => {
  it('gives a repeat the same answer, and no second message', async () => {
    const parameters = {
      ...{ api_key: shop.apiKey, template_id: shop.template('opening_hours') },
      ...{ template_data: JSON.stringify([{ mobile: MOBILE }, {}]), idempotency_key: 'once' },
    };
    const first = await ask(url, parameters);
    const second = await ask(url, parameters, { way: 'GET' });
    expect(second.body).toBe(first.body);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    const other = await ask(url, { ...parameters, chatapp_id: '300000000000072' });
    expect(other.status).toBe(409);
    expect(parsed(other)).toMatchObject({ status: '12', message_type: 'TEMPLATE' });
  });

  it('does not remember a request of which nothing was accepted', async () => {
    const parameters = {
      ...{ api_key: shop.apiKey, template_id: shop.template('opening_hours') },
      ...{ template_data: '[{"mobile":"x"}]', idempotency_key: 'none' },
    };
    expect((await ask(url, parameters)).status).toBe(400);
    const again = await ask(url, { ...parameters, template_data: `[{"mobile":"${MOBILE}"}]` });
    expect(again.status).toBe(200);
  });
});

it('a dry run costs nothing and sends nothing', async () => {
  const parameters = {
    ...{ api_key: shop.apiKey, template_id: shop.template('opening_hours'), dry_run: '1' },
    template_data: `[{"mobile":"${MOBILE}"},{"mobile":"1"}]`,
  };
  const first = await ask(url, parameters);
  expect(first.status).toBe(200);
  expect(parsed(first)).toMatchObject({
    ...{ success: 'true', status: 'DRY RUN', total_price: '1', total_gsm: '2' },
    results: [{ status: 'DRY RUN', mobile: MOBILE }, { status: '7' }],
  });
  expect((await ask(url, parameters)).body).toBe(first.body);
});
