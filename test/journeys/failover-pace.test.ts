/** A backlog that a link takes over: its own one-time codes and its rate come first. */
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { addRoute, goAway, untilLinkIs } from '../support/health.ts';
import { messagesOf, pdusOf } from '../support/heard.ts';
import { mobileOf } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';

const RATE = 20;
/** Six seconds' worth. */
const BACKLOG = 120;
/** One for each so many of the backlog's first half. */
const CODES = 6;

let story: Story;

beforeAll(async () => {
  story = await beginStory({ link: { ratePerSecond: RATE } });
  await addRoute(story.paigham, 'Jazz', 'zong');
  await untilLinkIs(story.paigham, 'zong', 'up');
});

describe('a link that takes over another’s waiting messages', () => {
  it('keeps to its rate, and its one-time codes do not wait behind the backlog', async () => {
    const { operators } = story.paigham;
    await goAway(operators.jazz);
    const { brand } = story.shop.senders;
    const list = Array.from({ length: BACKLOG }, (_, index) => mobileOf(0, index)).join(',');
    await story.send('Campaign', list, { sender: brand });
    await untilLinkIs(story.paigham, 'jazz', 'down');
    for (let code = 0; code < CODES; code += 1) {
      const left = (code * BACKLOG) / 2 / CODES;
      await eventually('some have left', () => pdusOf(operators.zong).length >= left);
      await story.send(`Code ${code}`, mobileOf(1, code));
    }
    expect(await story.breaches()).toEqual([]);
    const order = messagesOf(operators.zong).map(({ text }) => text);
    expect(order.filter((text) => text.startsWith('Code'))).toHaveLength(CODES);
    expect(order.at(-1)).toBe('Campaign');
    const heard = pdusOf(operators.zong).map(({ at }) => Date.parse(at));
    const spans = heard.slice(RATE).map((atMs, index) => atMs - (heard[index] ?? 0));
    // The operator reads its clock when it processes a submit, which may be late on a busy machine:
    // then some come closer, but not most. Without a rate limit all would arrive in one second.
    const usual = spans.toSorted((a, b) => a - b)[Math.floor(spans.length / 2)];
    expect(usual).toBeGreaterThan(800);
    const allMs = (heard.at(-1) ?? 0) - (heard[0] ?? 0);
    expect(allMs).toBeGreaterThan(0.5 * 1_000 * (heard.length / RATE - 1));
  });
});
