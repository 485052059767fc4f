/** Large requests of chat messages whose node dies between their answer and their last message. */
import { beforeAll, describe, expect, it } from 'vitest';
import { limit } from '../../src/domain/limits.ts';
import { heardBy, numberIn } from '../support/chat-heard.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';
import { eventually } from '../support/eventually.ts';
import { startMortal } from '../support/mortal.ts';
import type { CutPoint } from '../support/wire.ts';

let story: ChatStory;
beforeAll(async () => {
  story = await beginChatStory({
    config: { roles: ['api'] },
    number: { window: 'pass', ratePerSecond: 1_000 },
    rupees: '100000',
    platform: { behaviour: { answerDelayMs: [0, 20], throughputPerSecond: 1_000 } },
  });
});

const write = (mobile: string, number: number): object => {
  return { mobile, type: 'text', text: { body: `#${number}` } };
};

const crowd = Array.from({ length: limit('chatGroupMessages') }, (_, index) =>
  write(`9230055${10_000 + index}`, 0),
);

let tries = 0;

describe('a large request whose node dies', () => {
  it.each<[string, string, CutPoint]>([
    ['as it is published', 'publish-batch', 'after the commit'],
    ['before a piece of it is in the queue', 'queue-chats', 'before the commit'],
    ['after a piece of it is in the queue', 'queue-chats', 'after the commit'],
  ])('%s goes on elsewhere, once and in order', async (_, statement, point) => {
    tries += 1;
    const mobile = `92300123${5_300 + tries}`;
    const entries = [...crowd, write(mobile, 1), write(mobile, 2)];
    const form = { free_form: JSON.stringify(entries), idempotency_key: `large ${tries}` };
    const dying = await startMortal(story.paigham, { roles: ['api', 'worker'] });
    const cut = dying.wire.cutAt(statement, point).then(dying.die);
    await story.sendFree('', '', form, dying.node.baseUrl).catch(() => undefined);
    await cut;
    expect((await story.sendFree(mobile, '#3')).status).toBe(200);
    const node = await story.paigham.startNode({
      config: { roles: ['worker', 'carriers'], graphAddress: story.platform.url },
    });
    const again = await story.sendFree('', '', form);
    expect([again.status, again.replayed, again.results.length]).toEqual([
      ...[200, true],
      entries.length,
    ]);
    const heard = (): readonly number[] => heardBy(story.platform, mobile).map(numberIn);
    await eventually('all three', () => heard().length >= 3);
    expect(heard()).toEqual([1, 2, 3]);
    expect(await story.breaches()).toEqual([]);
    await node.stop();
  });
});
