/** Ported numbers as callers meet them: who is asked, what it costs, and what can fail. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import { setAccount } from '../../src/features/accounts/accounts.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { fetchBalance, fetchReport, send, type SendParameters } from '../support/caller.ts';
import {
  IMPATIENT,
  startNumberDirectory,
  type NumberDirectory,
} from '../support/number-directory.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { v1At } from '../support/v1.ts';
import { breachesOf, untilOver } from '../support/verify.ts';

const INVALID_DESTINATION = 0x0b;

let paigham: Paigham;
let directory: NumberDirectory;
let shop: Shop;
/** A number that is Jazz by its prefix, and that nobody has asked about. */
let number = '';
let numbers = 0;
let texts = 0;
const okIds: number[] = [];

beforeAll(async () => {
  directory = await startNumberDirectory();
  paigham = await startPaigham({ config: directory.config });
});

beforeEach(async () => {
  directory.behave({});
  directory.admin.forget();
  number = nextNumber();
  shop = await openShop(paigham.world, { rupees: '100', settings: { mnpCoverage: true } });
});

function nextNumber(): string {
  numbers += 1;
  return mobileOf(0, numbers);
}

const turnOn = async (): Promise<void> => {
  const { admin } = paigham.world;
  must(await setAccount(admin, { accountId: shop.accountId, mnpOption: true }));
};

async function sending(
  change: Partial<SendParameters> = {},
  mobile = number,
  { baseUrl } = paigham.node,
) {
  // A retry with an idempotency key is the same request, text included.
  if (change.idempotency_key === undefined) texts += 1;
  const answer = await send(baseUrl, shop.write(`Text ${texts}`, mobile, change));
  if (answer.id !== undefined) okIds.push(answer.id);
  return answer;
}

async function networkOf(id: number | undefined): Promise<string | undefined> {
  const report = await fetchReport(paigham.baseUrl, shop.apiKey, { id: id ?? 0 });
  return report.results[0]?.network;
}

const balance = (): Promise<string> => fetchBalance(paigham.baseUrl, shop.apiKey);

async function nothingIsWrong(): Promise<void> {
  await untilOver(paigham);
  expect(await breachesOf(paigham, okIds)).toEqual([]);
}

