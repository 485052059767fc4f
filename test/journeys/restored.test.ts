/** What `bin/paigham restored` does beside the texts that wait (test/faults/restore.test.ts). */
import { beforeAll, expect, it } from 'vitest';
import { must } from '../../src/operations/admin.ts';
import { setNumber } from '../../src/features/chat-numbers/set-number.ts';
import { settleRestored } from '../../src/app/settle-restored.ts';
import { withConnection } from '../../src/kit/postgres/address.ts';
import { eventually } from '../support/eventually.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';

let story: ChatStory;
beforeAll(async () => {
  story = await beginChatStory({ number: { ratePerSecond: 1 }, rupees: '100000' });
});

const MESSAGES = 100;

/** Returns how many messages wait. */
async function prepare(): Promise<number> {
  const { paigham, shop, linkId, send, ask } = story;
  const { accountId } = shop;
  // Twice to each person: the second ones wait behind the first.
  const entries = Array.from({ length: MESSAGES }, (_, at) => ({
    mobile: `92300124${6_000 + (at % 50)}`,
  }));
  await send('plain_news', entries);
  must(await setNumber(paigham.world.admin, { accountId, number: String(linkId), enabled: false }));
  const [waiting] = await eventually('nothing that is held', async () => {
    const rows = await ask<{ readonly held: number; readonly many: number }>(
      'select count(node)::int as held, count(*)::int as many from queue',
    );
    return rows[0]?.held === 0 ? rows : undefined;
  });
  await paigham.stop();
  await withConnection(paigham.address, async (client) => {
    await client.query(
      `insert into uploads
         (account_id, batch_id, state, file_name, file_bytes, request, received_at)
       values ($1, 4711, 'reading', 'people.csv', 1, '{}', now())`,
      [accountId],
    );
    await client.query(
      `insert into mails (id, kind, recipient, sealed, created_at, due_at)
       values (1, 'registration', 'ayesha@shop.example', '\\x00', now(), now())`,
    );
    await client.query(
      `insert into event_logs (account_id, next_number, recorded_until)
       values ($1, 8, now() + interval '1 day')`,
      [accountId],
    );
    // As in another server: a number of its own.
    await client.query(`update nodes set history = '1 00000001'`);
  });
  return waiting?.many ?? 0;
}

it('ends chat messages, files and mails, and numbers events anew', async () => {
  const waiting = await prepare();
  expect(waiting).toBeGreaterThan(0);
  const { paigham, ask, shop } = story;
  const before = await story.balance();
  const agree = (): Promise<void> =>
    Promise.reject(new Error('it was recognised: nobody is asked'));
  const done = await settleRestored(paigham.db, paigham.world.admin, { nothingLost: false, agree });
  expect([done.messages, done.files]).toEqual([new Map([[shop.accountId, waiting]]), 1]);
  expect(
    await ask(
      'select state, reason, count(*)::int as many from messages where state = 3 group by 1, 2',
    ),
  ).toEqual([{ state: 3, reason: 'answer_lost', many: waiting }]);
  expect(await story.balance()).toBeGreaterThan(before);
  expect(await ask('select state, hold from uploads')).toEqual([
    { state: 'refused', hold: 'cancelled' },
  ]);
  expect(await ask('select end_state from mails')).toEqual([{ end_state: 'given_up' }]);
  expect(await ask('select next_number::float8 as next from event_logs')).toEqual([
    { next: 1_000_000_008 },
  ]);
  const twice = settleRestored(paigham.db, paigham.world.admin, { nothingLost: false, agree });
  await expect(twice).rejects.toThrow('nobody is asked');
});
