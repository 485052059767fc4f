import { describe, expect, it } from 'vitest';
import { faultsOfMessage } from '../../../test/support/chat-payload.ts';
import { mediaOf, type ChatContent, type TemplateContent } from '../../domain/chat/content.ts';
import type { ChatMediaId } from '../../domain/ids.ts';
import { composeMessage, readContent, type MessagePayload } from './compose-message.ts';
import { fieldsOf } from './json-fields.ts';

const media = 7 as ChatMediaId;
const name = '019ae2c1-8a10-7abc-8def-0123456789ab.1';

function compose(content: ChatContent, destination = '923001234567'): MessagePayload {
  const uploads = new Map(mediaOf(content).map((id) => [id, `110000000000000${id - 6}`]));
  const payload = composeMessage(content, { destination, opaqueId: name, uploads });
  expect(faultsOfMessage(payload)).toEqual([]);
  // Nothing is lost or changed on its way.
  expect(JSON.parse(JSON.stringify(payload))).toEqual(payload);
  return payload;
}

const plain: TemplateContent = {
  kind: 'template',
  name: 'order_ready',
  language: 'en_US',
  header: undefined,
  body: [],
  buttons: [],
};

const componentsOf = (content: Partial<TemplateContent>): unknown => {
  const payload = compose({ ...plain, ...content });
  return fieldsOf(payload['template'])?.['components'];
};

describe('a message to the platform', () => {
  it('names product, recipient and our id for the attempt', () => {
    expect(compose({ kind: 'text', body: 'Salaam' })).toEqual({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '923001234567',
      biz_opaque_callback_data: name,
      type: 'text',
      text: { body: 'Salaam' },
    });
  });

  it('names the account that pays where partners share the number', () => {
    const content = { kind: 'text', body: 'Salaam' } as const;
    const composing = { destination: '923001234567', opaqueId: name, uploads: new Map() };
    const payload = composeMessage(content, { ...composing, account: '200000000000001' });
    expect(faultsOfMessage(payload)).toEqual([]);
    expect(payload).toMatchObject({ messaging_account_id: '200000000000001' });
  });

  it.each(['PK.13491208655302741918', 'US.ENT.11815799212886844830'])(
    'goes to the user %s, who hides the number, as recipient',
    (user) => {
      const payload = compose({ kind: 'text', body: 'Salaam' }, user);
      expect(payload).toMatchObject({ recipient: user });
      expect(payload).not.toHaveProperty('to');
    },
  );

  it('asks a user for the number by a button of the platform', () => {
    const content = { kind: 'request_contact_info', body: 'Your number?' } as const;
    expect(compose(content, 'PK.1349')).toMatchObject({
      type: 'interactive',
      interactive: {
        type: 'request_contact_info',
        body: { text: 'Your number?' },
        action: { name: 'request_contact_info' },
      },
    });
  });

  it.each([
    [
      { kind: 'image', media, caption: 'A lamp' },
      { type: 'image', image: { id: '1100000000000001', caption: 'A lamp' } },
    ],
    [
      { kind: 'image', media, caption: '' },
      { type: 'image', image: { id: '1100000000000001' } },
    ],
    [
      { kind: 'video', media, caption: 'How it works' },
      { type: 'video', video: { id: '1100000000000001', caption: 'How it works' } },
    ],
    [
      { kind: 'audio', media },
      { type: 'audio', audio: { id: '1100000000000001' } },
    ],
    [
      { kind: 'document', media, caption: '', fileName: 'bill 7.pdf' },
      { type: 'document', document: { id: '1100000000000001', filename: 'bill 7.pdf' } },
    ],
  ] satisfies readonly (readonly [ChatContent, object])[])('in free form: %j', (content, said) => {
    expect(compose(content)).toMatchObject(said);
  });
});

