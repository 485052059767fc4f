/**
 * Every code of the seed's section 7 except the reserved 3, by a real request: in each format, by
 * GET and by POST, with its HTTP status (contract sections 1 and 3).
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { addOptout } from '../../src/features/suppressions/suppressions.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { ask, parsed, PATHS, WAYS, type Answer, type Parameters } from '../support/ask.ts';
import type { Paigham } from '../support/paigham.ts';
import { sharedPaigham } from '../support/shared.ts';
import { openShop, type Shop } from '../support/shop.ts';

const OPTED_OUT = '923001112233';

let paigham: Paigham;
let shop: Shop;
let poor: Shop;

beforeAll(async () => {
  paigham = await sharedPaigham();
  const { world } = paigham;
  shop = await openShop(world, { rupees: '1000' });
  poor = await openShop(world, { rupees: '4.79' });
  const { accountId } = shop;
  const optout = { recipient: OPTED_OUT, scope: 'all', source: 'test' } as const;
  must(await addOptout(world.admin, { ...optout, accountId }));
});

type Case = {
  readonly code: string;
  readonly status: number;
  readonly sentence: RegExp;
  /** What differs from an accepted request; '' removes a parameter. */
  readonly change: () => Parameters;
};

const CASES: readonly Case[] = [
  {
    code: '1',
    status: 401,
    sentence: /^Invalid API key: unknown, expired, or account disabled$/,
    change: () => ({ api_key: 'wrong' }),
  },
  {
    code: '2',
    status: 401,
    sentence: /^Error: api_key is empty$/,
    change: () => ({ api_key: '' }),
  },
  { code: '4', status: 400, sentence: /^Error: sender is empty$/, change: () => ({ sender: '' }) },
  { code: '5', status: 400, sentence: /^Error: mobile is empty$/, change: () => ({ mobile: '' }) },
  {
    code: '6',
    status: 400,
    sentence: /^Error: message is empty$/,
    change: () => ({ message: '' }),
  },
  {
    code: '7',
    status: 400,
    sentence: /^Invalid recipient: /,
    change: () => ({ mobile: '9230012' }),
  },
  {
    code: '8',
    status: 402,
    sentence: /^Insufficient credit: 4\.80 PKR needed, 4\.79 PKR left$/,
    change: () => ({ api_key: poor.apiKey, template_id: poor.transactional }),
  },
  {
    code: '9',
    status: 403,
    sentence: /^SMS rejected, access denied: the recipient has opted out$/,
    change: () => ({ mobile: OPTED_OUT }),
  },
  {
    code: '12',
    status: 403,
    sentence: /^Access denied: MNP coverage is unavailable on this account$/,
    change: () => ({ ported: '1' }),
  },
];

function sendWith(change: Parameters): Parameters {
  const { apiKey, senders, transactional } = shop;
  return {
    api_key: apiKey,
    sender: senders.shortCode,
    mobile: '923001234567',
    template_id: transactional,
    message: '{"text":"hello"}',
    ...change,
  };
}

const send = (change: Parameters, way: 'GET' | 'POST'): Promise<Answer> =>
  ask(`${paigham.baseUrl}${PATHS.send}`, sendWith(change), { way });

describe.each(WAYS)('by %s', (way) => {
  it('OK in each format', async () => {
    const plain = await send({}, way);
    expect(plain).toMatchObject({ status: 200, contentType: 'text/plain; charset=utf-8' });
    expect(plain.body).toMatch(/^OK ID:\d{1,16}$/);
    const json = await send({ format: 'json' }, way);
    expect(json).toMatchObject({ status: 200, contentType: 'application/json; charset=utf-8' });
    expect(parsed(json)).toMatchObject({ success: 'true', status: 'OK' });
    const xml = await send({ format: 'xml' }, way);
    expect(xml).toMatchObject({ status: 200, contentType: 'application/xml; charset=utf-8' });
    expect(xml.body).toContain('<response><success>true</success><status>OK</status><id>');
  });

  it.each(CASES)('code $code with HTTP $status', async ({ code, status, sentence, change }) => {
    const plain = await send(change(), way);
    expect(plain).toMatchObject({ status, contentType: 'text/plain; charset=utf-8' });
    const [, given = '', error = ''] = /^(\d+) : (.+)$/.exec(plain.body) ?? [];
    expect(given).toBe(code);
    expect(error).toMatch(sentence);

    const json = await send({ ...change(), format: 'JSON' }, way);
    expect(json).toMatchObject({ status, contentType: 'application/json; charset=utf-8' });
    const results = [{ status: code, error }];
    expect(json.body).toBe(JSON.stringify({ success: 'false', status: code, error, results }));

    const xml = await send({ ...change(), format: 'Xml' }, way);
    expect(xml).toMatchObject({ status, contentType: 'application/xml; charset=utf-8' });
    expect(xml.body).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><response><success>false</success>' +
        `<status>${code}</status><error>${error}</error><results><result>` +
        `<status>${code}</status><error>${error}</error></result></results></response>`,
    );
  });
});

it('a refused request charges nothing', async () => {
  const balance = await ask(`${paigham.baseUrl}${PATHS.balance}`, { api_key: poor.apiKey });
  expect(balance.body).toBe('4.79');
});
