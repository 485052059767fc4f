/** Accounts like the demo's, each with a key of its own. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withConnection } from '../../src/kit/postgres/address.ts';
import { startEmbedded } from '../../src/kit/postgres/embedded.ts';
import { machineRandom } from '@paigham/base/random.ts';
import { createSeal } from '../../src/kit/seal.ts';
import type { Furnished } from './furnish.ts';

/** An account with a key of its own. */
export type Shop = { readonly apiKey: string; readonly templateId: string };

/** Accounts like the demo's, with what it may send by. */
const CLONE = `
  with origin as (
    select account_id as id from api_keys where key_hash = decode($2, 'hex')
  ), made as (
    insert into accounts (name, verified, fixed_content)
    select 'Shop ' || n, true, true from generate_series(1, $1::int) as n
    returning id
  ), funded as (
    insert into balances (account_id, available_micros) select id, 1000000000000 from made
  ), named as (
    insert into senders (account_id, name, route, state)
    select m.id, s.name, s.route, s.state from made m, senders s, origin o
    where s.account_id = o.id and s.state = 'approved'
  ), bounded as (
    insert into caps (account_id, scope, sender_route, most, minutes)
    select m.id, c.scope, c.sender_route, c.most, c.minutes from made m, caps c, origin o
    where c.account_id = o.id
  )
  insert into templates (account_id, name, message, variables, category, state)
  select m.id, t.name, t.message, t.variables, t.category, t.state
  from made m, templates t where t.id = $3
  returning account_id, id`;

const GIVE_KEYS = `
  insert into api_keys (account_id, key_hash)
  select * from unnest($1::bigint[], $2::bytea[])`;

/** Opens so many accounts beside the one `from`, in a data folder whose node may be running. */
export async function openShops(
  dataDir: string,
  many: number,
  from: Furnished,
): Promise<readonly Shop[]> {
  const seal = createSeal([readMasterKey(dataDir)], machineRandom);
  const joined = await startEmbedded({ dataDir });
  try {
    return await withConnection(joined.logins.owner, async (client) => {
      const given = [many, seal.hash(from.apiKey), from.templateId];
      type Row = { readonly account_id: number; readonly id: number };
      const { rows } = await client.query<Row>(CLONE, given);
      const shops = rows.map(({ id }) => {
        return { apiKey: machineRandom.secret(32), templateId: String(id) };
      });
      const hashes = shops.map(({ apiKey }) => Buffer.from(seal.hash(apiKey), 'hex'));
      await client.query(GIVE_KEYS, [rows.map((it) => it.account_id), hashes]);
      return shops;
    });
  } finally {
    await joined.stop();
  }
}

function readMasterKey(dataDir: string): Uint8Array {
  const text = readFileSync(join(dataDir, 'master.key'), 'utf8').trim();
  return Buffer.from(text, 'base64');
}
