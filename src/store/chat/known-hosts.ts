import type { AccountId } from '../../domain/ids.ts';
import { oneAtATime } from '../../kit/one-at-a-time.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { readHostOwners } from './hosts.ts';

/**
 * Whose domains are, kept in memory. No money is judged by it, so it has no version: changes are
 * announced, and it is read again now and then.
 */
export type KnownHosts = {
  /** Whose keys alone are taken on a domain; undefined: everybody's. */
  ownerOf(host: string): AccountId | undefined;
  refresh(): Promise<void>;
};

/** Reads the domains and keeps them. Rejects when the store cannot be read. */
export async function createKnownHosts(reader: Reader): Promise<KnownHosts> {
  let owners = await readHostOwners(reader);
  return {
    ownerOf: (host) => owners.get(host),
    refresh: oneAtATime(async () => {
      owners = await readHostOwners(reader);
    }),
  };
}
