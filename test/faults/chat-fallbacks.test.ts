/**
 * A node dies while a text takes the place of a chat message that did not arrive: another sends it,
 * once, and charges it once (decision 125).
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../src/domain/durations.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { callBatches, csvOf, type Batches } from '../support/batches.ts';
import { workedOff } from '../support/chat-posts.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';
import { eventually } from '../support/eventually.ts';
import { change, mobileWith, pass, untilFallback } from '../support/fallbacks.ts';
import { pdusOf } from '../support/heard.ts';
import { endLeases, startMortal, type Mortal } from '../support/mortal.ts';

let story: ChatStory;
let mortal: Mortal;
let batches: Batches;

beforeAll(async () => {
  story = await beginChatStory({ withoutNode: true, rupees: '10000' });
});

beforeEach(async () => {
  mortal = await startMortal(story.paigham, { graphAddress: story.platform.url });
  batches = callBatches(mortal.node.baseUrl, story.shop);
  await eventually('the link', () => story.paigham.operators.jazz.links.size === 1);
});

afterAll(async () => {
  expect(await story.breaches()).toEqual([]);
  await story.paigham.stop();
});

const texts = (mobile: string): number =>
  pdusOf(story.paigham.operators.jazz).filter((it) => it.destination === mobile).length;

/** A campaign to one number, or what waits of it. */
async function send(mobile: string, given: object = {}): Promise<string> {
  const fallback = {
    after_minutes: 5,
    sender: story.shop.senders.brand,
    template_id: String(story.shop.transactional),
    message: { text: 'Dear #B#' },
  };
  const made = await batches.upload({
    path: '/v1/batches',
    file: csvOf([mobile]),
    fields: {
      ...{ kind: 'chat', sender: '', content: '{}', fallback: JSON.stringify(fallback) },
      template_id: String(await story.template('plain_news')),
      ...given,
    },
  });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return made.body.id ?? '';
}

async function left(id: string): Promise<void> {
  await eventually('it has left', async () => {
    const { counts } = await batches.find(id);
    return counts !== null && (counts['pending'] ?? 0) === 0;
  });
  await workedOff(story);
}

/** Another node, once the dead one's lease has ended; what the dead one took is due again. */
async function replace(id: string): Promise<void> {
  await endLeases(story.paigham);
  const config = { graphAddress: story.platform.url };
  const node = await story.paigham.startNode({ config });
  batches = callBatches(node.baseUrl, story.shop);
  await pass(story, id, 0);
  await untilFallback(batches.find, id, ({ ended_at }) => ended_at !== null);
  const [found] = await story.ask<{ readonly texts: number }>(
    'select count(*)::int as texts from messages where batch_id = (' +
      'select text_batch_id from fallbacks where batch_id = $1)',
    [id],
  );
  expect(found?.texts).toBe(1);
  await eventually('no text waits', async () => {
    const open = await story.ask('select 1 from messages where alphabet <> 3 and state < 3');
    return open.length === 0;
  });
  await node.stop();
}

describe('a node that dies', () => {
  it.each([
    ['take-fallback', 'after the commit'],
    ['take-fallback-rows', 'before the commit'],
    ['take-fallback-rows', 'after the commit'],
    ['take-places-of-chats', 'before the commit'],
    ['take-places-of-chats', 'after the commit'],
  ] as const)('at %s, %s, has its text sent once by another', async (statement, point) => {
    const mobile = mobileWith('silent');
    const id = await send(mobile);
    await left(id);
    const before = await story.balance();
    const cut = mortal.wire.cutAt(statement, point).then(mortal.die);
    await pass(story, id, 6);
    await cut;
    await replace(id);
    expect(texts(mobile)).toBe(1);
    expect(before - (await story.balance())).toBeCloseTo(2.4);
  });

  it('between cancelling the chat message and its text has that sent once', async () => {
    const mobile = mobileWith('reached');
    const before = await story.balance();
    const send_at = new Date(wallClock.nowMs() + HOUR_MS).toISOString();
    const id = await send(mobile, { send_at });
    await change(story, id, 'update batches set send_at = null where id = $1');
    const cut = mortal.wire.cutAt('take-waiting', 'after the commit').then(mortal.die);
    await pass(story, id, 6);
    await cut;
    await replace(id);
    expect([texts(mobile), story.copies(mobile)]).toEqual([1, 0]);
    expect(before - (await story.balance())).toBeCloseTo(2.4);
  });
});
