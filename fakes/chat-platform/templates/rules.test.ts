import { describe, expect, it } from 'vitest';
import type { Json } from '../json.ts';
import { readDraft } from './rules.ts';

const knows = (handle: string): boolean => handle === '4::good';

const hello: Json = { type: 'BODY', text: 'Hello {{1}}, your order is ready.' };
const buttons = (...list: readonly Json[]): Json => ({ type: 'BUTTONS', buttons: list });
const quick: Json = { type: 'QUICK_REPLY', text: 'Yes' };
const link: Json = { type: 'URL', text: 'Open', url: 'https://a.example' };
const call: Json = { type: 'PHONE_NUMBER', text: 'Call', phone_number: '+923001234567' };
const replies = (count: number): readonly Json[] => Array.from({ length: count }, () => quick);
const picture = (handle: string): Json => {
  return { type: 'HEADER', format: 'IMAGE', example: { header_handle: [handle] } };
};

const read = (more: Json) => {
  const draft = { name: 'order_ready', language: 'en', category: 'UTILITY', components: [hello] };
  return readDraft({ ...draft, ...more }, knows);
};

describe('a template', () => {
  it.each<[string, Json]>([
    ['a body alone', {}],
    ['ten buttons', { components: [hello, buttons(...replies(7), link, link, call)] }],
    ['a picture that was uploaded', { components: [picture('4::good'), hello] }],
  ])('is taken with %s', (_, more) => {
    expect(read(more)).toMatchObject({ name: 'order_ready', parameterFormat: 'POSITIONAL' });
  });

  it.each<[string, Json, object]>([
    ['no name', { name: undefined }, {}],
    ['a name with capitals', { name: 'OrderReady' }, { userTitle: 'Invalid name' }],
    ['an unknown category', { category: 'FUN' }, {}],
    ['no body', { components: [buttons(quick)] }, { subcode: 2_388_043 }],
    [
      'a long body',
      { components: [{ ...hello, text: 'b'.repeat(1_025) }] },
      { subcode: 2_388_040 },
    ],
    [
      'a picture that nobody uploaded',
      { components: [picture('4::bad'), hello] },
      { userTitle: 'Invalid media handle' },
    ],
    [
      '13 buttons',
      { components: [hello, buttons(link, link, call, ...replies(10))] },
      { userMessage: 'A template has at most 10 buttons.' },
    ],
    [
      'quick replies apart',
      { components: [hello, buttons(quick, call, quick)] },
      { userMessage: expect.stringMatching(/stand together/) as string },
    ],
  ])('is refused with %s', (_, more, fault) => {
    expect(read(more)).toMatchObject({ code: 100, http: 400, ...fault });
  });
});
