import { describe, expect, it } from 'vitest';
import type { Json } from '../json.ts';
import { readDraft } from './rules.ts';

const knows = (handle: string): boolean => handle === '4::good';

const draft = (more: Json): Json => ({
  name: 'order_ready',
  language: 'en_US',
  category: 'UTILITY',
  ...more,
});

const body = (text: string, examples: readonly string[] = []): Json => ({
  type: 'BODY',
  text,
  ...(examples.length === 0 ? {} : { example: { body_text: [examples] } }),
});

const hello = body('Hello {{1}}, your order {{2}} is ready.', ['Ali', '77']);
const header = (text: string, more: Json = {}): Json => ({
  type: 'HEADER',
  format: 'TEXT',
  text,
  ...more,
});
const buttons = (...list: readonly Json[]): Json => ({ type: 'BUTTONS', buttons: list });
const quick = (text: string): Json => ({ type: 'QUICK_REPLY', text });
const link = (url: string, more: Json = {}): Json => ({ type: 'URL', text: 'Open', url, ...more });
const call: Json = { type: 'PHONE_NUMBER', text: 'Call', phone_number: '+923001234567' };
const many = (count: number): readonly Json[] =>
  Array.from({ length: count }, (_, at) => quick(`Choice ${at}`));

describe('a template that keeps the rules', () => {
  it.each<readonly [string, readonly Json[]]>([
    ['a body alone', [body('Your parcel has come.')]],
    ['header, body, footer', [header('Order'), hello, { type: 'FOOTER', text: 'The store' }]],
    ['a header variable', [header('Order {{1}}', { example: { header_text: ['77'] } }), hello]],
    [
      'a picture',
      [{ type: 'HEADER', format: 'IMAGE', example: { header_handle: ['4::good'] } }, hello],
    ],
    ['60 characters of header', [header('h'.repeat(60)), hello]],
    ['1,024 characters of body', [body('b'.repeat(1_024))]],
    ['ten quick replies', [hello, buttons(...many(10))]],
    [
      'links and a call after quick replies',
      [hello, buttons(quick('Yes'), link('https://a.example/{{1}}', { example: ['x'] }), call)],
    ],
  ])('is taken: %s', (_, components) => {
    expect(readDraft(draft({ components }), knows)).toMatchObject({ name: 'order_ready' });
  });

  it('may have named variables', () => {
    const example = { body_text_named_params: [{ param_name: 'first_name', example: 'Ali' }] };
    const components = [{ type: 'BODY', text: 'Dear {{first_name}}, it has come.', example }];
    const read = readDraft(draft({ components, parameter_format: 'NAMED' }), knows);
    expect(read).toMatchObject({ parameterFormat: 'NAMED' });
  });

  it('may authenticate with one OTP button, and has no words of its own', () => {
    const otp = buttons({ type: 'OTP', otp_type: 'COPY_CODE', text: 'Copy' });
    const components = [{ type: 'BODY', add_security_recommendation: true }, otp];
    expect(readDraft(draft({ components, category: 'AUTHENTICATION' }), knows)).toMatchObject({
      category: 'AUTHENTICATION',
    });
    const own = [body('Your code is here: {{1}} now', ['1']), otp];
    expect(readDraft(draft({ components: own, category: 'AUTHENTICATION' }), knows)).toMatchObject({
      code: 100,
    });
  });
});

describe('a template that breaks a rule', () => {
  it.each<readonly [string, readonly Json[], number]>([
    ['61 characters of header', [header('h'.repeat(61)), hello], 2_388_040],
    ['1,025 characters of body', [body('b'.repeat(1_025))], 2_388_040],
    ['61 characters of footer', [hello, { type: 'FOOTER', text: 'f'.repeat(61) }], 2_388_040],
    ['a footer with a variable', [hello, { type: 'FOOTER', text: 'of {{1}}' }], 2_388_073],
    ['two header variables', [header('{{1}} and {{2}}'), hello], 2_388_047],
    ['a variable at the start', [body('{{1}} is your order number', ['1'])], 2_388_299],
    ['a variable at the end', [body('Your order number is {{1}}', ['1'])], 2_388_299],
    ['a gap in the numbers', [body('Order {{1}} and order {{3}} come', ['1', '3'])], 2_388_047],
    ['too many variables', [body('At {{1}} {{2}} {{3}} it is', ['1', '2', '3'])], 2_388_293],
    ['a variable without example', [body('Your order {{1}} is ready now')], 2_388_043],
    ['one example too few', [body('Your order {{1}} is for {{2}} today', ['1'])], 2_388_043],
    ['a picture without sample', [{ type: 'HEADER', format: 'IMAGE' }, hello], 2_388_043],
    ['26 characters on a button', [hello, buttons(quick('q'.repeat(26)))], 2_388_040],
  ])('is refused: %s', (_, components, subcode) => {
    expect(readDraft(draft({ components }), knows)).toMatchObject({ code: 100, subcode });
  });

  it.each<readonly [string, Json]>([
    ['no name', { name: undefined }],
    ['a name with capitals', { name: 'OrderReady' }],
    ['an unknown category', { category: 'FUN' }],
    ['no body', { components: [header('Order')] }],
    ['two bodies', { components: [hello, hello] }],
    ['eleven buttons', { components: [hello, buttons(...many(11))] }],
    ['three links', { components: [hello, buttons(...Array(3).fill(link('https://a.example')))] }],
    ['two calls', { components: [hello, buttons(call, call)] }],
    ['scattered quick replies', { components: [hello, buttons(quick('A'), call, quick('B'))] }],
    ['a variable inside a link', { components: [hello, buttons(link('https://{{1}}.example/'))] }],
    ['a link variable without example', { components: [hello, buttons(link('https://a/{{1}}'))] }],
    [
      'a code to copy in a utility template',
      { components: [hello, buttons({ type: 'COPY_CODE', example: 'SAVE20' })] },
    ],
    ['an OTP button', { components: [hello, buttons({ type: 'OTP', otp_type: 'COPY_CODE' })] }],
    [
      'a handle nobody gave',
      {
        components: [
          { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['4::bad'] } },
          hello,
        ],
      },
    ],
  ])('is refused with code 100: %s', (_, more) => {
    const whole = draft({ components: [hello], ...more });
    expect(readDraft(whole, knows)).toMatchObject({ code: 100, http: 400 });
  });
});
