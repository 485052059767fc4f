/** Accounts as staff set and see them. */
import type { Account } from '../../domain/account/account.ts';
import type { AccountId } from '../../domain/ids.ts';
import type { Province } from '../../domain/payment/invoice.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import { read, write } from '../../kit/postgres/callable.ts';

type AccountSettings = Pick<
  Account,
  | ('verified' | 'fixedContent' | 'mnpCoverage' | 'mnpOption' | 'always200' | 'lookalikes')
  | ('ipList' | 'needsConsent')
>;

/** An account as staff see it. */
export type AccountRecord = AccountSettings & {
  /** As it stands on statements and invoices; empty: not given. */
  readonly address: string;
  /** Whose sales tax its invoices state; undefined: it has not said. */
  readonly province: Province | undefined;
  /** Its STRN; empty: not given. */
  readonly salesTaxNumber: string;
  readonly id: AccountId;
  readonly name: string;
  readonly state: 'active' | 'disabled';
  readonly postpaid: boolean;
  readonly availableMicros: Micros;
  /** Keys that are valid now. */
  readonly keys: number;
  readonly createdAtMs: number;
};

const COLUMNS = `
  select a.id, a.name, a.state, a.verified, a.fixed_content, a.mnp_coverage, a.mnp_option,
         a.always_200, a.lookalikes, a.needs_consent, a.ip_list, a.address, a.province,
         a.sales_tax_number, b.postpaid, b.available_micros, a.created_at,
         (select count(*) from api_keys k
           where k.account_id = a.id and (k.expires_at is null or k.expires_at > now())) as keys
  from accounts a join balances b on b.account_id = a.id`;

export const findAccount = read.one<{ accountId: AccountId }, AccountRecord>(
  'find-account',
  `${COLUMNS} where a.id = :accountId`,
);

/** The oldest account with exactly this name: accounts that people register may share one. */
export const findAccountByName = read.one<{ name: string }, AccountRecord>(
  'find-account-by-name',
  `${COLUMNS} where a.name = :name order by a.id limit 1`,
);

/** Accounts in order of their ids, starting after one. */
export const listAccounts = read.many<{ afterId: number; most: number }, AccountRecord>(
  'list-accounts',
  `${COLUMNS} where a.id > :afterId order by a.id limit :most`,
);

export type AccountSearch = {
  readonly accountId: number | undefined;
  /** Part of a name, in any case. */
  readonly name: string | undefined;
  /** Of a person of it, in lower case. */
  readonly email: string | undefined;
  readonly state: AccountRecord['state'] | undefined;
  readonly verified: boolean | undefined;
  readonly beforeId: number | undefined;
  readonly most: number;
};

/** Accounts that have all that is given, the newest first; by name, all of them are looked at. */
export const searchAccounts = read.many<AccountSearch, AccountRecord>(
  'search-accounts',
  `${COLUMNS}
  where a.id < coalesce(:beforeId::bigint, 9223372036854775807)
    and (:accountId::bigint is null or a.id = :accountId)
    and (:name::text is null or strpos(lower(a.name), lower(:name)) > 0)
    and (:email::text is null or a.id in (
      select au.account_id from users u join account_users au on au.user_id = u.id
      where lower(u.email) = :email))
    and (:state::text is null or a.state = :state)
    and (:verified::boolean is null or a.verified = :verified)
  order by a.id desc limit :most`,
);

/** Writes a new account: active, unverified, without credit. Gives its id. */
export const insertAccount = write.value<
  { readonly name: string; readonly atMs: number },
  { readonly accountId: AccountId }
>(
  'insert-account',
  `with made as (
    insert into accounts (name, created_at) values (:name, @atMs) returning id
  )
  insert into balances (account_id) select id from made returning account_id`,
);

/** Sets what is given; leaves the rest unchanged. */
export const updateAccount = write.run<
  Partial<AccountSettings & Pick<AccountRecord, 'address' | 'province' | 'salesTaxNumber'>> & {
    accountId: AccountId;
  }
>(
  'update-account',
  `update accounts set
    verified = coalesce(:verified, verified),
    fixed_content = coalesce(:fixedContent, fixed_content),
    mnp_coverage = coalesce(:mnpCoverage, mnp_coverage),
    mnp_option = coalesce(:mnpOption, mnp_option),
    always_200 = coalesce(:always200, always_200),
    lookalikes = coalesce(:lookalikes, lookalikes),
    needs_consent = coalesce(:needsConsent, needs_consent),
    ip_list = coalesce(:ipList::text[], ip_list),
    address = coalesce(:address, address),
    province = coalesce(:province, province),
    sales_tax_number = coalesce(:salesTaxNumber, sales_tax_number)
  where id = :accountId`,
);

export const updateAccountState = write.run<{ accountId: AccountId; state: 'active' | 'disabled' }>(
  'update-account-state',
  `update accounts set state = :state where id = :accountId`,
);

/** False when the account owes money: then it cannot become prepaid. */
export const updatePostpaid = write.any<{ accountId: AccountId; postpaid: boolean }>(
  'update-postpaid',
  `update balances set postpaid = :postpaid
  where account_id = :accountId and (:postpaid or available_micros >= 0)
  returning account_id`,
);
