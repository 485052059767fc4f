/** A test key beside what an account has. */
import { createKey } from '../../src/features/keys/keys.operations.ts';
import { must, type Admin } from '../../src/operations/admin.ts';
import { readSecret } from '../../src/features/keys/keys.operations.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import type { Database } from '../../src/kit/postgres/pool.ts';

/** Makes a test key that may do everything, as staff would. */
export async function makeTestKey(
  { db, world }: { readonly db: Database; readonly world: { readonly admin: Admin } },
  accountId: AccountId,
): Promise<string> {
  const given = { accountId, name: 'Tests', mode: 'test' } as const;
  const { keyId } = must(await createKey(world.admin, given));
  const key = await readSecret(db, world.admin, { accountId, id: keyId });
  if (key === undefined) throw new Error('a key that was made just now is gone');
  return key;
}
