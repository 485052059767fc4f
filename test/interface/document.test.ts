/**
 * The pages for integrators tell the truth: every exchange on them is run as it stands. Ids, times
 * and what is left of the credit differ from day to day and are compared by their form.
 */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { PORTED_NUMBER } from '../../src/demo/number-directory.ts';
import type { BuiltAccount } from '../../src/demo/build-world.ts';
import { fetchReport, sendOk } from '../support/caller.ts';
import { chatConfig, openChatShop, startShopPlatform } from '../support/chat-shop.ts';
import { eventually } from '../support/eventually.ts';
import { startFileSite } from '../support/file-site.ts';
import { startNumberDirectory } from '../support/number-directory.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { handOver, writtenBy } from '../support/phones.ts';

const PAGES = join(import.meta.dirname, '../../docs/interface');

/** A line that starts with `$ ` and the lines that follow it. */
type Exchange = { readonly command: string; readonly answer: string };

function exchangesIn(page: string): Exchange[] {
  const blocks = [...page.matchAll(/```console\n([^]*?)```/g)].map(([, block = '']) => block);
  return blocks.flatMap((block) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((text) => {
        const [command = '', ...answer] = text.trimEnd().split('\n');
        return { command, answer: answer.join('\n') };
      }),
  );
}

async function writeTo({ baseUrl }: Paigham, { apiKey, templates }: BuiltAccount): Promise<void> {
  const code = { template_id: templates[0]?.templateId ?? 0, message: { code: '4821' } };
  const to = { api_key: apiKey, sender: '8584', mobile: '923001234567' };
  const id = await sendOk(baseUrl, { ...to, ...code });
  await eventually('it has arrived', async () => {
    return (await fetchReport(baseUrl, apiKey, { id })).delivery === 'DELIVERED';
  });
}

/** The file that the page shows. */
function fileIn(page: string): string {
  return /\n```\n(Mobile,[^]*?)```/.exec(page)?.[1] ?? '';
}

/** Replaces what may differ by what it is. */
function formOf(answer: string): string {
  return (
    answer
      .replaceAll('\r', '')
      .trimEnd()
      // Longer than a phone number: every id since February 2026.
      .replaceAll(/\b[1-9]\d{13,15}\b/g, '<id>')
      .replaceAll(
        /\b[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/g,
        '<uuid>',
      )
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>')
      .replaceAll(/\b99\d\d\.\d\d\b/g, '<credit>')
      .replaceAll(/"(id|created_by|made_by)":"(?:key:)?\d+"/g, '"$1":"<id>"')
      .replaceAll(/"last_characters":"[\w-]{4}"/g, '"last_characters":"<last>"')
      .replaceAll(/"key":"[\w-]{43}"/g, '"key":"<key>"')
  );
}

async function openAll() {
  const directory = await startNumberDirectory();
  directory.admin.table.port(PORTED_NUMBER, 'CMPAK');
  const platform = await startShopPlatform();
  const config = { ...directory.config, ...chatConfig(platform), fetchLoopback: true };
  const paigham = await startPaigham({ config });
  const { roshan } = paigham.world;
  // The short code is shared: a reply belongs to the account that wrote last.
  await writeTo(paigham, roshan);
  await handOver(paigham.operators.jazz, writtenBy('923001234567', 'STOP'));
  const shop = await openChatShop(paigham, platform, roshan);
  await shop.hear('923001234567');
  return { paigham, shop };
}

let opened: Awaited<ReturnType<typeof openAll>>;

beforeAll(async () => {
  opened = await openAll();
});

it.each([
  // First, because it lists what there is.
  ['v1.md', 2],
  ['README.md', 2],
  ['sms.md', 12],
  ['account.md', 1],
  ['events.md', 1],
  ['testing.md', 2],
  ['registration.md', 1],
  ['consents.md', 1],
  ['contacts.md', 0],
  ['chat.md', 10],
])('every exchange of docs/interface/%s is what the service answers', async (page, least) => {
  // v1.md changes what its dry runs cost.
  const { paigham, shop } = page === 'sms.md' ? await openAll() : opened;
  const { roshan } = paigham.world;
  const site = await startFileSite();
  const file = site.put('march.csv', fileIn(readFileSync(join(PAGES, 'sms.md'), 'utf8')));
  const env = {
    ...process.env,
    PAIGHAM: paigham.baseUrl,
    KEY: roshan.apiKey,
    FIXED: shop.template('opening_hours'),
    ORDER: shop.template('order_ready'),
    INVOICE: shop.template('invoice'),
    VISIT: shop.template('visit'),
    CAROUSEL: shop.template('new_here'),
    OFFER: shop.template('half_price'),
    BUTTONS: shop.template('tracking'),
    CODE: shop.template('login_code'),
    FILES: page === 'chat.md' ? shop.files : new URL(file).origin,
  };
  const exchanges = exchangesIn(readFileSync(join(PAGES, page), 'utf8'));
  expect(exchanges.length).toBeGreaterThan(least);
  const MARK = '--- next ---';
  // One shell for all, because a later command may use what an earlier one set.
  const script = exchanges.map(({ command }) => `${command}\nprintf '\\n${MARK}\\n'`).join('\n');
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { env });
  const answers = stdout.split(`\n${MARK}\n`).slice(0, -1);
  const seen = exchanges.map(
    ({ command }, index) => `$ ${command}\n${formOf(answers[index] ?? '')}`,
  );
  expect(seen).toEqual(exchanges.map(({ command, answer }) => `$ ${command}\n${formOf(answer)}`));
});

it('each program that sends has an idempotency key for its message, and a timeout', () => {
  const examples = join(PAGES, '../examples');
  const sending = readdirSync(examples, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(send|chat|personalised)\.\w+$/i.test(file),
  );
  expect(sending).toHaveLength(18);
  for (const file of sending) {
    const program = readFileSync(join(examples, file), 'utf8');
    expect(program).toMatch(/idempotency.key.*order-.*ORDER/i);
    expect(program).toMatch(/timeout|--max-time/i);
  }
});
