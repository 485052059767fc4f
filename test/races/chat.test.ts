/** Chat messages where much happens at once: credit, two workers, statuses in any order. */
import { beforeAll, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';
import { eventually } from '../support/eventually.ts';

let story: ChatStory;
beforeAll(async () => {
  story = await beginChatStory({
    rupees: '2000',
    number: { ratePerSecond: 1_000 },
    platform: {
      behaviour: {
        throughputPerSecond: 1_000,
        sentDelayMs: [0, 60],
        deliveredDelayMs: [0, 120],
        readDelayMs: [0, 150],
        readPercent: 50,
        statusTwicePercent: 30,
        shufflePercent: 50,
        statusesPerPost: 7,
        statusWaitMs: 20,
      },
    },
  });
  await story.paigham.startNode({
    config: { roles: ['worker'], graphAddress: story.platform.url },
  });
});

const mobileOf = (index: number): string => `9230012${String(60_000 + index)}`;

describe('a request with more entries than the credit covers', () => {
  it('leaves nothing behind, however large it is', async () => {
    const entries = Array.from({ length: 2_500 }, (_, index) => ({ mobile: mobileOf(index) }));
    const answer = await story.send('plain_news', entries, { idempotency_key: 'too-much' });
    expect([answer.status, answer.remaining_credit]).toEqual([402, '2000.00']);
    expect(new Set(answer.results.map(({ status }) => status))).toEqual(new Set(['8']));
    for (const table of ['messages', 'chat_messages', 'queue', 'idempotency_keys']) {
      expect(await story.ask(`select 1 from ${table} limit 1`)).toEqual([]);
    }
    expect(await story.balance()).toBe(2_000);
  });
});

describe('many requests at once', () => {
  it('are granted as far as the credit goes, to the paisa', async () => {
    // Rs. 2,000 at Rs. 7 each: 285 fit, in requests of one and of several entries.
    const sizes = Array.from({ length: 120 }, (_, index) => 1 + (index % 5));
    let at = 0;
    const answers = await Promise.all(
      sizes.map((size) => {
        const entries = Array.from({ length: size }, () => ({ mobile: mobileOf((at += 1)) }));
        return story.send('plain_news', entries);
      }),
    );
    const accepted = answers.flatMap(({ results }) => results.filter((it) => it.status === 'OK'));
    const refused = answers.flatMap(({ results }) => results.filter((it) => it.status !== 'OK'));
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set(['8']));
    expect(accepted.length).toBeGreaterThan(280);
    expect(accepted.length).toBeLessThanOrEqual(285);
    expect(await story.balance()).toBe(2_000 - 7 * accepted.length);
    // All of a request or nothing of it.
    for (const { results } of answers) {
      expect(new Set(results.map(({ status }) => status)).size).toBe(1);
    }
    await eventually('all of them delivered', async () => {
      const [row] = await story.ask<{ readonly open: number }>(
        'select count(*)::int as open from messages where state <> 4 and alphabet = 3',
      );
      return row?.open === 0;
    });
    expect(await story.moved()).toMatchObject({ post: 7 * accepted.length, release: 0, refund: 0 });
  });
});

describe('the same key at once', () => {
  it('sends once, whoever wins', async () => {
    const entries = [{ mobile: '923001259999' }];
    const change = { idempotency_key: 'at-once' };
    await story.paigham.world.admin.transact((transaction) =>
      transaction.run(
        plain('test-credit', 'update balances set postpaid = true where account_id = $1'),
        [story.shop.accountId],
      ),
    );
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => story.send('plain_news', entries, change)),
    );
    const ids = answers.flatMap(({ results }) => results.flatMap(({ id }) => id ?? []));
    expect(new Set(ids).size).toBe(1);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    await story.until(ids[0] ?? '', 'DELIVERED');
    expect(story.copies('923001259999')).toBe(1);
  });
});

describe('a request with more entries than one group', () => {
  it('is accepted whole', async () => {
    const entries = Array.from({ length: 2_500 }, (_, index) => ({ mobile: mobileOf(index) }));
    const answer = await story.send('plain_news', entries);
    expect(answer.total_price).toBe('2500');
    expect(new Set(answer.results.map(({ id }) => id)).size).toBe(2_500);
  });
});

describe('in the end', () => {
  it('every invariant holds', async () => {
    await eventually(
      'an empty line',
      async () => (await story.ask('select 1 from queue limit 1')).length === 0,
    );
    expect(await story.breaches()).toEqual([]);
  });
});
