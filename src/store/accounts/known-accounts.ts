import type { Account } from '../../domain/account/account.ts';
import type { AccountId } from '../../domain/ids.ts';

/**
 * Accounts as doors and stages see them: pictures kept in memory, each with the version it was taken at. Whoever
 * commits compares that version with the one the balance statement returns, so that a change holds at once.
 */
export type KnownAccounts = {
  /** The account a live key belongs to; undefined for unknown, expired and revoked keys. May be disabled. */
  byKey(apiKey: string): Promise<Account | undefined>;
  byId(accountId: AccountId): Promise<Account | undefined>;
  /** Forgets the picture, so that the next look reads the store. */
  forget(accountId: AccountId): void;
};
