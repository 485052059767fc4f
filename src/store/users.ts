/** People who sign in, and their roles in accounts. */
import type { AccountId } from '../domain/ids.ts';
import type { Reader, Transaction } from '../kit/postgres/pool.ts';
import { statement } from '../kit/postgres/statement.ts';

export type NewUser = {
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly staff: boolean;
};

const INSERT = statement<{ readonly id: number }>(
  'insert-user',
  `insert into users (email, name, password_hash, staff, created_at)
  values (:email, :name, :passwordHash, :staff, @atMs)
  on conflict (lower(email)) do nothing
  returning id`,
);

/** Gives the user's id; undefined when the address is taken, in whatever case. */
export async function insertUser(
  transaction: Transaction,
  user: NewUser,
  atMs: number,
): Promise<number | undefined> {
  return (await transaction.run(INSERT, { ...user, atMs }))[0]?.id;
}

const INSERT_ROLE = statement(
  'insert-account-user',
  `insert into account_users (account_id, user_id, role) values (:accountId, :userId, :role)`,
);

export type Role = 'owner' | 'manager' | 'viewer';

/** Gives a user a role in an account. */
export async function insertAccountUser(
  transaction: Transaction,
  accountId: AccountId,
  user: { readonly userId: number; readonly role: Role },
): Promise<void> {
  await transaction.run(INSERT_ROLE, { ...user, accountId });
}

const REMOVE = statement<{ readonly email: string }>(
  'remove-users',
  `with left_accounts as (delete from account_users where user_id = any (:userIds::bigint[]))
  delete from users where id = any (:userIds) returning email`,
);

/** Takes away users with their roles. Gives their addresses. */
export async function removeUsers(
  transaction: Transaction,
  userIds: readonly number[],
): Promise<readonly string[]> {
  return (await transaction.run(REMOVE, { userIds })).map(({ email }) => email);
}

/**
 * The portal login of an account's owner, as far as the templates endpoint takes it (contract
 * section 9).
 */
export type OwnerLogin = {
  readonly passwordHash: string;
  /** Whether a second factor is on; a password alone is then not enough anywhere. */
  readonly secondFactor: boolean;
  /** The accounts this user owns, oldest first; never empty. */
  readonly accountIds: readonly AccountId[];
};

export type OwnerLogins = {
  /** undefined when nobody has the address (in whatever case), or who has it owns no account. */
  ownerByEmail(email: string): Promise<OwnerLogin | undefined>;
};

const FIND_OWNER = statement<OwnerLogin>(
  'find-owner',
  `select u.password_hash, u.second_factor,
    array_agg(a.account_id order by a.account_id) as account_ids
  from users u
  join account_users a on a.user_id = u.id and a.role = 'owner'
  where lower(u.email) = lower(:email)
  group by u.id`,
);

export function createOwnerLogins(reader: Reader): OwnerLogins {
  return {
    async ownerByEmail(email) {
      return (await reader.read(FIND_OWNER, { email }))[0];
    },
  };
}
