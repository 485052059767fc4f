import { beforeAll, describe, expect, it } from 'vitest';
import { beginChatStory, idIn, type ChatStory } from '../support/chat-story.ts';
import { listLost } from '../../src/store/messages/lost-answers.ts';
import { eventually } from '../support/eventually.ts';
import { v1At } from '../support/v1.ts';

let story: ChatStory;
beforeAll(async () => {
  story = await beginChatStory({ number: { answerTimeoutMs: 300, reconcileWithinMs: 5_000 } });
});

const magic = (number: string): string => `9230019900${number}`;
const send = (mobile: string): Promise<string> => story.sendOne('plain_news', mobile);

type Attempt = { readonly attempt: number; readonly outcome: number; readonly ambiguous: boolean };
const attemptsAt = (uuid: string) =>
  story.ask<Attempt>(
    'select attempt, outcome, ambiguous from attempts where message_id = $1 order by attempt',
    [idIn(uuid)],
  );

describe('a chat message whose answer is lost', () => {
  it('and which the platform never got ends unknown, uncharged and not repeated', async () => {
    const before = await story.moved();
    const id = await send(magic('16'));
    const report = await story.until(id, 'UNKNOWN');
    expect(report.results[0]).toMatchObject({ price: '0.00' });
    expect(report.results[0]?.['reason']).toMatch(/lost/);
    const after = await story.moved();
    expect([after.post - before.post, after.release - before.release]).toEqual([0, 7]);
    expect(await attemptsAt(id)).toEqual([{ attempt: 1, outcome: 3, ambiguous: true }]);
  });

  it('waits for a status outside the queue: nobody can take it', async () => {
    await story.tell('/next', { count: 1, on: 'messages', story: 'hangs' });
    const id = await send('923001234601');
    await eventually('lost', async () => {
      const [row] = await story.ask(
        'select 1 from chat_messages where id = $1 and lost_at is not null',
        [idIn(id)],
      );
      return row !== undefined;
    });
    expect(await story.ask('select 1 from queue where message_id = $1', [idIn(id)])).toEqual([]);
    const report = await story.report(id);
    expect(report.delivery).toBe('PENDING');
    expect(report.results[0]?.['reason']).toMatch(/^waits: the chat platform has not confirmed it/);
    const ask = v1At(story.paigham.baseUrl, story.shop.apiKey);
    const { body } = await ask(`GET /v1/messages/${id}`);
    expect(body).toMatchObject({ state: 'pending', reason: 'answer_lost' });
    const listed = () => listLost(story.paigham.db, { link: undefined, most: 50 });
    const shown = { messageId: idIn(id), recipient: '923001234601', attempt: 1, isChat: true };
    expect(await listed()).toMatchObject([shown]);
    await story.until(id, 'UNKNOWN');
    expect(await listed()).toEqual([]);
  });

  it('and which the platform has is explained by its status, and charged once', async () => {
    const before = await story.moved();
    // After the answer was given up.
    await story.tell('/behaviour', { sentDelayMs: 600, deliveredDelayMs: 700 });
    const id = await send(magic('10'));
    await story.until(id, 'DELIVERED');
    await story.tell('/settle', {});
    const after = await story.moved();
    expect([after.post - before.post, after.release - before.release]).toEqual([7, 0]);
    await story.tell('/behaviour', { sentDelayMs: 50, deliveredDelayMs: 100 });
    expect(story.copies(magic('10'))).toBe(1);
    expect((await attemptsAt(id)).map(({ attempt }) => attempt)).toEqual([1]);
  });

  it('after its status had arrived is still known by the platform’s id', async () => {
    await story.tell('/behaviour', { sentDelayMs: 20, deliveredDelayMs: 40 });
    const mobile = '923001234603';
    await story.tell('/next', { count: 1, on: 'messages', answer: { kind: 'hang', taken: true } });
    const id = await send(mobile);
    await story.until(id, 'DELIVERED');
    await eventually('out of line', async () => {
      const rows = await story.ask('select 1 from queue where message_id = $1', [idIn(id)]);
      return rows.length === 0;
    });
    const [copy] = story.platform.platform.messages
      .all()
      .filter((it) => it.direction === 'out' && it.person.number === mobile);
    const rows = await story.ask(
      `select m.parts_taken, a.outcome, a.operator_key
       from messages m join attempts a on a.message_id = m.id where m.id = $1`,
      [idIn(id)],
    );
    expect(rows).toEqual([{ parts_taken: 1, outcome: 1, operator_key: copy?.wamid }]);
    await story.tell('/behaviour', { sentDelayMs: 50, deliveredDelayMs: 100 });
  });

  it('and whose status comes after it was given up is reported, and not charged', async () => {
    await story.tell('/next', {
      count: 1,
      on: 'messages',
      answer: { kind: 'hang', taken: true },
      fate: { kind: 'silent' },
    });
    const before = await story.moved();
    const id = await send('923001234602');
    await story.until(id, 'UNKNOWN');
    const [copy] = story.platform.platform.messages
      .all()
      .filter((it) => it.direction === 'out' && it.person.number === '923001234602');
    await story.tell('/status', { id: copy?.wamid, status: 'delivered' });
    await story.until(id, 'DELIVERED');
    const after = await story.moved();
    expect([after.post - before.post, after.release - before.release]).toEqual([0, 7]);
  });
});

describe('in the end', () => {
  it('every invariant holds', async () => {
    expect(await story.breaches()).toEqual([]);
  });
});
