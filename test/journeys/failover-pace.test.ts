/** A backlog that a link takes over: its own one-time codes and its rate come first. */
import { beforeAll, describe, expect, it } from 'vitest';
import { pause, wallClock } from '../../src/kit/clock.ts';
import { addRoute, goAway, untilLinkIs } from '../support/health.ts';
import { pdusOf } from '../support/heard.ts';
import { mobileOf } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';
import { asker } from '../support/verify.ts';

const RATE = 20;
/** Six seconds' worth. */
const BACKLOG = 120;

let story: Story;

beforeAll(async () => {
  story = await beginStory({ link: { ratePerSecond: RATE } });
  await addRoute(story.paigham, 'Jazz', 'zong');
  await untilLinkIs(story.paigham, 'zong', 'up');
});

describe('a link that takes over another’s waiting messages', () => {
  it('keeps to its rate, and its one-time codes do not wait behind the backlog', async () => {
    const { operators, db } = story.paigham;
    await goAway(operators.jazz);
    const { brand } = story.shop.senders;
    const list = Array.from({ length: BACKLOG }, (_, index) => mobileOf(0, index)).join(',');
    await story.send('Campaign', list, { sender: brand });
    await untilLinkIs(story.paigham, 'jazz', 'down');
    const codes: number[] = [];
    while (pdusOf(operators.zong).length < BACKLOG) {
      codes.push(await story.send(`Code ${codes.length}`, mobileOf(1, codes.length)));
      await pause(wallClock, 250);
    }
    expect(await story.breaches()).toEqual([]);
    const [slowest] = await asker(db)<{ readonly ms: number }>(
      `select max(extract(epoch from sent_at - accepted_at) * 1000)::int as ms
       from messages where id = any ($1::bigint[])`,
      [codes],
    );
    expect(codes.length).toBeGreaterThan(4);
    expect(slowest?.ms).toBeLessThan(4_000);
    const heard = pdusOf(operators.zong).map(({ at }) => Date.parse(at));
    const spans = heard.slice(RATE).map((atMs, index) => atMs - (heard[index] ?? 0));
    // The operator reads its clock when it processes a submit, which may be late on a busy machine;
    // without a rate limit the whole backlog would arrive in one second.
    expect(Math.min(...spans)).toBeGreaterThan(300);
    const allMs = (heard.at(-1) ?? 0) - (heard[0] ?? 0);
    expect(allMs).toBeGreaterThan(0.85 * 1_000 * (heard.length / RATE - 1));
  });
});
