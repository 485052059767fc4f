/**
 * The platform stops a number, and says so later by failing what it accepted: the number is
 * stopped.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import { setNumber } from '../../src/features/chat-numbers/set-number.ts';
import { must } from '../../src/operations/admin.ts';
import { setChatTariff } from '../../src/features/tariffs/tariffs.operations.ts';
import { micros } from '../../src/domain/pricing/money.ts';
import { checkChat } from '../../src/features/doctor/check-chat.ts';
import { limit } from '../../src/domain/limits.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';
import { tellFailed, workedOff } from '../support/chat-posts.ts';
import { PLATFORM } from '../support/chat-world.ts';
import { eventually } from '../support/eventually.ts';

let story: ChatStory;
beforeAll(async () => {
  story = await beginChatStory();
  await startedThen();
});

const UNPAID = '923001990036';
const WORDS = /no payment method at the platform/;

const run = (name: string, sql: string, values: readonly unknown[]) =>
  story.paigham.db.transact((transaction) => transaction.run(plain(name, sql), values));
/** A minute ago, in whole seconds. */
const STARTED_MS = Math.floor(wallClock.nowMs() / 1_000) * 1_000 - 60_000;
/** As if staff had last started the number then. */
const startedThen = () =>
  run('test-start', 'update links set started_at = to_timestamp($2::float8 / 1000) where id = $1', [
    story.linkId,
    STARTED_MS,
  ]);
const lines = (action: string) =>
  story.ask<{ readonly account_id: number; readonly detail: Record<string, unknown> }>(
    'select account_id, detail from audit where action = $1 order by id',
    [action],
  );
const logged = (words: string): number =>
  story.paigham.logged.filter((it) => it.includes(`the chat platform ${words} a number`)).length;
const counted = async (what = 'chat_events_total{what="number_stopped"}') => {
  const metrics = await (await fetch(`${story.paigham.baseUrl}/metrics`)).text();
  return metrics.split(`paigham_${what} `)[1]?.split('\n')[0];
};
const found = async (atMs = wallClock.nowMs()): Promise<readonly string[]> => {
  const { world, db } = story.paigham;
  const clock = { ...wallClock, nowMs: () => atMs };
  const here = { reader: db, transact: db.transact, seal: world.seal, clock };
  const patient = { ...here, dataDir: undefined, migrations: [] };
  return (await checkChat(patient)).map((it) => it.sentence);
};
const listed = async () => {
  const response = await fetch(`${story.paigham.baseUrl}/v1/chat/numbers`, {
    headers: { authorization: `Bearer ${story.shop.apiKey}` },
  });
  const { data } = (await response.json()) as { readonly data: readonly unknown[] };
  return data[0];
};
/** The state its holder reports. */
const untilLinkIs = (state: string) =>
  eventually(state, async () => {
    const sql = 'select 1 from link_leases where link_id = $1 and state = $2';
    return (await story.ask(sql, [story.linkId, state])).length === 1;
  });
const change = async (more: object): Promise<void> => {
  const { accountId } = story.shop;
  must(await setNumber(story.admin, { accountId, number: String(story.linkId), ...more }));
};
const fail = async (): Promise<void> => {
  const report = await story.until(await story.sendOne('plain_news', UNPAID), 'REJECTED');
  expect(report.results[0]?.['reason']).toMatch(/131042/);
  await workedOff(story);
};

describe('a number whose messages the platform accepts and fails, for an unpaid bill', () => {
  it('is stopped: in the audit, the log and the metrics, by the doctor and in /v1', async () => {
    await untilLinkIs('up');
    expect(await listed()).toMatchObject({ state: 'up', why: null });
    const before = await story.balance();
    await fail();
    expect(await story.balance()).toBe(before);
    const words = expect.stringMatching(WORDS);
    expect(await lines('chat_number.stopped')).toMatchObject([
      { account_id: story.shop.accountId, detail: { link: story.linkId, code: 131042, words } },
    ]);
    expect(await lines('chat_number.failing')).toEqual([]);
    expect(logged('has stopped')).toBe(1);
    await eventually('the count', async () => (await counted()) === '1');
    expect(await counted('messages_accepted_total{service="chat"}')).toBe('1');
    expect(await found()).toEqual([expect.stringMatching(/needs attention: no payment method/)]);
    expect(await listed()).toMatchObject({ enabled: true, state: 'needs_attention', why: words });
    await untilLinkIs('needs_attention');
  });

  it('keeps its messages waiting until staff start it', async () => {
    const mobile = '923001234701';
    const id = await story.sendOne('plain_news', mobile);
    await eventually('it says why it waits', async () => {
      const { delivery, results } = await story.report(id);
      return (
        delivery === 'PENDING' &&
        /its number .* sends nothing .*: no payment method at the platform/.test(
          String(results[0]?.['reason']),
        )
      );
    });
    expect(story.copies(mobile)).toBe(0);
    await change({ enabled: true });
    await story.until(id, 'DELIVERED');
    expect(story.copies(mobile)).toBe(1);
    await untilLinkIs('up');
    expect(await listed()).toMatchObject({ state: 'up', why: null });
    expect(await found()).toEqual([expect.stringMatching(/^It sends/)]);
  });

  it('is stopped again by a later status, and started by a new token', async () => {
    await startedThen();
    await fail();
    expect(await lines('chat_number.stopped')).toHaveLength(2);
    await untilLinkIs('needs_attention');
    const id = await story.sendOne('plain_news', '923001234702');
    await change({ config: { ratePerSecond: 60 } });
    expect(await listed()).toMatchObject({ state: 'needs_attention' });
    await change({ token: PLATFORM.token });
    await story.until(id, 'DELIVERED');
  });
});

