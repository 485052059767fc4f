/** What the platform bills beside what accounts are charged: costs, the margin, and the doctor. */
import { beforeAll, describe, expect, it } from 'vitest';
import { checkChat } from '../../src/features/doctor/check-chat.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { openTerminal, type Say } from '../admin/terminal.ts';
import { workedOff } from '../support/chat-posts.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';

let story: ChatStory;
let say: Say;
beforeAll(async () => {
  story = await beginChatStory();
  say = openTerminal(story.paigham.db, story.paigham.world.admin);
});

const json = async (line: string): Promise<unknown> => {
  const { out, err } = await say(...`${line} --json`.split(' '));
  return JSON.parse(err === '' ? out : err);
};
const deliver = async (mobile: string) =>
  story.until(await story.sendOne('order_ready', mobile, ['Ali', '5']), 'DELIVERED');
const margin = () => json(`chat margin show --account ${story.shop.accountId}`);

/** What the doctor finds of chat numbers. */
async function doctorSays(): Promise<string> {
  const { world, db } = story.paigham;
  const { transact } = db;
  const here = { reader: db, transact, seal: world.seal, clock: wallClock };
  const found = await checkChat({ ...here, dataDir: undefined, migrations: [] });
  return found.map(({ sentence }) => sentence).join(' ');
}

it('shows what was charged where no cost is known, and what is left where one is', async () => {
  await deliver('923001234801');
  const unknown = { category: 'utility', messages: 1, charged: '3.00' };
  expect(await margin()).toEqual([expect.objectContaining({ ...unknown, cost: null })]);
  await say(...'chat cost set utility 9'.split(' '));
  await say(...'chat cost set utility 2.5 --country 92'.split(' '));
  await say(...'chat cost set utility 1 --country 971'.split(' '));
  await say(...'chat cost set utility 3 --country 92 --from 2099-01-01'.split(' '));
  await deliver('923001234802');
  await deliver('923001234803');
  expect(await margin()).toEqual([
    expect.objectContaining({
      category: 'utility',
      country: '92',
      messages: 2,
      charged: '6.00',
      cost: '5.00',
      left: '1.00',
    }),
    expect.objectContaining({ ...unknown, cost: null }),
  ]);
  expect(await json('chat margin show --until 2020-01-01')).toEqual([]);
});

it('counts nothing that the platform did not bill, or failed', async () => {
  await story.tell('/next', { fate: { kind: 'fail', code: 131_026 } });
  await story.until(await story.sendOne('order_ready', '923001234804', ['Ali', '5']), 'FAILED');
  expect(await margin()).toMatchObject([{ messages: 2 }, { messages: 1 }]);
});

it('refuses costs that make no sense, with the field', async () => {
  const refused = (rest: string) =>
    json(`chat cost set ${rest}`).then(
      (it) => (it as { error: { message: string } }).error.message,
    );
  expect(await refused('utility 2 --country PK')).toMatch(/--country must be a country’s code/);
  expect(await refused('gossip 2')).toMatch(/CATEGORY must be one of/);
});

it('puts right what was entered wrong, from a day that is past', async () => {
  await say(...'chat cost set utility 2 --from 2020-01-01'.split(' '));
  expect(await margin()).toMatchObject([
    { country: '92', cost: '5.00' },
    { country: 'every other', messages: 1, cost: '2.00', left: '1.00' },
  ]);
});

it('is warned of by the doctor where it is less than nothing', async () => {
  expect(await doctorSays()).not.toMatch(/is priced/);
  await say(...'chat cost set utility 3.5 --country 92'.split(' '));
  expect(await doctorSays()).toMatch(/Its utility is priced 3\.00 and costs 3\.50\./);
});

describe('a price tier by volume', () => {
  const AT = 1_800_000_000;
  const tier = (tier: string, at: number, month = '2026-11') =>
    story.tell('/accounts', {
      event: 'VOLUME_BASED_PRICING_TIER_UPDATE',
      more: {
        volume_tier_info: {
          effective_month: month,
          pricing_category: 'UTILITY',
          region: 'Pakistan',
          tier,
          tier_update_time: at,
        },
      },
    });

  it('is kept with its smallest time, and is the last of its category', async () => {
    await tier('0:100000', AT + 90);
    await tier('100001:200000', AT + 300);
    await tier('100001:200000', AT + 200);
    await tier('100001:200000', AT + 400);
    await tier('0:100000', AT + 900, '2026-10');
    await workedOff(story);
    expect(await json(`chat tier list --account ${story.shop.accountId}`)).toEqual([
      {
        account: story.shop.accountId,
        business: expect.stringMatching(/^\d+$/),
        category: 'utility',
        region: 'Pakistan',
        tier: '100001:200000',
        month: '2026-11',
        since: '2027-01-15T13:03:20+05:00',
      },
    ]);
    const { world } = story.paigham;
    expect(await json(`chat tier list --account ${world.naya.accountId}`)).toEqual([]);
  });

  it('stands beside what is left, and in the doctor’s words', async () => {
    const words = '100001:200000 in Pakistan since ';
    expect(await margin()).toMatchObject([
      { category: 'utility', tiers: expect.stringContaining(words) },
      { category: 'utility', tiers: expect.stringContaining(words) },
    ]);
    expect(await doctorSays()).toContain(`costs 3.50 (its tier is ${words}`);
  });
});
