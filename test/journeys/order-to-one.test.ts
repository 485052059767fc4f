/** Texts from one account to one number leave their link in the order they were submitted. */
import { beforeAll, describe, expect, it } from 'vitest';
import { sendOk } from '../support/caller.ts';
import { messagesOf } from '../support/heard.ts';
import { mobileOf } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';
import { untilOver } from '../support/verify.ts';

let story: Story;
beforeAll(async () => {
  story = await beginStory({ config: { roles: ['api', 'worker'] } });
});

const numbers = Array.from({ length: 20 }, (_, index) => index + 1);
const shared = { sender: 'InfoSMS' };

const heardBy = (mobile: string): readonly string[] =>
  messagesOf(story.paigham.operators.jazz).flatMap(({ text, destination }) =>
    destination === mobile ? text : [],
  );

describe('texts to one number', () => {
  it('leave in the order of their requests, whether or not they were queued', async () => {
    const mobile = mobileOf(0, 1);
    for (const number of numbers.slice(0, 10)) await story.send(`#${number}`, mobile, shared);
    const node = await story.paigham.startNode({ config: { roles: ['carriers', 'api'] } });
    for (const number of numbers.slice(10)) {
      const parameters = story.shop.write(`#${number}`, mobile, shared);
      story.okIds.push(await sendOk(node.baseUrl, parameters));
    }
    await untilOver(story.paigham);
    expect(heardBy(mobile)).toEqual(numbers.map((number) => `#${number}`));
    await node.stop();
  });
});
