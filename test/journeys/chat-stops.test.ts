/** What the platform stopped and tells later, by failing what it took: people are told. */
import { beforeAll, describe, expect, it } from 'vitest';
import { checkChat } from '../../src/desk/doctor/check-chat.ts';
import { limit } from '../../src/domain/limits.ts';
import { wallClock } from '../../src/kit/clock.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';
import { workedOff } from '../support/chat-posts.ts';

let story: ChatStory;
beforeAll(async () => {
  story = await beginChatStory();
});

const UNPAID = '923001990036';
const WORDS = /the platform wants its bill paid/;

const fail = async (mobile: string): Promise<void> => {
  const report = await story.until(await story.sendOne('plain_news', mobile), 'REJECTED');
  expect(report.results[0]?.['reason']).toMatch(/131042/);
  await workedOff(story);
};
const alarms = () =>
  story.ask<{ readonly account_id: number; readonly detail: Record<string, unknown> }>(
    `select account_id, detail from audit where action = 'chat_number.failing' order by id`,
  );
const logged = (): readonly string[] =>
  story.paigham.logged.filter((it) => it.includes('the chat platform fails messages of a number'));
const counted = async (): Promise<string | undefined> => {
  const metrics = await (await fetch(`${story.paigham.baseUrl}/metrics`)).text();
  return /paigham_chat_words_total\{what="number_stopped"\} (\d+)/.exec(metrics)?.[1];
};
const faults = async (atMs = wallClock.nowMs()): Promise<readonly string[]> => {
  const { world, db } = story.paigham;
  const clock = { ...wallClock, nowMs: () => atMs };
  const patient = { reader: db, seal: world.seal, clock, dataDir: undefined, migrations: [] };
  const findings = await checkChat(patient);
  return findings.map((it) => it.sentence).filter((it) => it.includes('fails its messages'));
};
/** As if the last alarm had been raised so long ago. */
const age = (milliseconds: number) =>
  story.paigham.db.transact((transaction) =>
    transaction.run(
      'age-alarms',
      `update audit set at = now() - make_interval(secs => $1::float8 / 1000)
       where action = 'chat_number.failing'`,
      [milliseconds],
    ),
  );

describe('a number whose messages the platform takes and fails, as its bill is not paid', () => {
  it('is told of once, in the audit, the log and the metrics, and by the doctor', async () => {
    expect(await faults()).toEqual([]);
    await fail(UNPAID);
    await fail(UNPAID);
    expect(await alarms()).toMatchObject([
      {
        account_id: story.shop.accountId,
        detail: { link: story.linkId, code: 131042, words: expect.stringMatching(WORDS) },
      },
    ]);
    expect(logged()).toHaveLength(1);
    expect(await counted()).toBe('1');
    expect(await faults()).toEqual([expect.stringMatching(WORDS)]);
    expect(await faults(wallClock.nowMs() + 2 * 3_600_000)).toEqual([]);
  });

  it('is told of again when some minutes are over, and not a little before', async () => {
    const pauseMs = limit('chatStopAlarmMinutes') * 60_000;
    await age(pauseMs - 60_000);
    await fail(UNPAID);
    expect(await alarms()).toHaveLength(1);
    await age(pauseMs + 1);
    await fail(UNPAID);
    expect(await alarms()).toHaveLength(2);
    expect(logged()).toHaveLength(2);
  });

  it('stays up: a status of last week does not stop what was mended since', async () => {
    const id = await story.sendOne('plain_news', '923001234701');
    await story.until(id, 'DELIVERED');
    expect(await alarms()).toHaveLength(2);
  });

  it('every invariant holds', async () => {
    expect(await story.breaches()).toEqual([]);
  });
});
