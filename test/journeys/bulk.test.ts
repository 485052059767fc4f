/**
 * One request with thousands of recipients: pieces, the queue, the report, the one word for all.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { fetchBalance, fetchReport, send } from '../support/caller.ts';
import { mobileOf, openShop } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';
import { asker } from '../support/verify.ts';

let story: Story;

beforeAll(async () => {
  // A number that ends in 7 cannot be reached.
  const receiptNumbers = [{ pattern: '7$', state: 'UNDELIV', error: '027' }];
  story = await beginStory({ behaviour: { receiptDelayMs: 50, receiptNumbers } });
});

const numbers = (count: number, from = 0): readonly string[] =>
  Array.from({ length: count }, (_, index) => mobileOf((index % 4) as 0, from + index));

type Campaign = { readonly numbers: readonly string[]; readonly key?: string };

function sendCampaign({ numbers, key }: Campaign) {
  const { paigham, shop } = story;
  const change = { sender: 'InfoSMS', ...(key === undefined ? {} : { idempotency_key: key }) };
  return send(paigham.baseUrl, shop.write('Open until nine today.', numbers.join(','), change));
}

async function messageCount(): Promise<number> {
  const [row] = await asker(story.paigham.db)<{ readonly many: number }>(
    'select count(*) as many from messages',
  );
  return row?.many ?? 0;
}

describe('a campaign of 2,500 recipients', () => {
  let id = 0;

  it('is accepted whole, without its duplicates and invalid numbers', async () => {
    const before = await story.balance();
    const list = [...numbers(2_500), ...numbers(10), '92300', 'nobody', '0421234567'];
    const answer = await sendCampaign({ numbers: list, key: 'campaign' });
    expect(answer).toMatchObject({ httpStatus: 200, id: expect.any(Number) as unknown });
    id = answer.id ?? 0;
    story.okIds.push(id);
    expect(before - (await story.balance())).toBeCloseTo(2_500 * 1.5, 6);
  });

  it('reaches every recipient once, and says PARTIAL when some could not be reached', async () => {
    expect(['PENDING', 'SENT', 'PARTIAL']).toContain((await story.report(id)).delivery);
    expect(await story.breaches()).toEqual([]);
    const report = await story.report(id);
    const failed = numbers(2_500).filter((it) => it.endsWith('7')).length;
    expect(report).toMatchObject({ delivery: 'PARTIAL', total: '2500' });
    expect(report.counts).toEqual({ DELIVERED: String(2_500 - failed), FAILED: String(failed) });
  });

  it('reports a thousand recipients a page, in the order of the request', async () => {
    const { paigham, shop } = story;
    const pages = await Promise.all(
      [1, 2, 3].map((page) => fetchReport(paigham.baseUrl, shop.apiKey, { id, page })),
    );
    expect(pages.map(({ results }) => results.length)).toEqual([1_000, 1_000, 500]);
    expect(pages.map((page) => page.pages)).toEqual(['3', '3', '3']);
    expect(pages.flatMap(({ results }) => results.map(({ gsm }) => gsm))).toEqual(numbers(2_500));
  });

  it('reports each of its messages by its own id', async () => {
    const [first] = (await story.report(id)).results;
    const own = await story.report(Number(first?.id));
    expect(own).toMatchObject({ delivery: first?.status, total: '1' });
  });

  it('is sent once, however often its idempotency key is used', async () => {
    const before = await messageCount();
    const list = [...numbers(2_500), ...numbers(10), '92300', 'nobody', '0421234567'];
    const again = await sendCampaign({ numbers: list, key: 'campaign' });
    expect(again).toMatchObject({ id, replayed: true });
    const other = await sendCampaign({ numbers: numbers(2_500, 9), key: 'campaign' });
    expect(other).toMatchObject({ httpStatus: 409 });
    expect(await messageCount()).toBe(before);
  });

  it('is sent once when two arrive at the same time', async () => {
    const twin = { numbers: numbers(2_200, 10_000), key: 'twins' };
    const answers = await Promise.all([sendCampaign(twin), sendCampaign(twin)]);
    const ids = new Set(answers.flatMap((it) => it.id ?? []));
    expect(ids.size).toBe(1);
    story.okIds.push(...ids);
    const refused = answers.filter((it) => it.id === undefined);
    expect(refused.filter(({ httpStatus }) => httpStatus !== 409)).toEqual([]);
    expect(await story.breaches()).toEqual([]);
  });

  it('is refused whole if credit is short by one, and leaves nothing behind', async () => {
    const { paigham } = story;
    const poor = await openShop(paigham.world, { rupees: (2_000 * 1.5).toFixed(2) });
    const before = await messageCount();
    const list = numbers(2_001, 20_000).join(',');
    const answer = await send(paigham.baseUrl, poor.write('Too many', list, { sender: 'InfoSMS' }));
    expect(answer).toMatchObject({ httpStatus: 402, code: '8' });
    expect(await messageCount()).toBe(before);
    expect(await fetchBalance(paigham.baseUrl, poor.apiKey)).toBe('3000.00');
    expect(await story.breaches()).toEqual([]);
  });
});

describe('the one word of a small batch', () => {
  it.each([
    ['DELIVERED', ['923001000001', '923001000002']],
    ['FAILED', ['923001000007', '923001000017']],
    ['PARTIAL', ['923001000001', '923001000007']],
  ])('is %s', async (word, list) => {
    const answer = await sendCampaign({ numbers: list });
    story.okIds.push(answer.id ?? 0);
    await story.until(answer.id ?? 0, word);
    const { paigham, shop } = story;
    const query = new URLSearchParams({ api_key: shop.apiKey, id: String(answer.id) });
    const plain = await fetch(`${paigham.baseUrl}/api/delivery.php?${query}`);
    const lines = list.map((it) => `${it.endsWith('7') ? 'FAILED' : 'DELIVERED'} ${it}`);
    expect(await plain.text()).toBe(lines.join('\n'));
  });
});
