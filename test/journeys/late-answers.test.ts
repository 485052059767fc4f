/** Answers that arrive after they were given up for lost. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PLAIN_BEHAVIOUR } from '../support/paigham.ts';
import { mobileOf } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';

let story: Story;
let sent = 0;

beforeAll(async () => {
  story = await beginStory({ link: { answerTimeoutMs: 150, ambiguousAfterMs: 2_000 } });
});

beforeEach(async () => {
  await story.paigham.behave({ ...PLAIN_BEHAVIOUR, receiptDelayMs: 10 });
});

async function send(parts: number): Promise<number> {
  sent += 1;
  return story.send(`Message ${sent} ${'x'.repeat(153 * (parts - 1))}`, mobileOf(0, sent));
}

describe('an answer that comes late', () => {
  it('saves the message a second submission', async () => {
    await story.paigham.behave({ answerDelayMs: 300 });
    const before = await story.balance();
    const id = await send(1);
    await story.until(id, 'DELIVERED');
    expect(story.paigham.operators.jazz.tally.counts.submits).toBe(1);
    expect(before - (await story.balance())).toBeCloseTo(4.8, 6);
    expect(await story.breaches()).toEqual([]);
  });

  it('for some parts of many messages, in time for the others, loses none of them', async () => {
    await story.paigham.behave({ answerJitterMs: 300 });
    await Promise.all(Array.from({ length: 40 }, () => send(3)));
    await story.paigham.behave({ answerJitterMs: 0 });
    expect(await story.breaches()).toEqual([]);
  });

  it('after the next attempt has begun still belongs to its own', async () => {
    await story.paigham.behave({ answerDelayMs: 3_000 });
    await Promise.all(Array.from({ length: 20 }, (_, index) => send(1 + (index % 3))));
    await story.paigham.behave({ answerDelayMs: 0 });
    expect(await story.breaches()).toEqual([]);
  });

  it('that throttles leaves the message queued', async () => {
    await story.paigham.behave({ answerDelayMs: 300, throttleNext: 10 });
    const ids = await Promise.all(Array.from({ length: 10 }, () => send(1)));
    await story.until(ids[0] ?? 0, 'PENDING');
    await story.paigham.behave({ answerDelayMs: 0 });
    expect(await story.breaches()).toEqual([]);
  });

  it('that refuses permanently ends the message at once, uncharged', async () => {
    const before = await story.balance();
    await story.paigham.behave({ answerDelayMs: 300, refuseNext: 5, refuseStatus: 0x0b });
    const ids = await Promise.all(Array.from({ length: 5 }, () => send(1)));
    for (const id of ids) await story.until(id, 'REJECTED');
    expect(await story.balance()).toBe(before);
    expect(await story.breaches()).toEqual([]);
  });
});