describe('a status from before staff last started the number', () => {
  /** The platform fails what it accepted, as of then. */
  const failAsOf = async (atMs: number): Promise<void> => {
    const mobile = '923001234703';
    await story.tell('/next', { to: mobile, answer: { kind: 'accept' }, fate: { kind: 'silent' } });
    const id = await story.sendOne('plain_news', mobile);
    await story.until(id, 'SENT');
    await tellFailed(story, id, { code: 131042, atMs });
    await story.until(id, 'REJECTED');
    await workedOff(story);
  };
  /** As if the last alarm had been raised this long ago. */
  const age = (milliseconds: number) =>
    run(
      'age-alarms',
      `update audit set at = now() - make_interval(secs => $1::float8 / 1000)
       where action = 'chat_number.failing'`,
      [milliseconds],
    );

  it('stops nothing: people are alerted, once in some minutes', async () => {
    await startedThen();
    await failAsOf(STARTED_MS - 3_600_000);
    await failAsOf(STARTED_MS - 1_000);
    expect(await lines('chat_number.failing')).toHaveLength(1);
    expect(await lines('chat_number.stopped')).toHaveLength(2);
    const fails = expect.stringMatching(/is failing its messages, .* no payment method/);
    expect(await found()).toEqual([fails]);
    expect(await found(wallClock.nowMs() + 2 * 3_600_000)).not.toEqual([fails]);
    const pauseMs = limit('chatStopAlarmMinutes') * 60_000;
    await age(pauseMs - 60_000);
    await failAsOf(STARTED_MS - 3_600_000);
    expect(await lines('chat_number.failing')).toHaveLength(1);
    await age(pauseMs + 1);
    await failAsOf(STARTED_MS - 3_600_000);
    expect(await lines('chat_number.failing')).toHaveLength(2);
    expect(logged('is failing messages of')).toBe(2);
    await story.until(await story.sendOne('plain_news', '923001234704'), 'DELIVERED');
  });

  it('and one from the same moment, or later, stops the number', async () => {
    await startedThen();
    await failAsOf(STARTED_MS);
    expect(await lines('chat_number.stopped')).toHaveLength(3);
    await untilLinkIs('needs_attention');
    await change({ enabled: true });
    await story.until(await story.sendOne('plain_news', '923001234707'), 'DELIVERED');
  });
});

describe('a number stopped by an answer', () => {
  it('is opened again when staff start it, and sends what was waiting', async () => {
    const mobile = '923001234706';
    await story.tell('/next', { to: mobile, answer: { kind: 'refuse', code: 131031 } });
    const id = await story.sendOne('plain_news', mobile);
    await untilLinkIs('needs_attention');
    expect(await lines('chat_number.stopped')).toHaveLength(3);
    await change({ enabled: true });
    await story.until(id, 'DELIVERED');
    expect(story.copies(mobile)).toBe(1);
  });
});

it('of which the platform bills what costs nothing here is a fault', async () => {
  const priced = async (rupees: bigint) => {
    const priceMicros = micros(rupees * 1_000_000n);
    const { accountId } = story.shop;
    const price = { category: 'utility', priceMicros, accountId, validFromMs: undefined } as const;
    must(await setChatTariff(story.paigham.world.admin, price));
  };
  await story.until(await story.sendOne('order_ready', '923001234709', ['Ali', '5']), 'DELIVERED');
  const before = await found();
  expect(before.join(' ')).not.toMatch(/bills/);
  await priced(0n);
  const bills = /^The platform bills its utility \(messages since yesterday: \d+\), priced 0 here/;
  expect(await found()).toContainEqual(expect.stringMatching(bills));
  await priced(1n);
  expect(await found()).toEqual(before);
});

describe('in the end', () => {
  it('every invariant holds', async () => {
    expect(await story.breaches()).toEqual([]);
  });

  it('a stopped number stays stopped with the next node that takes it', async () => {
    await startedThen();
    await fail();
    await untilLinkIs('needs_attention');
    const mobile = '923001234705';
    await story.sendOne('plain_news', mobile);
    await story.paigham.node.stop();
    await run('test-forget', 'update link_leases set state = $1, words = null', ['up']);
    await story.paigham.startNode({ config: { graphAddress: story.platform.url } });
    await untilLinkIs('needs_attention');
    expect(story.copies(mobile)).toBe(0);
    await change({ enabled: true });
    await eventually('it leaves', () => story.copies(mobile) === 1);
  });
});
