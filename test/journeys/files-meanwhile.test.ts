/** What a file is judged by, and what changes while the file is read. */
import { beforeAll, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import { moveCredit } from '../../src/features/credit/credit.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { setCap } from '../../src/features/caps/caps.operations.ts';
import { micros } from '../../src/domain/pricing/money.ts';
import type { SmsAnswer } from '../support/caller.ts';
import {
  csvOf,
  fileParameters,
  sendFile,
  startFileSite,
  type FileSite,
} from '../support/file-site.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';
import { asker } from '../support/verify.ts';

let story: Story;
let site: FileSite;
let files = 0;

beforeAll(async () => {
  story = await beginStory({ config: { fetchLoopback: true } });
  site = await startFileSite();
});

/** Sends a file with this many rows, which arrives once `change` is done. */
async function sendDuring(
  shop: Shop,
  rows: number,
  change: () => Promise<unknown>,
  parameters: Readonly<Record<string, string>> = {},
): Promise<SmsAnswer> {
  files += 1;
  const link = site.answer(`meanwhile-${files}`, (response) => {
    void change().then(() => response.end(csvOf(rows, files * 10_000)));
  });
  const answer = await sendFile(story.paigham.baseUrl, fileParameters(shop, link, parameters));
  if (answer.id !== undefined) story.okIds.push(answer.id);
  return answer;
}

describe('credit added while a file is read', () => {
  const topUp = (shop: Shop, rupees: bigint) => async (): Promise<void> => {
    const { accountId } = shop;
    const amountMicros = micros(rupees * 1_000_000n);
    must(await moveCredit(story.paigham.world.admin, { accountId, kind: 'credit', amountMicros }));
  };

  it('pays for it', async () => {
    const shop = await openShop(story.paigham.world, { rupees: '10' });
    const fetched = site.paths.length;
    const { id, body } = await sendDuring(shop, 300, topUp(shop, 5_000n));
    expect(body).toMatch(/^OK/);
    expect(site.paths.length).toBe(fetched + 1);
    const ask = asker(story.paigham.db);
    expect(await ask('select recipients from batches where id = $1', [id])).toEqual([
      { recipients: 300 },
    ]);
    expect(await story.breaches()).toEqual([]);
  });

  it('that is still too little is what the refusal shows', async () => {
    const shop = await openShop(story.paigham.world, { rupees: '10' });
    const { body } = await sendDuring(shop, 100, topUp(shop, 90n));
    expect(body).toMatch(/^8 : .*150\.00 PKR.*100\.00 PKR/);
    expect(await story.breaches()).toEqual([]);
  });
});

describe('a cap set while a file is read', () => {
  it('applies to it', async () => {
    const shop = await openShop(story.paigham.world, { rupees: '5000' });
    const { accountId } = shop;
    const cap = { accountId, scope: 'account', senderRoute: undefined } as const;
    const { admin } = story.paigham.world;
    const { id, body } = await sendDuring(shop, 200, async () =>
      must(await setCap(admin, { ...cap, most: 50, minutes: 60 })),
    );
    expect(body).toMatch(/^OK/);
    const ask = asker(story.paigham.db);
    expect(await ask('select recipients, left_out from batches where id = $1', [id])).toEqual([
      { recipients: 50, left_out: 150 },
    ]);
    expect(await story.breaches()).toEqual([]);
  });
});

describe('a file whose node is taken for dead while it reads', () => {
  it('is accepted from nobody, through no bug of ours, and can be sent again', async () => {
    const shop = await openShop(story.paigham.world, { rupees: '5000' });
    const fence = () =>
      story.paigham.db.transact((transaction) =>
        transaction.run(plain('test-fence', 'update batches set state = 3 where state = 1'), []),
      );
    const { httpStatus, body } = await sendDuring(shop, 300, fence);
    expect([httpStatus, body]).toEqual([503, expect.stringContaining('nothing was charged')]);
    const again = await sendDuring(shop, 300, () => Promise.resolve());
    expect(again.httpStatus).toBe(200);
    expect(await story.breaches()).toEqual([]);
  });
});
