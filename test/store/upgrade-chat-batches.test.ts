/** The migration `chat-feeds`: large chat requests of the version before become batches. */
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withConnection } from '../../src/kit/postgres/address.ts';
import { migrate } from '../../src/kit/postgres/migrate.ts';
import { emptyDatabase } from '../support/database.ts';
import { temporaryDir } from '../support/temporary.ts';

const MIGRATIONS = join(import.meta.dirname, '../../db/migrations');

it('makes a batch of chat messages that name none, and leaves all others alone', async () => {
  const before = temporaryDir();
  const files = readdirSync(MIGRATIONS).toSorted();
  const ours = files.findIndex((file) => file.endsWith('-chat-feeds.sql'));
  for (const file of files.slice(0, ours)) cpSync(join(MIGRATIONS, file), join(before, file));
  const address = await emptyDatabase();
  const ask = async (text: string): Promise<readonly unknown[]> =>
    (await withConnection(address, (client) => client.query(text))).rows;
  await migrate(address, before);
  await ask(`
    create table messages_all partition of messages default;
    insert into messages (account_id, id, batch_id, position, recipient, template_id, sender_id,
      tariff_id, operator_id, alphabet, parts, price_micros, reserve_id, accepted_at, expires_at,
      text)
    select 1001, id, batch, position, 923001234567, 0, 1, 1, 0, alphabet, 1, 7,
      40 + coalesce(batch, 0),
      '2026-11-20T10:00:00Z', now(), '{}'
    from (values
      (101, 1, 1, 3), (103, 1, 2, 3), (102, 1, 3, 3),
      (104, 2, 1, 3), (105, null, 1, 3), (106, 3, 1, 0)
    ) as t (id, batch, position, alphabet);
    insert into batches (account_id, id, state, recipients, parts, price_micros, reserve_id, node,
      epoch, created_at)
    values (1001, 2, 1, 0, 0, 0, 42, 1, 1, now());
    insert into queue (account_id, message_id, link_id, priority, attempt, due_at, expires_at)
    values (1001, 101, 1, 0, 0, now(), now())`);
  expect(await migrate(address, MIGRATIONS)).toContain('chat-feeds');
  expect(
    await ask(`
      select id::int, state, recipients, parts, price_micros::int as price, reserve_id::int,
        source, first_message::int as first, last_message::int as last,
        published_at = '2026-11-20T10:00:00Z' as is_dated
      from batches order by id`),
  ).toMatchObject([
    {
      ...{ id: 1, state: 2, recipients: 3, parts: 3, price: 21, reserve_id: 41, is_dated: true },
      ...{ source: 'numbers', first: 101, last: 103 },
    },
    { id: 2, state: 1, recipients: 0 },
  ]);
  const [turns] = await ask(`
    select max(turn)::int as before, nextval('queue_turn_seq')::int as next from queue`);
  expect(turns).toEqual({ before: 1, next: 1 + 131_072 });
});
