/** Short links in the texts of a campaign: what is sent, where it leads, and what is counted. */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setAccountState } from '../../src/features/accounts/accounts.operations.ts';
import {
  lookAtLinkDomain,
  lookAtLinkDomains,
} from '../../src/features/short-links/link-domains.operations.ts';
import { TOKEN_PATH } from '../../src/features/short-links/open-link.ts';
import { DAY_MS } from '../../src/domain/durations.ts';
import { isShortCode } from '../../src/domain/message/short-links.ts';
import { limit } from '../../src/domain/limits.ts';
import { must } from '../../src/operations/admin.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { callBatches, csvOf, type Batches, type ShownBatch } from '../support/batches.ts';
import { eventually } from '../support/eventually.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';
import { v1At, type AskV1 } from '../support/v1.ts';

const SERVICE = 'https://api.paigham.example';
const SHOP_PAGE = 'https://shop.example/order?id=1&from=sms#top';

type Linked = ShownBatch & {
  readonly clicks: { readonly people: number; readonly total: number } | null;
  readonly short_links: boolean;
  readonly examples: readonly { readonly text: string; readonly parts: number }[] | null;
};
type Opened = { readonly status: number; readonly headers: Record<string, unknown>; body: string };

let story: Story;
let shop: Shop;
let batches: Batches;
let ask: AskV1;
let written = 0;

beforeAll(async () => {
  story = await beginStory({ config: { publicAddress: SERVICE } });
  ({ shop } = story);
  batches = callBatches(story.paigham.baseUrl, shop);
  ask = v1At(story.paigham.baseUrl, shop.apiKey);
});
afterAll(async () => {
  expect(await story.breaches()).toEqual([]);
});

const numbers = (count: number): readonly string[] =>
  Array.from({ length: count }, () => mobileOf(((written += 1) % 4) as 0, written));

/** Sends a file whose texts have an address, and waits until it has ended. */
async function campaign(
  to: readonly string[],
  {
    text = `Dear #B#, see ${SHOP_PAGE}.`,
    sender = shop.senders.shortCode,
    of = batches,
    as = shop,
  } = {},
): Promise<Linked> {
  const fields = { sender, short_links: '1', message: JSON.stringify({ text }) };
  const made = await of.upload({ file: csvOf(to), fields });
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  const { id } = made.body;
  if (as === shop) story.okIds.push(Number(id));
  return (await of.untilOver(id ?? '')) as Linked;
}

async function textsOf({ id }: ShownBatch): Promise<readonly string[]> {
  const rows = await story.paigham.db.read(
    plain<{ text: string }>(
      'texts',
      'select text from messages where batch_id = $1 order by position',
    ),
    [Number(id)],
  );
  return rows.map(({ text }) => text);
}

const codeIn = (text: string): string => /\/([\w]{8})(?=[.\s]|$)/.exec(text)?.[1] ?? '';

