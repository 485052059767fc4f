import { describe, expect, it } from 'vitest';
import type { AccountId, ChatBusinessId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import { wallClock } from '@paigham/base/clock.ts';
import type { ChatPost } from '../store/chat/events.ts';
import { createChatWebhook } from './webhook.ts';
import type { ChatDeps } from './chat.ts';

/** Only what posts need; `transact` stands for the database. */
function depsWith(transact: () => Promise<unknown>): ChatDeps {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const outputs = { count: () => undefined, resync: () => undefined };
  return { clock: wallClock, log, db: { transact }, ...outputs } as unknown as ChatDeps;
}

const post = (bytes: number): ChatPost => ({
  accountId: 1 as AccountId,
  businessId: 1 as ChatBusinessId,
  hash: '00',
  raw: Buffer.alloc(bytes),
});

describe('posts of the webhook', () => {
  it('still waiting when the node stops are left to its next start or another node', async () => {
    let commits = 0;
    const one = { events: 1, deferred: 0, counts: {}, resync: new Set<ChatBusinessId>() };
    const endless = async () => {
      commits += 1;
      await new Promise((resolve) => void setImmediate(resolve));
      return one;
    };
    const events = createChatWebhook(depsWith(endless));
    events.start();
    await events.stop();
    const before = commits;
    await new Promise((resolve) => void setImmediate(resolve));
    expect(commits).toBe(before);
  });

  it('are accepted as far as memory allows: large ones are turned away sooner', async () => {
    const never = () => new Promise<never>(() => undefined);
    const events = createChatWebhook(depsWith(never));
    const most = limit('webhookPendingBytes') / limit('webhookBytes');
    const answers: string[] = [];
    for (let count = 0; count < most; count += 1) {
      void events.hear(post(limit('webhookBytes'))).then((answer) => answers.push(answer));
    }
    expect(await events.hear(post(1))).toBe('busy');
    expect(answers).toEqual([]);
  });
});
