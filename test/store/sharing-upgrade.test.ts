/** An installation whose accounts had asked for shared senders one by one is upgraded. */
import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withConnection } from '../../src/kit/postgres/address.ts';
import { migrate } from '../../src/kit/postgres/migrate.ts';
import { emptyDatabase } from '../support/database.ts';
import { temporaryDir } from '../support/temporary.ts';

const MIGRATIONS = join(import.meta.dirname, '../../db/migrations');

const BEFORE = `
  insert into accounts (name) values ('Has them'), ('Waits'), ('Refused'), ('Has none');
  insert into balances (account_id) select id from accounts;
  insert into shared_senders (name) values ('InfoSMS'), ('9191');
  insert into senders (account_id, name, route, state)
  select id, s.name, s.route, case a.name when 'Waits' then 'waiting' when 'Refused' then 'rejected'
                              else 'approved' end
  from accounts a cross join (values ('InfoSMS', 'simple'), ('8584', 'short_code'),
                                     ('Notice', 'branded')) as s (name, route)
  where a.name <> 'Has none'`;

it('every account gets every shared name and 8584, but for what was refused', async () => {
  const address = await emptyDatabase();
  const folder = temporaryDir();
  const files = readdirSync(MIGRATIONS).toSorted();
  const ours = files.findIndex((file) => file.includes('shared-senders'));
  for (const file of files.slice(0, ours)) copyFileSync(join(MIGRATIONS, file), join(folder, file));
  await migrate(address, folder);
  const rows = await withConnection(address, async (client) => {
    await client.query(BEFORE);
    await migrate(address, MIGRATIONS);
    const { rows: found } = await client.query<{ readonly line: string }>(
      `select a.name || ': ' || string_agg(s.name || ' ' || s.state, ', ' order by s.name) as line
       from accounts a join senders s on s.account_id = a.id
       join balances b on b.account_id = a.id and b.version = 2
       group by a.id order by a.id`,
    );
    return found.map(({ line }) => line);
  });
  expect(rows).toEqual([
    'Has them: 8584 approved, 9191 approved, InfoSMS approved, Notice approved',
    'Waits: 8584 approved, 9191 approved, InfoSMS approved, Notice waiting',
    'Refused: 8584 rejected, 9191 approved, InfoSMS rejected, Notice rejected',
    'Has none: 8584 approved, 9191 approved, InfoSMS approved',
  ]);
});
