import type { AccountId } from '../../domain/ids.ts';
import type { Sender } from '../../domain/sender/sender.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

export type SenderRecord = Sender & { readonly reason: string | null };

const LIST_SENDERS = `
  select id, name, route, state, reason from senders where account_id = $1 order by id`;

export async function listSenders(
  reader: Reader,
  accountId: AccountId,
): Promise<readonly SenderRecord[]> {
  return reader.read<SenderRecord>('list-senders', LIST_SENDERS, [accountId]);
}

const LIST_SHARED = `select name from shared_senders order by name`;

/** The names that every account may use. */
export async function listSharedSenders(reader: Reader): Promise<readonly string[]> {
  const rows = await reader.read<{ readonly name: string }>('list-shared-senders', LIST_SHARED, []);
  return rows.map(({ name }) => name);
}

const FIND_BRAND_OWNER = `
  select account_id from senders
  where lower(name) = lower($1) and route = 'branded' and state <> 'rejected' limit 1`;

/** An account whose own brand a name is, or is asked to be; undefined: nobody's. */
export async function findBrandOwner(reader: Reader, name: string): Promise<AccountId | undefined> {
  type Row = { readonly account_id: AccountId };
  return (await reader.read<Row>('find-brand-owner', FIND_BRAND_OWNER, [name]))[0]?.account_id;
}
