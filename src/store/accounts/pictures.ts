import type { Account } from '../../domain/account/account.ts';
import type { AccountId } from '../../domain/ids.ts';

/** Pictures of accounts in memory, found by id and by the hash of each of their keys. */
export type Pictures = {
  byId(accountId: AccountId): Account | undefined;
  byKeyHash(hash: string): Account | undefined;
  /** Keeps a picture, unless a newer one of the account is here already. */
  keep(account: Account): void;
  drop(accountId: AccountId): void;
  all(): readonly Account[];
};

/** @param most pictures kept; beyond it the one that was not looked at for longest goes. */
export function createPictures(most: number): Pictures {
  /** In order of use: the first was not looked at for longest. */
  const pictures = new Map<AccountId, Account>();
  const ownersByHash = new Map<string, AccountId>();

  const byId = (accountId: AccountId): Account | undefined => {
    const account = pictures.get(accountId);
    if (account === undefined) return undefined;
    pictures.delete(accountId);
    pictures.set(accountId, account);
    return account;
  };
  const drop = (accountId: AccountId): void => {
    for (const key of pictures.get(accountId)?.keys ?? []) ownersByHash.delete(key.hash);
    pictures.delete(accountId);
  };
  return {
    byId,
    byKeyHash(hash) {
      const owner = ownersByHash.get(hash);
      return owner === undefined ? undefined : byId(owner);
    },
    keep(account) {
      if ((pictures.get(account.id)?.version ?? 0) > account.version) return;
      drop(account.id);
      pictures.set(account.id, account);
      for (const key of account.keys) ownersByHash.set(key.hash, account.id);
      const [oldest] = pictures.keys();
      if (pictures.size > most && oldest !== undefined) drop(oldest);
    },
    drop,
    all: () => [...pictures.values()],
  };
}
