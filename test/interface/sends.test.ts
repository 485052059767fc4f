/** The answer to an accepted send, and what a dry run does (contract sections 1, 2 and 4). */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addOptout } from '../../src/features/suppressions/suppressions.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { FAILURE_WORDS } from '../../src/domain/failure/failure.ts';
import { ask, parsed, PATHS, shown, type Answer, type Parameters } from '../support/ask.ts';
import type { Paigham } from '../support/paigham.ts';
import { sharedPaigham } from '../support/shared.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';

let paigham: Paigham;
let shop: Shop;

beforeAll(async () => {
  paigham = await sharedPaigham();
});

beforeEach(async () => {
  shop = await openShop(paigham.world, { rupees: '100' });
});

function send(change: Parameters = {}): Promise<Answer> {
  return ask(`${paigham.baseUrl}${PATHS.send}`, {
    api_key: shop.apiKey,
    sender: shop.senders.brand,
    mobile: '923001234567',
    template_id: shop.transactional,
    message: '{"text":"hello"}',
    ...change,
  });
}

const balance = async (): Promise<string> =>
  (await ask(`${paigham.baseUrl}${PATHS.balance}`, { api_key: shop.apiKey })).body;

describe('a send to one', () => {
  it('has the contract’s keys in order, strings only', async () => {
    const { body } = await send({ format: 'json' });
    const { id } = JSON.parse(body) as { id: string };
    expect(body).toBe(
      `{"success":"true","status":"OK","id":"${id}","type":"API","totalprice":"2.40",` +
        '"totalgsm":"1","remaincredit":"97.60",' +
        `"results":[{"status":"OK","id":"${id}","messageid":"${id}","gsm":"923001234567"}]}`,
    );
    expect(Number.isSafeInteger(Number(id))).toBe(true);
    expect(await balance()).toBe('97.60');
  });

  it('has the same in XML', async () => {
    const { body } = await send({ format: 'xml' });
    const [, id] = /<id>(\d+)<\/id>/.exec(body) ?? [];
    expect(body).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><response><success>true</success>' +
        `<status>OK</status><id>${id}</id><type>API</type><totalprice>2.40</totalprice>` +
        '<totalgsm>1</totalgsm><remaincredit>97.60</remaincredit><results><result>' +
        `<status>OK</status><id>${id}</id><messageid>${id}</messageid>` +
        '<gsm>923001234567</gsm></result></results></response>',
    );
  });

  it('charges every part', async () => {
    const text = 'x'.repeat(161);
    expect(parsed(await send({ message: JSON.stringify({ text }), format: 'json' }))).toMatchObject(
      {
        totalgsm: '2',
        totalprice: '4.80',
        remaincredit: '95.20',
      },
    );
  });
});

