/**
 * A full disk where files are received, fetched and read: senders are told to retry, nothing is
 * left behind, and everybody else is served.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callBatches, csvOf, type Batches } from '../support/batches.ts';
import { fetchBalance } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { fileParameters, sendFile, startFileSite, type FileSite } from '../support/file-site.ts';
import { startPaigham, type Node, type Paigham } from '../support/paigham.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { makeSmallDisk, whyNoSmallDisk, type SmallDisk } from '../support/small-disk.ts';
import { asker } from '../support/verify.ts';

const reason = whyNoSmallDisk();
if (reason !== undefined) console.warn(`a full disk is not tried: ${reason}`);

const FULL = 'the disk is full: a file could not be written';
const REFUSAL = 'Error: there is no disk space for the file, nothing was charged, try again later';

/** Larger than the whole disk. */
const LARGE = `Mobile,Name\n${'923001234567,Ali\n'.repeat(200_000)}`;
const few = csvOf([mobileOf(0, 1), mobileOf(1, 2), mobileOf(2, 3)]);

let disk: SmallDisk;
let paigham: Paigham;
let site: FileSite;
let node: Node;
let shop: Shop;
let batches: Batches;
let alarmsBefore = 0;

const alarms = (): number =>
  paigham.logged.filter((line) => (JSON.parse(line) as { msg: string }).msg === FULL).length;

const traces = async (): Promise<number> => {
  const [row] = await asker(paigham.db)<{ readonly many: number }>(
    `select (select count(*) from batches where account_id = $1)
          + (select count(*) from uploads where account_id = $1)
          + (select count(*) from messages where account_id = $1)
          + (select count(*) from idempotency_keys where account_id = $1) as many`,
    [shop.accountId],
  );
  return row?.many ?? 0;
};

/** No file, no row, no rupee; one log line for staff; and the next file is accepted. */
async function nothingHappened(): Promise<void> {
  expect(readdirSync(join(disk.folder, 'files'))).toEqual([]);
  await eventually('no trace', async () => (await traces()) === 0);
  expect(await fetchBalance(node.baseUrl, shop.apiKey)).toBe('1000.00');
  expect(alarms() - alarmsBefore).toBe(1);
  disk.clear();
  const headers = { 'Idempotency-Key': 'once' };
  const next = await batches.upload({ file: few, headers });
  expect([next.status, next.body.recipients]).toEqual([201, 3]);
}

describe.skipIf(reason !== undefined)('a full disk', () => {
  beforeAll(async () => {
    disk = makeSmallDisk('1m');
    paigham = await startPaigham({ withoutNode: true });
    site = await startFileSite();
  });
  beforeEach(async () => {
    node = await paigham.startNode({ config: { dataDir: disk.folder, fetchLoopback: true } });
    shop = await openShop(paigham.world, { rupees: '1000' });
    batches = callBatches(node.baseUrl, shop);
    alarmsBefore = alarms();
  });
  afterEach(async () => {
    await paigham.stop();
    disk.clear();
  });
  afterAll(() => disk.remove());

  it.each(['', '?async=1'])('refuses an upload%s for now', async (query) => {
    const headers = { 'Idempotency-Key': 'once' };
    const answer = await batches.upload({ file: LARGE, query, headers });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60']);
    expect(answer.body).toMatchObject({ code: 'disk_full', detail: REFUSAL });
    await nothingHappened();
  });

  it('refuses an upload for now when there is no room at all', async () => {
    disk.fill();
    const answer = await batches.upload({ file: few });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60']);
    await nothingHappened();
  });

  it('refuses a link for now', async () => {
    const link = site.put('large.csv', LARGE);
    const parameters = fileParameters(shop, link, { idempotency_key: 'once' });
    const answer = await sendFile(node.baseUrl, parameters);
    expect(answer).toMatchObject({ httpStatus: 503, body: `12 : ${REFUSAL}` });
    await nothingHappened();
  });

  it('keeps an accepted upload until there is room for it', async () => {
    await node.stop();
    const door = await paigham.startNode({ config: { roles: ['api'] } });
    await paigham.startNode({ config: { roles: ['worker', 'carriers'], dataDir: disk.folder } });
    disk.fill();
    batches = callBatches(door.baseUrl, shop);
    const { status, body } = await batches.upload({ file: few, query: '?async=1' });
    expect(status).toBe(202);
    await eventually('a try', () => alarms() > alarmsBefore);
    // The next try may have begun.
    await eventually('no file', () => readdirSync(join(disk.folder, 'files')).length === 0);
    expect(await fetchBalance(door.baseUrl, shop.apiKey)).toBe('1000.00');
    disk.clear();
    const batch = await batches.untilOver(body.id ?? '');
    expect(batch).toMatchObject({ state: 'sent', recipients: 3, problem: null });
  });
});
