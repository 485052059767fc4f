/** Delivery reports and the balance in every format, and whose they are (contract 6 and 7). */
import { beforeAll, describe, expect, it } from 'vitest';
import { ask, parsed, PATHS, shown, WAYS, type Answer, type Parameters } from '../support/ask.ts';
import { send, sendOk } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import type { Paigham } from '../support/paigham.ts';
import { sharedPaigham } from '../support/shared.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';

let paigham: Paigham;
let shop: Shop;
/** One message, delivered; a batch of two, one of them refused by its operator. */
let one: number;
let batch: number;

beforeAll(async () => {
  paigham = await sharedPaigham();
  shop = await openShop(paigham.world, { rupees: '10000' });
  one = await sendOk(paigham.baseUrl, shop.write('hello', '923001234567'));
  await paigham.operators.zong.change({ receiptDelayMs: 3_600_000 });
  batch = await sendOk(paigham.baseUrl, shop.write('hello', '923001234567,923111234567'));
  await eventually('the first is delivered, the second sent', async () => {
    const plain = `${(await report({ id: one })).body},${(await report({ id: batch })).body}`;
    return plain === 'DELIVERED,DELIVERED 923001234567\nSENT 923111234567';
  });
});

function report(change: Parameters, way: 'GET' | 'POST' = 'GET'): Promise<Answer> {
  return ask(`${paigham.baseUrl}${PATHS.delivery}`, { api_key: shop.apiKey, ...change }, { way });
}

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;

const delivered = (id: string | number): object => ({
  status: 'DELIVERED',
  id: String(id),
  messageid: String(id),
  gsm: '923001234567',
  network: 'Jazz',
  parts: '1',
  price: '4.80',
  level: expect.stringMatching(/^(operator|handset)$/) as string,
  accepted_at: TIME,
  sent_at: TIME,
  done_at: TIME,
});

describe.each(WAYS)('a delivery report by %s', (way) => {
  it('for one message is just the state', async () => {
    expect(shown(await report({ id: one }, way))).toBe('200 DELIVERED');
  });

  it('for one message in JSON', async () => {
    const answer = await report({ id: one, format: 'json' }, way);
    expect(parsed(answer)).toEqual({
      success: 'true',
      status: 'OK',
      id: String(one),
      delivery: 'DELIVERED',
      total: '1',
      counts: { DELIVERED: '1' },
      results: [delivered(one)],
    });
    const top = /"(success|status|id|delivery|total|counts|results)":/g;
    expect([...answer.body.matchAll(top)].slice(0, 7).map(([, key]) => key)).toEqual(
      'success status id delivery total counts results'.split(' '),
    );
  });

  it('for a batch, by its id and by that of a message in it', async () => {
    const whole = parsed(await report({ id: batch, format: 'json' }, way)) as {
      results: { id: string }[];
    };
    const [first, second] = whole.results;
    expect(whole).toEqual({
      success: 'true',
      status: 'OK',
      id: String(batch),
      delivery: 'SENT',
      total: '2',
      counts: { DELIVERED: '1', SENT: '1' },
      results: [delivered(first?.id ?? ''), expect.objectContaining({ status: 'SENT' })],
    });
    expect(second).not.toHaveProperty('done_at');
    expect(second).not.toHaveProperty('level');
    expect(shown(await report({ id: first?.id ?? '' }, way))).toBe('200 DELIVERED');
    expect(shown(await report({ id: second?.id ?? '' }, way))).toBe('200 SENT');
  });

  it('in XML', async () => {
    const { body } = await report({ id: batch, format: 'xml' }, way);
    expect(body).toContain('<counts><SENT>1</SENT><DELIVERED>1</DELIVERED></counts><results>');
    expect(body.match(/<result><status>/g)).toHaveLength(2);
  });
});

describe('an id', () => {
  it.each([{ id: '' }, {}, { id: ' ' }])('%j is missing', async (change) => {
    expect(shown(await report(change))).toBe('400 12 : Error: id is empty');
    const json = parsed(await report({ ...change, format: 'json' }));
    expect(json).toMatchObject({ success: 'false', status: '12', error: 'Error: id is empty' });
  });

  it.each(['1', 'x', '-1', '1e3', '99999999999999999999', '0'])('%j is nobody’s', async (id) => {
    expect(shown(await report({ id }))).toBe('404 12 : Invalid id: no such message');
  });

  it('of another account answers exactly like one that does not exist', async () => {
    const stranger = await openShop(paigham.world, { rupees: '1' });
    for (const format of ['plain', 'json', 'xml']) {
      const foreign = await report({ id: one, format, api_key: stranger.apiKey });
      const unknown = await report({ id: one + 1_000_003, format, api_key: stranger.apiKey });
      expect(shown(foreign)).toBe(shown(unknown));
      expect([...foreign.headers.keys()]).toEqual([...unknown.headers.keys()]);
    }
  });
});

describe('pages', () => {
  it('have a thousand entries each, in request order', async () => {
    const mobile = Array.from({ length: 1_005 }, (_, index) => mobileOf(3, index)).join(',');
    const id = await sendOk(paigham.baseUrl, shop.write('many', mobile));
    const lines = (answer: Answer): string[] => answer.body.split('\n');
    const first = lines(await report({ id }));
    expect(first).toHaveLength(1_001);
    expect(first[0]).toMatch(/^[A-Z]+ 923451000000$/);
    expect(first[1_000]).toBe('MORE 5');
    const second = lines(await report({ id, page: 2 }));
    expect(second.map((line) => line.split(' ')[1])).toEqual(
      Array.from({ length: 5 }, (_, index) => mobileOf(3, 1_000 + index)),
    );
    const json = parsed(await report({ id, page: 2, format: 'json' }));
    expect(json).toMatchObject({ total: '1005', page: '2', pages: '2' });
    expect(json).toHaveProperty('results.length', 5);
    for (const page of ['0', '3', 'x']) {
      expect(shown(await report({ id, page }))).toContain('400 12 : Invalid page: ');
    }
  });
});

describe.each(WAYS)('the balance by %s', (way) => {
  const balance = (format: string): Promise<Answer> =>
    ask(`${paigham.baseUrl}${PATHS.balance}`, { api_key: shop.apiKey, format }, { way });

  it('is a plain number, or a named value', async () => {
    const { body: amount } = await balance('plain');
    expect(amount).toMatch(/^\d+\.\d\d$/);
    expect((await balance('json')).body).toBe(
      `{"success":"true","balance":"${amount}","currency":"PKR",` +
        `"results":[{"balance":"${amount}"}]}`,
    );
    expect((await balance('xml')).body).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><response><success>true</success>' +
        `<balance>${amount}</balance><currency>PKR</currency><results><result>` +
        `<balance>${amount}</balance></result></results></response>`,
    );
  });
});

it('falls by what was sent', async () => {
  const small = await openShop(paigham.world, { rupees: '10' });
  await send(paigham.baseUrl, small.write('hello', '923001234567'));
  const { body } = await ask(`${paigham.baseUrl}${PATHS.balance}`, { api_key: small.apiKey });
  expect(body).toBe('5.20');
});
