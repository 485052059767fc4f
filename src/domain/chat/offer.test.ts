import { describe, expect, it } from 'vitest';
import { CHAT_TEMPLATES, contentOf, texts } from '../../../test/support/chat.ts';
import { type ChatProposal, composeComponents } from './components.ts';
import { faultsOfProposal, readDefinition } from './template.ts';

const COPY = { type: 'copy_code', example: 'SAVE20' } as const;
const SHOP = { type: 'url', text: 'Shop', url: 'https://a.example', example: undefined } as const;

function propose(changes: Partial<ChatProposal> = {}): ChatProposal {
  return {
    name: 'half_price',
    language: 'en',
    category: 'marketing',
    header: undefined,
    body: { text: 'Half price for you.', examples: [] },
    footer: undefined,
    offer: { text: 'Only this week!!', expires: true },
    buttons: [COPY, SHOP],
    cards: [],
    code: undefined,
    ...changes,
  };
}

const header = { type: 'image', sampleUrl: 'https://a.example/a.png' } as const;
const open = { text: 'Always', expires: false };

describe('a proposed template with an offer', () => {
  it.each<[string, Partial<ChatProposal>]>([
    ['that expires', {}],
    ['under a picture', { header }],
    ['that does not expire, without a code', { offer: open, buttons: [SHOP] }],
    ['and a body of 600 characters', { body: { text: 'x'.repeat(600), examples: [] } }],
  ])('%s is fit', (_, changes) => {
    expect(faultsOfProposal(propose(changes))).toEqual([]);
  });

  it.each<[string, Partial<ChatProposal>, string, RegExp]>([
    ['in utility', { category: 'utility' }, '/offer', /of the category marketing/],
    ['without a text', { offer: { text: ' ', expires: true } }, '/offer/text', /be given/],
    ['of 17', { offer: { ...open, text: 'x'.repeat(17) } }, '/offer/text', /more than 16/],
    ['with a variable', { offer: { ...open, text: 'To {{1}}' } }, '/offer/text', /variables/],
    [
      'and a text header',
      { header: { type: 'text', text: 'a', examples: [] } },
      '/header',
      /image/,
    ],
    ['and a place', { header: { type: 'location' } }, '/header', /an image or a video/],
    ['and a long body', { body: { text: 'x'.repeat(601), examples: [] } }, '/body/text', /600/],
    ['and a footer', { footer: { text: 'Bye' } }, '/footer', /must not be given/],
    ['that expires without a code', { buttons: [SHOP] }, '/buttons', /include copy_code/],
    ['with the code last', { buttons: [SHOP, COPY] }, '/buttons', /begin with copy_code/],
    ['without a url', { buttons: [COPY] }, '/buttons', /include a url/],
  ])('%s is not', (_, changes, pointer, rule) => {
    const at = { pointer, rule: expect.stringMatching(rule) as string };
    expect(faultsOfProposal(propose(changes))).toEqual([at]);
  });

  it('is read back as it was proposed', () => {
    const components = composeComponents(propose(), undefined);
    expect(components).toContainEqual({
      type: 'LIMITED_TIME_OFFER',
      limited_time_offer: { text: 'Only this week!!', has_expiration: true },
    });
    const { offer, unsupported } = readDefinition(components, {
      category: 'marketing',
      sample: undefined,
    });
    expect({ offer, unsupported }).toEqual({
      offer: { text: 'Only this week!!', expires: true },
      unsupported: undefined,
    });
  });
});

describe('an entry', () => {
  const { offer, fixed } = CHAT_TEMPLATES;
  const of = (given: unknown) =>
    contentOf(offer, {
      body: texts('Ali'),
      offer: given,
      buttons: [{ type: 'copy_code', coupon_code: 'SAVE20' }],
    });

  it.each([
    ['2026-12-31T18:00:00+05:00', '2026-12-31T13:00:00Z'],
    [' 2026-12-31t18:00:00.5z ', '2026-12-31T18:00:00.500Z'],
  ])('says when its offer expires: %j', (expires, moment) => {
    expect(of({ expires_at: expires })).toMatchObject({
      offer: { expiresAtMs: Date.parse(moment) },
      buttons: [{ index: 0, kind: 'copy_code', couponCode: 'SAVE20' }],
    });
  });

  it.each([
    undefined,
    null,
    '2026-12-31T18:00:00Z',
    {},
    ...['', 'tomorrow', '2026-12-31', '2026-12-31T18:00:00', '2026-13-31T18:00:00Z'].map((it) => {
      return { expires_at: it };
    }),
    { expires_at: 1_798_718_400_000 },
  ])('with the offer %j is refused', (given) => {
    expect(of(given)).toBe(
      '22 : Invalid offer: expires_at, such as 2026-12-31T18:00:00+05:00, is required',
    );
  });

  it('says nothing of an offer that does not expire, or is not there', () => {
    const given = { offer: { expires_at: '2026-12-31T18:00:00Z' } };
    const told = '22 : Invalid offer: the template has no offer that expires';
    expect(contentOf(fixed, given)).toBe(told);
    const always = { ...offer.definition, offer: { text: 'Always', expires: false } };
    const values = { body: texts('Ali'), buttons: [{ type: 'copy_code', coupon_code: 'A' }] };
    const one = { ...offer, definition: always };
    expect(contentOf(one, { ...values, ...given })).toBe(told);
    expect(contentOf(one, values)).toMatchObject({ offer: undefined });
  });
});
