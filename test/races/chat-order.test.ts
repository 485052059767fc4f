/** The order of chat messages to one person under load: two nodes, slow answers, faults. */
import { beforeAll, describe, expect, it } from 'vitest';
import { heardBy, numberIn, tooEarly } from '../support/chat-heard.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';
import { eventually } from '../support/eventually.ts';
import type { Node } from '../support/paigham.ts';

const EACH = 10;
const numbers = Array.from({ length: EACH }, (_, index) => index + 1);

let story: ChatStory;
let second: Node;
beforeAll(async () => {
  story = await beginChatStory({
    number: { window: 'pass', ratePerSecond: 1_000 },
    rupees: '10000',
    platform: {
      behaviour: { answerDelayMs: [0, 60], throughputPerSecond: 1_000 },
      keepHeard: 2_000,
    },
  });
  second = await story.paigham.startNode({ config: { graphAddress: story.platform.url } });
});

const people = (many: number, from: number): readonly string[] =>
  Array.from({ length: many }, (_, index) => `92300123${5_100 + from + index}`);

const text = (mobile: string, number: number): object => {
  return { mobile, type: 'text', text: { body: `#${number}` } };
};

/** For some people the first tries fail; for so few that the link does not open its breaker. */
async function failSome(mobiles: readonly string[]): Promise<void> {
  for (const [index, to] of mobiles.entries()) {
    const answer = { kind: 'refuse', code: index % 8 === 0 ? 131_000 : 131_056 };
    if (index % 2 === 0) await story.tell('/next', { to, count: 1 + (index % 3), answer });
  }
}

async function expectOrder(mobiles: readonly string[]): Promise<void> {
  const heard = (mobile: string) => heardBy(story.platform, mobile).map(numberIn);
  await eventually('all of them', () => mobiles.every((mobile) => heard(mobile).length >= EACH));
  for (const mobile of mobiles) expect([mobile, heard(mobile)]).toEqual([mobile, numbers]);
  expect(tooEarly(story.platform)).toEqual([]);
}

describe('two hundred messages to twenty people, with faults', () => {
  it('of one request come in order, each once the previous one is answered', async () => {
    const mobiles = people(20, 0);
    await failSome(mobiles);
    const entries = numbers.flatMap((number) => mobiles.map((mobile) => text(mobile, number)));
    const answer = await story.sendFree('', '', { free_form: JSON.stringify(entries) });
    expect(answer.results.every(({ status }) => status === 'OK')).toBe(true);
    await expectOrder(mobiles);
  });

  it('of one request each, to two nodes in turn, come in request order', async () => {
    const mobiles = people(20, 20);
    await failSome(mobiles);
    await Promise.all(
      mobiles.map(async (mobile) => {
        for (const number of numbers) {
          const via = number % 2 === 0 ? second.baseUrl : story.paigham.baseUrl;
          const answer = await story.sendFree(mobile, `#${number}`, {}, via);
          expect(answer.status).toBe(200);
        }
      }),
    );
    await expectOrder(mobiles);
  });

  it('of a large request and single ones after it come in order', async () => {
    const mobiles = people(20, 40);
    const crowd = Array.from({ length: 2_500 }, (_, index) => `9230055${String(10_000 + index)}`);
    const first = numbers.slice(0, -1).flatMap((number) => mobiles.map((it) => text(it, number)));
    const entries = [...crowd.map((mobile) => text(mobile, 0)), ...first];
    await story.sendFree('', '', { free_form: JSON.stringify(entries) });
    for (const mobile of mobiles) await story.sendFree(mobile, `#${EACH}`);
    await expectOrder(mobiles);
  });

  it('and every invariant holds', async () => {
    expect(await story.breaches()).toEqual([]);
  });
});
