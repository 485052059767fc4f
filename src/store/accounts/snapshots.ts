import type { Account } from '../../domain/account/account.ts';
import type { AccountId } from '../../domain/ids.ts';

/** Snapshots of accounts in memory, found by id and by the hash of each of their keys. */
export type Snapshots = {
  byId(accountId: AccountId): Account | undefined;
  byKeyHash(hash: string): Account | undefined;
  /** Keeps a snapshot, unless a newer one of the account is here already. */
  keep(account: Account): void;
  drop(accountId: AccountId): void;
  all(): readonly Account[];
};

/** @param most snapshots kept; beyond it the one that was not looked at for longest goes. */
export function createSnapshots(most: number): Snapshots {
  /** In order of use: the first was not looked at for longest. */
  const snapshots = new Map<AccountId, Account>();
  const ownersByHash = new Map<string, AccountId>();

  const byId = (accountId: AccountId): Account | undefined => {
    const account = snapshots.get(accountId);
    if (account === undefined) return undefined;
    snapshots.delete(accountId);
    snapshots.set(accountId, account);
    return account;
  };
  const drop = (accountId: AccountId): void => {
    for (const key of snapshots.get(accountId)?.keys ?? []) ownersByHash.delete(key.hash);
    snapshots.delete(accountId);
  };
  return {
    byId,
    byKeyHash(hash) {
      const owner = ownersByHash.get(hash);
      return owner === undefined ? undefined : byId(owner);
    },
    keep(account) {
      if ((snapshots.get(account.id)?.version ?? 0) > account.version) return;
      drop(account.id);
      snapshots.set(account.id, account);
      for (const key of account.keys) ownersByHash.set(key.hash, account.id);
      const [oldest] = snapshots.keys();
      if (snapshots.size > most && oldest !== undefined) drop(oldest);
    },
    drop,
    all: () => [...snapshots.values()],
  };
}
