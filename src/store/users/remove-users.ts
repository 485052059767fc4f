import type { Transaction } from '../../kit/postgres/pool.ts';

const REMOVE_USERS = `
  with left_accounts as (delete from account_users where user_id = any ($1))
  delete from users where id = any ($1) returning email`;

/** Takes away users with their roles. Gives their addresses. */
export async function removeUsers(
  transaction: Transaction,
  userIds: readonly number[],
): Promise<readonly string[]> {
  type Row = { readonly email: string };
  const rows = await transaction.run<Row>('remove-users', REMOVE_USERS, [userIds]);
  return rows.map(({ email }) => email);
}
