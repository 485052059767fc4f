/**
 * One chat request with thousands of entries: written in pieces, answered as one, a batch like
 * others, whose messages enter the queue after the answer.
 */
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { must } from '../../src/operations/admin.ts';
import { setNumber } from '../../src/features/chat-numbers/set-number.ts';
import { limit } from '../../src/domain/limits.ts';
import { MESSAGE_STATES } from '../../src/domain/message/message.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { beginChatStory, idIn, type ChatAnswer, type ChatStory } from '../support/chat-story.ts';
import { eventually } from '../support/eventually.ts';
import { v1At, type AskV1 } from '../support/v1.ts';

/** gives each valid entry its own message, and invalid ones nothing */
const COUNT = 3 * limit('feedMessages') + 150;

let story: ChatStory;
let ask: AskV1;
let before: number;
let answer: ChatAnswer;
beforeAll(async () => {
  story = await beginChatStory({
    rupees: '100000',
    number: { ratePerSecond: 1 },
    platform: { behaviour: { throughputPerSecond: 1_000 } },
  });
  ask = v1At(story.paigham.baseUrl, story.shop.apiKey);
  before = await story.balance();
  answer = await story.send('plain_news', entries, key);
});

const mobileOf = (index: number): string => `9230012${String(10_000 + index)}`;
const isWrong = (index: number): boolean => index % 100 === 99;
const key = { idempotency_key: 'thousands' };
const entries = Array.from({ length: COUNT }, (_, index) => ({
  mobile: isWrong(index) ? 'nobody' : mobileOf(index),
}));
const sent = COUNT - Math.floor(COUNT / 100);

const batch = async (): Promise<Readonly<Record<string, unknown>>> => {
  const [first] = (await ask('GET /v1/batches')).body.data;
  return first ?? {};
};

