import { describe, expect, it } from 'vitest';
import type { BusinessAccount } from '../accounts.ts';
import type { Json } from '../json.ts';
import { fill } from './fill.ts';
import type { Template } from './template.ts';

const account: BusinessAccount = {
  id: '2',
  name: 'Store',
  numbers: [],
  subscribers: new Map(),
  templateLimit: 250,
  locked: false,
};

const template = (components: readonly Json[], more: Partial<Template> = {}): Template => ({
  id: '1',
  account,
  name: 'order_ready',
  language: 'en',
  category: 'UTILITY',
  correctCategory: '',
  status: 'APPROVED',
  reason: 'NONE',
  quality: 'UNKNOWN',
  components,
  parameterFormat: 'POSITIONAL',
  ttlSeconds: undefined,
  createdAtMs: 0,
  editedAtMs: [],
  pauses: 0,
  ...more,
});

const text = (value: string): Json => ({ type: 'text', text: value });
const bodyOf = (...values: readonly string[]): Json => ({
  type: 'body',
  parameters: values.map(text),
});

const order = template([
  { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}' },
  { type: 'BODY', text: 'Dear {{1}}, it is ready at {{2}} today.' },
  { type: 'FOOTER', text: 'The store' },
  {
    type: 'BUTTONS',
    buttons: [
      { type: 'QUICK_REPLY', text: 'Fine' },
      { type: 'PHONE_NUMBER', text: 'Call', phone_number: '+923001234567' },
      { type: 'URL', text: 'Open', url: 'https://shop.example/{{1}}' },
    ],
  },
]);
const headerPart: Json = { type: 'header', parameters: [text('77')] };
const linkPart: Json = {
  type: 'button',
  sub_type: 'url',
  index: '2',
  parameters: [text('o/77')],
};

describe('parameters that fit', () => {
  it('make the message that the person sees', () => {
    const filled = fill(order, [headerPart, bodyOf('Ali', 'five'), linkPart]);
    expect(filled).toMatchObject({
      ok: true,
      shown: {
        header: 'Order 77',
        body: 'Dear Ali, it is ready at five today.',
        footer: 'The store',
        buttons: [
          { kind: 'QUICK_REPLY', text: 'Fine', payload: 'Fine' },
          { kind: 'PHONE_NUMBER', target: '+923001234567' },
          { kind: 'URL', target: 'https://shop.example/o/77' },
        ],
      },
    });
  });

  it('may be named, in any order', () => {
    const named = template([{ type: 'BODY', text: '{{name}} pays {{sum}} now' }], {
      parameterFormat: 'NAMED',
    });
    const parameters = [
      { type: 'text', parameter_name: 'sum', text: '900' },
      { type: 'text', parameter_name: 'name', text: 'Ali' },
    ];
    const filled = fill(named, [{ type: 'body', parameters }]);
    expect(filled).toMatchObject({ ok: true, shown: { body: 'Ali pays 900 now' } });
  });

  it('give a quick reply its payload', () => {
    const part = {
      type: 'button',
      sub_type: 'quick_reply',
      index: '0',
      parameters: [{ type: 'payload', payload: 'FINE:77' }],
    };
    const filled = fill(order, [headerPart, bodyOf('Ali', 'five'), linkPart, part]);
    expect(filled).toMatchObject({ shown: { buttons: [{ payload: 'FINE:77' }, {}, {}] } });
  });
});

const picture = template([
  { type: 'HEADER', format: 'IMAGE' },
  { type: 'BODY', text: 'Look at this.' },
]);
const coupon = template([
  { type: 'BODY', text: 'Take it.' },
  { type: 'BUTTONS', buttons: [{ type: 'COPY_CODE', example: 'SAVE20' }] },
]);
const code = template(
  [
    { type: 'BODY', text: '*{{1}}* is your verification code.' },
    { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Copy', url: 'https://x.example/{{1}}' }] },
  ],
  { category: 'AUTHENTICATION' },
);
const long = template([{ type: 'BODY', text: `${'a'.repeat(1_000)} {{1}} end` }]);

describe('parameters that do not fit', () => {
  it.each<readonly [string, Template, readonly Json[], number]>([
    ['one too few', order, [headerPart, bodyOf('Ali'), linkPart], 132000],
    ['one too many', order, [headerPart, bodyOf('a', 'b', 'c'), linkPart], 132000],
    ['no header value', order, [bodyOf('Ali', 'five'), linkPart], 132000],
    ['no value for the link', order, [headerPart, bodyOf('Ali', 'five')], 131008],
    ['an empty value', order, [headerPart, bodyOf('Ali', ''), linkPart], 131008],
    ['a new line', order, [headerPart, bodyOf('Ali', 'a\nb'), linkPart], 100],
    ['a tab', order, [headerPart, bodyOf('Ali', 'a\tb'), linkPart], 100],
    ['five blanks in a row', order, [headerPart, bodyOf('Ali', 'a     b'), linkPart], 100],
    [
      'a button that is not there',
      order,
      [headerPart, bodyOf('a', 'b'), { ...linkPart, index: '3' }],
      131009,
    ],
    [
      'a button of another kind',
      order,
      [headerPart, bodyOf('a', 'b'), { ...linkPart, index: '0' }],
      132012,
    ],
    ['a picture header without picture', picture, [], 132012],
    [
      'a film instead of a picture',
      picture,
      [{ type: 'header', parameters: [{ type: 'video', video: { id: '1' } }] }],
      132012,
    ],
    ['no code to copy', coupon, [], 131008],
    ['a body that becomes too long', long, [bodyOf('b'.repeat(30))], 132005],
    ['a code once instead of twice', code, [bodyOf('123456')], 131008],
    ['a code of 16 characters', code, [bodyOf('1'.repeat(16))], 132005],
    ['an unknown component', order, [{ type: 'footer' }], 100],
  ])('are refused: %s', (_, chosen, given, expected) => {
    expect(fill(chosen, given)).toMatchObject({ ok: false, fault: { code: expected } });
  });

  it('of four blanks in a row are fine', () => {
    expect(fill(order, [headerPart, bodyOf('Ali', 'a    b'), linkPart])).toMatchObject({
      ok: true,
    });
  });
});
