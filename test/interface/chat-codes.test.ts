/**
 * Every code of the chat interface by a real request, by GET and by POST, with its HTTP status;
 * errors of one entry in their place, and the order in which entries are checked (contract 10).
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { addHost } from '../../src/features/hosts/hosts.operations.ts';
import { setChatTariff } from '../../src/features/tariffs/tariffs.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { parseRupees } from '../../src/domain/pricing/money.ts';
import { ask, fetchAnswer, parsed, PATHS, WAYS, type Parameters } from '../support/ask.ts';
import { beginChatShop, optOut, type ChatShop } from '../support/chat-shop.ts';
import type { Paigham } from '../support/paigham.ts';
import { askRaw } from '../support/raw-http.ts';
import { eventually } from '../support/eventually.ts';

const MOBILE = '923001234567';
const WRITER = '923111234567';
const STOPPED = '923331234567';

let paigham: Paigham;
let shop: ChatShop;
let url: string;

beforeAll(async () => {
  ({ paigham, shop } = await beginChatShop());
  await shop.hear(WRITER);
  await optOut(paigham, shop, STOPPED);
  const { admin } = paigham.world;
  const { accountId } = shop;
  const price = { accountId, priceMicros: parseRupees('5000') ?? never(), validFromMs: undefined };
  must(await setChatTariff(admin, { ...price, category: 'marketing' }));
  url = `${paigham.baseUrl}${PATHS.chat}`;
});

function never(): never {
  throw new Error('it cannot be');
}

type Shown = {
  readonly success: string;
  readonly status: string;
  readonly error: string;
  readonly results: readonly { readonly status: string; readonly error?: string }[];
};

/** A send of the template `name` with these entries. */
const byTemplate = (name: string, ...entries: readonly unknown[]): Parameters => ({
  api_key: shop.apiKey,
  template_id: shop.template(name),
  template_data: JSON.stringify(entries),
});

const freely = (...entries: readonly unknown[]): Parameters => ({
  api_key: shop.apiKey,
  free_form: JSON.stringify(entries),
});

const text = (mobile: string) => ({ mobile, type: 'text', text: { body: 'Hello' } });

type Case = readonly [code: string, status: number, sentence: RegExp, make: () => Parameters];

/** For a request as a whole. */
const WHOLE: readonly Case[] = [
  ['1', 401, /^Invalid API key/, () => ({ ...freely(text(MOBILE)), api_key: 'wrong' })],
  ['2', 401, /^Error: api_key is empty/, () => ({ ...freely(text(MOBILE)), api_key: '' })],
  ['5', 400, /^Error: free_form names no recipient/, () => freely()],
  ['6', 400, /^Error: template_data and free_form are empty/, () => ({ api_key: shop.apiKey })],
  [
    '12',
    400,
    /cannot be used together/,
    () => ({ ...freely(text(MOBILE)), ...byTemplate('opening_hours', {}) }),
  ],
  ['12', 400, /it is not JSON/, () => ({ ...freely(), free_form: '[{mobile:1}]' })],
  ['20', 400, /is missing/, () => ({ ...byTemplate('order_ready', {}), template_id: '' })],
  [
    '20',
    404,
    /no such template/,
    () => ({ ...byTemplate('order_ready', {}), template_id: '999999' }),
  ],
  ['21', 403, /the template is 'pending'/, () => byTemplate('waiting_one', {})],
  ['21', 403, /the template is 'rejected'/, () => byTemplate('refused_one', {})],
  [
    '26',
    404,
    /^Invalid chatapp_id: no such number/,
    () => ({ ...byTemplate('opening_hours', {}), chatapp_id: '923009999999' }),
  ],
];

