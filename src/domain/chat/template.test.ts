import { describe, expect, it } from 'vitest';
import type { ChatMediaId } from '../ids.ts';
import { type ChatProposal, composeComponents, type ProposedButton } from './components.ts';
import {
  type ChatDefinition,
  faultsOfProposal,
  mediaSampleOf,
  readChatWording,
  readDefinition,
} from './template.ts';

const BODY = { text: 'Dear {{1}}, your order {{2}} is on its way.', examples: ['Ali', 'A-17'] };

function propose(changes: Partial<ChatProposal> = {}): ChatProposal {
  return {
    name: 'order_update',
    language: 'en',
    category: 'utility',
    header: undefined,
    body: BODY,
    footer: undefined,
    offer: undefined,
    buttons: [],
    cards: [],
    code: undefined,
    ...changes,
  };
}

const many = (count: number, button: ProposedButton) => Array.from({ length: count }, () => button);
const REPLY: ProposedButton = { type: 'quick_reply', text: 'Yes' };
const COPY: ProposedButton = { type: 'copy_code', example: 'SAVE20' };
const WEBSITE: ProposedButton = {
  type: 'url',
  text: 'Track',
  url: 'https://a.example',
  example: undefined,
};
const CALL: ProposedButton = { type: 'call', text: 'Call us', phone: '+922111222333' };
const text = (length: number) => 'x'.repeat(length);
const plain = (body: string) => ({ text: body, examples: body.match(/\{\{\d+\}\}/g) ?? [] });
const header = (words: string) => ({ type: 'text', ...plain(words) }) as const;

describe('a proposed template', () => {
  it.each<[string, Partial<ChatProposal>]>([
    ['a body alone', {}],
    ['every part', { header: header('Order {{1}}'), footer: { text: 'Roshan Store' } }],
    ['a header of 60 characters', { header: header(text(60)) }],
    ['a footer of 60 characters', { footer: { text: text(60) } }],
    ['a body of 1024 characters', { body: plain(text(1_024)) }],
    ['a body of 1024 characters, each of two units', { body: plain('😀'.repeat(1_024)) }],
    ['13 buttons', { buttons: [...many(2, WEBSITE), CALL, ...many(10, REPLY)] }],
    ['a picture above', { header: { type: 'image', sampleUrl: 'https://a.example/a.jpg' } }],
    ['a one-time code, in the platform’s words', { category: 'authentication', body: undefined }],
  ])('may have %s', (_, changes) => {
    expect(faultsOfProposal(propose(changes))).toEqual([]);
  });

  it.each<[string, Partial<ChatProposal>]>([
    ['its name', { name: 'Order!' }],
    ['its language', { language: 'english' }],
    ['where a variable stands', { body: plain('{{1}}, hello {{3}}') }],
    ['an empty space', { body: plain('a\n\n\n\nb') }],
    ['an emoji above', { header: header('Hello 👋') }],
    ['a label', { buttons: [{ type: 'quick_reply', text: text(26) }] }],
    ['the order of buttons', { buttons: [REPLY, CALL, REPLY] }],
    ['a code to copy', { buttons: many(2, COPY) }],
    ['a one-time code', { buttons: [{ type: 'otp', text: 'Copy code' }] }],
  ])('leaves it to the platform to judge %s', (_, changes) => {
    expect(faultsOfProposal(propose(changes))).toEqual([]);
  });

  it.each<[string, Partial<ChatProposal>, string, RegExp]>([
    ['no example', { body: { ...BODY, examples: ['Ali'] } }, '/body/examples', /each variable/],
    ['no body', { body: undefined }, '/body', /must be given/],
    ['an empty body', { body: plain(' ') }, '/body', /must be given/],
    ['a body of 1025 characters', { body: plain(text(1_025)) }, '/body/text', /than 1024/],
    ['a body of 1025 emoji', { body: plain('😀'.repeat(1_025)) }, '/body/text', /than 1024/],
    ['a header of 61 characters', { header: header(text(61)) }, '/header/text', /than 60/],
    ['two header variables', { header: header('{{1}} and {{2}}') }, '/header/text', /than one/],
    ['a footer of 61 characters', { footer: { text: text(61) } }, '/footer/text', /than 60/],
    ['a footer variable', { footer: { text: 'By {{1}}' } }, '/footer/text', /not hold variables/],
    ['a named variable', { body: plain('Dear {{name}}.') }, '/body/text', /\{\{1\}\}/],
    ['half a variable', { body: plain('Dear {{1, hello.') }, '/body/text', /\{\{1\}\}/],
    ['3 websites', { buttons: many(3, WEBSITE) }, '/buttons', /than 2 of type url/],
    ['2 calls', { buttons: many(2, CALL) }, '/buttons', /than 1 of type call/],
    ['11 quick replies', { buttons: many(11, REPLY) }, '/buttons', /than 10 of type quick_reply/],
    ['14 buttons', { buttons: many(14, COPY) }, '/buttons', /than 13 in all/],
  ])('may not have %s', (_, changes, pointer, rule) => {
    const at = { pointer, rule: expect.stringMatching(rule) as string };
    expect(faultsOfProposal(propose(changes))).toEqual([at]);
  });
});

