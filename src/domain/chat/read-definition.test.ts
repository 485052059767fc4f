import { describe, expect, it } from 'vitest';
import type { ChatMediaId } from '../ids.ts';
import { composeComponents } from './components.ts';
import type { ChatProposal } from './proposal.ts';
import { mediaSampleOf, readChatWording, readDefinition } from './read-definition.ts';
import type { ChatDefinition } from './template.ts';

const SAMPLE = 5 as ChatMediaId;
const EMPTY: ChatDefinition = {
  unsupported: undefined,
  header: undefined,
  body: { text: '', variables: [] },
  footer: undefined,
  buttons: [],
};

const read = (components: unknown, category: 'utility' | 'authentication' = 'utility') =>
  readDefinition(components, { category, sample: SAMPLE });

describe('the components of a template', () => {
  it.each<[string, unknown, Partial<ChatDefinition>]>([
    [
      'a body',
      [{ type: 'BODY', text: 'Dear {{1}}, {{2}}.' }],
      {
        body: { text: 'Dear {{1}}, {{2}}.', variables: ['1', '2'] },
      },
    ],
    [
      'types in small letters',
      [{ type: 'body', text: 'Hello' }],
      {
        body: { text: 'Hello', variables: [] },
      },
    ],
    [
      'a text header',
      [{ type: 'HEADER', format: 'TEXT', text: 'Order {{1}}' }],
      {
        header: { kind: 'text', text: 'Order {{1}}', variables: ['1'] },
      },
    ],
    [
      'a picture',
      [{ type: 'HEADER', format: 'IMAGE' }],
      { header: { kind: 'image', sample: SAMPLE } },
    ],
    [
      'a document',
      [{ type: 'HEADER', format: 'DOCUMENT' }],
      {
        header: { kind: 'document', sample: SAMPLE },
      },
    ],
    ['a footer', [{ type: 'FOOTER', text: 'Bye' }], { footer: 'Bye' }],
    [
      'a footer that only says how long a code holds',
      [{ type: 'FOOTER', code_expiration_minutes: 5 }],
      { footer: undefined },
    ],
    ['a place above', [{ type: 'HEADER', format: 'LOCATION' }], { unsupported: 'HEADER LOCATION' }],
    ['cards', [{ type: 'CAROUSEL', cards: [] }], { unsupported: 'CAROUSEL' }],
    [
      'a catalogue',
      [{ type: 'BUTTONS', buttons: [{ type: 'CATALOG', text: 'See' }] }],
      {
        unsupported: 'CATALOG',
        buttons: [{ kind: 'other', text: 'See' }],
      },
    ],
    ['nothing', [], {}],
    ['no list', 'CAROUSEL', {}],
    ['things of other kinds', [null, 7, 'BODY'], { unsupported: '' }],
  ])('with %s', (_, components, expected) => {
    expect(read(components)).toEqual({ ...EMPTY, ...expected });
  });

  it('have their buttons in order, those of unknown kinds among them', () => {
    const buttons = [
      { type: 'QUICK_REPLY', text: 'Yes' },
      { type: 'VOICE_CALL', text: 'Talk' },
      { type: 'URL', text: 'Track', url: 'https://a.example/{{1}}' },
      { type: 'URL', text: 'Shop', url: 'https://a.example' },
      { type: 'PHONE_NUMBER', text: 'Call', phone_number: '+92211' },
      { type: 'COPY_CODE', text: 'Copy' },
    ];
    expect(read([{ type: 'BUTTONS', buttons }])).toMatchObject({
      unsupported: undefined,
      buttons: [
        { kind: 'quick_reply', text: 'Yes' },
        { kind: 'other', text: 'Talk' },
        { kind: 'url', variable: true },
        { kind: 'url', variable: false },
        { kind: 'call', phone: '+92211' },
        { kind: 'copy_code' },
      ],
    });
  });

  it('of a one-time code have the platform’s wording and its button, however it is listed', () => {
    const listed = [
      { type: 'BODY', text: '*{{1}}* is your code.' },
      { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Copy', url: 'https://x.example/{{1}}' }] },
    ];
    const created = [
      { type: 'BODY', add_security_recommendation: true },
      { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE', text: 'Copy' }] },
    ];
    for (const components of [listed, created]) {
      const { body, buttons } = read(components, 'authentication');
      expect(body.variables).toEqual(['1']);
      expect(buttons).toEqual([{ kind: 'otp', text: 'Copy' }]);
    }
  });

  it('that we compose are read as what was proposed', () => {
    const proposal: ChatProposal = {
      name: 'a',
      language: 'en',
      category: 'marketing',
      header: { type: 'image', sampleUrl: 'https://a.example/a.jpg' },
      body: { text: 'Dear {{1}}, hello.', examples: ['Ali'] },
      footer: { text: 'Bye' },
      buttons: [
        { type: 'quick_reply', text: 'Yes' },
        { type: 'url', text: 'Go', url: 'https://a.example/{{1}}', example: 'https://a.example/1' },
        { type: 'call', text: 'Call', phone: '92211' },
        { type: 'copy_code', example: 'SAVE' },
      ],
      code: undefined,
    };
    const components = composeComponents(proposal, 'handle-1');
    expect(components).toContainEqual({
      type: 'BODY',
      text: 'Dear {{1}}, hello.',
      example: { body_text: [['Ali']] },
    });
    expect(read(components)).toMatchObject({
      header: { kind: 'image', sample: SAMPLE },
      body: { variables: ['1'] },
      footer: 'Bye',
      buttons: [{ kind: 'quick_reply' }, { kind: 'url' }, { kind: 'call' }, { kind: 'copy_code' }],
    });
  });
});

describe('the variables of a text', () => {
  it.each([
    ['none', []],
    ['{{2}} before {{1}}', ['1', '2']],
    ['{{1}} and {{1}}', ['1']],
    ['{{10}} {{9}}', ['9', '10']],
    ['{{ order_no }} for {{name}}', ['order_no', 'name']],
    ['{{}} {{a b}} {1}', []],
  ])('of %j are %j', (text, variables) => {
    expect(readChatWording(text).variables).toEqual(variables);
  });
});

describe('the sample that the platform shows', () => {
  const header = (format: string, ...handles: unknown[]) => [
    { type: 'HEADER', format, example: { header_handle: handles } },
  ];

  it.each<[unknown[], unknown]>([
    [header('IMAGE', 'https://a.example/x'), { url: 'https://a.example/x', wanted: 'image' }],
    [header('TEXT', 'https://a.example/x'), undefined],
    [header('VIDEO', '4::aW…'), undefined],
    [header('DOCUMENT'), undefined],
    [[], undefined],
  ])('%j', (components, expected) => {
    expect(mediaSampleOf(components)).toEqual(expected);
  });
});
