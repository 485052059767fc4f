/** `@paigham/client` in a worker of a browser, behind a proxy that is on the site of the page. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { afterFile } from '../support/after-file.ts';
import { eventually } from '../support/eventually.ts';
import { startPaigham } from '../support/paigham.ts';
import { temporaryDir } from '../support/temporary.ts';
import { startWebSite } from '../support/web-site.ts';

const ROOT = join(import.meta.dirname, '../..');
const folder = temporaryDir();

const isThere = spawnSync('sh', ['-c', 'command -v chromium']).status === 0;
if (!isThere) console.warn('the client is not tested in a worker: chromium is not installed');

const PAGE = `<script type="module">
const worker = new Worker('/worker.js', { type: 'module' });
const tell = (body) => fetch('/told', { method: 'POST', body: JSON.stringify(body) });
worker.onmessage = ({ data }) => tell(data);
worker.onerror = ({ message }) => tell({ message });
</script>`;

/** The program of the worker. */
const workerOf = (key: string, accountId: number): string => `
import { createPaigham, signWebhook, verifyWebhook } from '/client/index.js';
const paigham = createPaigham({ baseUrl: location.origin, key: '${key}' });
const text = { sender: '8584', template_id: '501' };
const file = new File(['923001234567,4821\\n'], 'codes.csv');
const work = async () => {
  // Events are recorded from now on.
  await paigham.call('listEvents');
  const body = { ...text, recipients: ['923001234567'], values: { code: '1' } };
  const sent = await paigham.call('sendMessages', { body });
  const rows = { ...text, message: { code: '#B#' } };
  const batch = await paigham.call('makeBatch', { body: rows, file });
  const event = (await paigham.events({ after: 'evt_${accountId}_0' }).next()).value;
  const secret = 'whsec_' + btoa('a secret of the receiver');
  const post = await signWebhook(event, secret);
  const { id } = await verifyWebhook(post.body, post.headers, secret);
  const { recipients } = sent;
  return { recipients, file: batch.file.name, type: event.type, same: id === event.id };
};
work().then(postMessage, (error) => postMessage({ error: String(error) }));
`;

it.skipIf(!isThere)('sends, uploads, listens and verifies in a worker of a browser', async () => {
  const paigham = await startPaigham();
  const { roshan } = paigham.world;
  const build = join(ROOT, 'packages/client/tsconfig.build.json');
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  await promisify(execFile)(tsc, ['-p', build, '--outDir', join(folder, 'client')]);
  writeFileSync(join(folder, 'worker.js'), workerOf(roshan.apiKey, roshan.accountId));
  const told: unknown[] = [];
  const pass = (from: IncomingMessage, to: ServerResponse): void => {
    const { method, headers } = from;
    const passed = ask(`${paigham.baseUrl}${from.url}`, { method, headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    });
    passed.on('error', () => to.destroy());
    from.pipe(passed);
  };
  const answer = async (from: IncomingMessage, to: ServerResponse): Promise<void> => {
    const { url = '' } = from;
    if (url.startsWith('/v1/')) return pass(from, to);
    if (url === '/told') told.push(JSON.parse(await text(from)));
    const isScript = url.endsWith('.js');
    to.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
    to.end(isScript ? readFileSync(join(folder, url)) : PAGE);
  };
  const site = await startWebSite({
    host: '127.0.0.1',
    answer: (from, to) => void answer(from, to),
  });
  afterFile(() => site.close());
  const own = ['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-port=0'];
  const words = [...own, `--user-data-dir=${folder}/profile`, `http://127.0.0.1:${site.port}/`];
  // It leaves a folder in the temporary directory.
  const env = { ...process.env, TMPDIR: folder };
  const browser = spawn('chromium', words, { stdio: 'ignore', env });
  const ended = once(browser, 'exit');
  afterFile(async () => {
    browser.kill('SIGTERM');
    await ended;
  });
  const [result] = await eventually('the worker is done', () => told.length > 0 && told);
  expect(result).toEqual({
    ...{ recipients: 1, file: 'codes.csv', same: true },
    type: expect.stringMatching(/^message\./) as string,
  });
});
