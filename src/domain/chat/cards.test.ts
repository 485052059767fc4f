import { describe, expect, it } from 'vitest';
import { CHAT_TEMPLATES, contentOf, texts } from '../../../test/support/chat.ts';
import {
  type ChatProposal,
  composeComponents,
  isSameJson,
  type ProposedCard,
  withoutSamples,
} from './components.ts';
import { faultsOfProposal, readDefinition } from './template.ts';

const CARD: ProposedCard = {
  header: { type: 'image', sampleUrl: 'https://a.example/a.png' },
  body: { text: 'A lamp, {{1}}', examples: ['new'] },
  buttons: [{ type: 'quick_reply', text: 'More' }],
};

function propose(changes: Partial<ChatProposal> = {}): ChatProposal {
  return {
    name: 'new_here',
    language: 'en',
    category: 'marketing',
    header: undefined,
    body: { text: 'New in our shop.', examples: [] },
    footer: undefined,
    offer: undefined,
    buttons: [],
    cards: [CARD, CARD],
    code: undefined,
    ...changes,
  };
}

const many = (count: number) => Array.from({ length: count }, () => CARD);
const with2nd = (change: Partial<ProposedCard>) => ({ cards: [CARD, { ...CARD, ...change }] });
const bare = { ...CARD, body: undefined, buttons: [] };
const [reply] = CARD.buttons;
const buttons = reply === undefined ? [] : [reply, reply, reply];
const video = { type: 'video', sampleUrl: 'https://a.example/a.mp4' } as const;

describe('a proposed carousel', () => {
  it.each<[string, Partial<ChatProposal>]>([
    ['two cards', {}],
    ['ten cards', { cards: many(10) }],
    ['cards of pictures alone', { cards: [bare, bare] }],
    ['a text of 160 characters', { cards: [CARD, { ...CARD, body: textOf(160) }] }],
  ])('may have %s', (_, changes) => {
    expect(faultsOfProposal(propose(changes))).toEqual([]);
  });

  it.each<[string, Partial<ChatProposal>, string, RegExp]>([
    ['in utility', { category: 'utility' }, '/cards', /of the category marketing/],
    ['of one card', { cards: [CARD] }, '/cards', /2 to 10/],
    ['of 11 cards', { cards: many(11) }, '/cards', /2 to 10/],
    ['under a header', { header: { type: 'location' } }, '/header', /beside cards/],
    ['over a footer', { footer: { text: 'Bye' } }, '/footer', /beside cards/],
    ['over buttons', { buttons: CARD.buttons }, '/buttons', /have their own/],
    ['of mixed files', with2nd({ header: video }), '/cards/1/header', /one type/],
    ['with a text in one', with2nd({ body: undefined }), '/cards/1/body', /all cards or none/],
    ['with an empty text', with2nd({ body: textOf(0) }), '/cards/1/body/text', /be given/],
    ['with a long text', with2nd({ body: textOf(161) }), '/cards/1/body/text', /than 160/],
    ['of mixed buttons', with2nd({ buttons: [] }), '/cards/1/buttons', /the same types/],
  ])('is refused %s', (_, changes, pointer, rule) => {
    const at = { pointer, rule: expect.stringMatching(rule) as string };
    expect(faultsOfProposal(propose(changes))).toEqual([at]);
  });

  it('is refused with three buttons in a card, and with variables written wrong', () => {
    const wrong = { ...CARD, body: { text: 'Dear {{name}}', examples: [] }, buttons };
    const told = faultsOfProposal(propose({ cards: [wrong, wrong] }));
    expect(told.map(({ pointer }) => pointer)).toEqual([
      ...['/cards/0/buttons', '/cards/1/buttons', '/cards/0/body/text', '/cards/1/body/text'],
    ]);
  });

  it('is read back as it was proposed, whatever addresses its samples are shown at', () => {
    const listed = (address: string) => composeComponents(propose(), undefined, [address, address]);
    expect(JSON.stringify(listed('4::abc'))).toContain('header_handle');
    const [one, two] = ['https://a.example/1', 'https://a.example/2'].map((it) =>
      withoutSamples(listed(it)),
    );
    expect(isSameJson(one, two)).toBe(true);
    expect(JSON.stringify(one)).toContain('"body_text":[["new"]]');
    const definition = readDefinition(one, { category: 'marketing', sample: undefined });
    const card = {
      header: { kind: 'image', sample: undefined },
      body: { text: 'A lamp, {{1}}', variables: ['1'] },
      buttons: [{ kind: 'quick_reply', text: 'More' }],
    };
    expect(definition).toMatchObject({ unsupported: undefined, cards: [card, card] });
  });

  it.each([
    ['of products', [{ type: 'HEADER', format: 'PRODUCT' }]],
    ['without a picture', [{ type: 'BODY', text: 'A lamp' }]],
    ['with a button of products', [{ type: 'HEADER', format: 'IMAGE' }, spm()]],
  ])('%s is listed and not sent', (_, components) => {
    const carousel = { type: 'CAROUSEL', cards: [{ components }, { components }] };
    const definition = readDefinition([carousel], { category: 'marketing', sample: undefined });
    expect(definition).toMatchObject({ unsupported: 'CAROUSEL', cards: [] });
  });
});

function textOf(length: number) {
  return { text: 'x'.repeat(length), examples: [] };
}

function spm() {
  return { type: 'BUTTONS', buttons: [{ type: 'SPM', text: 'View' }] };
}

describe('an entry for a carousel', () => {
  const { carousel, fixed } = CHAT_TEMPLATES;
  const url = 'https://files.example/a.jpg';
  const card = {
    header: { type: 'image', url },
    body: texts('Lamp'),
    buttons: [{ type: 'url', text: 'lamp' }],
  };
  const of = (...cards: readonly unknown[]) => contentOf(carousel, { body: texts('Ali'), cards });

  it('fills each card', () => {
    const filled = {
      header: { kind: 'image', media: { from: 'link', url } },
      body: [{ text: 'Lamp' }],
      buttons: [{ index: 1, kind: 'url', text: 'lamp' }],
    };
    expect(of(card, card)).toMatchObject({ body: [{ text: 'Ali' }], cards: [filled, filled] });
  });

  it.each<[readonly unknown[], string]>([
    [[], 'cards: the template needs 2 cards, 0 given'],
    [[card, card, card], 'cards: the template needs 2 cards, 3 given'],
    [[card, 'lamp'], 'card 2: header: the template needs one of the type image'],
    [
      [{ ...card, header: undefined }, card],
      'card 1: header: the template needs one of the type image',
    ],
    [[card, { ...card, body: [] }], 'card 2: body: the template needs 1 values, 0 given'],
    [[card, { ...card, buttons: [] }], 'card 2: buttons: the url button at index 1 needs a value'],
  ])('%j is refused', (cards, rule) => {
    expect(of(...cards)).toBe(`22 : Invalid ${rule}`);
  });

  it('says what is wrong with a file by its own code', () => {
    expect(of(card, { ...card, header: { type: 'image', url: 'lamp.jpg' } })).toMatch(/^25 : /);
  });

  it('has none for another template', () => {
    expect(contentOf(fixed, { cards: [card] })).toBe(
      '22 : Invalid cards: the template needs 0 cards, 1 given',
    );
  });
});
