/**
 * Domains of accounts: proven ones, each owned by one account, and claims, which change
 * nothing.
 */
import type { HostProof } from '../../domain/host.ts';
import type { AccountId } from '../../domain/ids.ts';
import { oneAtATime } from '../../kit/semaphore.ts';
import { read, write } from '../../kit/postgres/callable.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { statement } from '../../kit/postgres/statement.ts';
import { readLinkDomains, type LinkDomain } from '../short-links/link-domains.sql.ts';

export type HostRecord = {
  readonly host: string;
  readonly accountId: AccountId;
  /** For a claim: what must be published; undefined: it is proven. */
  readonly token: string | undefined;
  /** Undefined: it is claimed. */
  readonly proof: HostProof | undefined;
  /** When it was claimed, or proven. */
  readonly sinceMs: number;
};

export const insertClaim = write.single<
  Pick<HostRecord, 'accountId' | 'host' | 'sinceMs'> & { readonly token: string },
  HostRecord
>(
  'insert-host-claim',
  `insert into host_claims (account_id, host, token, created_at)
  values (:accountId, :host, :token, @sinceMs)
  returning host, account_id, token, null as proof, created_at as since`,
);

const LOCK_HOST = statement(
  'lock-host',
  `select pg_advisory_xact_lock(hashtextextended('host ' || :host, 0))`,
);

type Owner = { readonly host: string; readonly accountId: AccountId };

const FIND_OWNER = statement<Owner>(
  'find-host-owner',
  `select host, account_id from account_hosts where host = :host`,
);

/**
 * The proven owner of a domain; undefined: none. Until the transaction ends nobody else can
 * get it.
 */
export async function lockHostOwner(
  transaction: Transaction,
  host: string,
): Promise<AccountId | undefined> {
  await transaction.run(LOCK_HOST, { host });
  return (await transaction.run(FIND_OWNER, { host }))[0]?.accountId;
}

/** Assigns a domain to an account, replacing its claim and any other owner. */
export const giveHost = write.single<
  Pick<HostRecord, 'accountId' | 'host' | 'sinceMs'> & { readonly proof: HostProof },
  HostRecord
>(
  'give-host',
  `with claimed as (delete from host_claims where host = :host and account_id = :accountId)
  insert into account_hosts (host, account_id, proof, created_at)
  values (:host, :accountId, :proof, @sinceMs)
  on conflict (host) do update set
    account_id = excluded.account_id, proof = excluded.proof, created_at = excluded.created_at
  returning host, account_id, null as token, proof, created_at as since`,
);

/** False if the account has neither claimed nor proven it. */
export const deleteHost = write.any<{ host: string; accountId: AccountId }>(
  'delete-host',
  `with claimed as (
    delete from host_claims where host = :host and account_id = :accountId returning host
  ), given as (
    delete from account_hosts where host = :host and account_id = :accountId returning host
  )
  select host from claimed union all select host from given`,
);

/** Domains and claims of an account; undefined: of all. */
export const listHosts = read.many<{ accountId: AccountId | undefined }, HostRecord>(
  'list-hosts',
  `select host, account_id, token, null as proof, created_at as since from host_claims
  where :accountId::bigint is null or account_id = :accountId
  union all
  select host, account_id, null, proof, created_at from account_hosts
  where :accountId::bigint is null or account_id = :accountId
  order by host, account_id`,
);

const OWNERS = statement<Owner>(
  'host-owners',
  `select h.host, h.account_id from account_hosts h join accounts a on a.id = h.account_id
  where a.verified and a.state = 'active'`,
);

/** Domains that accept one account's keys only: those of accounts that are verified and enabled. */
export async function readHostOwners(reader: Reader): Promise<ReadonlyMap<string, AccountId>> {
  return new Map((await reader.read(OWNERS)).map(({ host, accountId }) => [host, accountId]));
}

/**
 * Domain owners, kept in memory. No money depends on it, so it has no version: changes are
 * announced, and it is refreshed now and then.
 */
export type HostCache = {
  /** The only account whose keys a domain accepts; undefined: everybody's. */
  ownerOf(host: string): AccountId | undefined;
  /** Whose short links are at a domain, and whether it is known to lead here. */
  linksAt(domain: string): Pick<LinkDomain, 'accountId' | 'state'> | undefined;
  /** Whether a host is an account's, by claim or proof. */
  isOfAccount(host: string): boolean;
  /** Whether a host is an account's, and known to lead here. */
  leadsHere(host: string): boolean;
  refresh(): Promise<void>;
};

/** Reads the domains and keeps them. Rejects when the store cannot be read. */
export async function createHostCache(reader: Reader): Promise<HostCache> {
  const readLinks = async () =>
    new Map((await readLinkDomains(reader)).map((it) => [it.domain, it] as const));
  let [owners, links] = await Promise.all([readHostOwners(reader), readLinks()]);
  return {
    ownerOf: (host) => owners.get(host),
    linksAt: (domain) => links.get(domain),
    isOfAccount: (host) => owners.has(host) || links.has(host),
    leadsHere: (host) => owners.has(host) || links.get(host)?.state === 'verified',
    refresh: oneAtATime(async () => {
      [owners, links] = await Promise.all([readHostOwners(reader), readLinks()]);
    }),
  };
}
