/** Templates whose events were lost are corrected by the regular comparison. */
import { beforeAll, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import { limit } from '../../src/domain/limits.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';
import { eventually } from '../support/eventually.ts';

let story: ChatStory;
beforeAll(async () => {
  story = await beginChatStory();
});

const run = (name: string, sql: string, values: readonly unknown[]) =>
  story.paigham.db.transact((transaction) => transaction.run(plain(name, sql), values));
/** As if the last comparison had started, and succeeded, this long ago. */
const comparedAgo = (hours: number) =>
  run(
    'test-synced',
    `update chat_businesses set synced_at = now() - make_interval(secs => $2::float8),
       sync_begun_at = now() - make_interval(secs => $2::float8)
     where id = $1`,
    [story.businessId, hours * 3_600],
  );
const businessOf = async () => {
  type Row = { readonly fresh: boolean; readonly begun: boolean };
  const [row] = await story.ask<Row>(
    `select synced_at > now() - interval '1 hour' as fresh,
            sync_begun_at > now() - interval '1 hour' as begun
     from chat_businesses where id = $1`,
    [story.businessId],
  );
  return row;
};
const stateOf = async (name: string): Promise<string | undefined> =>
  (
    await story.ask<{ readonly state: string }>(
      'select state from chat_templates where account_id = $1 and name = $2',
      [story.shop.accountId, name],
    )
  )[0]?.state;
/** A node runs its jobs when it starts, and then at their intervals. */
async function jobs(wait: () => Promise<unknown>): Promise<void> {
  const node = await story.paigham.startNode({
    config: { roles: ['worker'], graphAddress: story.platform.url },
  });
  await wait();
  await node.stop();
}
const failures = (): readonly string[] =>
  story.paigham.logged.filter((it) => /refused by the chat platform.*not be read anew/.test(it));

describe('the regular comparison of templates', () => {
  it('corrects what a lost event left wrong', async () => {
    await run(
      'test-lost-event',
      `update chat_templates set state = 'paused' where account_id = $1 and name = 'plain_news'`,
      [story.shop.accountId],
    );
    await comparedAgo(limit('chatSyncHours') + 1);
    await jobs(() =>
      eventually('the comparison', async () => (await stateOf('plain_news')) === 'approved'),
    );
    await eventually('it noted', async () => (await businessOf())?.fresh === true);
    const [line] = await story.ask<{ readonly actor: string }>(
      `select actor from chat_template_changes where to_value = 'approved' order by id desc`,
    );
    expect(line?.actor).toBe('sync by v1');
    const mobile = '923001236001';
    await story.until(await story.sendOne('plain_news', mobile), 'DELIVERED');
  });

  it('that the platform refuses is logged, and repeated after a while', async () => {
    await story.tell('/next', { on: 'templates', answer: { kind: 'refuse', code: 4 } });
    await comparedAgo(limit('chatSyncHours') + 1);
    await jobs(() => eventually('the failure', () => failures().length === 1));
    expect(failures()[0]).toMatch(/refused by the chat platform: 4/);
    expect(await businessOf()).toEqual({ fresh: false, begun: true });
    await jobs(() => Promise.resolve());
    expect(await businessOf()).toEqual({ fresh: false, begun: true });
    await comparedAgo(limit('chatSyncHours') + 1);
    await jobs(() => eventually('the next one', async () => (await businessOf())?.fresh === true));
    expect(failures()).toHaveLength(1);
  });
});

describe('in the end', () => {
  it('every invariant holds', async () => {
    expect(await story.breaches()).toEqual([]);
  });
});
