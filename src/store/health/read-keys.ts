import type { AccountId } from '../../domain/ids.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

export type StoredKey = {
  readonly accountId: AccountId;
  /** Hex of the keyed hash. */
  readonly hash: string;
  readonly sealed: Buffer;
};

const NEWEST_KEYS = `
  select account_id as "accountId", encode(key_hash, 'hex') as hash, key_sealed as sealed
  from api_keys where key_sealed is not null order by created_at desc limit $1`;

/** The API keys that were made last and have not ended, as they are stored. */
export async function listNewestKeys(reader: Reader, most: number): Promise<readonly StoredKey[]> {
  return reader.read<StoredKey>('list-newest-keys', NEWEST_KEYS, [most]);
}
