/** `bin/paigham send-file` against a running service: on a terminal, in a log, and failing. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, request as ask, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wallClock, type Clock } from '@paigham/base/clock.ts';
import { csvOf } from '../support/batches.ts';
import { CLI } from '../support/compiled.ts';
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
  // A number that ends in 7 cannot be reached.
  const receiptNumbers = [{ pattern: '7$', state: 'UNDELIV', error: '027' }];
  paigham = await startPaigham({ behaviour: { receiptDelayMs: 20, receiptNumbers } });
  shop = await openShop(paigham.world, { rupees: '10000' });
  writeFileSync(people, csvOf([1, 2, 3, 4, 4].map((index) => mobileOf(0, index))));
});

const sit = (seat: Seat = {}): Say => takeSeat({ paigham, shop }, seat);

const words = (): readonly string[] => [
  ...['send-file', people, '--template', String(shop.transactional)],
  ...['--sender', shop.senders.shortCode, '--message', '{"text":"Dear #B#"}'],
];

describe('on a terminal', () => {
  it('one line is drawn again and again, and the end says what came of it', async () => {
    const drawn: Drawn = { lines: [] };
    const { code, out, err } = await sit({ drawn })(...words());
    expect([code, err]).toEqual([3, expect.stringMatching(/^Batch \d+: it continues/m)]);
    expect(drawn.lines[0]).toBe(
      '\r\u001b[2KChecking    [########################]  100 %  1 kB of 1 kB',
    );
    expect(drawn.lines.join('')).toContain('\r\u001b[2KUploading   [#');
    for (const line of drawn.lines) expect(line).toMatch(/^(\r\u001b\[2K[^\n]{1,78}|\n)$/);
    expect(out).toMatch(/state +sent/);
    // The repeated number is left out unless it is to be kept.
    expect(out).toMatch(/rows +5\nleft out +1\nmessages +4\nparts +4\nprice +19.20 PKR/);
    expect(out).toMatch(/rows\?format=csv/);
    expect(out + err).not.toContain(shop.apiKey);
  });

  it('the key may be typed, and is asked for only when nothing else gives it', async () => {
    const typed = `${shop.apiKey}\n`;
    const { code } = await sit({ key: undefined, typed, drawn: { lines: [] } })(...words());
    expect(code).toBe(3);
  });
});

describe('in a log', () => {
  it('there are plain lines, repeated numbers on demand, and the rows in a file', async () => {
    const results = join(folder, 'out.csv');
    const say = sit();
    const said = await say(...words(), '--keep-duplicates', '--results', results);
    expect(said.code).toBe(0);
    expect(said.err).toMatch(/^Checking: +\d+ %/);
    expect(said.err).toMatch(/\nRow 2, \d+, 1 part, 4.80 PKR:\n {2}Dear Ali 0\n[^]*\nUploading: /);
    expect(said.err).not.toContain('\u001b');
    expect(said.out).toMatch(/messages +5/);
    expect(said.out).toMatch(/delivered +5/);
    const rows = readFileSync(results, 'utf8').trimEnd().split('\r\n');
    expect(rows[0]).toMatch(/^\uFEFFrow,number,state/);
    expect(rows.slice(1).map((row) => row.split(',').slice(0, 3).join(' '))).toEqual(
      [1, 2, 3, 4, 4].map((index, at) => `${at + 2} ${mobileOf(0, index)} delivered`),
    );
  });

  it('columns stand for variables, and --json is for machines', async () => {
    const said = await sit()(
      ...['send-file', people, '--template', String(shop.transactional), '--dry-run', '--json'],
      ...['--sender', shop.senders.shortCode, '--column', 'text=b'],
    );
    expect(said.code).toBe(3);
    expect(JSON.parse(said.out)).toMatchObject({ state: 'dry_run', rows: 5, recipients: 4 });
  });

  it('some rows left out, or not reached, make it 3', async () => {
    const file = join(folder, 'some.csv');
    writeFileSync(file, `${mobileOf(1, 7)},Ali\n92300,Nobody\n`);
    const said = await sit()(...words().with(1, file), '--results', join(folder, 'some-out.csv'));
    expect(said.code).toBe(3);
    expect(said.out).toMatch(/left out +1\n[^]*failed +1/);
  });
});

describe('what fails', () => {
  it('in the file, is told by row and column', async () => {
    const file = join(folder, 'wrong.csv');
    writeFileSync(file, '92300,Nobody\n');
    const said = await sit()(...words().with(1, file));
    expect(said.code).toBe(1);
    expect(said.out).toMatch(/refused +Invalid recipient: no row has a number/);
    expect(said.out).toMatch(/row 1, column A: a short code/);
    expect(said.out).not.toMatch(/\/file/);
  });

  it.each([
    [['--sender', 'Nobody'], /not approved/],
    [['--message', '{"text":7}'], /^refused +text of --message must be a string/],
    [['--message', '{'], /must be an object/],
  ])('in the request, is told by the service: %j', async (change, told) => {
    const at = words().indexOf(change[0] ?? '');
    const said = await sit()(...words().with(at + 1, change[1] ?? ''));
    expect([said.code, said.out]).toEqual([1, expect.stringMatching(told)]);
  });

  it.each<[readonly string[]]>([[[]], [['--yes']]])('names what was given: %j', async (more) => {
    const asked = ['send-file', people, '--template', String(shop.transactional)];
    const sender = ['--sender', shop.senders.shortCode];
    const said = await sit()(...asked, ...sender, '--column', 'texte=B', ...more);
    expect(said.code).toBe(1);
    expect(said.out).toMatch(/'text' of the template is missing\n\n--column names texte\./);
  });

  it.each<[readonly string[], RegExp]>([
    [['send-file'], /FILE is missing/],
    [['send-file', 'x', '--sender', 'a', '--sender', 'b'], /given twice/],
  ])('in the words, is 2: %j', async (wrong, told) => {
    const said = await sit()(...wrong);
    expect([said.code, said.err]).toEqual([2, expect.stringMatching(told)]);
  });

  it.each<[readonly string[], Seat, RegExp]>([
    [['--column', 'text=B'], {}, /cannot be used together/],
    [[], { url: 'ftp://x' }, /must be an address/],
    [[], { key: undefined }, /There is no API key/],
    [[], { key: 'two words' }, /contains spaces/],
  ])('before anything is asked, is a sentence: %j', async (more, seat, told) => {
    const said = await sit(seat)(...words(), ...more);
    const code = 'key' in seat ? 1 : 2;
    expect([said.code, said.err]).toEqual([code, expect.stringMatching(told)]);
  });

  it('with a wrong key, is told although the upload is under way', async () => {
    const large = join(folder, 'large.csv');
    writeFileSync(large, 'x'.repeat(30_000_000));
    const said = await sit({ key: 'wrong' })(...words().with(1, large));
    expect([said.code, said.out]).toEqual([1, expect.stringContaining('Invalid API key')]);
  });

  it('because nothing listens, is 4', async () => {
    const said = await sit({ url: 'http://127.0.0.1:2' })(...words());
    expect([said.code, said.out]).toEqual([4, expect.stringContaining('nothing listens there')]);
  });
});

describe('a service that is not itself for a moment', () => {
  let server: Server;
  const keys: string[] = [];
  let url: string;

  beforeAll(async () => {
    // Breaks the first upload off, is busy at the second, and then passes on.
    server = createServer((request, response) => {
      keys.push(String(request.headers['idempotency-key']));
      if (keys.length === 1) {
        request.resume().on('end', () => request.socket.destroy());
        return;
      }
      if (keys.length === 2) {
        request.resume().on('end', () => {
          response.writeHead(503, { 'Retry-After': '1', 'Content-Type': 'application/json' });
          response.end(JSON.stringify({ detail: 'Error: busy', code: 'uploads_busy' }));
        });
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
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  it('gets the file again under the same key, and takes it once', async () => {
    // Pauses are short, the patience with a silent service is not.
    const clock: Clock = {
      ...wallClock,
      setTimer: (ms, fn) => wallClock.setTimer(ms > 100_000 ? ms : 20, fn),
    };
    const said = await sit({ url, clock })(...words(), '--yes');
    expect(said.code).toBe(3);
    expect(said.err).toContain('the connection broke; again in 2 s.');
    expect(said.err).toContain('Error: busy; again in 1 s.');
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
  });
});

it('as a program of its own it does the same', async () => {
  const env = { ...process.env, PAIGHAM_URL: paigham.baseUrl, PAIGHAM_KEY: shop.apiKey };
  const { code, out, err } = await new Promise<{ code: unknown; out: string; err: string }>(
    (resolve) => {
      execFile(process.execPath, [CLI, ...words()], { env }, (error, out, err) =>
        resolve({ code: error?.code ?? 0, out, err }),
      );
    },
  );
  expect([code, err]).toEqual([3, expect.stringMatching(/Batch \d+/)]);
  expect(out).toMatch(/messages +4/);
});