/** For one entry, and so for the request if it is the only one. */
const ENTRIES: readonly Case[] = [
  ['5', 400, /^Error: mobile is empty/, () => byTemplate('opening_hours', {})],
  ['6', 400, /^Error: text.body is empty/, () => freely({ ...text(MOBILE), text: { body: '' } })],
  ['7', 400, /a landline/, () => byTemplate('opening_hours', { mobile: '0421234567' })],
  [
    '8',
    402,
    /^Insufficient credit/,
    () => byTemplate('coupon', { mobile: MOBILE, buttons: COUPON }),
  ],
  ['12', 400, /^Invalid type/, () => freely({ mobile: MOBILE, type: 'sticker' })],
  [
    '12',
    400,
    /^Error: image.caption is missing/,
    () => freely({ ...image('a.jpg'), image: noCaption }),
  ],
  ['22', 400, /needs 2 values, 0 given/, () => byTemplate('order_ready', { mobile: MOBILE })],
  ['22', 400, /^Invalid header/, () => byTemplate('season', { mobile: MOBILE, body: VALUE })],
  [
    '22',
    400,
    /^Invalid offer: it expires before/,
    () => byTemplate('half_price', { ...OFFER, mobile: MOBILE, body: VALUE }),
  ],
  [
    '22',
    400,
    /^Invalid cards: the template needs 2 cards, 0 given/,
    () => byTemplate('new_here', { mobile: MOBILE, body: VALUE }),
  ],
  ['25', 400, /cannot be fetched/, () => byTemplate('new_here', cardsOf('a.jpg', 'nothing.jpg'))],
  ['22', 400, /^Invalid buttons/, () => byTemplate('tracking', { mobile: MOBILE, body: VALUE })],
  ['23', 403, /has not written to the number in the last 24 hours/, () => freely(text(MOBILE))],
  ['24', 403, /opted out/, () => byTemplate('coupon', { mobile: STOPPED, buttons: COUPON })],
  ['25', 400, /its address shows a web page/, () => freely(image('page.html'))],
  ['25', 400, /cannot be fetched/, () => freely(image('nothing.jpg'))],
  ['25', 400, /its content is not/, () => freely(image('a.pdf'))],
  ['25', 400, /not an http or https address/, () => freely({ ...image('x'), image: noAddress })],
];

const VALUE = [{ type: 'text', text: 'Ali' }];
const COUPON = [{ type: 'copy_code', coupon_code: 'SAVE20' }];
const cardsOf = (...files: readonly string[]) => ({
  mobile: MOBILE,
  body: VALUE,
  cards: files.map((name) => ({
    header: { type: 'image', url: `${shop.files}/${name}` },
    body: VALUE,
    buttons: [{ type: 'url', text: '1' }],
  })),
});
const OFFER = { offer: { expires_at: '2026-11-01T00:00:00Z' }, buttons: COUPON };
const noCaption = { url: 'https://files.example/a.jpg' };
const noAddress = { url: 'a.jpg', caption: '' };
const image = (path: string) => ({
  mobile: WRITER,
  type: 'image',
  image: { url: `${shop.files}/${path}`, caption: '' },
});

describe.each(WAYS)('by %s', (way) => {
  it.each(WHOLE)(
    'code %s refuses the whole request with %d (%#)',
    async (code, status, words, make) => {
      const answer = await ask(url, { ...make(), format: 'xml' }, { way });
      expect(answer).toMatchObject({ status, contentType: 'application/json; charset=utf-8' });
      const shown = parsed(answer) as Shown;
      expect(shown).toMatchObject({ success: 'false', status: code, method: 'API' });
      expect(shown.error).toMatch(words);
      expect(shown.results).toEqual([{ status: code, error: shown.error }]);
    },
  );

  it.each(ENTRIES)(
    'code %s refuses an entry, and all with it %d→ (%#)',
    async (code, status, words, make) => {
      const answer = await ask(url, make(), { way });
      // Errors in entries are 400 together, except for credit.
      expect(answer.status).toBe(status === 402 ? 402 : 400);
      const shown = parsed(answer) as Shown;
      expect(Object.keys(shown)).toEqual([
        ...['success', 'status', 'error', 'method', 'message_type', 'total_price', 'total_gsm'],
        ...['remaining_credit', 'results'],
      ]);
      expect(shown).toMatchObject({
        success: 'false',
        status: code,
        total_price: '0',
        total_gsm: '1',
      });
      expect(shown.error).toMatch(words);
      const [result] = shown.results;
      expect(Object.keys(result ?? {})).toEqual(['status', 'error', 'mobile']);
      expect(result).toMatchObject({ status: code, error: shown.error });
      expect(answer.body).not.toMatch(/"OK"|"success":"true"/);
    },
  );

  it('a good entry goes on next to each of them', async () => {
    const good = text(WRITER);
    const bad = [{}, { mobile: '1' }, { mobile: MOBILE, type: 'x' }, text(MOBILE), image('a.pdf')];
    const answer = await ask(url, freely(...bad, good), { way });
    expect(answer.status).toBe(200);
    const { success, results } = parsed(answer) as Shown;
    expect(success).toBe('true');
    expect(results.map(({ status }) => status)).toEqual(['5', '7', '12', '23', '25', 'OK']);
  });
});