describe('thousands of chat messages in one request', () => {
  it('are a message each, and nothing for entries that are wrong', async () => {
    expect([answer.status, answer.total_price]).toEqual([200, String(sent)]);
    expect(await story.balance()).toBe(before - 7 * sent);
    // A try by settings that had changed meanwhile is removed only later.
    const rows = await story.ask<{ readonly id: number; readonly recipient: number }>(
      `select m.id, m.recipient from messages m
       join chat_messages c on c.account_id = m.account_id and c.id = m.id
       where m.batch_id = $1`,
      [(await batch())['id']],
    );
    const recipients = new Map(rows.map(({ id, recipient }) => [id, String(recipient)]));
    expect(recipients.size).toBe(sent);
    const told = answer.results.map(({ status, id, mobile }) => ({
      status,
      mobile,
      to: id === undefined ? undefined : recipients.get(idIn(id)),
    }));
    expect(told).toEqual(
      entries.map(({ mobile }, index) =>
        isWrong(index)
          ? { status: '7', mobile: `number ${index + 1}`, to: undefined }
          : { status: 'OK', mobile, to: mobile },
      ),
    );
  });

  it('get the same answer when they are repeated', async () => {
    expect(await story.send('plain_news', entries, key)).toEqual({ ...answer, replayed: true });
  });

  it('are a batch that says what it is and how far', async () => {
    const shown = await batch();
    expect(shown).toMatchObject({
      ...{ kind: 'chat', source: 'numbers', state: 'sending', file: null, recipients: sent },
      ...{ sender: '923000000001', template_id: String(await story.template('plain_news')) },
      price: `${7 * sent}.00`,
    });
    const { body } = await ask(`GET /v1/batches/${String(shown['id'])}`);
    const { counts, progress } = body as Readonly<Record<string, Record<string, number>>>;
    expect(Object.values(counts ?? {}).reduce((sum, count) => sum + count)).toBe(sent);
    expect(progress).toMatchObject({ step: 'sending', total: sent });
    expect(progress?.['done']).toBeLessThan(sent / 2);
  });

  it('are rows of their batch, and found by it', async () => {
    const id = String((await batch())['id']);
    const rows = (await ask(`GET /v1/batches/${id}/rows?limit=100`)).body.data;
    const ids = answer.results.flatMap((result) => result.id ?? []);
    expect(rows.map((row) => row['message_id'])).toEqual(ids.slice(0, 100));
    expect(rows[0]).toMatchObject({ row: 1, number: mobileOf(0), network: null });
    const found = (await ask(`GET /v1/messages?batch_id=${id}&limit=100`)).body.data;
    expect(found).toHaveLength(100);
    expect(found.every((it) => it['batch_id'] === id && it['kind'] === 'chat')).toBe(true);
  });

  it('can be cancelled one by one before they are in the queue', async () => {
    const last = answer.results.at(-2)?.id ?? '';
    const isQueued = async (): Promise<boolean> => {
      const rows = await story.ask('select 1 from queue where message_id = $1', [idIn(last)]);
      return rows.length > 0;
    };
    expect(await isQueued()).toBe(false);
    expect((await ask(`DELETE /v1/messages/${last}`)).status).toBe(200);
    expect((await story.report(last)).delivery).toBe('CANCELLED');
    expect(await story.balance()).toBe(before - 7 * (sent - 1));
    await ask(`DELETE /v1/messages/${last}`);
    expect(await story.balance()).toBe(before - 7 * (sent - 1));
    expect(await isQueued()).toBe(false);
  });

  it('all leave, but for what was cancelled', async () => {
    const { accountId } = story.shop;
    const config = { ratePerSecond: 1_000 };
    const number = String(story.linkId);
    must(await setNumber(story.paigham.world.admin, { accountId, number, config }));
    const gone = async (): Promise<boolean> => (await batch())['state'] === 'sent';
    await eventually('all of them gone', gone);
    const { rejected, delivered } = MESSAGE_STATES;
    const states = async (): Promise<unknown> =>
      story.ask(
        `select state, reason, count(*)::int as count from messages group by state, reason
         order by count`,
      );
    await eventually('each is told of', async () => {
      return isDeepStrictEqual(await states(), [
        { state: rejected, reason: 'cancelled', count: 1 },
        { state: delivered, reason: null, count: sent - 1 },
      ]);
    });
    expect(await story.breaches()).toEqual([]);
  });

  it('are a batch by /v1 too, which may be scheduled', async () => {
    const sendAt = new Date(wallClock.nowMs() + 3_600_000).toISOString();
    const made = await ask('POST /v1/messages', {
      recipients: Array.from({ length: limit('chatGroupMessages') + 1 }, (_, at) => mobileOf(at)),
      ...{ kind: 'chat', template_id: String(await story.template('plain_news')), content: {} },
      send_at: sendAt,
    });
    expect([made.status, made.body['id']]).toEqual([201, (await batch())['id']]);
    expect(made.headers.get('location')).toBe(`/v1/batches/${String(made.body['id'])}`);
    const [first] = made.body['messages'] as readonly { readonly id: string }[];
    const { body } = await ask(`GET /v1/messages/${first?.id}`);
    const { id: batchId } = made.body;
    expect(body).toMatchObject({ reason: 'scheduled', send_at: sendAt, batch_id: batchId });
  });

  it('are paused, and cancelled with what is not in the queue yet', async () => {
    const { id } = await batch();
    const has = async (state: string): Promise<boolean> => (await batch())['state'] === state;
    expect((await ask(`POST /v1/batches/${String(id)}/pause`, {})).status).toBe(200);
    await eventually('it is paused', () => has('paused'));
    expect((await ask(`POST /v1/batches/${String(id)}/cancel`, {})).status).toBe(200);
    await eventually('it is cancelled', () => has('cancelled'));
    expect(await story.balance()).toBe(before - 7 * (sent - 1));
    expect(await story.breaches()).toEqual([]);
  });
});
