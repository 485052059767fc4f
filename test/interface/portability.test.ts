/** Ported numbers as callers meet them: who is asked, what it costs, and what fails. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import { setAccount } from '../../src/admin/accounts.ts';
import { must } from '../../src/admin/admin.ts';
import { fetchBalance, fetchReport, send, type SendParameters } from '../support/caller.ts';
import { startNumberDirectory, type NumberDirectory } from '../support/number-directory.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { breachesOf, untilOver } from '../support/verify.ts';

const INVALID_DESTINATION = 0x0b;

let paigham: Paigham;
let directory: NumberDirectory;
let shop: Shop;
/** A number of Jazz by its prefix that nobody has asked about. */
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

async function sending(change: Partial<SendParameters> = {}, mobile = number) {
  // A repetition under an idempotency key is the same request, text and all.
  if (change.idempotency_key === undefined) texts += 1;
  const answer = await send(paigham.baseUrl, shop.write(`Text ${texts}`, mobile, change));
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
  it('sends by the network that has the number, for one rupee, then for 25 paisa', async () => {
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

  it('is priced once for every number, in the total and not at the message', async () => {
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

  it('is refused with 12 where the account has no coverage', async () => {
    const { admin } = paigham.world;
    must(await setAccount(admin, { accountId: shop.accountId, mnpCoverage: false }));
    expect(await sending({ ported: '1' })).toMatchObject({ code: '12', httpStatus: 403 });
    expect(directory.admin.asked).toEqual([]);
  });

  it.each([
    ['is slow', { delayMs: 3_000 }],
    ['fails', { failNext: 1 }],
    ['says nothing', { silentNext: 1 }],
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

  it('goes by prefix and free of charge where the directory does not know', async () => {
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

  it('with a network named asks nobody and costs nothing', async () => {
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

  it('repeated under its idempotency key charges nothing, whatever the directory', async () => {
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
  it('looks every number up without being asked', async () => {
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
  it('asks nobody: what is saved costs 25 paisa, the rest one rupee', async () => {
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