describe('an entry that is wrong in several ways', () => {
  it('is refused for the first: recipient, template, opt-outs, file, credit', async () => {
    const entry = (change: object) => byTemplate('coupon', { mobile: STOPPED, ...change });
    const codeOf = async (parameters: Parameters): Promise<string | undefined> => {
      return (parsed(await ask(url, parameters)) as Shown).results[0]?.status;
    };
    expect(await codeOf(entry({ mobile: '1' }))).toBe('7');
    expect(await codeOf(entry({}))).toBe('22');
    expect(await codeOf(entry({ buttons: COUPON }))).toBe('24');
    expect(await codeOf(byTemplate('coupon', { mobile: MOBILE, buttons: COUPON }))).toBe('8');
    expect(await codeOf(freely({ ...image('a.pdf'), mobile: MOBILE }))).toBe('23');
    expect(await codeOf(freely(image('a.pdf')))).toBe('25');
  });
});

describe('the credit of a request', () => {
  it('is short for all valid entries, and for no others', async () => {
    const entries = [{}, { mobile: MOBILE, buttons: COUPON }, { mobile: WRITER, buttons: COUPON }];
    const answer = await ask(url, byTemplate('coupon', ...entries));
    expect(answer.status).toBe(402);
    const { status, results } = parsed(answer) as Shown;
    expect([status, ...results.map((it) => it.status)]).toEqual(['8', '5', '8', '8']);
  });
});

describe('a request that reaches no endpoint', () => {
  it('is answered in JSON: method, size, broken encoding', async () => {
    const method = await fetchAnswer(url, { method: 'DELETE' });
    expect([method.status, parsed(method)]).toMatchObject([405, { status: '12', method: 'API' }]);
    const broken = await fetchAnswer(`${url}?free_form=%zz`);
    expect([broken.status, parsed(broken)]).toMatchObject([400, { status: '12', method: 'API' }]);
    const large = await fetchAnswer(url, {
      method: 'POST',
      body: 'x'.repeat(16 * 1024 * 1024 + 1),
    });
    expect([large.status, parsed(large)]).toMatchObject([413, { status: '12', method: 'API' }]);
    const long = await fetchAnswer(`${url}?template_data=${'x'.repeat(17 * 1024)}`);
    expect([long.status, parsed(long)]).toMatchObject([431, { status: '12', method: 'API' }]);
  });
});

it('an account’s own domain accepts only its own keys', async () => {
  const { world, baseUrl } = paigham;
  must(
    await addHost(world.admin, {
      accountId: world.roshan.accountId,
      host: 'chat.roshan.example',
      publicHost: '',
    }),
  );
  const by = async (host: string): Promise<number> => {
    const values = byTemplate('opening_hours', { mobile: MOBILE });
    const query = new URLSearchParams(
      Object.entries(values).map(([name, it]): [string, string] => [name, String(it)]),
    );
    const target = `${PATHS.chat}?${query.toString()}`;
    const request = `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
    return (await askRaw(baseUrl, request)).status;
  };
  expect(await by('elsewhere.example')).toBe(200);
  await eventually('the domain is known', async () => (await by('chat.roshan.example')) === 401);
});
