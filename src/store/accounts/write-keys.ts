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
  update api_keys set expires_at = to_timestamp($2::float8 / 1000),
    key_sealed = case when $2 <= $3 then null else key_sealed end
  where account_id = $1 and (expires_at is null or expires_at > to_timestamp($2::float8 / 1000))
  returning id`;

/**
 * Ends every key of an account that would live beyond `expiresAtMs`. Gives how many. Those that
 * end at once can't be read any more.
 */
export async function expireKeys(
  transaction: Transaction,
  accountId: AccountId,
  { expiresAtMs, nowMs }: { readonly expiresAtMs: number; readonly nowMs: number },
): Promise<number> {
  const values = [accountId, expiresAtMs, nowMs];
  const rows = await transaction.run('expire-keys', EXPIRE_KEYS, values);
  return rows.length;
}

const FORGET_EXPIRED = `
  update api_keys set key_sealed = null
  where expires_at <= to_timestamp($1::float8 / 1000) and key_sealed is not null`;

/** Makes keys unreadable that have ended meanwhile. */
export async function forgetExpiredKeys(transaction: Transaction, nowMs: number): Promise<void> {
  await transaction.run('forget-expired-keys', FORGET_EXPIRED, [nowMs]);
}