const SAMPLE = 5 as ChatMediaId;
const EMPTY: ChatDefinition = {
  unsupported: undefined,
  header: undefined,
  body: { text: '', variables: [] },
  footer: undefined,
  offer: undefined,
  buttons: [],
  cards: [],
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
    ['a place above', [{ type: 'HEADER', format: 'LOCATION' }], { header: { kind: 'location' } }],
    [
      'a header of a kind to come',
      [{ type: 'HEADER', format: 'GIF' }],
      { unsupported: 'HEADER GIF' },
    ],
    ['no cards in a carousel', [{ type: 'CAROUSEL', cards: [] }], { unsupported: 'CAROUSEL' }],
    [
      'a catalogue',
      [{ type: 'BUTTONS', buttons: [{ type: 'CATALOG', text: 'See' }] }],
      { buttons: [{ kind: 'catalog', text: 'See' }] },
    ],
    [
      'products',
      [{ type: 'BUTTONS', buttons: [{ type: 'MPM', text: 'See' }] }],
      { unsupported: 'MPM', buttons: [{ kind: 'other', text: 'See' }] },
    ],
    ['nothing', [], {}],
    ['no list', 'CAROUSEL', {}],
    ['things of other kinds', [null, 7, 'BODY'], { unsupported: '' }],
  ])('with %s', (_, components, expected) => {
    expect(read(components)).toEqual({ ...EMPTY, ...expected });
  });

  it('have their buttons in order, unknown kinds among them', () => {
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

  it('that we compose are read back as what was proposed', () => {
    const proposal: ChatProposal = {
      name: 'a',
      language: 'en',
      category: 'marketing',
      header: { type: 'image', sampleUrl: 'https://a.example/a.jpg' },
      body: { text: 'Dear {{1}}, hello.', examples: ['Ali'] },
      footer: { text: 'Bye' },
      offer: undefined,
      buttons: [
        { type: 'quick_reply', text: 'Yes' },
        { type: 'url', text: 'Go', url: 'https://a.example/{{1}}', example: 'https://a.example/1' },
        { type: 'call', text: 'Call', phone: '92211' },
        { type: 'copy_code', example: 'SAVE' },
      ],
      cards: [],
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

it('a place above is proposed without a value, and read back as one', () => {
  const components = composeComponents(propose({ header: { type: 'location' } }), undefined);
  expect(components[0]).toEqual({ type: 'HEADER', format: 'LOCATION' });
  expect(read(components)).toMatchObject({ header: { kind: 'location' }, unsupported: undefined });
});

it('forms and catalogues are proposed in the platform’s words, and read back', () => {
  const form = { type: 'flow', text: 'Book', flowId: '17', action: 'navigate' } as const;
  const buttons: ProposedButton[] = [
    { ...form, screen: undefined },
    { ...form, screen: 'TIME' },
    { type: 'catalog', text: 'View catalog' },
  ];
  const components = composeComponents(propose({ buttons }), undefined);
  const flow = { type: 'FLOW', text: 'Book', flow_id: '17', flow_action: 'navigate' };
  expect(components.at(-1)).toEqual({
    type: 'BUTTONS',
    buttons: [
      flow,
      { ...flow, navigate_screen: 'TIME' },
      { type: 'CATALOG', text: 'View catalog' },
    ],
  });
  const kinds = read(components).buttons.map(({ kind }) => kind);
  expect(kinds).toEqual(['flow', 'flow', 'catalog']);
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
