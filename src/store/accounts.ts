/** Accounts as staff set and see them, and the API keys that open them. */
import type { AccountId } from '../domain/ids.ts';
import type { Micros } from '../domain/pricing/money.ts';
import type { Reader, Transaction } from '../kit/postgres/pool.ts';
import { only, statement } from '../kit/postgres/statement.ts';

/** What can be switched on an account. */
export type AccountSettings = {
  readonly verified: boolean;
  readonly fixedContent: boolean;
  readonly mnpCoverage: boolean;
  readonly mnpOption: boolean;
  readonly always200: boolean;
  readonly lookalikes: boolean;
  /** Addresses and networks in CIDR form; empty: from anywhere. */
  readonly ipList: readonly string[];
};

/** An account as staff see it. */
export type AccountRecord = AccountSettings & {
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
         a.always_200, a.lookalikes, a.ip_list, b.postpaid, b.available_micros, a.created_at,
         (select count(*) from api_keys k
           where k.account_id = a.id and (k.expires_at is null or k.expires_at > now())) as keys
  from accounts a join balances b on b.account_id = a.id`;

const FIND = statement<AccountRecord>('find-account', `${COLUMNS} where a.id = :accountId`);

export async function findAccount(
  reader: Reader,
  accountId: AccountId,
): Promise<AccountRecord | undefined> {
  return (await reader.read(FIND, { accountId }))[0];
}

const FIND_BY_NAME = statement<AccountRecord>(
  'find-account-by-name',
  `${COLUMNS} where a.name = :name order by a.id limit 1`,
);

/** The account of exactly this name; no second one can take it. */
export async function findAccountByName(
  reader: Reader,
  name: string,
): Promise<AccountRecord | undefined> {
  return (await reader.read(FIND_BY_NAME, { name }))[0];
}

const LIST = statement<AccountRecord>(
  'list-accounts',
  `${COLUMNS} where a.id > :afterId order by a.id limit :most`,
);

/** Accounts in order of their ids, beginning after one. */
export async function listAccounts(
  reader: Reader,
  page: { readonly afterId: number; readonly most: number },
): Promise<readonly AccountRecord[]> {
  return reader.read(LIST, page);
}

const INSERT = statement<{ readonly accountId: AccountId }>(
  'insert-account',
  `with made as (
    insert into accounts (name, created_at) values (:name, @atMs) returning id
  )
  insert into balances (account_id) select id from made returning account_id`,
);

/** Writes a new account: active, unverified, without credit. Gives its id. */
export async function insertAccount(
  transaction: Transaction,
  name: string,
  atMs: number,
): Promise<AccountId> {
  return only(await transaction.run(INSERT, { name, atMs })).accountId;
}

const UPDATE = statement(
  'update-account',
  `update accounts set
    verified = coalesce(:verified, verified),
    fixed_content = coalesce(:fixedContent, fixed_content),
    mnp_coverage = coalesce(:mnpCoverage, mnp_coverage),
    mnp_option = coalesce(:mnpOption, mnp_option),
    always_200 = coalesce(:always200, always_200),
    lookalikes = coalesce(:lookalikes, lookalikes),
    ip_list = coalesce(:ipList::text[], ip_list)
  where id = :accountId`,
);

/** Sets what is given; what is absent stays as it is. */
export async function updateAccount(
  transaction: Transaction,
  accountId: AccountId,
  settings: Partial<AccountSettings>,
): Promise<void> {
  await transaction.run(UPDATE, { ...settings, accountId });
}

const UPDATE_STATE = statement(
  'update-account-state',
  `update accounts set state = :state where id = :accountId`,
);

export async function updateAccountState(
  transaction: Transaction,
  accountId: AccountId,
  state: 'active' | 'disabled',
): Promise<void> {
  await transaction.run(UPDATE_STATE, { accountId, state });
}

const UPDATE_POSTPAID = statement<{ readonly accountId: AccountId }>(
  'update-postpaid',
  `update balances set postpaid = :postpaid
  where account_id = :accountId and (:postpaid or available_micros >= 0)
  returning account_id`,
);

/** False when the account owes money: then it cannot become prepaid. */
export async function updatePostpaid(
  transaction: Transaction,
  accountId: AccountId,
  postpaid: boolean,
): Promise<boolean> {
  return (await transaction.run(UPDATE_POSTPAID, { accountId, postpaid })).length === 1;
}

export type NewKey = {
  /** Hex of the keyed hash. */
  readonly hash: string;
  readonly sealed: Buffer;
};

const INSERT_KEY = statement(
  'insert-key',
  `insert into api_keys (account_id, key_hash, key_sealed, created_at)
  values (:accountId, decode(:hash, 'hex'), :sealed, @atMs)`,
);

/** Writes a key that is valid until it is revoked. */
export async function insertKey(
  transaction: Transaction,
  accountId: AccountId,
  key: NewKey,
  atMs: number,
): Promise<void> {
  await transaction.run(INSERT_KEY, { ...key, accountId, atMs });
}

const EXPIRE_KEYS = statement<{ readonly id: number }>(
  'expire-keys',
  `update api_keys set expires_at = @expiresAtMs,
    key_sealed = case when @expiresAtMs <= @nowMs then null else key_sealed end
  where account_id = :accountId and (expires_at is null or expires_at > @expiresAtMs)
  returning id`,
);

/**
 * Ends every key of an account that would live beyond `expiresAtMs`. Gives how many. Those that
 * end at once can't be read any more.
 */
export async function expireKeys(
  transaction: Transaction,
  accountId: AccountId,
  when: { readonly expiresAtMs: number; readonly nowMs: number },
): Promise<number> {
  return (await transaction.run(EXPIRE_KEYS, { ...when, accountId })).length;
}

const FORGET_EXPIRED = statement(
  'forget-expired-keys',
  `update api_keys set key_sealed = null where expires_at <= @nowMs and key_sealed is not null`,
);

/** Makes keys unreadable that have ended meanwhile. */
export async function forgetExpiredKeys(transaction: Transaction, nowMs: number): Promise<void> {
  await transaction.run(FORGET_EXPIRED, { nowMs });
}

export type StoredKey = NewKey & { readonly accountId: AccountId };

const NEWEST_KEYS = statement<StoredKey>(
  'list-newest-keys',
  `select account_id, encode(key_hash, 'hex') as hash, key_sealed as sealed
  from api_keys where key_sealed is not null order by created_at desc limit :most`,
);

/** The API keys that were made last and have not ended, as they are stored. */
export async function listNewestKeys(reader: Reader, most: number): Promise<readonly StoredKey[]> {
  return reader.read(NEWEST_KEYS, { most });
}
