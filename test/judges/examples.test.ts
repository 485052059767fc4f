/**
 * The programs of docs/examples, each language in one process: PHP, Python, Node and a shell run
 * them against the service; Java and C# are compiled, where a compiler is at hand.
 */
import { execFile, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { chatConfig, openChatShop, startShopPlatform } from '../support/chat-shop.ts';
import { startFileSite } from '../support/file-site.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { fetchReport, sendOk } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { handOver, writtenBy } from '../support/phones.ts';
import { temporaryDir } from '../support/temporary.ts';

const EXAMPLES = join(import.meta.dirname, '../../docs/examples');
const TASKS = ['chat', 'personalised', 'replies', 'send', 'status'];
const folder = temporaryDir();

let paigham: Paigham;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  const platform = await startShopPlatform();
  paigham = await startPaigham({ config: { ...chatConfig(platform), fetchLoopback: true } });
  const { roshan } = paigham.world;
  const chat = await openChatShop(paigham, platform, roshan);
  const site = await startFileSite();
  const to = { api_key: roshan.apiKey, sender: '8584', mobile: '923001234567' };
  const code = { template_id: roshan.templates[0]?.templateId ?? 0, message: { code: '4821' } };
  const id = await sendOk(paigham.baseUrl, { ...to, ...code });
  // The short code is everybody's: a reply is of the account that wrote.
  await eventually('it has arrived', async () => {
    return (await fetchReport(paigham.baseUrl, roshan.apiKey, { id })).delivery === 'DELIVERED';
  });
  await handOver(paigham.operators.jazz, writtenBy('923001234567', 'Shukria'));
  env = {
    ...process.env,
    PAIGHAM_URL: paigham.baseUrl,
    PAIGHAM_KEY: roshan.apiKey,
    CHAT_TEMPLATE: chat.template('order_ready'),
    FILE_URL: site.put('codes.csv', 'Mobile,Code\n923001234567,4821\n923111234567,7733\n'),
    MESSAGE: String(id),
  };
  await eventually('the reply is there', async () => {
    const headers = { Authorization: `Bearer ${roshan.apiKey}` };
    const answer = await fetch(`${paigham.baseUrl}/v1/replies`, { headers });
    return (await answer.text()).includes('Shukria');
  });
});

/** What is missing on this machine; undefined: nothing. */
function whyNo(program: string): string | undefined {
  const { status } = spawnSync('sh', ['-c', `command -v ${program}`]);
  return status === 0 ? undefined : `${program} is not installed`;
}

const filesOf = (language: string): readonly string[] =>
  readdirSync(join(EXAMPLES, language))
    .toSorted()
    .map((file) => join(EXAMPLES, language, file));

const taskOf = (file: string): string =>
  (file.split('/').at(-1) ?? '').replace(/\..*/, '').toLowerCase();

const OUTPUT: Readonly<Record<string, RegExp>> = {
  send: /accepted as \d+/,
  status: /DELIVERED/,
  personalised: /batch \d+|"id":"\d+"/,
  chat: /[0-9a-f]{8}-[0-9a-f]{4}-7/,
  replies: /Shukria/,
};

describe.each([
  ['curl', 'sh', 'sh'],
  ['php', 'php', 'php'],
  ['python', 'python3', 'python3'],
  ['typescript', process.execPath, 'node'],
])('docs/examples/%s', (language, program, name) => {
  const reason = name === 'node' ? undefined : whyNo(name);
  if (reason !== undefined) console.warn(`examples skipped: ${reason}`);

  it.skipIf(reason !== undefined)('does what its pages say', async () => {
    const files = filesOf(language).filter((file) => taskOf(file) !== 'webhook');
    expect(files.map(taskOf)).toEqual(TASKS);
    // One shell after the other, in the order of the files.
    const script = files
      .map(
        (file) =>
          `printf '\\n== ${taskOf(file)}\\n'; "$0" ${file} "$MESSAGE" 2>&1 || echo "FAILED $?"`,
      )
      .join('\n');
    const given = ['-c', script, program];
    const own = { env: { ...env, ORDER: language }, cwd: folder };
    const { stdout } = await promisify(execFile)('sh', given, own);
    const told = stdout.split(/^== /m).slice(1);
    for (const text of told) {
      const [task = ''] = text.split('\n');
      expect(text).toMatch(OUTPUT[task] ?? /^$/);
      expect(text).not.toContain('FAILED');
    }
    expect(told).toHaveLength(TASKS.length);
  });

  it.skipIf(reason !== undefined)('says why, and ends with a failure, when refused', async () => {
    const file = filesOf(language).find((it) => taskOf(it) === 'send') ?? '';
    const refused = promisify(execFile)(program, [file], {
      env: { ...env, ORDER: '1', PAIGHAM_KEY: 'wrong' },
    });
    await expect(refused).rejects.toMatchObject({
      stderr: expect.stringContaining('Invalid API key') as string,
    });
  });
});

describe('a compiler', () => {
  it.each([
    ['java', 'javac', ['-d', folder]],
    ['csharp', 'mcs', ['-target:library', '-r:System.Net.Http.dll', `-out:${folder}/x.dll`]],
  ])('takes docs/examples/%s', async (language, compiler, options) => {
    const reason = whyNo(compiler);
    if (reason !== undefined) return console.warn(`${language} is checked by nothing: ${reason}`);
    const files = filesOf(language);
    expect(files.map(taskOf).filter((task) => task !== 'webhook')).toEqual(TASKS);
    await promisify(execFile)(compiler, [...options, ...files]);
  });
});
