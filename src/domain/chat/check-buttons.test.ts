import { describe, expect, it } from 'vitest';
import { CHAT_TEMPLATES, contentOf, makeChatTemplate, texts } from '../../../test/support/chat.ts';
import { limit } from '../limits.ts';

const { fixed, form, buttons, code } = CHAT_TEMPLATES;

describe('buttons', () => {
  const all = [
    { index: 1, type: 'url', text: '991' },
    { index: 3, type: 'quick_reply', payload: 'fine:991' },
    { index: 5, type: 'copy_code', coupon_code: 'SAVE20' },
  ];
  const filled = [
    { index: 1, kind: 'url', text: '991' },
    { index: 3, kind: 'quick_reply', payload: 'fine:991' },
    { index: 5, kind: 'copy_code', couponCode: 'SAVE20' },
  ];
  const raw = [
    { type: 'button', sub_type: 'URL', index: '1', parameters: [{ type: 'text', text: '991' }] },
    {
      type: 'button',
      sub_type: 'quick_reply',
      index: '3',
      parameters: { type: 'payload', payload: 'fine:991' },
    },
    {
      type: 'button',
      sub_type: 'copy_code',
      index: '5',
      parameters: [{ type: 'coupon_code', coupon_code: 'SAVE20' }],
    },
  ];
  const of = (value: unknown) => contentOf(buttons, { body: texts('991'), buttons: value });

  it.each([
    ['by index', all],
    ['in any order', all.toReversed()],
    ['by index as text', all.map((it) => ({ ...it, index: String(it.index) }))],
    ['in order, without index', all.map((it) => ({ ...it, index: undefined }))],
    ['some with index', [{ ...all[0], index: undefined }, ...all.slice(1)]],
    ['by sub_type', all.map(({ type, ...it }) => ({ ...it, sub_type: type }))],
    ['in the form of the platform', raw],
  ])('are filled %s', (_, value) => {
    expect(of(value)).toMatchObject({ buttons: filled });
  });

  it('fill the next empty one of their kind', () => {
    const replies = [
      { type: 'quick_reply', payload: 'one' },
      { type: 'quick_reply', payload: 'two' },
    ];
    expect(of([...replies, all[0], all[2]])).toMatchObject({
      buttons: [filled[0], { index: 3, payload: 'one' }, { index: 4, payload: 'two' }, filled[2]],
    });
    const taken = [{ index: 4, type: 'quick_reply', payload: 'two' }, replies[0], all[0], all[2]];
    expect(of(taken)).toMatchObject({
      buttons: [{}, { index: 3, payload: 'one' }, { index: 4, payload: 'two' }, {}],
    });
  });

  const shop = makeChatTemplate(88, 'See.', { buttons: [{ kind: 'catalog', text: 'View' }] });
  const product = [{ index: 0, kind: 'catalog', productId: 'SKU-1' }];
  const action = { thumbnail_product_retailer_id: 'SKU-1' };

  it.each<[object[], unknown]>([
    [[], []],
    [[{ type: 'catalog', product_retailer_id: ' SKU-1' }], product],
    [[{ sub_type: 'CATALOG', index: 0, parameters: [{ type: 'action', action }] }], product],
  ])('of a catalogue show a product: %j', (value, filled) => {
    expect(contentOf(shop, { buttons: value })).toMatchObject({ buttons: filled });
  });

  it('of a catalogue need a product if they are given', () => {
    expect(contentOf(shop, { buttons: [{ type: 'catalog' }] })).toBe(
      '22 : Invalid buttons, entry 1: product_retailer_id is required',
    );
  });

  it.each([
    ['its token', [{ type: 'flow', flow_token: 'order-991' }], 'order-991'],
    [
      'the token in the form of the platform',
      [
        {
          type: 'button',
          sub_type: 'flow',
          index: '0',
          parameters: [{ type: 'action', action: { flow_token: 'order-991' } }],
        },
      ],
      'order-991',
    ],
    ['none', [], undefined],
  ])('that open a form are sent with %s', (_, value, token) => {
    expect(contentOf(form, { buttons: value })).toMatchObject({
      buttons: [{ index: 0, kind: 'flow', token }],
    });
  });

  it('may be left as they are when they are quick replies', () => {
    expect(of([all[0], all[2]])).toMatchObject({ buttons: [filled[0], filled[2]] });
  });

  it.each([
    [undefined, '22 : Invalid buttons: the url button at index 1 needs a value'],
    [[all[0]], '22 : Invalid buttons: the copy_code button at index 5 needs a value'],
    ['x', '22 : Invalid buttons: an array of objects is required'],
    [['x'], '22 : Invalid buttons, entry 1: a JSON object is required'],
    [
      [{ text: 'x' }],
      '22 : Invalid buttons, entry 1: ' +
        'the type url, quick_reply, copy_code, flow or catalog is required',
    ],
    [[{ type: 'url' }], '22 : Invalid buttons, entry 1: text is required'],
    [[{ type: 'url', text: ' ' }], '22 : Invalid buttons, entry 1: text is required'],
    [[{ type: 'copy_code', text: 'x' }], '22 : Invalid buttons, entry 1: coupon_code is required'],
    [[{ type: 'quick_reply', text: 'x' }], '22 : Invalid buttons, entry 1: payload is required'],
    [
      [{ ...all[0], index: 'one' }],
      '22 : Invalid buttons, entry 1: index as a number from 0 is required',
    ],
    [
      [{ ...all[0], index: -1 }],
      '22 : Invalid buttons, entry 1: index as a number from 0 is required',
    ],
    [
      [{ ...all[0], index: 2 }],
      '22 : Invalid buttons: the template has no url button at index 2 to fill',
    ],
    [
      [{ ...all[0], index: 0 }],
      '22 : Invalid buttons: the template has no url button at index 0 to fill',
    ],
    [
      [{ ...all[0], index: 9 }],
      '22 : Invalid buttons: the template has no url button at index 9 to fill',
    ],
    [[...all, all[0]], '22 : Invalid buttons: the button at index 1 is given twice'],
    [
      [{ ...raw[0], parameters: [{ text: 'a' }, { text: 'b' }] }],
      '22 : Invalid buttons, entry 1: text is required',
    ],
    [
      [{ ...all[0], text: 'x'.repeat(2_000) }, all[2]],
      '22 : Invalid button 1: 2023 characters, at most 2000 are carried',
    ],
    [
      [all[0], { ...all[2], coupon_code: 'x'.repeat(16) }],
      '22 : Invalid button 5: 16 characters, at most 15 are carried',
    ],
    [
      [...all.slice(0, 1), { ...all[1], payload: 'x'.repeat(257) }, all[2]],
      '22 : Invalid button 3: 257 characters, at most 256 are carried',
    ],
    [
      [...all.slice(0, 1), { ...all[1], payload: '\u0001' }, all[2]],
      '22 : Invalid button 3: it holds a control character',
    ],
  ])('are refused when they do not match (%#)', (value, sentence) => {
    expect(of(value)).toBe(sentence);
  });

  it('may be as long as the platform allows', () => {
    const address = 'https://shop.example/o/';
    const value = [
      { ...all[0], text: 'x'.repeat(limit('chatAddressCharacters') - address.length) },
      { ...all[1], payload: 'x'.repeat(limit('chatPayloadCharacters')) },
      { ...all[2], coupon_code: 'x'.repeat(limit('chatCodeCharacters')) },
    ];
    expect(of(value)).toMatchObject({ kind: 'template' });
  });

  it('of a fixed template are refused', () => {
    expect(contentOf(fixed, { buttons: [all[0]] })).toContain('22 : Invalid buttons: the template');
  });
});

describe('a one-time code', () => {
  it('is copied to the button', () => {
    const expected = {
      body: [{ text: '4821' }],
      buttons: [{ index: 0, kind: 'url', text: '4821' }],
    };
    expect(contentOf(code, { body: texts('4821') })).toMatchObject(expected);
    const same = [{ type: 'url', index: 0, text: '4821' }];
    expect(contentOf(code, { body: texts('4821'), buttons: same })).toMatchObject(expected);
  });

  it('is refused on the button when it is another', () => {
    expect(contentOf(code, { body: texts('4821'), buttons: [{ type: 'url', text: '4822' }] })).toBe(
      '22 : Invalid buttons: the button copies the code in the body, but another one was given',
    );
  });

  it('has at most fifteen characters', () => {
    const most = limit('chatCodeCharacters');
    expect(contentOf(code, { body: texts('1'.repeat(most)) })).toMatchObject({ kind: 'template' });
    expect(contentOf(code, { body: texts('1'.repeat(most + 1)) })).toBe(
      '22 : Invalid body value 1: 16 characters, at most 15 are carried',
    );
  });
});
