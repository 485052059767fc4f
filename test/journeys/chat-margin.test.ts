/** What the platform bills beside what accounts are charged: costs, the margin, and the doctor. */
import { beforeAll, expect, it } from 'vitest';
import { checkChat } from '../../src/features/doctor/check-chat.ts';
import { wallClock } from '../../src/kit/clock.ts';
import { openTerminal, type Say } from '../admin/terminal.ts';
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
  const { world, db } = story.paigham;
  const { transact } = db;
  const here = { reader: db, transact, seal: world.seal, clock: wallClock };
  const words = async () => {
    const found = await checkChat({ ...here, dataDir: undefined, migrations: [] });
    return found.map(({ sentence }) => sentence).join(' ');
  };
  expect(await words()).not.toMatch(/is priced/);
  await say(...'chat cost set utility 3.5 --country 92'.split(' '));
  expect(await words()).toMatch(/Its utility is priced 3\.00 and costs 3\.50\./);
});