describe('ported=1', () => {
  it('sends through the network with the number, for one rupee, then for 25 paisa', async () => {
    directory.admin.table.port(number, 'CMPAK');
    const first = await sending({ ported: '1' });
    expect(first.body).toMatch(/^OK ID:\d+$/);
    expect(await balance()).toBe('94.20');
    expect(await networkOf(first.id)).toBe('Zong');
    directory.behave({ failNext: 1_000 });
    const again = await sending({ ported: '1' });
    expect(await balance()).toBe('89.15');
    expect(await networkOf(again.id)).toBe('Zong');
    expect(directory.admin.asked).toEqual([number]);
    await nothingIsWrong();
  });

  it('is priced once per number, in the total and not at the message', async () => {
    const other = nextNumber();
    await sending({ ported: '1' }, other);
    const many = await sending(
      { ported: '1', format: 'json' },
      `${number},${other},0${number.slice(2)}`,
    );
    expect(JSON.parse(many.body)).toMatchObject({
      totalprice: '10.85',
      totalgsm: '2',
      remaincredit: '83.35',
    });
    const xml = await sending({ ported: '1', format: 'xml' });
    expect(xml.body).toContain('<totalprice>5.05</totalprice>');
    const { id } = JSON.parse(many.body) as { readonly id: string };
    const report = await fetchReport(paigham.baseUrl, shop.apiKey, { id: Number(id) });
    expect(report.results.map(({ price }) => price)).toEqual(['4.80', '4.80']);
    expect(directory.admin.asked).toEqual([other, number]);
    await nothingIsWrong();
  });

  it('is refused with 12 if the account has no coverage', async () => {
    const { admin } = paigham.world;
    must(await setAccount(admin, { accountId: shop.accountId, mnpCoverage: false }));
    expect(await sending({ ported: '1' })).toMatchObject({ code: '12', httpStatus: 403 });
    expect(directory.admin.asked).toEqual([]);
  });

  it.each([
    ['fails', { failNext: 1 }],
    ['speaks nonsense', { garbageNext: 1 }],
    ['speaks of another number', { wrongNumber: true }],
    ['wants no more questions', { ratePerSecond: 1, enforceRate: true }],
  ])('is refused with 12 and costs nothing when the directory %s', async (_, behaviour) => {
    directory.behave(behaviour);
    if ('enforceRate' in behaviour) await sending({ ported: '1' }, nextNumber());
    const before = await balance();
    expect(await sending({ ported: '1' })).toMatchObject({
      httpStatus: 503,
      body: '12 : Request rejected: directory error, the network could not be determined',
    });
    expect(await balance()).toBe(before);
    directory.behave({});
    expect(await sending({ ported: '1' })).toMatchObject({ httpStatus: 200 });
    await nothingIsWrong();
  });

  it.each([
    ['is slow', { delayMs: 3_000 }],
    ['says nothing', { silentNext: 1 }],
  ])('is refused with 12 and costs nothing when the directory %s', async (_, behaviour) => {
    const node = await paigham.startNode({
      config: { ...directory.config, ...IMPATIENT, roles: ['api'] },
    });
    directory.behave(behaviour);
    const before = await balance();
    expect(await sending({ ported: '1' }, number, node)).toMatchObject({
      httpStatus: 503,
      body: '12 : Request rejected: directory error, the network could not be determined',
    });
    expect(await balance()).toBe(before);
    await node.stop();
    await nothingIsWrong();
  });

  it('goes by prefix and free of charge if the directory does not know', async () => {
    directory.behave({ wrongWord: 'NOBODY' });
    const strange = await sending({ ported: '1' });
    expect([await balance(), await networkOf(strange.id)]).toEqual(['95.20', 'Jazz']);
    await nothingIsWrong();
  });

  it('leaves out a number whose operator cannot be reached, uncharged', async () => {
    const { db } = paigham;
    directory.admin.table.port(number, 'SCO');
    await db.transact((transaction) =>
      transaction.run(
        plain('test-no-sco', 'update routes set enabled = false where operator_id = 5'),
        [],
      ),
    );
    await db.transact((transaction) =>
      transaction.run(
        plain('test-settings', 'update settings_version set version = version + 1'),
        [],
      ),
    );
    const alone = await sending({ ported: '1' });
    expect(alone.code).toBe('12');
    const both = await sending({ ported: '1', format: 'json' }, `${number},${nextNumber()}`);
    expect(JSON.parse(both.body)).toMatchObject({
      totalprice: '5.80',
      results: [{ status: 'OK' }, { status: '12', gsm: number }],
    });
    await nothingIsWrong();
  });

  it('with a named network asks nobody and costs nothing', async () => {
    const named = await sending({ ported: '1', network: 'Ufone' });
    expect([await balance(), await networkOf(named.id)]).toEqual(['95.20', 'Ufone']);
    expect(directory.admin.asked).toEqual([]);
  });

  it('asks nobody for an account that could not pay even the least', async () => {
    const poor = await openShop(paigham.world, { rupees: '5.04', settings: { mnpCoverage: true } });
    const answer = await send(paigham.baseUrl, poor.write('Hello', number, { ported: '1' }));
    expect(answer.body).toBe('8 : Insufficient credit: 5.05 PKR needed, 5.04 PKR left');
    expect(directory.admin.asked).toEqual([]);
    const short = await openShop(paigham.world, {
      rupees: '5.79',
      settings: { mnpCoverage: true },
    });
    const second = await send(paigham.baseUrl, short.write('Hello', number, { ported: '1' }));
    expect(second.body).toBe('8 : Insufficient credit: 5.80 PKR needed, 5.79 PKR left');
    expect(await fetchBalance(paigham.baseUrl, short.apiKey)).toBe('5.79');
    expect(directory.admin.asked).toEqual([number]);
    await nothingIsWrong();
  });

  it('repeated with its idempotency key charges nothing, whatever the directory does', async () => {
    const first = await sending({ ported: '1', idempotency_key: 'once' });
    const after = await balance();
    directory.behave({ failNext: 1_000 });
    const again = await sending({ ported: '1', idempotency_key: 'once' });
    expect([again.id, again.replayed]).toEqual([first.id, true]);
    expect(await balance()).toBe(after);
    await nothingIsWrong();
  });

  it('is not refunded with a message that fails later', async () => {
    await paigham.behave({ refuseNext: 1, refuseStatus: INVALID_DESTINATION });
    await sending({ ported: '1' });
    await untilOver(paigham);
    expect(await balance()).toBe('99.00');
    await paigham.behave({ refuseNext: 0 });
    await nothingIsWrong();
  });
});

