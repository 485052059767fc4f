/** When more is waiting than the queue may hold, the API accepts nothing more. */
import { beforeAll, describe, expect, it } from 'vitest';
import { send } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { mobileOf } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';

let story: Story;

beforeAll(async () => {
  story = await beginStory({ config: { queueBound: 20 }, link: { windowSubmits: 1 } });
});

describe('a full queue', () => {
  it('has sends refused with 503 until it is shorter, and keeps what it accepted', async () => {
    const { paigham, shop } = story;
    const { jazz } = paigham.operators;
    await eventually('the link', () => jazz.links.size === 1);
    await jazz.change({ frozen: true });
    let sent = 0;
    const refusal = await eventually('a refusal', async () => {
      sent += 1;
      const answer = await send(paigham.baseUrl, shop.write(`No. ${sent}`, mobileOf(0, sent)));
      if (answer.id !== undefined) story.okIds.push(answer.id);
      return answer.id === undefined && answer;
    });
    expect(refusal).toMatchObject({ httpStatus: 503, code: '12' });
    expect(story.okIds.length).toBeGreaterThanOrEqual(20);
    await jazz.change({ frozen: false });
    await eventually('room', async () => {
      sent += 1;
      const answer = await send(paigham.baseUrl, shop.write(`No. ${sent}`, mobileOf(0, sent)));
      if (answer.id !== undefined) story.okIds.push(answer.id);
      return answer.id !== undefined;
    });
    expect(await story.breaches()).toEqual([]);
  });
});
