/** One person gets messages from one number in the order they were requested. */
import { beforeAll, describe, expect, it } from 'vitest';
import { heardBy, numberIn } from '../support/chat-heard.ts';
import { beginChatStory, onlyId, type ChatStory } from '../support/chat-story.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { eventually } from '../support/eventually.ts';
import { v1At } from '../support/v1.ts';

let story: ChatStory;
beforeAll(async () => {
  story = await beginChatStory({ number: { window: 'pass', pairMs: 100 }, rupees: '10000' });
});

const texts = (mobile: string, from: number, to: number): string =>
  JSON.stringify(
    Array.from({ length: to - from + 1 }, (_, index) => {
      return { mobile, type: 'text', text: { body: `#${from + index}` } };
    }),
  );

/** Waits until a person has heard so many messages; gives their numbers as they came. */
async function hears(mobile: string, many: number): Promise<readonly number[]> {
  const heard = () => heardBy(story.platform, mobile).map(numberIn);
  await eventually(`${many} to ${mobile}`, () => heard().length >= many);
  return heard();
}

const upTo = (last: number): readonly number[] =>
  Array.from({ length: last }, (_, index) => index + 1);

describe('messages to one person', () => {
  it('of one request come in the order of its entries', async () => {
    const mobile = '923001235001';
    const answer = await story.sendFree(mobile, '', { free_form: texts(mobile, 1, 5) });
    expect(answer.results.map(({ status }) => status)).toEqual(Array(5).fill('OK'));
    expect(await hears(mobile, 5)).toEqual(upTo(5));
  });

  it('of several requests come in the order of the requests', async () => {
    const mobile = '923001235002';
    for (const number of upTo(8)) onlyId(await story.sendFree(mobile, `#${number}`));
    expect(await hears(mobile, 8)).toEqual(upTo(8));
  });

  it('wait for one that the platform refuses for now', async () => {
    const mobile = '923001235003';
    await refuseNext(mobile, 2);
    for (const number of upTo(4)) onlyId(await story.sendFree(mobile, `#${number}`));
    expect(await hears(mobile, 4)).toEqual(upTo(4));
  });

  it('hold up nobody else', async () => {
    const [slow, quick] = ['923001235004', '923001235005'];
    await refuseNext(slow, 3);
    await story.sendFree(slow, '', { free_form: texts(slow, 1, 3) });
    onlyId(await story.sendFree(quick, '#1'));
    expect(await hears(quick, 1)).toEqual([1]);
    expect(await hears(slow, 3)).toEqual(upTo(3));
    const all = story.platform.platform.messages.all();
    const first = (to: string): number => all.findIndex(({ person }) => person.number === to);
    expect(first(quick)).toBeLessThan(first(slow));
  });

  it('Marketing from the number then pauses for an hour.', async () => {
    const mobile = '923001235006';
    // Marketing of the number rests for an hour then.
    await refuseNext(mobile, 1, 131_048);
    await story.sendOne('plain_news', mobile);
    onlyId(await story.sendFree(mobile, '#1'));
    expect(await hears(mobile, 1)).toEqual([1]);
  });

  it('go as soon as the one before them is cancelled', async () => {
    const mobile = '923001235007';
    const ask = v1At(story.paigham.baseUrl, story.shop.apiKey);
    const content = { type: 'text', text: { body: '#1' } };
    // What is put off for longer than half a minute would hold up nobody.
    const sendAt = new Date(wallClock.nowMs() + 25_000).toISOString();
    const made = await ask('POST /v1/messages', {
      ...{ kind: 'chat', recipients: [mobile], content, send_at: sendAt },
    });
    onlyId(await story.sendFree(mobile, '#2'));
    await eventually('it waits', async () => {
      return (await story.ask('select 1 from queue where behind')).length === 1;
    });
    expect((await ask(`DELETE /v1/messages/${String(made.body['id'])}`)).status).toBe(200);
    expect(await hears(mobile, 1)).toEqual([2]);
    const early = `select 1 from messages where recipient = ${mobile} and sent_at < '${sendAt}'`;
    await eventually('it noted', async () => (await story.ask(early)).length === 1);
  });
});

/** The platform refuses the next so many tries to a person, for a reason that passes. */
const refuseNext = (to: string, count: number, code = 131_000): Promise<unknown> =>
  story.tell('/next', { to, count, answer: { kind: 'refuse', code } });
