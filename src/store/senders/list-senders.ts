import type { AccountId } from '../../domain/ids.ts';
import { looksLike, type Sender } from '../../domain/sender/sender.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

/** A sender, with whose it is. */
export type SenderRecord = Sender & {
  readonly accountId: AccountId;
  readonly account: string;
  readonly reason: string | null;
  readonly createdAtMs: number;
};

/** Which senders are asked for; undefined: all. */
export type SenderSearch = {
  readonly accountId: AccountId | undefined;
  readonly state: Sender['state'] | undefined;
  /** Older than this one. */
  readonly beforeId: number | undefined;
  readonly most: number;
};

const LIST_SENDERS = `
  select s.account_id as "accountId", a.name as account, s.id, s.name, s.route, s.state, s.reason,
    s.created_at as "createdAtMs"
  from senders s join accounts a on a.id = s.account_id
  where ($1::bigint is null or s.account_id = $1) and ($2::text is null or s.state = $2)
    and ($3::bigint is null or s.id < $3)
  order by s.id desc
  limit $4`;

/** Senders of an account, or of all, the newest first. */
export async function listSenders(
  reader: Reader,
  ask: SenderSearch,
): Promise<readonly SenderRecord[]> {
  const values = [ask.accountId ?? null, ask.state ?? null, ask.beforeId ?? null, ask.most];
  return reader.read<SenderRecord>('list-senders', LIST_SENDERS, values);
}

const LIST_SHARED = `select name from shared_senders order by name`;

/** The names that every account may use. */
export async function listSharedSenders(reader: Reader): Promise<readonly string[]> {
  const rows = await reader.read<{ readonly name: string }>('list-shared-senders', LIST_SHARED, []);
  return rows.map(({ name }) => name);
}

const LIST_OWN = `
  select account_id as "accountId", name from senders s
  where route in ('branded', 'short_code') and state <> 'rejected'
    and not exists (select from shared_senders h where h.name = s.name)
  order by account_id, name`;

/** A name that is an account's own, or that it asks for. */
export type OwnName = { readonly accountId: AccountId; readonly name: string };

/** The brands and short codes of accounts that look like a name, itself among them. */
export async function listLikeSenders(reader: Reader, name: string): Promise<readonly OwnName[]> {
  const own = await reader.read<OwnName>('list-own-senders', LIST_OWN, []);
  return own.filter((other) => looksLike(name, other.name));
}
