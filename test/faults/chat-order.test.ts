/** The order of chat messages to one person when the node that holds their number dies. */
import { beforeAll, describe, expect, it } from 'vitest';
import { heardBy, numberIn } from '../support/chat-heard.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';
import { eventually } from '../support/eventually.ts';
import { endLeaseOfHolder, startMortal, type Mortal } from '../support/mortal.ts';

const EACH = 10;
const numbers = Array.from({ length: EACH }, (_, index) => index + 1);
const mobiles = Array.from({ length: 20 }, (_, index) => `92300123${5_400 + index}`);

let story: ChatStory;
beforeAll(async () => {
  story = await beginChatStory({
    config: { roles: ['api', 'worker'] },
    number: { window: 'pass', ratePerSecond: 100, answerTimeoutMs: 3_000 },
    rupees: '10000',
    platform: { behaviour: { answerDelayMs: [20, 80], throughputPerSecond: 1_000 } },
  });
});

/** A node that holds the number, and may die. */
const startCarrier = (): Promise<Mortal> =>
  startMortal(story.paigham, { roles: ['carriers'], graphAddress: story.platform.url });

const heard = (mobile: string): readonly number[] => heardBy(story.platform, mobile).map(numberIn);
const heardInAll = (): number => mobiles.reduce((sum, mobile) => sum + heard(mobile).length, 0);

describe('a number whose node dies again and again', () => {
  it('delivers everybody’s messages in order, and nothing twice', async () => {
    let carrier = await startCarrier();
    const entries = numbers.flatMap((number) =>
      mobiles.map((mobile) => ({ mobile, type: 'text', text: { body: `#${number}` } })),
    );
    await story.sendFree('', '', { free_form: JSON.stringify(entries) });
    for (const deaths of [40, 100]) {
      await eventually('some of them', () => heardInAll() >= deaths);
      carrier.die();
      await endLeaseOfHolder(story.paigham, story.linkId);
      carrier = await startCarrier();
    }
    await eventually('an empty line', async () => {
      return (await story.ask('select 1 from queue limit 1')).length === 0;
    });
    for (const mobile of mobiles) {
      const came = heard(mobile);
      expect([mobile, came]).toEqual([mobile, [...new Set(came)].toSorted((a, b) => a - b)]);
    }
    // What a dead node held may never have left: nobody can know, so nobody repeats it.
    const lost = await story.ask(
      `select 1 from messages m join attempts a on a.account_id = m.account_id
         and a.message_id = m.id and a.ambiguous`,
    );
    expect(heardInAll()).toBeGreaterThanOrEqual(EACH * mobiles.length - lost.length);
    expect(await story.breaches()).toEqual([]);
    await carrier.node.stop();
  });
});
