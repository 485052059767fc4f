/** The seal of an installation: its master key, and the hashing key that its database keeps. */
import { hashedOf } from '../domain/testing/test-mode.ts';
import type { MasterKeys } from '../kit/master-key.ts';
import type { Database, Reader } from '../kit/postgres/pool.ts';
import { machineRandom } from '@paigham/base/random.ts';
import { Refusal } from '@paigham/base/refusal.ts';
import { createSeal, hashingKeyOf, SEAL_PURPOSES, type Seal } from '../kit/seal.ts';
import { listNewestKeys } from '../features/keys/keys.sql.ts';
import { findHashingKey, keepHashingKey } from '../features/master-key/secrets.sql.ts';

const NEWEST = 50;
const notTheKey = (source: string): Refusal =>
  new Refusal(
    `${source} is not the key of this database: set the one that it was started with, or, if ` +
      'that is lost, see docs/operating/change-the-master-key.md.',
  );

/** `none`: the database keeps no hashing key yet; `foreign`: no master key opens the one it has. */
type FoundSeal = { readonly seal: Seal; readonly hashingKey: 'kept' | 'none' | 'foreign' };

/** The seal as it can be had, for commands that work without a master key or look for the fault. */
export async function findSeal(reader: Reader, keys: MasterKeys): Promise<FoundSeal> {
  const seal = createSeal(keys, machineRandom);
  const sealed = await findHashingKey(reader);
  if (sealed === undefined) return { seal, hashingKey: 'none' };
  const hashingKey = seal.openOctets(sealed, SEAL_PURPOSES.hashingKey);
  if (hashingKey === undefined) return { seal, hashingKey: 'foreign' };
  return { seal: createSeal(keys, machineRandom, hashingKey), hashingKey: 'kept' };
}

/**
 * The seal for a start: keeps the hashing key at the first one. Throws `Refusal` if the master key
 * is not that of the database, naming the `source` of the key.
 */
export async function openSeal(
  db: Database,
  keys: MasterKeys,
  source = 'MASTER_KEY',
): Promise<Seal> {
  const { seal, hashingKey } = await findSeal(db, keys);
  if (hashingKey === 'foreign') throw notTheKey(source);
  if (hashingKey === 'kept') return seal;
  if (keys.length > 1) {
    throw new Refusal('MASTER_KEY has two keys: start this version once with the old one alone.');
  }
  if (!(await opensSomeKey(db, seal))) throw notTheKey(source);
  const sealed = seal.sealOctets(hashingKeyOf(keys[0]), SEAL_PURPOSES.hashingKey);
  await db.transact((transaction) => keepHashingKey(transaction, { sealed }));
  // Another node with another key may have been quicker.
  return openSeal(db, keys, source);
}

/** Whether these are the keys of the database, as far as it can tell. Changes nothing. */
export async function isKeyOf(reader: Reader, keys: MasterKeys): Promise<boolean> {
  const { seal, hashingKey } = await findSeal(reader, keys);
  return hashingKey === 'none' ? opensSomeKey(reader, seal) : hashingKey === 'kept';
}

/** Whether one of the newest API keys was sealed and hashed with this key; or there is none. */
async function opensSomeKey(db: Reader, seal: Seal): Promise<boolean> {
  const apiKeys = await listNewestKeys(db, { most: NEWEST });
  return (
    apiKeys.length === 0 ||
    apiKeys.some(({ accountId, hash, sealed }) => {
      const apiKey = seal.open(sealed, SEAL_PURPOSES.apiKey(accountId));
      return apiKey !== undefined && seal.hash(hashedOf(apiKey)) === hash;
    })
  );
}
