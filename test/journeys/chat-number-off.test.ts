import { beforeAll, describe, expect, it } from 'vitest';
import { setNumber, type SetNumber } from '../../src/features/chat-numbers/set-number.ts';
import { must } from '../../src/operations/admin.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';
import { eventually } from '../support/eventually.ts';

let story: ChatStory;
beforeAll(async () => {
  story = await beginChatStory({ number: { ratePerSecond: 1 }, rupees: '100000' });
});

const MESSAGES = 100;

async function countIn(from: string): Promise<number> {
  const [row] = await story.ask<{ readonly count: number }>(
    `select count(*)::int as count from ${from}`,
  );
  return row?.count ?? 0;
}

function change(given: Pick<SetNumber, 'enabled' | 'config'>) {
  const { accountId } = story.shop;
  return setNumber(story.paigham.world.admin, {
    accountId,
    number: String(story.linkId),
    ...given,
  });
}

describe('what waits for a number that is disabled', () => {
  it('keeps waiting, and goes when it is enabled again', async () => {
    const entries = Array.from({ length: MESSAGES }, (_, index) => ({
      mobile: `9230012${46_000 + index}`,
    }));
    const answer = await story.send('plain_news', entries);
    expect(answer.results.filter(({ status }) => status === 'OK')).toHaveLength(MESSAGES);
    must(await change({ enabled: false }));
    await eventually('nothing that is held', async () => {
      return (await countIn('queue where node is not null')) === 0;
    });
    expect(await countIn('queue')).toBeGreaterThan(0);
    expect(await countIn('messages where state > 4')).toBe(0);
    must(await change({ enabled: true, config: { ratePerSecond: 80 } }));
    const areDelivered = async (): Promise<boolean> =>
      (await countIn('messages where state = 4')) === MESSAGES;
    await eventually('all of them delivered', areDelivered);
    expect(await story.breaches()).toEqual([]);
  });
});
