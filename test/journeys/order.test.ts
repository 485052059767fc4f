/** Who goes first: the oldest, and one-time codes before campaigns. */
import { beforeAll, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import { messagesOf, pdusOf } from '../support/heard.ts';
import { sendOk } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { holdLink } from '../support/link-held.ts';
import { mobileOf } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';
import { untilOver } from '../support/verify.ts';

let story: Story;

beforeAll(async () => {
  story = await beginStory({ link: { windowSubmits: 1 } });
});

const shared = { sender: 'InfoSMS' };

/** Texts that Jazz received, without the blocking ones, in order. */
const heardTexts = (): readonly string[] =>
  messagesOf(story.paigham.operators.jazz)
    .map(({ text }) => text)
    .filter((text) => !text.startsWith('In the way'));

/** Waits until a node has taken the message for its link. */
async function untilHeld(id: number): Promise<void> {
  await eventually('a node that has taken it', async () => {
    const [row] = await story.paigham.db.read(
      plain<{ readonly node: number | null }>(
        'test-held',
        'select node from queue where message_id = $1',
      ),
      [id],
    );
    return row !== undefined && row.node !== null;
  });
}

describe('messages that wait for a link', () => {
  it('leave in order of arrival, one-time codes first', async () => {
    const { jazz } = story.paigham.operators;
    const held = await holdLink(story, jazz, mobileOf(0, 900));
    for (let index = 0; index < 12; index += 1) {
      await story.send(`Campaign ${index}`, mobileOf(0, index), shared);
    }
    for (let index = 0; index < 5; index += 1) {
      await story.send(`Code ${index}`, mobileOf(0, 100 + index));
    }
    await held.release();
    await untilOver(story.paigham);
    const expected = [
      ...Array.from({ length: 5 }, (_, index) => `Code ${index}`),
      ...Array.from({ length: 12 }, (_, index) => `Campaign ${index}`),
    ];
    expect(heardTexts()).toEqual(expected);
  });

  it('are not overtaken by what arrives while they leave', async () => {
    const { jazz } = story.paigham.operators;
    const held = await holdLink(story, jazz, mobileOf(0, 901));
    for (let index = 0; index < 40; index += 1) {
      await story.send(`Old ${index}`, mobileOf(0, 200 + index), shared);
    }
    await jazz.change({ answerDelayMs: 5 });
    await held.release();
    for (let index = 0; index < 40; index += 1) {
      await story.send(`New ${index}`, mobileOf(0, 300 + index), shared);
    }
    await untilOver(story.paigham);
    const heard = heardTexts().filter((text) => /^(Old|New)/.test(text));
    const lastOld = heard.findLastIndex((text) => text.startsWith('Old'));
    const overtaking = heard.slice(0, lastOld).filter((text) => text.startsWith('New'));
    expect(overtaking).toEqual([]);
    await jazz.change({ answerDelayMs: 0 });
  });

  it('let a one-time code past a campaign of thousands', async () => {
    const { jazz } = story.paigham.operators;
    await jazz.change({ answerDelayMs: 1 });
    const list = Array.from({ length: 2_100 }, (_, index) => mobileOf(0, 1_000 + index)).join(',');
    const id = await story.send('Season sale', list, shared);
    await story.until(id, 'PENDING');
    await jazz.change({ frozen: true });
    const before = heardTexts().length;
    await story.send('Your code is 4821', mobileOf(0, 990));
    await jazz.change({ answerDelayMs: 0, frozen: false });
    await untilOver(story.paigham);
    const place = heardTexts().indexOf('Your code is 4821') - before;
    expect(place).toBeLessThan(20);
  });

  it.each(['the node that holds the link', 'another node'])(
    'let a code that %s accepted be next, before parts that the link already had',
    async (which) => {
      const { paigham, shop } = story;
      const { jazz } = paigham.operators;
      const other = which === 'another node' ? await paigham.startNode() : undefined;
      const from = pdusOf(jazz).length;
      await jazz.change({ frozen: true });
      await untilHeld(await story.send('Sale '.repeat(200), mobileOf(0, 991), shared));
      await story.send('Season sale', `${mobileOf(0, 992)},${mobileOf(0, 993)}`, shared);
      const code = shop.write('Your code is 4821', mobileOf(0, 994));
      const id = await sendOk(other?.baseUrl ?? paigham.baseUrl, code);
      story.okIds.push(id);
      await untilHeld(id);
      await jazz.change({ frozen: false });
      await untilOver(paigham);
      const [first, second] = pdusOf(jazz).slice(from);
      expect(first?.text.startsWith('Sale ')).toBe(true);
      expect(second?.text).toBe('Your code is 4821');
      await other?.stop();
    },
  );

  it('leave the books in order', async () => {
    expect(await story.breaches()).toEqual([]);
  });
});
