/**
 * The receivers of docs/examples, each a program in its language, get events of the real service:
 * they take what is signed, once, and nothing else.
 */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { sendOk } from '../support/caller.ts';
import { afterFile } from '../support/after-file.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '@paigham/base/ports.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { temporaryDir } from '../support/temporary.ts';
import { callWebhooks } from '../support/webhooks.ts';

const EXAMPLES = join(import.meta.dirname, '../../docs/examples');
const folder = temporaryDir();

let paigham: Paigham;
let shop: Shop;

beforeAll(async () => {
  paigham = await startPaigham({ config: { fetchLoopback: true } });
  shop = await openShop(paigham.world, { rupees: '1000' });
});

type Language = {
  /** What must be there. */
  readonly programs: readonly string[];
  readonly compile?: readonly string[];
  readonly run: (port: number) => readonly string[];
};

const isInstalled = (program: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

const file = (name: string): string => join(EXAMPLES, name);
const EXE = join(folder, 'Webhook.exe');

const LANGUAGES: Readonly<Record<string, Language>> = {
  php: {
    programs: ['php'],
    run: (port) => ['php', '-S', `127.0.0.1:${port}`, file('php/webhook.php')],
  },
  python: { programs: ['python3'], run: () => ['python3', file('python/webhook.py')] },
  typescript: { programs: [], run: () => [process.execPath, file('typescript/webhook.ts')] },
  java: {
    programs: ['javac', 'java'],
    compile: ['javac', '-d', folder, file('java/Webhook.java')],
    run: () => ['java', '-cp', folder, 'Webhook'],
  },
  csharp: {
    programs: ['mcs', 'mono'],
    compile: ['mcs', `-out:${EXE}`, file('csharp/Webhook.cs')],
    run: () => ['mono', EXE],
  },
};

/** Starts a receiver, and has events posted to it. */
async function receive(name: string, { compile, run }: Language) {
  const port = await freePort();
  const body = { url: `http://127.0.0.1:${port}/webhook` };
  const { body: webhook } = await callWebhooks(paigham.baseUrl, shop, { method: 'POST', body });
  const inbox = join(folder, name);
  mkdirSync(inbox);
  const [compiler, ...sources] = compile ?? [];
  if (compiler !== undefined) await promisify(execFile)(compiler, sources);
  const [program = '', ...words] = run(port);
  const env = { ...process.env, WEBHOOK_SECRET: webhook.secret, INBOX: inbox, PORT: String(port) };
  const child = spawn(program, words, { env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  afterFile(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const events = (): readonly { readonly id: string; readonly type: string }[] =>
    readdirSync(inbox)
      .filter((it) => it.endsWith('.json'))
      .map((it) => JSON.parse(readFileSync(join(inbox, it), 'utf8')) as never);
  return { url: body.url, webhook, events };
}

describe.each(Object.entries(LANGUAGES))('docs/examples/%s', (name, language) => {
  const missing = language.programs.find((it) => !isInstalled(it));
  if (missing !== undefined) console.warn(`a receiver is not tested: no ${missing}`);

  it.skipIf(missing !== undefined)('keeps what is signed, each event once', async () => {
    const { url, webhook, events } = await receive(name, language);
    const call = (path: string, body?: object) =>
      callWebhooks(paigham.baseUrl, shop, {
        ...{ method: 'POST', path: `/${webhook.id}/${path}` },
        ...(body === undefined ? {} : { body }),
      });
    await eventually('it answers', async () => (await call('test')).body['status'] === 204);
    const place = Object.keys(LANGUAGES).indexOf(name);
    await sendOk(paigham.baseUrl, shop.write('Your code is 4821.', mobileOf(0, place)));
    const delivered = await eventually('it has been told', () =>
      events().find(({ type }) => type === 'message.delivered'),
    );
    const had = events().length;
    await call('redeliver', { event_id: delivered.id });
    const attempts = await eventually('it has been told again', async () => {
      const path = `/${webhook.id}/deliveries?event_id=${delivered.id}`;
      const { body } = await callWebhooks(paigham.baseUrl, shop, { path });
      const data = body['data'] as readonly { readonly status: number | null }[];
      return data.length >= 2 && data.map(({ status }) => status);
    });
    expect(attempts).toEqual([204, 204]);
    expect(events()).toHaveLength(had);
    const forged = {
      'webhook-id': 'evt_1_1',
      'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
      'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}`,
    };
    for (const headers of [forged, {}]) {
      expect((await fetch(url, { method: 'POST', headers, body: '{}' })).status).toBe(400);
    }
    expect(events()).toHaveLength(had);
  });
});
