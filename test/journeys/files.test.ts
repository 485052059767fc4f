/** Sends from files of all four kinds, to the phones: a text of its own for each row. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { addOptout } from '../../src/features/suppressions/suppressions.operations.ts';
import { setHours } from '../../src/features/hours/hours.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { setTariff } from '../../src/features/tariffs/tariffs.operations.ts';
import { decideTemplate } from '../../src/features/templates/templates.operations.ts';
import { dayAt, momentOf } from '../../src/domain/policy/hours.ts';
import { micros } from '../../src/domain/pricing/money.ts';
import { wallClock } from '@paigham/base/clock.ts';
import type { SmsAnswer } from '../support/caller.ts';
import {
  csvOf,
  fileParameters,
  sendFile,
  startFileSite,
  type FileSite,
} from '../support/file-site.ts';
import { messagesOf } from '../support/heard.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';
import { asker } from '../support/verify.ts';

let story: Story;
let site: FileSite;

beforeAll(async () => {
  story = await beginStory({ config: { fetchLoopback: true } });
  site = await startFileSite();
});

const FIXTURES = join(import.meta.dirname, '../../packages/sheets/test/fixtures');

async function sendAs(
  shop: Shop,
  link: string,
  change: Readonly<Record<string, string>> = {},
): Promise<SmsAnswer> {
  const answer = await sendFile(story.paigham.baseUrl, fileParameters(shop, link, change));
  if (answer.id !== undefined) story.okIds.push(answer.id);
  return answer;
}

/** The received texts that begin like this, sorted. */
function heard(beginning: string): readonly string[] {
  const all = Object.values(story.paigham.operators).flatMap((it) => messagesOf(it));
  const found = all.filter(({ text }) => text.startsWith(beginning));
  return found.map(({ destination, text }) => `${destination} ${text}`).toSorted();
}

describe('a file of each kind', () => {
  it.each(['people.xlsx', 'people.xls', 'people-comma.csv', 'people-utf16.txt'])(
    '%s reaches every phone with the text of its row, in Urdu too',
    async (name) => {
      const link = site.put(name, readFileSync(join(FIXTURES, name)));
      const message = JSON.stringify({ text: `${name} #B#` });
      const { id = 0 } = await sendAs(story.shop, link, { message, type: 'unicode' });
      await story.until(id, 'DELIVERED');
      expect(heard(`${name} `)).toEqual(
        [
          `923001234567 ${name} Dear Ali, welcome`,
          `923001234567 ${name} Two\nlines`,
          `923001234567 ${name} آپ کا پارسل آج پہنچ جائے گا، شکریہ`,
          `923001234568 ${name} Dear x`,
          `923211234567 ${name} a,b;c\td|e`,
        ].toSorted(),
      );
    },
  );
});

describe('a file of 5,000 rows', () => {
  it('is charged whole, and reaches every phone once', async () => {
    const before = await story.balance();
    const { id = 0 } = await sendAs(story.shop, site.put('many.csv', csvOf(5_000)));
    expect(before - (await story.balance())).toBeCloseTo(5_000 * 1.5, 6);
    const report = await story.until(id, 'DELIVERED');
    expect(report).toMatchObject({ total: '5000', counts: { DELIVERED: '5000' } });
    expect(new Set(heard('Text for number')).size).toBe(5_000);
    expect(await story.breaches()).toEqual([]);
  });

  it('keeps its origin, and each left-out row', async () => {
    const lines = ['Mobile,Text', '923001000001,Kept one', '8584,x', '923001000003,'];
    const { id = 0 } = await sendAs(story.shop, site.put('kept.csv', lines.join('\n')));
    const ask = asker(story.paigham.db);
    expect(
      await ask(
        `select source, file_kind, file_rows, left_out, recipients, last_position
         from batches where id = $1`,
        [id],
      ),
    ).toEqual([
      {
        ...{ source: 'link', file_kind: 'text', file_rows: 3, left_out: 2 },
        ...{ recipients: 1, last_position: 2 },
      },
    ]);
    expect(
      await ask(
        `select row_number, code, column_letters, shown, reason, rule from batch_rows
         where batch_id = $1 order by row_number`,
        [id],
      ),
    ).toEqual([
      {
        ...{ row_number: 3, code: 7, column_letters: 'A', shown: '8584' },
        ...{ reason: 'number', rule: 'a short code' },
      },
      {
        ...{ row_number: 4, code: 12, column_letters: 'B', shown: '923001000003' },
        ...{ reason: 'cell_empty', rule: 'empty' },
      },
    ]);
  });
});

describe('a file that begins with one valid row among thousands of invalid ones', () => {
  it('is reported as a whole, by the id in the answer', async () => {
    const bad = Array.from({ length: 2_500 }, () => '8584,x');
    const good = [1, 2, 3].map((at) => `${mobileOf(1, 900 + at)},Good row ${at}`);
    const lines = ['Mobile,Text', ...good.slice(0, 1), ...bad, ...good.slice(1)];
    const { id = 0 } = await sendAs(story.shop, site.put('late.csv', lines.join('\n')));
    const report = await story.until(id, 'DELIVERED');
    expect(report).toMatchObject({ total: '3', counts: { DELIVERED: '3' } });
    expect(report.results.map((it) => it.id)).not.toContain(String(id));
  });

  it('has the id in the answer if it stays the only one', async () => {
    const bad = Array.from({ length: 2_500 }, () => '8584,x');
    const lines = ['Mobile,Text', `${mobileOf(1, 910)},Only row`, ...bad];
    const { id = 0 } = await sendAs(story.shop, site.put('only.csv', lines.join('\n')));
    const report = await story.until(id, 'DELIVERED');
    expect(report.results.map((it) => it.id)).toEqual([String(id)]);
  });
});