describe('a send to many', () => {
  const mobile = [
    '03001234567',
    '923111234567',
    '+92 300 1234567',
    '12345678901234567',
    'nobody',
    '9.23E+11',
    '',
  ].join(',');

  it('gets one line with one id', async () => {
    const { body } = await send({ mobile });
    expect(body).toMatch(/^OK ID:\d+$/);
  });

  it('lists accepted numbers, then filtered ones, in words that no caller misreads', async () => {
    const answer = await send({ mobile, format: 'json' });
    const { id, results, ...rest } = parsed(answer) as {
      id: string;
      results: { status: string; id?: string; gsm: string; reason?: string }[];
    };
    expect(rest).toMatchObject({ status: 'OK', totalgsm: '2', totalprice: '4.80' });
    expect(results.map(({ status, gsm }) => [status, gsm])).toEqual([
      ['OK', '923001234567'],
      ['OK', '923111234567'],
      ['7', '923001234567'],
      ['7', '12345678901234567'],
      ['7', 'number 5'],
      ['7', 'number 6'],
    ]);
    expect(results[5]?.reason).toBe(
      'damaged by a spreadsheet: 9.23E+11 (format the column as text)',
    );
    expect(results[2]?.reason).toBe('repeated');
    expect(new Set([id, results[0]?.id, results[1]?.id]).size).toBe(3);
    for (const word of FAILURE_WORDS) expect(answer.body.toLowerCase()).not.toContain(word);
  });

  it('to invalid numbers only says what is wrong with each of them', async () => {
    const bad = { mobile: '8584,9.23E+11,0421234567,nobody,9000' };
    const line =
      'Invalid recipient: 8584: a short code (and 1 more like it); ' +
      'number 2: damaged by a spreadsheet: 9.23E+11 (format the column as text); ' +
      '0421234567: a landline or service number; number 4: the letter "n" among the digits';
    expect(shown(await send(bad))).toBe(`400 7 : ${line}`);
    const entry = (gsm: string, why: string) => {
      return { status: '7', error: `Invalid recipient: ${why}`, gsm };
    };
    expect(parsed(await send({ ...bad, format: 'json' }))).toEqual({
      ...{ success: 'false', status: '7', error: line },
      results: [
        entry('8584', 'a short code'),
        entry('number 2', 'damaged by a spreadsheet: 9.23E+11 (format the column as text)'),
        entry('0421234567', 'a landline or service number'),
        entry('number 4', 'the letter "n" among the digits'),
        entry('9000', 'a short code'),
      ],
    });
    expect(shown(await send({ mobile: '0421234567' }))).toBe(
      '400 7 : Invalid recipient: a landline or service number',
    );
    const many = parsed(await send({ mobile: '8584,'.repeat(1_001), format: 'json' }));
    expect(many).toMatchObject({ truncated: 'true' });
    expect(many).toHaveProperty('results.length', 1_000);
  });

  it('leaves out people who have opted out, as long as somebody is left', async () => {
    const optout = { recipient: '923001234567', scope: 'promotional', source: 'test' } as const;
    must(await addOptout(paigham.world.admin, { ...optout, accountId: shop.accountId }));
    const change = { mobile: '923001234567,923111234567', format: 'json' };
    expect(parsed(await send({ ...change, template_id: shop.promotional }))).toMatchObject({
      totalgsm: '1',
      results: [
        { status: 'OK', gsm: '923111234567' },
        { status: '9', gsm: '923001234567', reason: 'opted out' },
      ],
    });
    expect(parsed(await send(change))).toMatchObject({ totalgsm: '2' });
  });

  it('lists a thousand, and says that there are more', async () => {
    await openRich();
    const numbers = (count: number): string =>
      Array.from({ length: count }, (_, index) => mobileOf(0, index)).join(',');
    const exact = parsed(await send({ mobile: numbers(1_000), format: 'json' }));
    expect(exact).not.toHaveProperty('truncated');
    expect(exact).toHaveProperty('results.length', 1_000);
    const more = parsed(await send({ mobile: numbers(1_001), format: 'json' }));
    expect(more).toMatchObject({ truncated: 'true', totalgsm: '1001' });
    expect(more).toHaveProperty('results.length', 1_000);
  });
});

async function openRich(): Promise<void> {
  shop = await openShop(paigham.world, { rupees: '10000' });
}

describe('a dry run', () => {
  it.each([
    [{ mobile: '923001234567' }, 'DRY RUN: 2.40 PKR, 1 part, 1 recipient'],
    [{ mobile: '923001234567,923111234567,x' }, 'DRY RUN: 4.80 PKR, 2 parts, 2 recipients'],
  ])('of %j is priced, charges nothing and sends nothing', async (change, line) => {
    expect(shown(await send({ ...change, dry_run: '1' }))).toBe(`200 ${line}`);
    expect(await balance()).toBe('100.00');
  });

  it('has no ids and never says OK in JSON', async () => {
    const { body } = await send({ dry_run: '1', format: 'json' });
    expect(body).toBe(
      '{"success":"true","status":"DRY RUN","type":"API","totalprice":"2.40","totalgsm":"1",' +
        '"remaincredit":"97.60","results":[{"status":"DRY RUN","gsm":"923001234567"}]}',
    );
  });

  it('is refused whenever the send would be, credit included', async () => {
    const text = 'x'.repeat(1_530);
    const change = { mobile: '923001234567,923111234567,923331234567,923451234567,923001234568' };
    expect(shown(await send({ ...change, message: JSON.stringify({ text }), dry_run: '1' }))).toBe(
      '402 8 : Insufficient credit: 120.00 PKR needed, 100.00 PKR left',
    );
    expect(shown(await send({ mobile: '12', dry_run: '1' }))).toContain('400 7 : ');
  });
});

it('the next id is not the previous one plus one: ids reveal no volume', async () => {
  const ids: number[] = [];
  for (let index = 0; index < 5; index += 1) {
    ids.push(Number((await send()).body.replace('OK ID:', '')));
  }
  const steps = ids.slice(1).map((id, index) => id - (ids[index] ?? 0));
  expect(steps.filter((step) => step === 1)).toEqual([]);
});
