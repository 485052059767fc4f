import type { AccountId } from '../../domain/ids.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { SEAL_PURPOSES } from '../../kit/seal.ts';
import { insertKey } from '../../store/accounts/write-keys.ts';
import type { Admin } from '../admin.ts';

/** 43 characters, letters, digits, `-` and `_`: nothing that an address would have to encode. */
const KEY_BYTES = 32;

/** Makes an API key. Only its keyed hash and its sealed form are stored. */
export async function issueKey(
  admin: Admin,
  transaction: Transaction,
  accountId: AccountId,
): Promise<string> {
  const { clock, random, seal } = admin;
  const apiKey = random.secret(KEY_BYTES);
  const sealed = seal.seal(apiKey, SEAL_PURPOSES.apiKey(accountId));
  const key = { hash: seal.hash(apiKey), sealed };
  await insertKey(transaction, accountId, key, clock.nowMs());
  return apiKey;
}