describe('what changes while a file is fetched', () => {
  let shop: Shop;
  let files = 0;

  /** A link whose file arrives once `change` is done. */
  const changing = (change: () => Promise<unknown>, content = csvOf(3_000, 20_000)): string => {
    files += 1;
    let isDone = false;
    return site.answer(`changing-${files}`, (response) => {
      const changed = isDone ? Promise.resolve() : change();
      isDone = true;
      void changed.then(() => response.end(content));
    });
  };

  beforeAll(async () => {
    shop = await openShop(story.paigham.world, { rupees: '50000' });
  });

  it('does not stop it if somebody opts out, who gets nothing', async () => {
    const { admin } = story.paigham.world;
    const recipient = mobileOf(0, 20_000);
    const optout = { recipient, accountId: shop.accountId, scope: 'all', source: 'x' } as const;
    const link = changing(async () => must(await addOptout(admin, optout)));
    const before = site.paths.length;
    const { id = 0, body } = await sendAs(shop, link);
    expect(body).toMatch(/^OK/);
    expect(site.paths.length).toBe(before + 1);
    expect(await story.breaches()).toEqual([]);
    const [first] = await asker(story.paigham.db)<{ readonly reason: string }>(
      'select reason from messages where batch_id = $1 and recipient = $2',
      [id, recipient],
    );
    expect(first?.reason).toBe('opted_out_waiting');
  });

  it('counts if it is the price: everything is charged by the new one', async () => {
    const { admin } = story.paigham.world;
    const tariff = {
      accountId: shop.accountId,
      senderRoute: 'simple' as const,
      operator: undefined,
      partPriceMicros: micros(2_000_000n),
      refundFailed: false,
      validFromMs: undefined,
    };
    const link = changing(async () => must(await setTariff(admin, tariff)), csvOf(2_500, 30_000));
    const { id, body } = await sendAs(shop, link);
    expect(body).toMatch(/^OK/);
    const [sum] = await asker(story.paigham.db)<{ readonly price: number }>(
      'select price_micros as price from batches where id = $1',
      [id],
    );
    expect(sum?.price).toBe(2_500 * 2_000_000);
    expect(await story.breaches()).toEqual([]);
  });

  it('refuses it if its template is withdrawn, and leaves nothing behind', async () => {
    const { admin } = story.paigham.world;
    const template = { accountId: shop.accountId, templateId: shop.transactional } as const;
    const link = changing(async () => {
      must(await decideTemplate(admin, { ...template, state: 'rejected', reason: 'no more' }));
    });
    const answer = await sendAs(shop, link);
    expect(answer).toMatchObject({ httpStatus: 403, code: '12' });
    expect(await story.breaches()).toEqual([]);
  });
});

describe('a promotional file', () => {
  /** Hours that begin in two hours, or at midnight. */
  const closeFor = async (shop: Shop): Promise<void> => {
    const nowMs = wallClock.nowMs();
    const now = Math.floor((nowMs - momentOf(dayAt(nowMs), 0)) / 60_000);
    const opens = (now + 120) % 1_380;
    const hours = { opens, closes: opens + 60 };
    const { accountId } = shop;
    const { admin } = story.paigham.world;
    must(await setHours(admin, { accountId, hours, days: [0, 1, 2, 3, 4, 5, 6] }));
  };

  const sendSale = async (shop: Shop, link: string): Promise<number> => {
    const parameters = { ...fileParameters(shop, link), template_id: String(shop.promotional) };
    const { httpStatus, id = 0 } = await sendFile(story.paigham.baseUrl, parameters);
    expect(httpStatus).toBe(200);
    return id;
  };

  const waits = async (id: number): Promise<boolean | undefined> => {
    const [feed] = await asker(story.paigham.db)<{ readonly waits: boolean }>(
      'select due_at > now() as waits from feeds where batch_id = $1',
      [id],
    );
    return feed?.waits;
  };

  it('is accepted outside its hours, charged, and waits', async () => {
    const shop = await openShop(story.paigham.world, { rupees: '100' });
    await closeFor(shop);
    const link = site.put('sale.csv', `${mobileOf(0, 1)},Sale one\n${mobileOf(1, 2)},Sale two\n`);
    expect(await waits(await sendSale(shop, link))).toBe(true);
    expect(heard('Sale')).toEqual([]);
  });

  it('also waits if its hours were set while it was read', async () => {
    const shop = await openShop(story.paigham.world, { rupees: '100' });
    const link = site.answer('late-sale', (response) => {
      void closeFor(shop).then(() => response.end(`${mobileOf(0, 3)},Late sale\n`));
    });
    expect(await waits(await sendSale(shop, link))).toBe(true);
    expect(heard('Late sale')).toEqual([]);
  });
});
