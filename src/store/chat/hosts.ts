import type { AccountId } from '../../domain/ids.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';

export type HostRecord = {
  readonly host: string;
  readonly accountId: AccountId;
  readonly createdAtMs: number;
};

const INSERT_HOST = `
  insert into account_hosts (host, account_id) values ($1, $2)
  on conflict (host) do nothing
  returning host, account_id, created_at`;

type Row = {
  readonly host: string;
  readonly account_id: AccountId;
  readonly created_at: number;
};

/** Undefined when the domain is some account's already. */
export async function insertHost(
  transaction: Transaction,
  accountId: AccountId,
  host: string,
): Promise<HostRecord | undefined> {
  const [row] = await transaction.run<Row>('insert-host', INSERT_HOST, [host, accountId]);
  return row && recordOf(row);
}

const FIND_RELATED = `
  select 1 from account_hosts
  where account_id <> $1 and (
    host = $2 or right($2, length(host) + 1) = '.' || host
    or right(host, length($2) + 1) = '.' || $2)
  limit 1`;

/** Whether another account has the domain, one above it, or one under it. */
export async function isRelatedToOthers(
  reader: Reader,
  accountId: AccountId,
  host: string,
): Promise<boolean> {
  const rows = await reader.read('find-related-host', FIND_RELATED, [accountId, host]);
  return rows.length > 0;
}

const DELETE_HOST = `
  delete from account_hosts where host = $1 and account_id = $2 returning host`;

/** False when it is none of the account's. */
export async function deleteHost(
  transaction: Transaction,
  accountId: AccountId,
  host: string,
): Promise<boolean> {
  const rows = await transaction.run('delete-host', DELETE_HOST, [host, accountId]);
  return rows.length === 1;
}

const LIST_HOSTS = `
  select host, account_id, created_at from account_hosts
  where $1::bigint is null or account_id = $1
  order by host`;

/** Domains of an account; undefined: of all. */
export async function listHosts(
  reader: Reader,
  accountId: AccountId | undefined,
): Promise<readonly HostRecord[]> {
  const rows = await reader.read<Row>('list-hosts', LIST_HOSTS, [accountId ?? null]);
  return rows.map(recordOf);
}

function recordOf({ host, account_id: accountId, created_at: createdAtMs }: Row): HostRecord {
  return { host, accountId, createdAtMs };
}
