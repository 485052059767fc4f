import type { AccountId } from '../../domain/ids.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

export type NewUser = {
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly staff: boolean;
};

const INSERT_USER = `
  insert into users (email, name, password_hash, staff, created_at)
  values ($1, $2, $3, $4, to_timestamp($5::float8 / 1000))
  on conflict (lower(email)) do nothing
  returning id`;

/** Gives the user's id; undefined when the address is taken, in whatever case. */
export async function insertUser(
  transaction: Transaction,
  user: NewUser,
  atMs: number,
): Promise<number | undefined> {
  const { email, name, passwordHash, staff } = user;
  const values = [email, name, passwordHash, staff, atMs];
  const rows = await transaction.run<{ readonly id: number }>('insert-user', INSERT_USER, values);
  return rows[0]?.id;
}

const INSERT_ACCOUNT_USER = `
  insert into account_users (account_id, user_id, role) values ($1, $2, $3)`;

export type Role = 'owner' | 'manager' | 'viewer';

/** Gives a user a role in an account. */
export async function insertAccountUser(
  transaction: Transaction,
  accountId: AccountId,
  member: { readonly userId: number; readonly role: Role },
): Promise<void> {
  const values = [accountId, member.userId, member.role];
  await transaction.run('insert-account-user', INSERT_ACCOUNT_USER, values);
}
