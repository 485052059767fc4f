/** Files at once: one balance, one idempotency key, and a limited number of readers. */
import type { ServerResponse } from 'node:http';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { limit } from '../../src/domain/limits.ts';
import { fetchBalance, send } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import {
  csvOf,
  fileParameters,
  sendFile,
  startFileSite,
  type FileSite,
} from '../support/file-site.ts';
import { startNumberDirectory, type NumberDirectory } from '../support/number-directory.ts';
import { startPaigham, type Node, type Paigham } from '../support/paigham.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { asker, breachesOf, untilOver, watch } from '../support/verify.ts';

let paigham: Paigham;
let second: Node;
let site: FileSite;
let directory: NumberDirectory;
let shop: Shop;
const okIds: number[] = [];

beforeAll(async () => {
  directory = await startNumberDirectory();
  paigham = await startPaigham({ config: { ...directory.config, fetchLoopback: true } });
  await watch(paigham);
  second = await paigham.startNode();
  site = await startFileSite();
});

beforeEach(async () => {
  shop = await openShop(paigham.world, { rupees: '3000', settings: { mnpCoverage: true } });
});

const put = (rows: number, first: number): string => site.put(`${first}.csv`, csvOf(rows, first));

/** Sends on either node in turn. */
function sendAll(
  links: readonly string[],
  change: Readonly<Record<string, string>> = {},
): Promise<readonly { readonly id: number | undefined; readonly body: string }[]> {
  return Promise.all(
    links.map(async (link, at) => {
      const { baseUrl } = at % 2 === 0 ? paigham : second;
      const answer = await sendFile(baseUrl, fileParameters(shop, link, change));
      if (answer.id !== undefined) okIds.push(answer.id);
      return answer;
    }),
  );
}

async function nothingIsWrong(): Promise<void> {
  await untilOver(paigham);
  expect(await breachesOf(paigham, okIds)).toEqual([]);
}

describe('files of one account at once', () => {
  it('spend to the last paisa and no further', async () => {
    // Credit for two files of 1,000 and no more.
    const links = [0, 1, 2, 3, 4].map((at) => put(1_000, 100_000 + at * 1_000));
    const answers = await sendAll(links);
    expect(answers.filter(({ id }) => id !== undefined)).toHaveLength(2);
    const refused = answers.filter(({ id }) => id === undefined);
    for (const { body } of refused) expect(body).toMatch(/^8 : Insufficient credit: 1500.00 PKR/);
    expect(await fetchBalance(paigham.baseUrl, shop.apiKey)).toBe('0.00');
    await nothingIsWrong();
  });

  it('share the balance with sends to numbers', async () => {
    const parameters = (at: number) =>
      shop.write('A code', mobileOf(0, 120_000 + at), { sender: 'InfoSMS' });
    const links = [put(1_000, 130_000), put(990, 140_000)];
    const [files, single] = await Promise.all([
      sendAll(links),
      Promise.all(Array.from({ length: 40 }, (_, at) => send(paigham.baseUrl, parameters(at)))),
    ]);
    for (const { id } of single) if (id !== undefined) okIds.push(id);
    const rows = [1_000, 990].filter((_, at) => files[at]?.id !== undefined);
    const sent = rows.reduce((sum, it) => sum + it, 0) + single.filter((it) => it.id).length;
    const left = await fetchBalance(paigham.baseUrl, shop.apiKey);
    expect(Number(left)).toBeCloseTo(3_000 - sent * 1.5, 6);
    expect(Number(left)).toBeGreaterThanOrEqual(0);
    await nothingIsWrong();
  });

  it('count as one with one idempotency key', async () => {
    const link = put(500, 150_000);
    const answers = await sendAll([link, link, link], { idempotency_key: 'one file' });
    expect(new Set(answers.flatMap(({ id }) => id ?? [])).size).toBe(1);
    const others = answers.filter(({ id }) => id === undefined);
    for (const { body } of others) expect(body).toContain('is still running');
    expect(await fetchBalance(paigham.baseUrl, shop.apiKey)).toBe('2250.00');
    await nothingIsWrong();
  });

  it('pay for a number’s first look-up once, whoever is first', async () => {
    const link = put(100, 160_000);
    await sendAll([link, link], { ported: '1' });
    const [sum] = await asker(paigham.db)<{ readonly first: number; readonly again: number }>(
      `select sum(first_lookups)::int as first, sum(again_lookups)::int as again
       from lookup_charges where account_id = $1`,
      [shop.accountId],
    );
    expect(sum).toEqual({ first: 100, again: 100 });
    // 200 texts, 100 first look-ups, 100 saved ones.
    expect(await fetchBalance(paigham.baseUrl, shop.apiKey)).toBe('2575.00');
    await nothingIsWrong();
  });
});

describe('an account whose links are slow', () => {
  it('leaves room to others', async () => {
    let [asked, isOver] = [0, false];
    const held: ServerResponse[] = [];
    const links = Array.from({ length: limit('filesAtOnce') + 2 }, (_, at) =>
      site.answer(`slow-${at}.csv`, (response) => {
        asked += 1;
        if (isOver) response.end();
        else held.push(response.writeHead(200));
        response.flushHeaders();
      }),
    );
    const slow = links.map((link) => sendFile(paigham.baseUrl, fileParameters(shop, link)));
    await eventually('their fetches', () => asked >= limit('filesOfAccount'));
    const other = await openShop(paigham.world, { rupees: '100' });
    const quick = await sendFile(paigham.baseUrl, fileParameters(other, put(10, 190_000)));
    expect(quick.httpStatus).toBe(200);
    expect(asked).toBe(limit('filesOfAccount'));
    okIds.push(quick.id ?? 0);
    isOver = true;
    for (const response of held) response.end();
    await Promise.all(slow);
    await nothingIsWrong();
  });
});

describe('more files than are read at a time', () => {
  it('wait for their turn', async () => {
    // Only one at a time per account, so that each waits just seconds.
    const many = limit('filesOfAccount') + 1;
    const links = Array.from({ length: many }, (_, at) => put(20, 170_000 + at * 20));
    const answers = await Promise.all(
      links.map((link) => sendFile(paigham.baseUrl, fileParameters(shop, link))),
    );
    for (const { id } of answers) okIds.push(id ?? 0);
    expect(answers.filter(({ httpStatus }) => httpStatus !== 200)).toEqual([]);
    await nothingIsWrong();
  });
});
