/** The text of a one-time code is kept as long as somebody may have to send it (decision 73). */
import { beforeAll, describe, expect, it } from 'vitest';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';
import { lastFor } from '../support/heard.ts';
import { mobileOf } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';
import { tablesWith } from '../support/tables-with.ts';
import { asker } from '../support/verify.ts';

/** Throttled: tried again. */
const FOR_NOW = 0x58;
/** The recipient is invalid: not tried again. */
const FOR_GOOD = 0x0b;

describe('the text of a code', () => {
  let story: Story;
  let sent = 0;
  const where = (secret: string): Promise<readonly string[]> =>
    tablesWith(asker(story.paigham.db), secret);
  const next = (): string => mobileOf(0, (sent += 1));

  beforeAll(async () => {
    story = await beginStory();
  });

  it('is nowhere once the operator has it, unlike another text', async () => {
    const code = await story.send('Your code is QX48213', next());
    const order = await story.send('Order 7711 is ready', next(), { sender: 'InfoSMS' });
    await story.until(code, 'DELIVERED');
    await story.until(order, 'DELIVERED');
    expect(await where('QX48213')).toEqual([]);
    expect(await where('Order 7711')).toEqual(['messages']);
  });

  it('is nowhere of many that leave together', async () => {
    const ids = await Promise.all(
      Array.from({ length: 60 }, () => story.send('Your code is QX59324', next())),
    );
    for (const id of ids) await story.until(id, 'DELIVERED');
    expect(await where('QX59324')).toEqual([]);
  });

  it('is still there for the next attempt when the operator refuses for now', async () => {
    await story.paigham.behave({ refuseNext: 1, refuseStatus: FOR_NOW });
    const to = next();
    const id = await story.send('Your code is QX60435', to);
    await story.until(id, 'DELIVERED');
    expect((await story.attempts(id)).length).toBe(2);
    expect(lastFor(story.paigham.operators.jazz, to).text).toBe('Your code is QX60435');
    expect(await where('QX60435')).toEqual([]);
  });

  it('is nowhere when nobody takes it', async () => {
    await story.paigham.behave({ refuseNext: 1, refuseStatus: FOR_GOOD });
    await story.until(await story.send('Your code is QX71546', next()), 'REJECTED');
    expect(await where('QX71546')).toEqual([]);
    expect(await story.breaches()).toEqual([]);
  });
});

describe('the text of a code whose answer was lost', () => {
  it('is nowhere once a receipt has explained it', async () => {
    const waits = { answerTimeoutMs: 150, reconcileWithinMs: 3_000 };
    const story = await beginStory({ link: { ...waits, ambiguous: 'reconcile' } });
    await story.paigham.operators.jazz.change({ dropPoint: 'before_answer' });
    const id = await story.send('Your code is QX82657', mobileOf(0, 1));
    await story.until(id, 'DELIVERED');
    expect(await story.attempts(id)).toEqual(['1.1 taken, was lost']);
    expect(await tablesWith(asker(story.paigham.db), 'QX82657')).toEqual([]);
  });
});

describe('the code of a chat message', () => {
  let story: ChatStory;

  beforeAll(async () => {
    story = await beginChatStory();
  });

  it('is nowhere once the platform has it, unlike other values', async () => {
    const code = await story.sendOne('login_code', '923001237001', ['QX482131']);
    await story.until(code, 'DELIVERED');
    const two = ['923001237002', '923001237003'].map((mobile) => ({
      mobile,
      body: [{ type: 'text', text: 'QX593242' }],
    }));
    const { results } = await story.send('login_code', two);
    for (const { id = '' } of results) await story.until(id, 'DELIVERED');
    const ask = story.ask;
    expect(await tablesWith(ask, 'QX482131')).toEqual([]);
    expect(await tablesWith(ask, 'QX593242')).toEqual([]);
    expect(story.copies('923001237002')).toBe(1);
  });
});