describe('the option of the account', () => {
  it('looks up every number without being asked', async () => {
    await turnOn();
    directory.admin.table.port(number, 'TP');
    const answer = await sending();
    expect([await balance(), await networkOf(answer.id)]).toEqual(['94.20', 'Telenor']);
    const told = await sending({ network: 'Zong' });
    expect([await balance(), await networkOf(told.id)]).toEqual(['89.40', 'Zong']);
    await nothingIsWrong();
  });

  it('goes by prefix and free of charge while the directory gives no answer', async () => {
    await turnOn();
    directory.admin.table.port(number, 'TP');
    directory.behave({ failNext: 1 });
    const answer = await sending();
    expect([await balance(), await networkOf(answer.id)]).toEqual(['95.20', 'Jazz']);
    await nothingIsWrong();
  });
});

describe('a dry run', () => {
  it('asks nobody: saved numbers cost 25 paisa, the rest one rupee', async () => {
    const known = nextNumber();
    await sending({ ported: '1' }, known);
    const before = await balance();
    directory.admin.forget();
    const dry = await sending({ ported: '1', dry_run: '1' }, `${number},${known}`);
    expect(dry.body).toBe('DRY RUN: 10.85 PKR, 2 parts, 2 recipients');
    const json = await sending({ ported: '1', dry_run: '1', format: 'json' });
    expect(JSON.parse(json.body)).toMatchObject({ totalprice: '5.80', status: 'DRY RUN' });
    expect([await balance(), directory.admin.asked]).toEqual([before, []]);
  });
});

