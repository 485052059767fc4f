import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { recordsOf, type Json } from './json.ts';
import { readCommandLine } from './options.ts';
import { startChatPlatform, type RunningPlatform } from './start.ts';
import { stories } from './stories.ts';

const NUMBER = '300000000000001';
const ACCOUNT = '200000000000001';
const secret = 'simulated-app-secret';

type Posted = { readonly isSigned: boolean; readonly body: Json };

const posted: Posted[] = [];
let answer = 200;
const callback = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const bytes = Buffer.concat(chunks);
    const signature = createHmac('sha256', secret).update(bytes).digest('hex');
    const isSigned = request.headers['x-hub-signature-256'] === `sha256=${signature}`;
    posted.push({ isSigned, body: JSON.parse(bytes.toString('utf8')) as Json });
    response.writeHead(answer).end();
  });
});

let running: RunningPlatform;
beforeAll(async () => {
  await new Promise<void>((resolve) => callback.listen(0, '127.0.0.1', resolve));
  const callbackUrl = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/hook`;
  running = await startChatPlatform({
    port: 0,
    managementPort: 0,
    apps: [{ id: '100000000000001', secret, callbackUrl }],
    behaviour: { sentDelayMs: 5, deliveredDelayMs: 5, readDelayMs: 5, approveAfterMs: 5 },
  });
});
afterAll(async () => {
  await running.close();
  callback.close();
  callback.closeAllConnections();
});

async function ask(url: string, method: string, json?: object) {
  const headers = { authorization: 'Bearer simulated-token', 'content-type': 'application/json' };
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  const response = await fetch(url, { method, headers, ...body });
  return { status: response.status, json: (await response.json()) as Json };
}

const graph = (method: string, path: string, json?: object) =>
  ask(`${running.url}/v25.0/${path}`, method, json);

const manage = (path: string, json?: object) =>
  ask(running.managementUrl + path, json === undefined ? 'GET' : 'POST', json);

const send = (to: string, content: object) =>
  graph('POST', `${NUMBER}/messages`, { messaging_product: 'whatsapp', to, ...content });

const hello = {
  type: 'template',
  template: { name: 'hello_world', language: { code: 'en_US' } },
};

/** The statuses that the callback received for messages to a number. */
function statusesTo(number: string): readonly Json[] {
  return posted
    .flatMap(({ body }) => recordsOf(body['entry']))
    .flatMap((entry) => recordsOf(entry['changes']))
    .flatMap((change) => recordsOf((change['value'] as Json)['statuses']))
    .filter((it) => it['recipient_id'] === number);
}

const wordsTo = (number: string): readonly unknown[] =>
  statusesTo(number).map((it) => it['status']);

describe('a message', () => {
  it('is accepted, and its statuses are posted with a signature', async () => {
    const to = '923001234501';
    expect(await send(to, hello)).toMatchObject({ status: 200 });
    await vi.waitFor(() => expect(wordsTo(to)).toEqual(['sent', 'delivered']));
    expect(statusesTo(to)[0]).toMatchObject({ pricing: { billable: true, category: 'utility' } });
    expect(posted.every(({ isSigned }) => isSigned)).toBe(true);
  });

  it.each([
    [{ ...hello, template: { ...hello.template, name: 'nobody' } }, 132001],
    [{ ...hello, colour: 'red' }, 100],
    [{ type: 'text', text: {} }, 100],
    [{ type: 'image', image: {} }, 131008],
    [{ type: 'image', image: { id: '1' } }, 100],
  ])('%j is refused with %i', async (content, code) => {
    expect((await send('923001234502', content)).json).toMatchObject({ error: { code } });
  });

  it.each([
    ['923001990002', 131026],
    ['923001990019', 130429],
  ])('to the magic number %s is refused with %i', async (to, code) => {
    expect((await send(to, hello)).json).toMatchObject({ error: { code } });
  });

  it.each([
    ['20', ['sent', 'delivered']],
    ['21', ['read', 'sent', 'delivered']],
    ['24', ['failed', 'delivered']],
    ['28', ['sent', 'warmed', 'delivered']],
  ])('to a number that ends in 9900%s has the statuses %j', async (digits, words) => {
    const to = `9230019900${digits}`;
    await send(to, hello);
    await vi.waitFor(() => expect(wordsTo(to)).toEqual(words));
  });

  it('of free form fails outside the 24-hour window, and arrives inside it', async () => {
    const to = '923001234503';
    const text = { type: 'text', text: { body: 'Salaam' } };
    await send(to, text);
    await vi.waitFor(() => expect(wordsTo(to)).toEqual(['failed']));
    await manage('/reply', { from: to, text: 'Salaam' });
    await send(to, text);
    await vi.waitFor(() => expect(wordsTo(to)).toEqual(['failed', 'sent', 'delivered']));
  });

  it('gets what POST /next has prepared, once', async () => {
    await manage('/next', { to: '923001234504', story: 'policy' });
    expect((await send('923001234504', hello)).json).toMatchObject({ error: { code: 368 } });
    expect((await send('923001234504', hello)).status).toBe(200);
    expect((await manage('/next', { story: 'unheard of' })).status).toBe(400);
  });
});

describe('a webhook', () => {
  it('that is not answered with 200 is sent again', async () => {
    const to = '923001234505';
    answer = 500;
    await send(to, hello);
    await vi.waitFor(() => expect(wordsTo(to)).toHaveLength(2));
    answer = 200;
    await vi.waitFor(() => expect(wordsTo(to)).toHaveLength(4), 5_000);
  });
});

describe('a template', () => {
  const template = { name: 'news', language: 'en', category: 'MARKETING' };
  const example = { body_text: [['Sara']] };
  const body = { type: 'BODY', text: 'Dear {{1}}, hello.', example };

  it('is created, approved after a while, and sent with as many values as it has', async () => {
    const made = await graph('POST', `${ACCOUNT}/message_templates`, {
      ...template,
      components: [body],
    });
    const path = String(made.json['id']);
    await vi.waitFor(async () => {
      expect((await graph('GET', path)).json).toMatchObject({ status: 'APPROVED' });
    });
    const content = (components: readonly object[]) => ({
      type: 'template',
      template: { name: 'news', language: { code: 'en' }, components },
    });
    const fault = await send('923001234506', content([]));
    expect(fault.json).toMatchObject({ error: { code: 132000 } });
    const parameters = [{ type: 'text', text: 'Ali' }];
    expect((await send('923001234506', content([{ type: 'body', parameters }]))).status).toBe(200);
    const { json } = await manage('/messages?person=923001234506');
    expect(json['messages']).toMatchObject([{ body: 'Dear Ali, hello.', template: 'news' }]);
  });

  it.each([
    ['without an example', { type: 'BODY', text: 'Dear {{1}}, hello.' }, 2_388_043],
    ['that ends with a variable', { type: 'BODY', text: 'Dear {{1}}', example }, 2_388_299],
  ])('%s is refused', async (_, wrong, code) => {
    const proposed = { ...template, name: 'other', components: [wrong] };
    const { json } = await graph('POST', `${ACCOUNT}/message_templates`, proposed);
    expect(json).toMatchObject({ error: { code: 100, error_subcode: code } });
  });

  it('that already exists is refused', async () => {
    const again = { ...template, name: 'hello_world', language: 'en_US', components: [body] };
    const { json } = await graph('POST', `${ACCOUNT}/message_templates`, again);
    expect(json).toMatchObject({ error: { code: 100, error_subcode: 2388024 } });
  });
});

describe('the page', () => {
  it('runs its own script and style, and nothing else', async () => {
    const response = await fetch(running.managementUrl);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy.match(/'sha256-/g)).toHaveLength(2);
    expect(policy).not.toContain('unsafe');
  });
});

it('what was heard is kept without its token', async () => {
  await graph('GET', NUMBER);
  const { json } = await manage('/heard?last=1');
  expect(json['heard']).toMatchObject([{ path: `/v25.0/${NUMBER}`, answer: '200' }]);
  expect(JSON.stringify(json)).not.toContain('simulated-token');
});

it('the magic numbers of the README are those of the stories', () => {
  const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');
  const table = readme.slice(readme.indexOf('| NN |'), readme.indexOf('Of the platform’s rules'));
  const rows = table.split('\n').map((line) => /^\| ([\d, –]+) \|/.exec(line)?.[1] ?? '');
  const named = rows.flatMap((cell) => {
    const [first, last] = cell.split(' – ').map(Number);
    if (first === undefined || last === undefined) return cell.split(', ').filter(Boolean);
    return Array.from({ length: last - first + 1 }, (_, at) => String(first + at));
  });
  const known = stories.map(({ digits }) => digits).filter(Boolean);
  expect(named.toSorted()).toEqual(known.toSorted());
});

describe('the command line', () => {
  it('takes a file, and lets flags override it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'chat-'));
    const path = join(folder, 'platform.json');
    const apps = [{ id: '1', secret: 'x' }];
    writeFileSync(path, JSON.stringify({ port: 1, seed: 7, readPercent: 5, apps }));
    const read = readCommandLine(['--config', path, '--port', '2']);
    rmSync(folder, { recursive: true });
    expect(read).toMatchObject({
      kind: 'options',
      options: { port: 2, seed: 7, apps, behaviour: { readPercent: 5 } },
    });
  });

  it.each([[['--prot', '1']], [['--port', 'x']], [['--config', '/nowhere/at/all.json']]])(
    'refuses %j',
    (args) => expect(readCommandLine(args).kind).toBe('refused'),
  );
});

describe('a platform that keeps', () => {
  it('has templates, files and subscriptions after a restart, and gives no id twice', async () => {
    const keepIn = mkdtempSync(join(tmpdir(), 'chat-platform-'));
    const start = (): Promise<RunningPlatform> =>
      startChatPlatform({
        ...{ port: 0, managementPort: 0, keepIn },
        behaviour: { approveAfterMs: 0 },
      });
    try {
      const first = await start();
      const call = async (at: RunningPlatform, path: string, body?: object): Promise<Json> => {
        const asked = await fetch(`${at.url}/v25.0/${path}`, {
          method: body === undefined ? 'GET' : 'POST',
          headers: { authorization: 'Bearer simulated-token', 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        return (await asked.json()) as Json;
      };
      const made = await call(first, `${ACCOUNT}/message_templates`, {
        ...{ name: 'kept', language: 'en', category: 'UTILITY' },
        components: [{ type: 'BODY', text: 'Your order is ready.' }],
      });
      const file = { mimeType: 'image/png', fileName: 'a.png', numberId: NUMBER, isInbound: false };
      const media = first.platform.media.add({ ...file, bytes: Buffer.from('png') });
      first.platform.accounts.accounts
        .get(ACCOUNT)
        ?.subscribers.set('100000000000001', 'http://127.0.0.1:1/');
      await vi.waitFor(() =>
        expect(first.platform.shelf.find(String(made['id']))?.status).toBe('APPROVED'),
      );
      first.platform.people.meet('923001234567').wroteAtMs.set(NUMBER, 7);
      await first.close();
      const second = await start();
      expect(second.platform.people.find('923001234567')?.wroteAtMs.get(NUMBER)).toBe(7);
      expect(second.platform.shelf.find(String(made['id']))).toMatchObject({
        ...{ name: 'kept', status: 'APPROVED' },
      });
      expect(second.platform.shelf.all()).toHaveLength(2);
      expect(second.platform.media.find(media.id)?.bytes?.toString()).toBe('png');
      expect([...(second.platform.accounts.accounts.get(ACCOUNT)?.subscribers ?? [])]).toEqual([
        ['100000000000001', 'http://127.0.0.1:1/'],
      ]);
      expect(second.platform.ids.last).toBe(first.platform.ids.last);
      await second.close();
    } finally {
      rmSync(keepIn, { recursive: true });
    }
  });
});
