import type { Account } from '../domain/account/account.ts';
import type { AccountId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import { pause, type Clock } from '../kit/clock.ts';
import { createGroup } from '../kit/group.ts';
import type { Reader } from '../kit/postgres/pool.ts';
import {
  areLiveKeys,
  listChangedAccounts,
  readSnapshot,
  readSnapshotByKey,
} from './account-snapshots.ts';

/**
 * Accounts as doors and stages see them: snapshots kept in memory, each with the version it was
 * taken at. Whoever commits compares that version with the one the balance statement returns, so
 * that a change holds at once.
 */
export type KnownAccounts = {
  /**
   * The account a live key belongs to, perhaps disabled; undefined: unknown, expired, revoked.
   * @param isGuessed asked of a key that is not in memory: whether it comes from where keys are
   *   guessed. Such keys are looked up together, some times a second, so that guesses cost the
   *   store nothing each, and a right one among them waits for a moment, once.
   */
  byKey(apiKey: string, isGuessed?: () => boolean): Promise<Account | undefined>;
  byId(accountId: AccountId): Promise<Account | undefined>;
  /** Forgets the snapshot, so that the next look reads the store. */
  forget(accountId: AccountId): void;
  /**
   * Forgets every snapshot whose version is no longer the store's: for changes that nobody was told
   * of, because the connection that announces them was lost.
   */
  forgetChanged(): Promise<void>;
};

export type KnownAccountsSettings = {
  readonly reader: Reader;
  readonly clock: Clock;
  /** The keyed hash under which keys are stored (kit/seal), in hex. */
  readonly hashKey: (apiKey: string) => string;
  /** Snapshots kept in memory, at most. */
  readonly most?: number;
};

type Loaded = Promise<Account | undefined>;

/** Nothing is kept of keys that are unknown: whoever guesses fills no memory. */
export function createKnownAccounts(settings: KnownAccountsSettings): KnownAccounts {
  const { reader, clock, hashKey, most = limit('knownAccounts') } = settings;
  const snapshots = createSnapshots(most);
  const readings = createReadings();
  const guesses = createGroup<string, boolean>({
    async work(hashes) {
      await pause(clock, limit('guessedKeysEveryMs'));
      return areLiveKeys(reader, hashes, clock.nowMs());
    },
    mostItems: limit('guessedKeysAtOnce'),
  });

  const load = async (name: string, read: () => Loaded): Loaded => {
    const { account, mayKeep } = await readings.share(name, read);
    if (account !== undefined && mayKeep(account.id)) snapshots.keep(account);
    return account;
  };
  const forget = (accountId: AccountId): void => {
    snapshots.drop(accountId);
    readings.overtake(accountId);
  };
  return {
    async byKey(apiKey, isGuessed) {
      const hash = hashKey(apiKey);
      const known = snapshots.byKeyHash(hash);
      if (known !== undefined) return isLive(known, hash, clock.nowMs()) ? known : undefined;
      if (isGuessed?.() === true && !(await guesses.add(hash))) return undefined;
      return load(`key ${hash}`, () => readSnapshotByKey(reader, hash, clock.nowMs()));
    },
    async byId(accountId) {
      const known = snapshots.byId(accountId);
      return known ?? load(`id ${accountId}`, () => readSnapshot(reader, accountId, clock.nowMs()));
    },
    forget,
    async forgetChanged() {
      for (const id of await listChangedAccounts(reader, snapshots.all())) forget(id);
    },
  };
}

function isLive(account: Account, keyHash: string, nowMs: number): boolean {
  const key = account.keys.find(({ hash }) => hash === keyHash);
  return key !== undefined && nowMs < (key.expiresAtMs ?? Number.POSITIVE_INFINITY);
}

type Reading = {
  readonly account: Account | undefined;
  /** Whether the account was not forgotten since the reading began. */
  readonly mayKeep: (accountId: AccountId) => boolean;
};

/** Readings under way: who asks for the same meanwhile shares one. */
function createReadings() {
  const shared = new Map<string, Promise<Reading>>();
  /** For each reading under way, the accounts that were forgotten since it began. */
  const overtaken = new Set<Set<AccountId>>();

  const begin = async (read: () => Loaded, forgotten: Set<AccountId>): Promise<Reading> => {
    overtaken.add(forgotten);
    try {
      return { account: await read(), mayKeep: (id) => !forgotten.has(id) };
    } finally {
      overtaken.delete(forgotten);
    }
  };
  return {
    share(name: string, read: () => Loaded): Promise<Reading> {
      const underWay = shared.get(name);
      if (underWay !== undefined) return underWay;
      const reading = begin(read, new Set()).finally(() => {
        if (shared.get(name) === reading) shared.delete(name);
      });
      shared.set(name, reading);
      return reading;
    },
    /** Whoever asks from now on is not given a reading that began before. */
    overtake(accountId: AccountId): void {
      for (const forgotten of overtaken) forgotten.add(accountId);
      shared.clear();
    },
  };
}

/** Snapshots of accounts in memory, found by id and by the hash of each of their keys. */
type Snapshots = {
  byId(accountId: AccountId): Account | undefined;
  byKeyHash(hash: string): Account | undefined;
  /** Keeps a snapshot, unless a newer one of the account is here already. */
  keep(account: Account): void;
  drop(accountId: AccountId): void;
  all(): readonly Account[];
};

/** @param most snapshots kept; beyond it the one that was not looked at for longest goes. */
function createSnapshots(most: number): Snapshots {
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
