/**
 * Files whose numbers are looked up: measured first, each number once, nothing paid for nothing.
 */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fetchBalance, type SmsAnswer } from '../support/caller.ts';
import {
  csvOf,
  fileParameters,
  sendFile,
  startFileSite,
  type FileSite,
} from '../support/file-site.ts';
import { startNumberDirectory, type NumberDirectory } from '../support/number-directory.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { asker, breachesOf, untilOver } from '../support/verify.ts';

let paigham: Paigham;
let site: FileSite;
let directory: NumberDirectory;
let shop: Shop;
const okIds: number[] = [];

beforeAll(async () => {
  directory = await startNumberDirectory();
  const config = { ...directory.config, mnpRate: 50, fetchLoopback: true };
  paigham = await startPaigham({ config });
  site = await startFileSite();
});

beforeEach(async () => {
  directory.behave({});
  directory.admin.forget();
  shop = await openShop(paigham.world, { rupees: '100', settings: { mnpCoverage: true } });
});

async function sendPorted(
  content: string,
  change: Readonly<Record<string, string>> = {},
): Promise<SmsAnswer> {
  const link = site.put(`${shop.accountId}.csv`, content);
  const parameters = fileParameters(shop, link, { ported: '1', ...change });
  const answer = await sendFile(paigham.baseUrl, parameters);
  if (answer.id !== undefined) okIds.push(answer.id);
  return answer;
}

/** What files were charged for look-ups, and what the ledger says about it. */
const charged = (): Promise<readonly object[]> =>
  asker(paigham.db)(
    `select c.first_lookups as first, c.again_lookups as again, t.messages,
            round(t.amount_micros / 1e6, 2)::text as rupees
     from lookup_charges c join transfers t on t.account_id = c.account_id and t.id = c.transfer_id
     where c.account_id = $1 order by c.created_at`,
    [shop.accountId],
  );

const balance = (): Promise<string> => fetchBalance(paigham.baseUrl, shop.apiKey);

describe('a file with ported=1', () => {
  it('reaches whoever serves each number, looked up once however often it appears', async () => {
    const [ported, stayed] = [mobileOf(0, 1), mobileOf(1, 2)];
    directory.admin.table.port(ported, 'CMPAK');
    const { id } = await sendPorted(`${ported},One\n${stayed},Two\n${ported},Three\n`);
    const rows = await asker(paigham.db)<{ readonly name: string }>(
      `select o.name from messages m join operators o on o.id = m.operator_id
       where m.batch_id = $1 order by m.position`,
      [id],
    );
    expect(rows.map(({ name }) => name)).toEqual(['Zong', 'Zong', 'Zong']);
    // Three texts and two first look-ups.
    expect(await balance()).toBe('93.50');
    await sendPorted(`${ported},Again\n`);
    expect(await balance()).toBe('91.75');
    // Two saved numbers and a first one, each once.
    await sendPorted(`${ported},A\n${mobileOf(2, 3)},B\n${stayed},C\n${ported},D\n`);
    expect(await balance()).toBe('84.25');
    expect(await charged()).toEqual([
      { first: 2, again: 0, messages: 2, rupees: '2.00' },
      { first: 0, again: 1, messages: 1, rupees: '0.25' },
      { first: 1, again: 2, messages: 3, rupees: '1.50' },
    ]);
    await untilOver(paigham);
    expect(await breachesOf(paigham, okIds)).toEqual([]);
  });

  it('asks nobody if credit does not cover the texts and the cheapest look-ups', async () => {
    const poor = await sendPorted(csvOf(80, 1_000));
    expect(poor.body).toBe('8 : Insufficient credit: 140.00 PKR needed, 100.00 PKR left');
    expect(directory.admin.asked).toEqual([]);
    expect(await balance()).toBe('100.00');
  });

  it('is refused beyond what the directory can take; the option goes by prefix', async () => {
    // A minute at 50 a second.
    const rich = { mnpCoverage: true, mnpOption: true };
    shop = await openShop(paigham.world, { rupees: '100000', settings: rich });
    const content = csvOf(3_100, 2_000);
    expect((await sendPorted(content)).body).toMatch(/^12 : Request rejected: directory error/);
    expect(directory.admin.asked).toEqual([]);
    expect(await balance()).toBe('100000.00');
    const { id } = await sendPorted(content, { ported: '0' });
    expect(Number(id)).toBeGreaterThan(0);
    expect(directory.admin.asked).toEqual([]);
    expect(await balance()).toBe('95350.00');
    await untilOver(paigham);
    expect(await breachesOf(paigham, okIds)).toEqual([]);
  });

  it('is not looked up if network names the operator', async () => {
    const { id } = await sendPorted(csvOf(3, 9_000), { network: 'Telenor' });
    expect(Number(id)).toBeGreaterThan(0);
    expect(directory.admin.asked).toEqual([]);
    expect(await balance()).toBe('95.50');
  });

  it('as a dry run is priced with first look-ups, and asks nobody', async () => {
    const dry = await sendPorted(csvOf(4, 9_100), { dry_run: '1' });
    expect(dry.body).toBe('DRY RUN: 10.00 PKR, 4 parts, 4 recipients');
    expect(directory.admin.asked).toEqual([]);
  });
});