describe('a look-up on its own', () => {
  const ask = (request: string, body?: unknown, headers?: Readonly<Record<string, string>>) =>
    v1At(paigham.baseUrl, shop.apiKey)(request, body, headers);

  it('says who has each number, for one rupee, then for 25 paisa', async () => {
    const other = nextNumber();
    directory.admin.table.port(number, 'CMPAK');
    const local = `0${number.slice(2)}`;
    const numbers = [number, other, local, '0421234567'];
    const before = Date.now();
    const { status, body } = await ask('POST /v1/lookups', { numbers });
    expect(status).toBe(200);
    const jazz = { prefix_network: 'Jazz', valid: true, reason: null };
    expect(body).toMatchObject({
      ...{ dry_run: false, price: '2.00', remaining: '98.00', currency: 'PKR' },
      data: [
        { ...jazz, number, recipient: number, network: 'Zong', ported: true, price: '1.00' },
        { ...jazz, number: other, network: 'Jazz', ported: false, price: '1.00' },
        { ...jazz, number: local, recipient: number, network: 'Zong', price: '0.00' },
        { number: '0421234567', valid: false, recipient: null, network: null, price: '0.00' },
      ],
    });
    const foundAt = String(body.data[0]?.['looked_up_at']);
    expect(Date.parse(foundAt)).toBeGreaterThanOrEqual(before - 1_000);
    expect(body.data[3]?.['reason']).toBe('a landline or service number');
    const again = await ask('POST /v1/lookups', { numbers: [number] });
    expect(again.body).toMatchObject({
      ...{ price: '0.25', remaining: '97.75' },
      data: [{ network: 'Zong', looked_up_at: foundAt, price: '0.25' }],
    });
    expect(directory.admin.asked.toSorted()).toEqual([number, other].toSorted());
    const sent = await sending({ ported: '1' });
    expect(await balance()).toBe('92.70');
    expect(await networkOf(sent.id)).toBe('Zong');
    const { data } = (await ask('GET /v1/ledger?kind=lookup')).body;
    expect(data.map(({ amount, cause }) => [amount, cause])).toEqual(
      expect.arrayContaining([
        ['2.00', 'look-ups without a send'],
        ['0.25', 'look-ups without a send'],
        ['0.25', null],
      ]),
    );
    await nothingIsWrong();
  });

  it('can be priced for free, and says nothing of what is saved', async () => {
    const plainly = async () => (await ask(`GET /v1/lookups/0${number.slice(2)}`)).body;
    const facts = { recipient: number, valid: true, prefix_network: 'Jazz', currency: 'PKR' };
    expect(await plainly()).toMatchObject({ ...facts, saved_at: null, price: '1.00' });
    directory.admin.table.port(number, 'CMPAK');
    await ask('POST /v1/lookups', { numbers: [number] });
    const after = await plainly();
    expect(after).toMatchObject({ ...facts, saved_at: expect.any(String), price: '0.25' });
    expect(JSON.stringify(after)).not.toContain('Zong');
    const dry = await ask('POST /v1/lookups', { numbers: [number, nextNumber()], dry_run: true });
    expect(dry.body).toMatchObject({ dry_run: true, price: '1.25', remaining: '97.75' });
    expect(JSON.stringify(dry.body)).not.toContain('Zong');
    expect(await balance()).toBe('99.00');
    expect((await ask('GET /v1/lookups/0421234567')).body).toMatchObject({
      ...{ valid: false, recipient: null, price: null },
    });
  });

  it('is done once per idempotency key, now or later', async () => {
    const headers = { 'idempotency-key': 'numbers 1' };
    const body = { numbers: [number] };
    const both = await Promise.all([1, 2].map(() => ask('POST /v1/lookups', body, headers)));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const later = await ask('POST /v1/lookups', body, headers);
    expect(later.headers.get('idempotent-replayed')).toBe('true');
    for (const { body: told } of [...both, later]) expect(told).toEqual(later.body);
    expect(await balance()).toBe('99.00');
    const other = await ask('POST /v1/lookups', { numbers: [nextNumber()] }, headers);
    expect([other.status, other.body['code']]).toEqual([409, 'idempotency_conflict']);
    await nothingIsWrong();
  });

  it('costs nothing if nothing is found, and needs coverage, credit and an answer', async () => {
    const { admin } = paigham.world;
    const refusedBy = async () => {
      const { status, body } = await ask('POST /v1/lookups', { numbers: [number] });
      return [status, body['code']];
    };
    directory.behave({ failNext: 1_000 });
    expect(await refusedBy()).toEqual([503, 'portability_directory']);
    directory.behave({});
    const unread = await ask('POST /v1/lookups', { numbers: ['x'] });
    expect(unread.body).toMatchObject({ price: '0.00', remaining: '100.00' });
    must(await setAccount(admin, { accountId: shop.accountId, mnpCoverage: false }));
    expect(await refusedBy()).toEqual([403, 'portability_unavailable']);
    shop = await openShop(paigham.world, { rupees: '0.50', settings: { mnpCoverage: true } });
    expect(await refusedBy()).toEqual([402, 'credit_insufficient']);
    expect(await balance()).toBe('0.50');
    await nothingIsWrong();
  });

  it('of one new number by many requests at once is paid for once as a first one', async () => {
    const all = await Promise.all(
      Array.from({ length: 8 }, () => ask('POST /v1/lookups', { numbers: [number] })),
    );
    const prices = all.map(({ body }) => String(body['price'])).toSorted();
    expect(prices).toEqual([...Array.from({ length: 7 }, () => '0.25'), '1.00']);
    expect(await balance()).toBe('97.25');
    await nothingIsWrong();
  });
});
