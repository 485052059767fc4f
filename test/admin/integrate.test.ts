/** The commands for whoever builds on the service: over HTTP, with a key, without a database. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyWebhook } from '@paigham/client';
import type { Remote } from '../../src/cli/remote.ts';
import { CLI, COMPILED } from '../support/compiled.ts';
import { eventually } from '../support/eventually.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { takeSeat, type Seat } from './seat.ts';
import type { Say } from './terminal.ts';
import { temporaryDir } from '../support/temporary.ts';

const folder = temporaryDir();
let paigham: Paigham;
let shop: Shop;

beforeAll(async () => {
  // A number that ends in 7 cannot be reached.
  const receiptNumbers = [{ pattern: '7$', state: 'UNDELIV', error: '027' }];
  paigham = await startPaigham({ behaviour: { receiptDelayMs: 20, receiptNumbers } });
  shop = await openShop(paigham.world, { rupees: '10000' });
});

const sit = (seat: Seat = {}): Say => takeSeat({ paigham, shop }, seat);

const send = (...more: string[]): readonly string[] => [
  ...['send', ...more, '--template', String(shop.transactional)],
  ...['--sender', shop.senders.shortCode, '--value', 'text=Dear=Ali'],
];

describe('paigham send and status', () => {
  it('send a text, and watch it until it is delivered', async () => {
    const sent = await sit()(...send(mobileOf(0, 1), '--json'));
    expect(sent).toMatchObject({ code: 0, err: '' });
    const { id, parts } = JSON.parse(sent.out) as { readonly id: string; readonly parts: number };
    expect(parts).toBe(1);
    const { code, out } = await sit()('status', id, '--watch');
    expect([code, out]).toEqual([0, expect.stringMatching(/state +delivered/)]);
  });

  it('tell of a batch, and end with 3 when some of it failed', async () => {
    const numbers = [mobileOf(0, 1), mobileOf(0, 7), '0421234567'];
    const sent = await sit()(...send(...numbers));
    expect(sent.code).toBe(3);
    expect(sent.out).toMatch(/messages +2[^]*Left out: 0421234567, /);
    const id = /id +(\d+)/.exec(sent.out)?.[1] ?? '';
    const { code, out } = await sit()('status', id, '--watch');
    expect([code, out]).toEqual([3, expect.stringMatching(/delivered +1\nfailed +1/)]);
  });

  it('say what is wrong, and what the service refuses, in its words', async () => {
    const usage = await sit()('send', mobileOf(0, 1), '--sender', '8584');
    expect(usage).toMatchObject({
      code: 2,
      err: expect.stringContaining('--template is missing') as string,
    });
    const refused = await sit()(...send('0421234567'));
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('landline') as string });
    const unknown = await sit()('status', '1');
    expect(unknown).toMatchObject({ code: 1, err: 'Invalid id: no such message' });
    const dry = await sit()(...send(mobileOf(0, 1), '--dry-run'));
    expect(dry.out).toMatch(/^id +–\nmessages +1\nparts +1\nprice +\d+\.\d\d PKR/);
  });
});

it('send-again looks first, then sends to those whom a batch did not reach', async () => {
  const numbers = [mobileOf(0, 1), mobileOf(1, 7)];
  const branded = ['--sender', shop.senders.brand, '--value', 'text=Dear=Ali'];
  const sent = await sit()(
    'send',
    ...numbers,
    '--template',
    String(shop.transactional),
    ...branded,
  );
  const id = /id +(\d+)/.exec(sent.out)?.[1] ?? '';
  await sit()('status', id, '--watch');
  const again = ['send-again', id, '--to', 'failed'];
  const dry = await sit()(...again, '--dry-run');
  expect([dry.code, dry.out]).toEqual([
    0,
    expect.stringMatching(/messages +1[^]*price +\d+\.\d\d PKR/),
  ]);
  const declined = await sit({ says: false })(...again);
  expect(declined).toMatchObject({
    code: 1,
    err: expect.stringContaining('Nothing was sent') as string,
  });
  const asSent = { source: 'numbers', file: null, repeats: id, recipients: 1, rows_left_out: 0 };
  const tried = await sit()(...again, '--dry-run', '--json');
  expect(JSON.parse(tried.out)).toMatchObject(asSent);
  const done = await sit()(...again, '--yes', '--name', 'Once more', '--json');
  expect(JSON.parse(done.out)).toMatchObject({ ...asSent, name: 'Once more' });
  const refused = await sit()(...again, '--yes');
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringContaining('another try already') as string,
  });
  expect(await sit()('send-again', id)).toMatchObject({ code: 2 });
});

it('balance and templates list what there is', async () => {
  expect((await sit()('balance')).out).toMatch(/^credit +\d+\.\d\d PKR$/);
  const templates = await sit()('templates');
  expect(templates.out).toContain(String(shop.transactional));
});

it('prices and estimate say what a text costs', async () => {
  expect((await sit()('prices')).out).toMatch(/branded, a part +SCO +3\.10/);
  const asked = ['estimate', 'x'.repeat(161), '--recipients', '1000'];
  expect((await sit()(...asked)).out).toMatch(/Jazz +2 +3\.00 +3000\.00/);
  expect(await sit()('estimate', 'x', '--route', 'gold')).toMatchObject({ code: 2 });
});

it.each([
  [['estimate', ''], 'TEXT is empty.'],
  [['status', ''], 'ID is empty.'],
  [['login', 'http://127.0.0.1:6000'], 'Port 6000 belongs to another protocol'],
  [['send', '', '--template', '1', '--sender', 'A'], 'NUMBER is empty.'],
  [['send', '0300', '--template', '', '--sender', 'A'], '--template is missing.'],
  [['estimate', 'x', '--recipients', '0'], '--recipients must be at least 1'],
  [['send-again', '1', '--to', 'all', '--send-at', 'soon'], /^--send-at must be a time such as/],
])('%j: what is wrong is named as it was typed', async (words, said) => {
  expect((await sit()(...words)).err.slice(0, 80)).toMatch(said);
});

it('listen prints what happens, and posts it on, signed as a webhook is', async () => {
  const posts: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
  const hook = createServer((request, response) => {
    const take = async (): Promise<void> => {
      posts.push({ headers: request.headers, body: await text(request) });
      response.writeHead(204).end();
    };
    void take();
  });
  hook.listen(0, '127.0.0.1');
  await once(hook, 'listening');
  const { port } = hook.address() as AddressInfo;
  const said: string[] = [];
  const secret = `whsec_${Buffer.from('a secret of this test alone').toString('base64')}`;
  const forward = ['--forward', `http://127.0.0.1:${port}/hook`, '--secret', secret];
  const listening = sit({ said })('listen', ...forward, '--count', '2', '--json');
  await eventually('events are recorded', async () => {
    const sent = await sit()(...send(mobileOf(0, 1)));
    return sent.code === 0 && said.length >= 2;
  });
  expect(await listening).toMatchObject({ code: 0 });
  hook.close();
  const events = said.map((line) => JSON.parse(line) as { readonly id: string });
  expect(new Set(events.map(({ id }) => id)).size).toBe(2);
  const verified = posts.map(({ body, headers }) => verifyWebhook(body, headers, secret));
  expect(await Promise.all(verified)).toEqual(events);
});

describe('paigham login', () => {
  /** The program itself, with a folder for settings of its own and no installation. */
  async function paighamOf(words: readonly string[], input = ''): Promise<[number, string]> {
    const own = { HOME: folder, XDG_CONFIG_HOME: join(folder, 'config') };
    const env = { ...COMPILED, ...own, PATH: '/usr/bin:/bin' };
    const child = spawn(process.execPath, [CLI, ...words], { cwd: folder, env });
    child.stdin.end(input);
    const [out, err] = [text(child.stdout), text(child.stderr)];
    const [code] = (await once(child, 'exit')) as [number];
    return [code, `${await out}${await err}`];
  }

  it('keeps the key for its owner alone, and the other commands need nothing else', async () => {
    mkdirSync(join(folder, 'config'));
    const words = ['login', `${paigham.baseUrl}/`, '--key-file', '-'];
    const [code, told] = await paighamOf(words, `${shop.apiKey}\n`);
    expect([code, told]).toEqual([0, expect.stringMatching(/credit +\d+\.\d\d PKR/)]);
    expect(told).not.toContain(shop.apiKey);
    const file = join(folder, 'config/paigham/login.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toContain(shop.apiKey);
    expect(await paighamOf(['balance'])).toEqual([0, expect.stringMatching(/^credit /)]);
    expect(await paighamOf(['login', paigham.baseUrl, '--key-file', '-'], 'wrong')).toEqual([
      1,
      expect.stringContaining('Invalid API key'),
    ]);
    expect(readFileSync(file, 'utf8')).toContain(shop.apiKey);
  });

  it('gives a key to no other service than its own', async () => {
    const login: Remote['login'] = {
      read: async () => JSON.stringify({ baseUrl: 'http://127.0.0.1:2', key: 'of another' }),
      write: async () => 'nowhere',
    };
    const { code, err } = await sit({ key: undefined, login })('balance');
    expect([code, err]).toEqual([1, expect.stringContaining('There is no API key')]);
  });
});