describe('a template', () => {
  it('without values has no components', () => {
    expect(compose(plain)).toMatchObject({
      type: 'template',
      template: { name: 'order_ready', language: { code: 'en_US' } },
    });
    expect(componentsOf({})).toBeUndefined();
  });

  it('has the values of its body in order, by number or by name', () => {
    expect(componentsOf({ body: [{ text: 'Ali' }, { text: '991' }] })).toEqual([
      {
        type: 'body',
        parameters: [
          { type: 'text', text: 'Ali' },
          { type: 'text', text: '991' },
        ],
      },
    ]);
    expect(componentsOf({ body: [{ text: 'Ali', name: 'customer' }] })).toEqual([
      { type: 'body', parameters: [{ type: 'text', parameter_name: 'customer', text: 'Ali' }] },
    ]);
  });

  it.each([
    [
      { kind: 'text', text: 'Summer' },
      { type: 'text', text: 'Summer' },
    ],
    [
      { kind: 'text', text: 'Summer', name: 'season' },
      { type: 'text', parameter_name: 'season', text: 'Summer' },
    ],
    [
      { kind: 'image', media },
      { type: 'image', image: { id: '1100000000000001' } },
    ],
    [
      { kind: 'video', media },
      { type: 'video', video: { id: '1100000000000001' } },
    ],
    [
      {
        kind: 'location',
        latitude: '31.5881',
        longitude: '74.3107',
        name: 'Shop',
        address: 'Lahore',
      },
      {
        type: 'location',
        location: { latitude: '31.5881', longitude: '74.3107', name: 'Shop', address: 'Lahore' },
      },
    ],
    [
      { kind: 'document', media, fileName: 'invoice.pdf' },
      { type: 'document', document: { id: '1100000000000001', filename: 'invoice.pdf' } },
    ],
    [
      { kind: 'document', media, fileName: undefined },
      { type: 'document', document: { id: '1100000000000001' } },
    ],
  ] satisfies readonly (readonly [TemplateContent['header'], object])[])(
    'with the header %j',
    (header, parameter) => {
      expect(componentsOf({ header })).toEqual([{ type: 'header', parameters: [parameter] }]);
    },
  );

  it('has its cards in order, each with its own file and values', () => {
    const header = { kind: 'image', media } as const;
    const cards: TemplateContent['cards'] = [
      { header, body: [{ text: 'Lamp' }], buttons: [{ index: 1, kind: 'url', text: 'lamp' }] },
      { header: { ...header, media: 8 as ChatMediaId }, body: [], buttons: [] },
    ];
    const fileOf = (id: string) => {
      return { type: 'header', parameters: [{ type: 'image', image: { id } }] };
    };
    const url = { type: 'button', sub_type: 'url', index: '1' };
    expect(componentsOf({ body: [{ text: 'Ali' }], cards })).toEqual([
      { type: 'body', parameters: [{ type: 'text', text: 'Ali' }] },
      {
        type: 'carousel',
        cards: [
          {
            card_index: 0,
            components: [
              fileOf('1100000000000001'),
              { type: 'body', parameters: [{ type: 'text', text: 'Lamp' }] },
              { ...url, parameters: [{ type: 'text', text: 'lamp' }] },
            ],
          },
          { card_index: 1, components: [fileOf('1100000000000002')] },
        ],
      },
    ]);
  });

  it('says when its offer expires, in milliseconds', () => {
    expect(componentsOf({ offer: { expiresAtMs: 1_798_718_400_000 } })).toEqual([
      {
        type: 'limited_time_offer',
        parameters: [
          {
            type: 'limited_time_offer',
            limited_time_offer: { expiration_time_ms: 1_798_718_400_000 },
          },
        ],
      },
    ]);
  });

  it('has its buttons by their position among all', () => {
    const buttons: TemplateContent['buttons'] = [
      { index: 0, kind: 'url', text: 'orders/991' },
      { index: 2, kind: 'quick_reply', payload: 'CONFIRM:991' },
      { index: 4, kind: 'flow', token: 'order-991' },
      { index: 5, kind: 'flow', token: undefined },
      { index: 3, kind: 'copy_code', couponCode: 'SAVE20' },
      { index: 6, kind: 'catalog', productId: 'SKU-1' },
    ];
    expect(componentsOf({ buttons })).toEqual([
      {
        type: 'button',
        sub_type: 'url',
        index: '0',
        parameters: [{ type: 'text', text: 'orders/991' }],
      },
      {
        type: 'button',
        sub_type: 'quick_reply',
        index: '2',
        parameters: [{ type: 'payload', payload: 'CONFIRM:991' }],
      },
      ...[
        ['4', 'order-991'],
        // Nothing else in the answer says which message its form was sent with.
        ['5', name],
      ].map(([index, token]) => ({
        type: 'button',
        sub_type: 'flow',
        index,
        parameters: [{ type: 'action', action: { flow_token: token } }],
      })),
      {
        type: 'button',
        sub_type: 'copy_code',
        index: '3',
        parameters: [{ type: 'coupon_code', coupon_code: 'SAVE20' }],
      },
      {
        type: 'button',
        sub_type: 'catalog',
        index: '6',
        parameters: [{ type: 'action', action: { thumbnail_product_retailer_id: 'SKU-1' } }],
      },
    ]);
  });
});

describe('the content of a part', () => {
  it('is read from its JSON', () => {
    const content: ChatContent = { kind: 'text', body: 'سلام' };
    expect(readContent(Buffer.from(JSON.stringify(content)))).toEqual(content);
  });

  it.each(['', 'Salaam', '[]', '{}', '{"kind":"sticker"}', '{"kind":'])('is not %j', (body) => {
    expect(readContent(Buffer.from(body))).toBeUndefined();
  });

  it('names its file, if it has one', () => {
    expect(mediaOf({ kind: 'text', body: 'a' })).toEqual([]);
    expect(mediaOf(plain)).toEqual([]);
    expect(mediaOf({ ...plain, header: { kind: 'text', text: 'a' } })).toEqual([]);
    expect(mediaOf({ ...plain, header: { kind: 'video', media } })).toEqual([media]);
    expect(mediaOf({ kind: 'audio', media })).toEqual([media]);
  });
});
