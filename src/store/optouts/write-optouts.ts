import type { AccountId } from '../../domain/ids.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

export type OptoutScope = 'all' | 'promotional';

export type NewOptout = {
  readonly recipient: string;
  readonly scope: OptoutScope;
  /** Where the wish was heard: `staff`, `reply`, … */
  readonly source: string;
};

const INSERT_OPTOUT = `
  insert into optouts (account_id, recipient, scope, source, created_at)
  values ($1, $2, $3, $4, to_timestamp($5::float8 / 1000))
  on conflict (account_id, recipient) do update set scope = excluded.scope`;

/** Writes that a number wants nothing more of an account; a second wish replaces the scope. */
export async function insertOptout(
  transaction: Transaction,
  accountId: AccountId,
  optout: NewOptout,
  atMs: number,
): Promise<void> {
  const { recipient, scope, source } = optout;
  const values = [accountId, recipient, scope, source, atMs];
  await transaction.run('insert-optout', INSERT_OPTOUT, values);
}

const DELETE_OPTOUT = `
  delete from optouts where account_id = $1 and recipient = $2 returning recipient`;

/** False when the number had not opted out. */
export async function deleteOptout(
  transaction: Transaction,
  accountId: AccountId,
  recipient: string,
): Promise<boolean> {
  const values = [accountId, recipient];
  const rows = await transaction.run('delete-optout', DELETE_OPTOUT, values);
  return rows.length === 1;
}
