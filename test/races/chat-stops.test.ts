/** A failing number, reported by many statuses at once to two workers, while staff start it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import { setNumber } from '../../src/features/chat-numbers/set-number.ts';
import { must } from '../../src/operations/admin.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';
import { tellFailed, workedOff } from '../support/chat-posts.ts';

let story: ChatStory;
beforeAll(async () => {
  story = await beginChatStory({ number: { ratePerSecond: 1_000 } });
  await story.paigham.startNode({
    config: { roles: ['worker'], graphAddress: story.platform.url },
  });
  await story.tell('/next', { count: 24, answer: { kind: 'accept' }, fate: { kind: 'silent' } });
  await story.tell('/behaviour', { throughputPerSecond: 1_000 });
  const ids = Array.from({ length: 24 }, (_, index) => `92300125${String(4_000 + index)}`);
  for (const mobile of ids) taken.push(await story.sendOne('plain_news', mobile));
  for (const id of taken) await story.until(id, 'SENT');
});

/** Messages that the platform accepts without reporting anything. */
const taken: string[] = [];

/** The platform fails a message, as of `atMs`, for a reason that affects the whole number. */
async function failed(id: string, atMs: number): Promise<void> {
  await tellFailed(story, id, { code: 131042, atMs });
}

const start = async (): Promise<void> => {
  const { accountId } = story.shop;
  must(await setNumber(story.admin, { accountId, number: String(story.linkId), enabled: true }));
};
const startedAgo = (milliseconds: number) =>
  story.paigham.db.transact((transaction) =>
    transaction.run(
      plain(
        'test-start',
        'update links set started_at = to_timestamp($2::float8 / 1000) where id = $1',
      ),
      [story.linkId, wallClock.nowMs() - milliseconds],
    ),
  );
const stops = () =>
  story.ask<{ readonly said: string }>(
    `select detail ->> 'saidAt' as said from audit where action = 'chat_number.stopped'`,
  );
const standing = async () => {
  type Row = { readonly started: number; readonly stopped: number | null };
  const [row] = await story.ask<Row>(
    'select started_at as started, stopped_at as stopped from links where id = $1',
    [story.linkId],
  );
  return row;
};

describe('a failing number', () => {
  it('is stopped once, however many statuses say so at once', async () => {
    await startedAgo(60_000);
    const atMs = wallClock.nowMs();
    await Promise.all(taken.slice(0, 12).map((id) => failed(id, atMs)));
    await workedOff(story);
    for (const id of taken.slice(0, 12)) await story.until(id, 'REJECTED');
    expect(await stops()).toHaveLength(1);
    expect((await standing())?.stopped).not.toBeNull();
  });

  it('and started at the same time is not stopped by anything said before', async () => {
    await start();
    const atMs = wallClock.nowMs() - 20_000;
    await startedAgo(3_600_000);
    const words = taken.slice(12).map((id) => failed(id, atMs));
    await Promise.all([...words, start()]);
    await workedOff(story);
    for (const id of taken.slice(12)) await story.until(id, 'REJECTED');
    const now = await standing();
    // Whichever came first: the start was later than everything that was said.
    expect(now?.started).toBeGreaterThan(atMs);
    expect(now?.stopped).toBeNull();
    expect((await stops()).length).toBeLessThanOrEqual(2);
  });
});

describe('in the end', () => {
  it('every message was released, and every invariant holds', async () => {
    const moved = await story.moved();
    expect([moved.reserve, moved.post, moved.release]).toEqual([24 * 7, 0, 24 * 7]);
    expect(await story.breaches()).toEqual([]);
  });
});
