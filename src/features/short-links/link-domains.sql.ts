/** Domains of accounts for the short links in their texts, and whether they lead here. */
import type { AccountId } from '../../domain/ids.ts';
import { SHORT_PATH } from '../../domain/message/short-links.ts';
import { read, write } from '../../kit/postgres/callable.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

/** What the last look found instead of this service; undefined: nothing wrong. */
export type LinkDomainProblem = 'unreachable' | 'elsewhere';

export type LinkDomain = {
  readonly accountId: AccountId;
  /** `go.shop.pk` */
  readonly domain: string;
  /** What is served there while it leads here. */
  readonly token: string;
  readonly state: 'pending' | 'verified';
  readonly problem: LinkDomainProblem | undefined;
  readonly claimedAtMs: number;
  /** undefined: it has never led here. */
  readonly verifiedAtMs: number | undefined;
  readonly checkedAtMs: number | undefined;
};

const COLUMNS = `select d.account_id, d.domain, d.token, d.state, d.problem, d.claimed_at,
    d.verified_at, d.checked_at from link_domains d`;

export const findLinkDomain = read.one<{ accountId: AccountId }, LinkDomain>(
  'find-link-domain',
  `${COLUMNS} where d.account_id = :accountId`,
);

/** Those of all accounts, or of one. */
export const listLinkDomains = read.many<{ accountId: AccountId | undefined }, LinkDomain>(
  'list-link-domains',
  `${COLUMNS} where :accountId::bigint is null or d.account_id = :accountId order by d.domain`,
);

/** The domains that links may be opened at. */
export const readLinkDomains = read.many<void, Pick<LinkDomain, 'accountId' | 'domain' | 'state'>>(
  'read-link-domains',
  `select d.account_id, d.domain, d.state from link_domains d join accounts a on a.id = d.account_id
  where a.state = 'active'`,
);

export const findDomainToken = read.maybeValue<{ domain: string }, { readonly token: string }>(
  'find-link-domain-token',
  `select token from link_domains where domain = :domain`,
);

const findVerified = read.maybeValue<{ accountId: AccountId }, { readonly domain: string }>(
  'find-verified-link-domain',
  `select domain from link_domains where account_id = :accountId and state = 'verified'`,
);

/**
 * What the codes of an account's links stand behind: its own domain, else this service's address.
 * undefined: it has none.
 * @param of.publicAddress '': it is not known
 */
export async function readLinkBase(
  reader: Reader,
  { accountId, publicAddress }: { readonly accountId: AccountId; readonly publicAddress: string },
): Promise<string | undefined> {
  const domain = await findVerified(reader, { accountId });
  if (domain !== undefined) return `https://${domain}/`;
  return publicAddress === '' ? undefined : publicAddress + SHORT_PATH;
}

/** The owner of a domain, by claim or by right of its own, other than this account. */
export const findDomainHolder = write.one<
  { accountId: AccountId; domain: string },
  { readonly accountId: AccountId; readonly mayLapse: boolean; readonly claimedAtMs: number }
>(
  'find-link-domain-holder',
  `select d.account_id, d.verified_at is null as may_lapse, d.claimed_at from link_domains d
  where d.domain = :domain and d.account_id <> :accountId
  union all
  select h.account_id, false, h.created_at from account_hosts h
  where h.host = :domain and h.account_id <> :accountId
  limit 1`,
);

/** Instead of the one that the account had. */
export const putLinkDomain = write.single<
  Pick<LinkDomain, 'accountId' | 'domain' | 'token'> & { readonly atMs: number },
  LinkDomain
>(
  'put-link-domain',
  `insert into link_domains as d (account_id, domain, token, claimed_at, check_at)
  values (:accountId, :domain, :token, @atMs, @atMs)
  on conflict (account_id) do update set domain = excluded.domain, token = excluded.token,
    state = 'pending', problem = null, claimed_at = excluded.claimed_at, verified_at = null,
    checked_at = null, check_at = excluded.check_at
  returning account_id, domain, token, state, problem, claimed_at, verified_at, checked_at`,
);

export const deleteLinkDomain = write.any<{ accountId: AccountId }>(
  'delete-link-domain',
  'delete from link_domains where account_id = :accountId returning 1',
);

/** Notes what a look found; undefined: the domain is another one meanwhile. */
export const noteLookAtDomain = write.one<
  Pick<LinkDomain, 'accountId' | 'token' | 'problem'> & { atMs: number; againAtMs: number },
  LinkDomain
>(
  'note-look-at-link-domain',
  `update link_domains set problem = :problem, checked_at = @atMs, check_at = @againAtMs,
    state = case when :problem::text is null then 'verified' else 'pending' end,
    verified_at = case when :problem::text is null then @atMs else verified_at end
  where account_id = :accountId and token = :token
  returning account_id, domain, token, state, problem, claimed_at, verified_at, checked_at`,
);

/** Those whose time has come, the longest due first. */
export const listDueDomains = read.many<{ atMs: number; most: number }, LinkDomain>(
  'list-due-link-domains',
  `${COLUMNS} join accounts a on a.id = d.account_id and a.state = 'active'
  where d.check_at <= @atMs order by d.check_at limit :most`,
);
