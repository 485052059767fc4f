import type { AccountId } from '../../domain/ids.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

export type NewKey = {
  /** Hex of the keyed hash. */
  readonly hash: string;
  readonly sealed: Buffer;
};

const INSERT_KEY = `
  insert into api_keys (account_id, key_hash, key_sealed, created_at)
  values ($1, decode($2, 'hex'), $3, to_timestamp($4::float8 / 1000))`;

/** Writes a key that is valid until it is revoked. */
export async function insertKey(
  transaction: Transaction,
  accountId: AccountId,
  key: NewKey,
  atMs: number,
): Promise<void> {
  const values = [accountId, key.hash, key.sealed, atMs];
  await transaction.run('insert-key', INSERT_KEY, values);
}

const EXPIRE_KEYS = `
  update api_keys set expires_at = to_timestamp($2::float8 / 1000)
  where account_id = $1 and (expires_at is null or expires_at > to_timestamp($2::float8 / 1000))
  returning id`;

/** Ends every key of an account that would live beyond `expiresAtMs`. Gives how many. */
export async function expireKeys(
  transaction: Transaction,
  accountId: AccountId,
  expiresAtMs: number,
): Promise<number> {
  const values = [accountId, expiresAtMs];
  const rows = await transaction.run('expire-keys', EXPIRE_KEYS, values);
  return rows.length;
}
