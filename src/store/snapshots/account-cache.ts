/** Everything that sends and keys of an account are checked against, as of one version. */
import type { Account, AccountKey } from '../../domain/account/account.ts';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { hashedOf } from '../../domain/testing/test-mode.ts';
import { type Clock, pause } from '@paigham/base/clock.ts';
import { createGroup } from '../../kit/group.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { rowsOf, statement } from '../../kit/postgres/statement.ts';
import { createSnapshotReader } from './read-snapshots.ts';

/**
 * Accounts as interfaces and journey see them: snapshots in memory, each with the version it was
 * taken at. Each commit compares that version with the one the balance statement returns, so
 * that a change takes effect at once.
 */
export type AccountCache = {
  /**
   * A live key and its account, perhaps disabled; undefined: unknown, expired, revoked.
   * @param isGuessed called for a key that is not in memory: whether it comes from where keys are
   *   guessed. Such keys are looked up together, several times a second, so that guesses cost the
   *   store nothing individually; a valid one among them waits for a moment, once.
   */
  byKey(apiKey: string, isGuessed?: () => boolean): Promise<KeyHolder | undefined>;
  byId(accountId: AccountId): Promise<Account | undefined>;
  /** Drops the snapshot, so that the next look-up reads the store. */
  forget(accountId: AccountId): void;
  /**
   * Drops snapshots whose version is out of date: for changes that were not announced, because the
   * connection for announcements was lost. Looks at a part of them, and at the next when it is
   * called again: whatever relies on a snapshot compares its version itself.
   */
  forgetChanged(): Promise<void>;
};

type KeyHolder = { readonly account: Account; readonly key: AccountKey };

type AccountCacheSettings = {
  readonly reader: Reader;
  readonly clock: Clock;
  /** The keyed hash under which keys are stored (kit/seal), in hex. */
  readonly hashKey: (apiKey: string) => string;
  /** Snapshots kept in memory, at most. */
  readonly most?: number;
};

type Loaded = Promise<Account | undefined>;

/** Unknown keys are not remembered: guessing fills no memory. */
export function createAccountCache(settings: AccountCacheSettings): AccountCache {
  const { reader, clock, hashKey, most = limit('accountCache') } = settings;
  const snapshots = createSnapshots(most);
  const readSnapshot = createSnapshotReader(reader, clock);
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
  let uncompared: readonly AccountId[] = [];
  return {
    async byKey(apiKey, isGuessed) {
      const hash = hashKey(hashedOf(apiKey));
      const known = snapshots.byKeyHash(hash);
      if (known !== undefined) return holderOf(known, hash, clock.nowMs());
      if (isGuessed?.() === true && !(await guesses.add(hash))) return undefined;
      const loaded = await load(`key ${hash}`, () => readSnapshot({ hash }));
      return loaded && holderOf(loaded, hash, clock.nowMs());
    },
    async byId(accountId) {
      const known = snapshots.byId(accountId);
      return known ?? load(`id ${accountId}`, () => readSnapshot({ accountId }));
    },
    forget,
    async forgetChanged() {
      if (uncompared.length === 0) uncompared = snapshots.ids();
      const atOnce = limit('accountsCompared');
      const known = uncompared.slice(0, atOnce).flatMap((id) => snapshots.peek(id) ?? []);
      uncompared = uncompared.slice(atOnce);
      for (const id of await listChangedAccounts(reader, known)) forget(id);
    },
  };
}

function holderOf(account: Account, keyHash: string, nowMs: number): KeyHolder | undefined {
  const key = account.keys.find(({ hash }) => hash === keyHash);
  const isLive = key !== undefined && nowMs < (key.expiresAtMs ?? Number.POSITIVE_INFINITY);
  return isLive ? { account, key } : undefined;
}

type Reading = {
  readonly account: Account | undefined;
  /** Whether the account has not been dropped since the read began. */
  readonly mayKeep: (accountId: AccountId) => boolean;
};

/** Reads in progress: callers that ask for the same share one. */
function createReadings() {
  const shared = new Map<string, Promise<Reading>>();
  /** For each read in progress, the accounts dropped since it began. */
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
    /** Later callers do not share a read that began earlier. */
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
  ids(): readonly AccountId[];
  /** Without counting as a use. */
  peek(accountId: AccountId): Account | undefined;
};

/** @param most snapshots kept; beyond it the least recently used is dropped. */
function createSnapshots(most: number): Snapshots {
  /** In order of use: the first is the least recently used. */
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
    ids: () => [...snapshots.keys()],
    peek: (accountId) => snapshots.get(accountId),
  };
}

const LIVE_KEYS = statement<{ readonly hash: string }>(
  'are-live-keys',
  `select encode(k.key_hash, 'hex') as hash
  from api_keys k
  where k.key_hash in (select decode(it, 'hex') from unnest(:hashes::text[]) it)
    and (k.expires_at is null or k.expires_at > @atMs)`,
);

/** For each of these hashes, whether it is that of a key valid at `atMs`. */
async function areLiveKeys(
  reader: Reader,
  hashes: readonly string[],
  atMs: number,
): Promise<readonly boolean[]> {
  const rows = await reader.read(LIVE_KEYS, { hashes, atMs });
  const live = new Set(rows.map(({ hash }) => hash));
  return hashes.map((hash) => live.has(hash));
}

const CHANGED = statement<{ readonly id: AccountId }>(
  'list-changed-accounts',
  `select t.id from ${rowsOf({ id: 'bigint', version: 'bigint' })}
  left join balances b on b.account_id = t.id
  where b.version is distinct from t.version`,
);

/** Which of the accounts, known at these versions, have a different version now. */
export async function listChangedAccounts(
  reader: Reader,
  known: readonly { readonly id: AccountId; readonly version: number }[],
): Promise<readonly AccountId[]> {
  if (known.length === 0) return [];
  return (await reader.read(CHANGED, { rows: known })).map(({ id }) => id);
}
