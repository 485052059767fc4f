/** One chat request with thousands of entries: written in pieces, answered as one. */
import { beforeAll, expect, it } from 'vitest';
import { limit } from '../../src/domain/limits.ts';
import { beginChatStory, idIn, type ChatStory } from '../support/chat-story.ts';

let story: ChatStory;
beforeAll(async () => {
  story = await beginChatStory({ rupees: '100000', number: { ratePerSecond: 1 } });
}, 60_000);

const mobileOf = (index: number): string => `9230012${String(10_000 + index)}`;
const isWrong = (index: number): boolean => index % 100 === 99;

it('gives each entry its own message, and nothing to those that are wrong', async () => {
  const count = limit('pieceMessages') + 150;
  const entries = Array.from({ length: count }, (_, index) => ({
    mobile: isWrong(index) ? 'nobody' : mobileOf(index),
  }));
  const key = { idempotency_key: 'thousands' };
  const before = await story.balance();
  const answer = await story.send('plain_news', entries, key);
  const wrong = Math.floor(count / 100);
  expect([answer.status, answer.total_price]).toEqual([200, String(count - wrong)]);
  expect(await story.balance()).toBe(before - 7 * (count - wrong));
  const rows = await story.ask<{ readonly id: number; readonly recipient: number }>(
    `select m.id, m.recipient from messages m
     join queue q on q.account_id = m.account_id and q.message_id = m.id
     join chat_messages c on c.account_id = m.account_id and c.id = m.id`,
  );
  const recipients = new Map(rows.map(({ id, recipient }) => [id, String(recipient)]));
  expect(recipients.size).toBeGreaterThan(count - wrong - 100);
  const told = answer.results.map(({ status, id, mobile }) => ({
    status,
    mobile,
    // What has left the line already is passed over.
    to: id === undefined ? undefined : (recipients.get(idIn(id)) ?? mobile),
  }));
  expect(told).toEqual(
    entries.map(({ mobile }, index) =>
      isWrong(index)
        ? { status: '7', mobile: `number ${index + 1}`, to: undefined }
        : { status: 'OK', mobile, to: mobile },
    ),
  );
  const again = await story.send('plain_news', entries, key);
  expect(again).toEqual({ ...answer, replayed: true });
}, 60_000);
