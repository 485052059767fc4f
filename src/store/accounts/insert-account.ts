import type { AccountId } from '../../domain/ids.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

const INSERT_ACCOUNT = `
  with made as (
    insert into accounts (name, created_at) values ($1, to_timestamp($2::float8 / 1000))
    returning id
  )
  insert into balances (account_id) select id from made returning account_id`;

/** Writes a new account: active, unverified, without credit. Gives its id. */
export async function insertAccount(
  transaction: Transaction,
  name: string,
  atMs: number,
): Promise<AccountId> {
  const values = [name, atMs];
  const rows = await transaction.run<{ readonly account_id: AccountId }>(
    'insert-account',
    INSERT_ACCOUNT,
    values,
  );
  const id = rows[0]?.account_id;
  if (id === undefined) throw new Error('a new account has got no id');
  return id;
}
