/**
 * Domains of accounts: those that are proven, one account's each, and claims to them, which change
 * nothing for anybody.
 */
import type { HostProof } from '../../domain/host-proof.ts';
import type { AccountId } from '../../domain/ids.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';

export type HostRecord = {
  readonly host: string;
  readonly accountId: AccountId;
  /** Of a claim: what is to be published; undefined: it is proven. */
  readonly token: string | undefined;
  /** Undefined: it is claimed. */
  readonly proof: HostProof | undefined;
  /** When it was claimed, or proven. */
  readonly sinceMs: number;
};

type Row = {
  readonly host: string;
  readonly account_id: AccountId;
  readonly token: string | null;
  readonly proof: HostProof | null;
  readonly created_at: number;
};

const INSERT_CLAIM = `
  insert into host_claims (account_id, host, token, created_at)
  values ($1, $2, $3, to_timestamp($4::float8 / 1000))
  returning host, account_id, token, null as proof, created_at`;

export async function insertClaim(
  transaction: Transaction,
  claim: Pick<HostRecord, 'accountId' | 'host' | 'sinceMs'> & { readonly token: string },
): Promise<HostRecord> {
  const { accountId, host, token, sinceMs } = claim;
  const values = [accountId, host, token, sinceMs];
  const [row] = await transaction.run<Row>('insert-host-claim', INSERT_CLAIM, values);
  if (row === undefined) throw new Error('a claim was not written');
  return recordOf(row);
}

const LOCK_HOST = `select pg_advisory_xact_lock(hashtextextended('host ' || $1, 0))`;
const FIND_OWNER = `select account_id from account_hosts where host = $1`;

/**
 * Whose a domain is by proof; undefined: nobody's. Until the transaction ends it is given to nobody
 * else.
 */
export async function lockHostOwner(
  transaction: Transaction,
  host: string,
): Promise<AccountId | undefined> {
  await transaction.run('lock-host', LOCK_HOST, [host]);
  const owners = await transaction.run<Pick<Row, 'account_id'>>('find-host-owner', FIND_OWNER, [
    host,
  ]);
  return owners[0]?.account_id;
}

const GIVE_HOST = `
  with claimed as (delete from host_claims where host = $1 and account_id = $2)
  insert into account_hosts (host, account_id, proof, created_at)
  values ($1, $2, $3, to_timestamp($4::float8 / 1000))
  on conflict (host) do update set
    account_id = excluded.account_id, proof = excluded.proof, created_at = excluded.created_at
  returning host, account_id, null as token, proof, created_at`;

/** Gives a domain to an account in place of its claim, and in place of whoever had it. */
export async function giveHost(
  transaction: Transaction,
  given: Pick<HostRecord, 'accountId' | 'host' | 'sinceMs'> & { readonly proof: HostProof },
): Promise<HostRecord> {
  const { accountId, host, proof, sinceMs } = given;
  const values = [host, accountId, proof, sinceMs];
  const [row] = await transaction.run<Row>('give-host', GIVE_HOST, values);
  if (row === undefined) throw new Error('a domain was not written');
  return recordOf(row);
}

const DELETE_HOST = `
  with claimed as (
    delete from host_claims where host = $1 and account_id = $2 returning host
  ), given as (
    delete from account_hosts where host = $1 and account_id = $2 returning host
  )
  select host from claimed union all select host from given`;

/** False when it is none of the account's, claimed or proven. */
export async function deleteHost(
  transaction: Transaction,
  accountId: AccountId,
  host: string,
): Promise<boolean> {
  const rows = await transaction.run('delete-host', DELETE_HOST, [host, accountId]);
  return rows.length > 0;
}

const LIST_HOSTS = `
  select host, account_id, token, null as proof, created_at from host_claims
  where $1::bigint is null or account_id = $1
  union all
  select host, account_id, null, proof, created_at from account_hosts
  where $1::bigint is null or account_id = $1
  order by host, account_id`;

/** Domains and claims of an account; undefined: of all. */
export async function listHosts(
  reader: Reader,
  accountId: AccountId | undefined,
): Promise<readonly HostRecord[]> {
  const rows = await reader.read<Row>('list-hosts', LIST_HOSTS, [accountId ?? null]);
  return rows.map(recordOf);
}

function recordOf({ host, account_id: accountId, token, proof, created_at: sinceMs }: Row) {
  return { host, accountId, token: token ?? undefined, proof: proof ?? undefined, sinceMs };
}

const READ_OWNERS = `
  select h.host, h.account_id from account_hosts h join accounts a on a.id = h.account_id
  where a.verified and a.state = 'active'`;

/** Whose keys alone are taken where: domains of accounts that are verified and not disabled. */
export async function readHostOwners(reader: Reader): Promise<ReadonlyMap<string, AccountId>> {
  const rows = await reader.read<Pick<Row, 'host' | 'account_id'>>('host-owners', READ_OWNERS, []);
  return new Map(rows.map((row) => [row.host, row.account_id]));
}