/** Opens an address of the service as somebody's phone does. */
function open(
  path: string,
  { host = 'api.paigham.example', agent = 'Mozilla/5.0 (Android 14)', method = 'GET' } = {},
): Promise<Opened> {
  const { port } = new URL(story.paigham.baseUrl);
  const headers = { Host: host, 'User-Agent': agent };
  return new Promise((resolve, reject) => {
    const asked = request({ port, path, method, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (piece: string) => (body += piece));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
    asked.on('error', reject).end();
  });
}

const clicksOf = async ({ id }: ShownBatch) =>
  ((await batches.find(id ?? '')) as Linked).clicks ?? undefined;

/** What was found there is fetched from this service, whoever's domain it is. */
const leadsHere = {
  async files(host: string, path: string): Promise<readonly string[]> {
    const { status, body } = await open(path, { host });
    return status === 200 ? [body] : [];
  },
};
const leadsAway = { files: async () => ['a parked domain'] };
const leadsNowhere = { files: async () => [] };

const look = (where: { files(host: string, path: string): Promise<readonly string[]> }) =>
  lookAtLinkDomain(story.paigham.world.admin, where, { accountId: shop.accountId });

describe('a text with short links', () => {
  it('has one of each recipient’s own, of one length, that leads to what was written', async () => {
    const sent = await campaign(numbers(3));
    expect(sent).toMatchObject({ short_links: true, parts: 3, clicks: { people: 0, total: 0 } });
    const texts = await textsOf(sent);
    expect(texts).toHaveLength(3);
    for (const text of texts) {
      expect(text).toMatch(/^Dear Ali \d, see https:\/\/api\.paigham\.example\/s\/\w{8}\.$/);
    }
    const codes = texts.map(codeIn);
    expect(codes.every(isShortCode)).toBe(true);
    expect(new Set(codes).size).toBe(3);
    const opened = await open(`/s/${codes[0]}`);
    expect(opened).toMatchObject({
      status: 302,
      headers: {
        location: SHOP_PAGE,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      },
    });
  });

  it('is shown as long as it will be, and priced so, before it is sent', async () => {
    const long = `https://shop.example/${'x'.repeat(150)}`;
    const message = JSON.stringify({ text: `#B# ${long}` });
    const [to] = numbers(1);
    const dry = (fields: Readonly<Record<string, string>>) =>
      batches.upload({
        file: csvOf([to ?? '']),
        fields: { message, ...fields },
        query: '?dry_run=1',
      });
    const as = (await dry({})).body as Linked;
    const short = (await dry({ short_links: '1' })).body as Linked;
    expect([as.parts, short.parts]).toEqual([2, 1]);
    expect(short).toMatchObject({ short_links: true, clicks: null });
    const [example] = short.examples ?? [];
    expect(example?.text).toBe(`Ali 0 ${SERVICE}/s/YourCode`);
    const sent = await campaign([to ?? ''], { text: `#B# ${long}` });
    const [text = ''] = await textsOf(sent);
    expect([text.length, sent.parts, sent.price]).toEqual([example?.text.length, 1, short.price]);
    expect((await open('/s/YourCode')).status).toBe(404);
  });

  it('is for texts, and nothing is replaced without being asked for', async () => {
    const chat = await batches.post({
      ...{ kind: 'chat', short_links: true, duplicate: true, sender: '', template_id: '1' },
      url: 'https://files.example/a.csv',
    });
    expect(chat.body).toMatchObject({
      errors: [
        { pointer: '/body/short_links', detail: 'is for texts, chat messages have content' },
      ],
    });
    const [to] = numbers(1);
    const plainly = await batches.upload({
      file: csvOf([to ?? '']),
      fields: { message: JSON.stringify({ text: SHOP_PAGE }) },
    });
    story.okIds.push(Number(plainly.body.id));
    const over = (await batches.untilOver(plainly.body.id ?? '')) as Linked;
    expect(over).toMatchObject({ short_links: false, clicks: null });
    expect(await textsOf(over)).toEqual([SHOP_PAGE]);
  });

  it('is sent again with the addresses as they were', async () => {
    // What a short code says may be a code, and is for one moment.
    const sent = await campaign(numbers(2), { sender: shop.senders.shared });
    const again = await ask(`POST /v1/batches/${sent.id}/again`, { recipients: 'all' });
    story.okIds.push(Number(again.body['id']));
    const over = (await batches.untilOver(String(again.body['id']))) as Linked;
    expect(over.short_links).toBe(true);
    const [code = ''] = (await textsOf(over)).map(codeIn);
    expect((await textsOf(sent)).map(codeIn)).not.toContain(code);
    expect((await open(`/s/${code}`)).headers['location']).toBe(SHOP_PAGE);
  });
});

describe('a click', () => {
  it('is counted once for each person, in all, and shown where results are', async () => {
    const sent = await campaign(numbers(3));
    const [first = '', second = ''] = (await textsOf(sent)).map(codeIn);
    for (const code of [first, first, second]) await open(`/s/${code}`);
    await eventually('three clicks', async () => (await clicksOf(sent))?.total === 3);
    expect(await clicksOf(sent)).toEqual({ people: 2, total: 3 });
    const rows = await batches.get<{ data: readonly object[] }>(`/v1/batches/${sent.id}/rows`);
    expect(rows.body.data).toMatchObject([{ clicks: 2 }, { clicks: 1 }, { clicks: 0 }]);
    const csv = await batches.get(`/v1/batches/${sent.id}/rows?format=csv`);
    expect(csv.text.split('\n')[0]).toContain('clicks');
    const of = async (clicked: boolean) => {
      const path = `/v1/messages?batch_id=${sent.id}&clicked=${clicked}`;
      return (await batches.get<{ data: readonly object[] }>(path)).body.data.length;
    };
    expect([await of(true), await of(false)]).toEqual([2, 1]);
  });

  it.each([
    ['HEAD', { method: 'HEAD' }],
    ['WhatsApp', { agent: 'WhatsApp/2.24.6.77 A' }],
    [
      'Facebook',
      { agent: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)' },
    ],
    ['Telegram', { agent: 'TelegramBot (like TwitterBot)' }],
    ['Slack', { agent: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' }],
    [
      'Google',
      { agent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    ],
  ])('is not what %s does, which is led there all the same', async (_, how) => {
    const sent = await campaign(numbers(1));
    const [code = ''] = (await textsOf(sent)).map(codeIn);
    expect(await open(`/s/${code}`, how)).toMatchObject({
      status: 302,
      headers: { location: SHOP_PAGE },
    });
    // What is counted comes after it, and with it would be two.
    await open(`/s/${code}`);
    await eventually('a click', async () => (await clicksOf(sent))?.total !== 0);
    expect(await clicksOf(sent)).toEqual({ people: 1, total: 1 });
  });

  it('is counted up to a bound: beyond it nothing is written', async () => {
    const sent = await campaign(numbers(1));
    const [code = ''] = (await textsOf(sent)).map(codeIn);
    const most = limit('clicksOfLink');
    await story.paigham.db.transact((it) =>
      it.run(plain('near', 'update short_links set clicks = $2 where code = $1'), [code, most - 1]),
    );
    for (let click = 0; click < 3; click += 1) await open(`/s/${code}`);
    await eventually('the bound', async () => (await clicksOf(sent))?.total === most);
    expect(await clicksOf(sent)).toEqual({ people: 1, total: most });
  });
});

describe('an address that nobody was given', () => {
  it.each(['/s/23456789', '/s/', '/s/short', '/s/23456789/more', `/s/${'x'.repeat(2_000)}`])(
    'leads nowhere, in both languages: %s',
    async (path) => {
      const { status, headers, body } = await open(path);
      expect([status, headers['location']]).toEqual([404, undefined]);
      expect(body).toContain('leads nowhere');
      expect(body).toContain('lang="ur" dir="rtl"');
    },
  );

  it('takes nothing from whoever opens it: its address is the kept one', async () => {
    const sent = await campaign(numbers(1));
    const [code = ''] = (await textsOf(sent)).map(codeIn);
    const { headers } = await open(`/s/${code}?url=https://evil.example&next=//evil.example`);
    expect(headers['location']).toBe(SHOP_PAGE);
    expect((await open(`/s/${code}`, { method: 'POST' })).status).toBe(405);
  });

  it('is one whose account is disabled, as long as it is', async () => {
    const { world, baseUrl } = { ...story.paigham };
    const other = await openShop(world, { rupees: '100' });
    const of = callBatches(baseUrl, other);
    const sent = await campaign(numbers(1), { of, as: other });
    const [code = ''] = (await textsOf(sent)).map(codeIn);
    expect((await open(`/s/${code}`)).status).toBe(302);
    const set = (state: 'active' | 'disabled') =>
      setAccountState(world.admin, { accountId: other.accountId, state });
    must(await set('disabled'));
    expect((await open(`/s/${code}`)).status).toBe(404);
    must(await set('active'));
    expect((await open(`/s/${code}`)).status).toBe(302);
  });
});

describe('a domain for short links', () => {
  const domain = 'go.chaman.example';

  it('is named, found not to lead here, with why, and used once it does', async () => {
    expect((await ask('GET /v1/link-domain')).body).toMatchObject({
      ...{ domain: null, state: 'none', problem: null, address: `${SERVICE}/s/` },
    });
    const named = await ask('PUT /v1/link-domain', { domain: `${domain.replace('.', '۔')}.` });
    expect(named).toMatchObject({ status: 200, body: { domain, state: 'pending' } });
    must(await look(leadsNowhere));
    expect((await ask('GET /v1/link-domain')).body).toMatchObject({
      ...{ state: 'pending', reason: 'unreachable', checked_at: expect.any(String) },
      problem: `nothing answered at http(s)://${domain}${TOKEN_PATH}`,
    });
    must(await look(leadsAway));
    expect((await ask('GET /v1/link-domain')).body).toMatchObject({ reason: 'elsewhere' });
    expect(await textsOf(await campaign(numbers(1)))).toMatchObject([
      expect.stringContaining(`${SERVICE}/s/`),
    ]);
    must(await look(leadsHere));
    expect((await ask('GET /v1/link-domain')).body).toMatchObject({
      ...{ state: 'verified', reason: null, problem: null, address: `https://${domain}/` },
    });
    const sent = await campaign(numbers(1));
    const [text = ''] = await textsOf(sent);
    expect(text).toMatch(/^Dear Ali 0, see https:\/\/go\.chaman\.example\/\w{8}\.$/);
    await eventually('it is served there', async () => {
      const { status } = await open(`/${codeIn(text)}`, { host: domain });
      return status === 302;
    });
    expect((await open('/23456789', { host: domain })).body).toContain('leads nowhere');
    expect((await open('/portal', { host: domain })).status).toBe(404);
    // Elsewhere a short path is as unknown as ever.
    expect((await open(`/${codeIn(text)}`)).body).toContain('Invalid path');
  });

  it('has certificates issued while it leads here, and shows no pages to people', async () => {
    const asks = async (name: string) =>
      (await fetch(`${story.paigham.baseUrl}/internal/tls-ask?domain=${name}`)).status;
    await eventually('it is verified', async () => (await asks(domain)) === 200);
    must(await look(leadsAway));
    await eventually('it is not', async () => (await asks(domain)) === 404);
    must(await look(leadsHere));
  });

  it('opens no links of other accounts', async () => {
    const { world, baseUrl } = story.paigham;
    const other = await openShop(world, { rupees: '100' });
    const sent = await campaign(numbers(1), { of: callBatches(baseUrl, other), as: other });
    const [code = ''] = (await textsOf(sent)).map(codeIn);
    expect((await open(`/s/${code}`)).status).toBe(302);
    expect((await open(`/${code}`, { host: domain })).status).toBe(404);
    expect((await open(`/s/${code}`, { host: domain })).status).toBe(404);
    const askOther = v1At(baseUrl, other.apiKey);
    expect((await askOther(`GET /v1/batches/${sent.id}`)).status).toBe(200);
    const seen = await batches.get<{ data: readonly object[] }>(
      `/v1/messages?batch_id=${sent.id}&clicked=false`,
    );
    expect(seen.body.data).toEqual([]);
    expect(await askOther('PUT /v1/link-domain', { domain })).toMatchObject({
      status: 409,
      body: { code: 'link_domain_taken' },
    });
  });

  it.each([
    ['api.paigham.example', 409],
    ['paigham.example', 409],
    ['github.io', 400],
    ['go.shop.pk:8080', 400],
    ['127.0.0.1', 400],
    ['go.shop.internal', 400],
  ])('is not %s', async (name, status) => {
    expect((await ask('PUT /v1/link-domain', { domain: name })).status).toBe(status);
  });

  it('is looked at again each day, and lost and found again', async () => {
    const { admin } = story.paigham.world;
    const soon = (days: number) => ({
      ...admin,
      clock: { ...wallClock, nowMs: () => wallClock.nowMs() + days * DAY_MS },
    });
    const state = async () => (await ask('GET /v1/link-domain')).body['state'];
    expect(await state()).toBe('verified');
    await lookAtLinkDomains(admin, leadsAway);
    expect(await state()).toBe('verified');
    await lookAtLinkDomains(soon(1.1), leadsAway);
    expect(await state()).toBe('pending');
    await lookAtLinkDomains(soon(1.2), leadsHere);
    expect(await state()).toBe('verified');
  });

  it('that is taken away leads nowhere, and another account may name it', async () => {
    const other = v1At(
      story.paigham.baseUrl,
      (await openShop(story.paigham.world, { rupees: '1' })).apiKey,
    );
    expect((await ask('DELETE /v1/link-domain')).body).toMatchObject({ state: 'none' });
    expect((await ask('POST /v1/link-domain/check', {})).status).toBe(404);
    expect((await other('PUT /v1/link-domain', { domain })).status).toBe(200);
    await other('DELETE /v1/link-domain');
  });
});

describe('without an address of the service', () => {
  it('a campaign with short links is refused in words', async () => {
    const node = await story.paigham.startNode({ config: { publicAddress: '' } });
    const of = callBatches(node.baseUrl, shop);
    const made = await of.upload({ file: csvOf(numbers(1)), fields: { short_links: '1' } });
    expect(made).toMatchObject({ status: 409, body: { code: 'short_links_nowhere' } });
    await node.stop();
  });
});
