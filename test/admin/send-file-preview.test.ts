/** What `bin/paigham send-file` shows before it spends, and what a dry run says and saves. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { csvOf } from '../support/batches.ts';
import { fetchBalance } from '../support/caller.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { takeSeat, type Drawn, type Seat } from './seat.ts';
import type { Say } from './terminal.ts';
import { temporaryDir } from '../support/temporary.ts';

const folder = temporaryDir();
const people = join(folder, 'people.csv');
let paigham: Paigham;
let shop: Shop;

beforeAll(async () => {
  paigham = await startPaigham();
  shop = await openShop(paigham.world, { rupees: '10000' });
  writeFileSync(people, csvOf([1, 2, 3, 4, 4].map((index) => mobileOf(0, index))));
});

const sit = (seat: Seat = {}): Say => takeSeat({ paigham, shop }, seat);

const words = (): readonly string[] => [
  ...['send-file', people, '--template', String(shop.transactional)],
  ...['--sender', shop.senders.shortCode, '--message', '{"text":"Dear #B#"}'],
];

describe('before it spends, send-file', () => {
  it('shows three texts, what is left out and the sum, and sends only after a yes', async () => {
    const before = await fetchBalance(paigham.baseUrl, shop.apiKey);
    const asked: string[] = [];
    const drawn: Drawn = { lines: [] };
    const no = await sit({ drawn, says: false, asked })(...words());
    expect(asked).toEqual(['Send 4 messages for 19.20 PKR? [y/N] ']);
    expect([no.code, no.out]).toEqual([1, '']);
    expect(no.err).toBe(
      [
        `Row 2, ${mobileOf(0, 1)}, 1 part, 4.80 PKR:`,
        '  Dear Ali 0',
        `Row 3, ${mobileOf(0, 2)}, 1 part, 4.80 PKR:`,
        '  Dear Ali 1',
        `Row 4, ${mobileOf(0, 3)}, 1 part, 4.80 PKR:`,
        '  Dear Ali 2',
        '1 row with a number of an earlier row.',
        '1 of 5 rows is left out:',
        `  row 6, column A: repeated (${mobileOf(0, 4)})`,
        'In all: 4 messages, 4 parts, 19.20 PKR.',
        'Nothing was sent.',
      ].join('\n'),
    );
    expect(await fetchBalance(paigham.baseUrl, shop.apiKey)).toBe(before);
    const yes = await sit({ drawn, says: true, asked })(...words());
    expect([yes.code, asked.length]).toEqual([3, 2]);
    expect(Number(await fetchBalance(paigham.baseUrl, shop.apiKey))).toBeCloseTo(
      Number(before) - 19.2,
    );
  });

  it('--yes sends at once: nothing is shown, nobody is asked', async () => {
    const asked: string[] = [];
    const drawn: Drawn = { lines: [] };
    const said = await sit({ drawn, says: false, asked })(...words(), '--yes');
    expect([said.code, asked, said.err]).toEqual([3, [], expect.stringMatching(/^Batch \d+/)]);
    expect(drawn.lines.join('')).not.toContain('Checking');
  });
});

describe('a dry run', () => {
  const dry = (...more: readonly string[]) => [...words(), '--dry-run', ...more];

  it('shows three texts, and says which rows are left out and why', async () => {
    const asked: string[] = [];
    const said = await sit({ asked })(...dry());
    expect([said.code, asked]).toEqual([3, []]);
    expect(said.out).toMatch(/messages +4[^]*\n\nRow 2, \d+, 1 part, 4.80 PKR:\n {2}Dear Ali 0\n/);
    expect(said.out).toMatch(/\n1 of 5 rows is left out:\n {2}row 6, column A: repeated \(9230/);
  });

  it('names twenty of them, and the file that it was told to save has all', async () => {
    const many = join(folder, 'many.csv');
    const wrong = Array.from({ length: 25 }, (_, at) => `8584,=Nobody ${at}`);
    writeFileSync(many, [`${mobileOf(0, 1)},Ali`, ...wrong].join('\n'));
    const short = await sit()(...dry().with(1, many));
    expect(short.out).toMatch(/25 of 26 rows are left out:\n[^]*row 21,[^\n]*\n {2}… and 5 more/);
    expect(short.out).toContain('--dry-run --results FILE saves them');
    const results = join(folder, 'dry.csv');
    const said = await sit()(...dry('--results', results).with(1, many));
    expect([said.code, said.out]).toEqual([
      3,
      expect.stringContaining(`left out are in ${results}: `),
    ]);
    const rows = readFileSync(results, 'utf8').trimEnd().split('\r\n');
    expect(rows[0]).toBe('\uFEFFrow,number,state,reason,column');
    expect(rows[1]).toBe('2,8584,left_out,a short code,A');
    expect(rows).toHaveLength(26);
  });

  it('that is refused says that the file was not written', async () => {
    const file = join(folder, 'nobody.csv');
    writeFileSync(file, '92300,Nobody\n');
    const results = join(folder, 'not-written.csv');
    const said = await sit()(...dry('--results', results).with(1, file));
    expect([said.code, said.out]).toEqual([
      1,
      expect.stringContaining(`${results} is not written`),
    ]);
    expect(existsSync(results)).toBe(false);
  });
});

it('a preview that cannot be had now holds up nothing that nobody watches', async () => {
  const server = createServer((request, response) => {
    if (request.url?.includes('dry_run') === true) {
      request.resume().on('end', () => response.writeHead(504).end('<html>'));
      return;
    }
    const { method, headers, url: path = '' } = request;
    const onward = ask(new URL(path, paigham.baseUrl), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const said = await sit({ url })(...words());
  expect([said.code, said.err]).toEqual([3, expect.stringMatching(/^No preview: .*504/m)]);
  const asked: string[] = [];
  const no = await sit({ url, says: false, asked })(...words());
  expect([no.code, asked]).toEqual([1, ['Send it without a preview? [y/N] ']]);
  server.close();
});
