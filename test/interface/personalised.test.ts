/**
 * `/api/personalised.php` over real HTTP: every parameter, code and format of section 4.2, GET and
 * POST, and every way in which a file is refused; for links see file-links.test.ts.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { setAccount } from '../../src/features/accounts/accounts.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { addOptout } from '../../src/features/suppressions/suppressions.operations.ts';
import { ask, parsed, PATHS, shown, WAYS, type Parameters } from '../support/ask.ts';
import { fetchBalance } from '../support/caller.ts';
import { csvOf, fileParameters, startFileSite, type FileSite } from '../support/file-site.ts';
import type { Paigham } from '../support/paigham.ts';
import { sharedPaigham } from '../support/shared.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { asker } from '../support/verify.ts';

let paigham: Paigham;
let site: FileSite;
let shop: Shop;

beforeAll(async () => {
  paigham = await sharedPaigham();
  site = await startFileSite();
  shop = await openShop(paigham.world, { rupees: '1000' });
});

const path = (): string => paigham.baseUrl + PATHS.personalised;
const asked = (url: string, change: Readonly<Record<string, string>> = {}): Parameters =>
  fileParameters(shop, url, change);
const post = async (url: string, change: Readonly<Record<string, string>> = {}): Promise<string> =>
  shown(await ask(path(), asked(url, change)));

let files = 0;
const put = (content: string | Buffer): string => site.put(`list-${(files += 1)}`, content);

type Sent = { readonly recipient: string; readonly text: string; readonly position: number };

async function messagesOf(answer: string): Promise<readonly Sent[]> {
  const id = /OK ID:(\d+)/.exec(answer)?.[1];
  return asker(paigham.db)<Sent>(
    `select recipient::text, text, position from messages
     where batch_id = $1 order by position, recipient`,
    [Number(id)],
  );
}

describe('a personalised send', () => {
  it.each(WAYS)('by %s is answered with one line, whatever the rows', async (way) => {
    const link = put('Mobile,Text\n03001000001,Salam Ali\n03111000002,Salam Bano\n');
    const answer = await ask(path(), asked(link), { way });
    expect(shown(answer)).toMatch(/^200 OK ID:\d+$/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await messagesOf(answer.body)).toEqual([
      { recipient: '923001000001', text: 'Salam Ali', position: 2 },
      { recipient: '923111000002', text: 'Salam Bano', position: 3 },
    ]);
  });

  it('is answered in JSON like a send to numbers, with the left-out rows', async () => {
    const link = put('923001000001,One\n8584,Two\n923001000003,\n');
    const before = await fetchBalance(paigham.baseUrl, shop.apiKey);
    const answer = await ask(path(), asked(link, { format: 'JSON' }));
    const body = parsed(answer) as { readonly id: string };
    expect(body).toEqual({
      success: 'true',
      status: 'OK',
      id: expect.stringMatching(/^\d+$/) as string,
      type: 'API',
      totalprice: '1.50',
      totalgsm: '1',
      remaincredit: (Number(before) - 1.5).toFixed(2),
      results: [
        // The one message of a send has the id of the send.
        { status: 'OK', id: body.id, messageid: body.id, gsm: '923001000001' },
        { status: '7', reason: 'row 2, column A: a short code', gsm: '8584' },
        { status: '12', reason: 'row 3, column B: empty', gsm: '923001000003' },
      ],
    });
  });

  it('is answered in XML with the same names', async () => {
    const link = put('923001000001,One\nnobody,Two\n923001000002,Three\n');
    const { body } = await ask(path(), asked(link, { format: 'xml' }));
    expect(body).toContain('<status>OK</status>');
    expect(body).toContain('<gsm>row 2</gsm>');
    expect(body.match(/<result>/g)).toHaveLength(3);
  });

  it('keeps repeated numbers, unless duplicate is 0', async () => {
    const link = put('923001000001,One\n03001000001,Two\n923001000002,Three\n');
    for (const [duplicate, texts] of [
      ['', ['One', 'Two', 'Three']],
      ['1', ['One', 'Two', 'Three']],
      ['0', ['One', 'Three']],
    ] as const) {
      const answer = await post(link, { duplicate });
      expect((await messagesOf(answer)).map(({ text }) => text)).toEqual(texts);
    }
  });

  it('takes type, network and text around references', async () => {
    const link = put('923001000001,علی,5\n923111000002,بانو,6\n');
    const message = '{"text":"سلام #B#، آرڈر #C#/#c#"}';
    const answer = await post(link, { type: 'unicode', network: 'Ufone', message });
    const [row] = await asker(paigham.db)<{ readonly operators: number; readonly first: string }>(
      `select count(distinct operator_id)::int as operators, min(text) as first from messages
       where batch_id = $1`,
      [Number(/\d+$/.exec(answer)?.[0])],
    );
    expect(row).toEqual({ operators: 1, first: 'سلام بانو، آرڈر 6/6' });
  });

  it('can be a dry run: read, checked, priced, and nothing left behind', async () => {
    const link = put(csvOf(2_500, 50_000));
    const poor = await openShop(paigham.world, { rupees: '4000' });
    const answer = await ask(path(), { ...fileParameters(poor, link), dry_run: '1' });
    expect(answer.body).toBe('DRY RUN: 3750.00 PKR, 2500 parts, 2500 recipients');
    expect(await fetchBalance(paigham.baseUrl, poor.apiKey)).toBe('4000.00');
    const kept = 'select 1 from batches where account_id = $1';
    expect(await asker(paigham.db)(kept, [poor.accountId])).toEqual([]);
    const json = await ask(path(), { ...fileParameters(poor, link), dry_run: '1', format: 'json' });
    expect(parsed(json)).toMatchObject({ status: 'DRY RUN', truncated: 'true', totalgsm: '2500' });
    expect(parsed(json)).not.toHaveProperty('id');
  });

  it('is sent once per idempotency key, which no other kind of send shares', async () => {
    const link = put('923001000001,One\n923001000002,Two\n');
    const first = await ask(path(), asked(link, { idempotency_key: 'k1' }));
    const fetched = site.paths.length;
    const again = await ask(path(), asked(link, { idempotency_key: 'k1', format: 'plain' }));
    expect([again.body, again.headers.get('idempotent-replayed')]).toEqual([first.body, 'true']);
    expect(site.paths.length).toBe(fetched);
    expect(await post(link, { idempotency_key: 'k1', duplicate: '0' })).toContain('409 12 : ');
    const plain = shop.write('x', '923001000001', { idempotency_key: 'k1' });
    const { message, ...rest } = plain;
    const other = { ...rest, message: JSON.stringify(message) };
    expect(shown(await ask(`${paigham.baseUrl}/api/sms.php`, other))).toContain('409 12 : ');
    expect(await post(put('x'), { idempotency_key: 'k2' })).toContain('400 12 : ');
    expect(await post(link, { idempotency_key: 'k2' })).toContain('200 OK');
  });
});

describe('a personalised send is refused', () => {
  it.each<readonly [string, Readonly<Record<string, string>>]>([
    ['401 2 : Error: api_key is empty', { api_key: '' }],
    ['401 1 : Invalid API key', { api_key: 'wrong' }],
    ['400 4 : Error: sender is empty', { sender: '' }],
    ['400 12 : Error: url is empty', { url: ' ' }],
    ['400 6 : Error: message is empty', { message: '' }],
    ['400 12 : Error: template_id is missing', { template_id: '' }],
    ['404 12 : Invalid template_id: no such template', { template_id: '99999' }],
    ['400 12 : Invalid message: it is not JSON', { message: 'Dear #B#' }],
    ["400 12 : Invalid message: 'text' of the template is missing", { message: '{}' }],
    ['400 12 : Invalid message: column AAA cannot be', { message: '{"text":"#AAA#"}' }],
    ['403 12 : Access denied: this sender is not approved', { sender: 'Nobody' }],
    ['400 12 : Invalid network', { network: 'Warid' }],
    ['400 12 : Invalid ported', { ported: '2' }],
    ['400 12 : Invalid type', { type: 'flash' }],
    ['403 12 : Access denied: MNP coverage', { ported: '1' }],
    ['400 12 : Invalid duplicate: use 1 or 0', { duplicate: 'yes' }],
    ['400 12 : Invalid format', { format: 'yaml' }],
    ['400 12 : Invalid dry_run', { dry_run: '2' }],
    [
      "400 12 : Invalid text: 'س' at position 1 needs type=unicode (unicode: true at /v1/messages)",
      { message: '{"text":"س#B#"}' },
    ],
  ])('before anything is fetched: %s', async (words, change) => {
    const link = put('923001000001,One\n');
    const fetched = site.paths.length;
    expect(await post(link, change)).toContain(words);
    expect(site.paths.length).toBe(fetched);
  });

  it.each<readonly [string, string | Buffer, Readonly<Record<string, string>>]>([
    ['400 12 : Invalid file: it has no rows', '', {}],
    ['400 12 : Invalid file: it has no rows', 'Mobile,Text\n', {}],
    ['400 12 : Invalid file: it is not a .csv', Buffer.from('%PDF-1.7\n'), {}],
    ['400 12 : Invalid file: it is a web page', '<!doctype html><html><body>Sign in</body>', {}],
    ['400 12 : Invalid file: it is damaged or cut off', Buffer.from('504b0304', 'hex'), {}],
    ['400 12 : Invalid file: row 1: a quotation mark is opened', '923001000001,"x\ny\nz\n', {}],
    [
      '413 12 : Invalid file: too large, more than 702 columns',
      `923001000001${',x'.repeat(702)}`,
      {},
    ],
    [
      '400 12 : Invalid message: column F is referred to, the last one of the file is column B',
      '923001000001,One\n',
      { message: '{"text":"#F#"}' },
    ],
    [
      '400 7 : Invalid recipient: no row has a number that can be reached; ' +
        'row 1, column A: a short code; row 2, column A: too short for a mobile number',
      '8584,One\n0300,Two\n',
      {},
    ],
    [
      '400 12 : Invalid file: none of its rows can be used; row 1, column B: empty; ' +
        'row 2, column B: "س" needs type=unicode',
      '923001000001,\n923001000002,سلام\n',
      {},
    ],
  ])('for its file: %s', async (words, content, change) => {
    expect(await post(put(content), change)).toContain(words);
  });

  it('for its rows, each listed in JSON', async () => {
    const link = put('8584,One\n0300,Two\n');
    const answer = parsed(await ask(path(), asked(link, { format: 'json' })));
    const told = (rows: string) =>
      `Invalid recipient: no row has a number that can be reached; ${rows}`;
    const [first, second] = [
      'row 1, column A: a short code',
      'row 2, column A: too short for a mobile number',
    ];
    expect(answer).toEqual({
      ...{ success: 'false', status: '7', error: told(`${first}; ${second}`) },
      results: [
        { status: '7', error: told(first), gsm: '8584' },
        { status: '7', error: told(second), gsm: '0300' },
      ],
    });
  });

  it('by policy if nobody is left, and accepts the others if somebody is', async () => {
    const [gone, there] = [mobileOf(0, 77_001), mobileOf(0, 77_002)];
    const { admin } = paigham.world;
    must(
      await addOptout(admin, {
        accountId: shop.accountId,
        recipient: gone,
        scope: 'all',
        source: 'a letter',
      }),
    );
    expect(await post(put(`${gone},One\n`))).toBe(
      '403 9 : SMS rejected, access denied: no rows are left; row 1, column A: opted out',
    );
    const some = await ask(path(), asked(put(`${gone},One\n${there},Two\n`), { format: 'json' }));
    expect(parsed(some)).toMatchObject({
      results: [{ gsm: there }, { status: '9', reason: 'row 1, column A: opted out', gsm: gone }],
    });
  });

  it('for lack of credit for the whole file, and names the true total', async () => {
    const poor = await openShop(paigham.world, { rupees: '3' });
    const answer = await ask(path(), fileParameters(poor, put(csvOf(5_000, 60_000))));
    expect(shown(answer)).toBe('402 8 : Insufficient credit: 7500.00 PKR needed, 3.00 PKR left');
    expect(await fetchBalance(paigham.baseUrl, poor.apiKey)).toBe('3.00');
    const dry = { ...fileParameters(poor, put(csvOf(3, 60_000))), dry_run: '1' };
    expect(shown(await ask(path(), dry))).toContain('402 8 : Insufficient credit: 4.50 PKR');
  });

  it('with HTTP 200 too if the account wants that', async () => {
    const always200 = true;
    const old = await openShop(paigham.world, { rupees: '3', settings: { always200 } });
    const answer = await ask(path(), fileParameters(old, put('')));
    expect(shown(answer)).toContain('200 12 : Invalid file');
  });
});

describe('a batch from a file', () => {
  it('is reported a thousand messages a page, whatever rows are left out', async () => {
    const lines = Array.from({ length: 2_600 }, (_, at) => {
      return at % 5 === 4 ? 'nobody,x' : `${mobileOf((at % 4) as 0, 90_000 + at)},Text ${at}`;
    });
    const settings = { verified: true };
    const rich = await openShop(paigham.world, { rupees: '10000', settings });
    must(await setAccount(paigham.world.admin, { accountId: rich.accountId, fixedContent: true }));
    const answer = await ask(path(), fileParameters(rich, put(lines.join('\n'))));
    const id = /\d+$/.exec(answer.body)?.[0] ?? '';
    const pages = await Promise.all(
      [1, 2, 3].map(async (page) => {
        const query = { api_key: rich.apiKey, id, page, format: 'json' };
        const report = await ask(`${paigham.baseUrl}/api/delivery.php`, query);
        return parsed(report) as { readonly results: { readonly gsm: string }[] };
      }),
    );
    expect(pages.map(({ results }) => results.length)).toEqual([1_000, 1_000, 80]);
    const numbers = lines.flatMap((line) => (line.startsWith('nobody') ? [] : line.split(',')[0]));
    expect(pages.flatMap(({ results }) => results.map(({ gsm }) => gsm))).toEqual(numbers);
  });
});
