/** The API keys that open accounts. Of a key only its keyed hash and a sealed copy are stored. */
import type { KeyMode, Scope } from '../../domain/account/account.ts';
import type { AccountId, KeyId } from '../../domain/ids.ts';
import { read, write } from '../../kit/postgres/callable.ts';
import { rowsOf } from '../../kit/postgres/statement.ts';

export type NewKey = {
  /** Hex of the keyed hash. */
  readonly hash: string;
  readonly sealed: Buffer;
  /** The last four, to tell it by. */
  readonly lastCharacters: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly mode: KeyMode;
  /** Who makes it, as the audit names them. */
  readonly createdBy: string;
  /** undefined: until it is revoked. */
  readonly expiresAtMs: number | undefined;
};

export const insertKey = write.value<
  NewKey & { readonly accountId: AccountId; readonly atMs: number },
  { readonly id: KeyId }
>(
  'insert-key',
  `insert into api_keys (account_id, key_hash, key_sealed, name, scopes, mode, created_by,
    created_at, expires_at, last_characters)
  values (:accountId, decode(:hash, 'hex'), :sealed, :name, :scopes::text[], :mode, :createdBy,
    @atMs, @expiresAtMs, :lastCharacters)
  returning id`,
);

/**
 * Ends every key of an account that would outlive `expiresAtMs`. Returns how many. Those that
 * end at once can no longer be read.
 */
export const expireKeys = write.count<{ expiresAtMs: number; nowMs: number; accountId: AccountId }>(
  'expire-keys',
  `update api_keys set expires_at = @expiresAtMs,
    key_sealed = case when @expiresAtMs <= @nowMs then null else key_sealed end
  where account_id = :accountId and (expires_at is null or expires_at > @expiresAtMs)
  returning id`,
);

export type KeyRecord = {
  readonly id: KeyId;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly mode: KeyMode;
  /** undefined: it was made before this was kept. */
  readonly createdBy: string | undefined;
  /** The last four of the key; undefined: it was made before this was kept. */
  readonly lastCharacters: string | undefined;
  readonly createdAtMs: number;
  readonly expiresAtMs: number | undefined;
  readonly lastUsedAtMs: number | undefined;
};

const RECORD = `id, name, scopes, mode, created_by, created_at, expires_at, last_used_at,
  last_characters`;

/** The keys of an account, the newest first, also those that have ended. */
export const listKeys = read.many<
  { beforeId: number | undefined; most: number; accountId: AccountId },
  KeyRecord
>(
  'list-keys',
  `select ${RECORD} from api_keys
  where account_id = :accountId and id < coalesce(:beforeId::bigint, 9223372036854775807)
  order by id desc limit :most`,
);

/**
 * The keys that somebody has made, or keys of theirs, also those that have ended; without the one
 * that acts, and what that has made.
 */
export const listKeysMadeBy = read.many<
  { actors: readonly string[]; except: string; accountId: AccountId },
  KeyRecord
>(
  'list-keys-made-by',
  `with recursive made as (
    select id from api_keys
    where account_id = :accountId and created_by = any (:actors::text[])
      and 'key:' || id <> :except
    union
    select k.id from made m
    join api_keys k on k.account_id = :accountId and k.created_by = 'key:' || m.id
    where 'key:' || k.id <> :except
  )
  select ${RECORD} from api_keys where account_id = :accountId and id in (select id from made)
  order by id`,
);

/** The accounts in which somebody has made what works without them. */
export const listAccountsTouchedBy = read.values<
  { readonly actor: string },
  { readonly accountId: AccountId }
>(
  'list-accounts-touched-by',
  `select account_id from api_keys where created_by = :actor
  union select account_id from invitations where invited_by = :actor
  union select account_id from webhooks where :actor in (created_by, pointed_by)
  order by account_id`,
);

export const findKey = read.one<
  { accountId: AccountId; id: KeyId },
  KeyRecord & { readonly sealed: Buffer | undefined }
>(
  'find-key',
  `select ${RECORD}, key_sealed as sealed from api_keys where account_id = :accountId and id = :id`,
);

export const countLiveKeys = read.value<
  { readonly accountId: AccountId; readonly nowMs: number },
  { readonly keys: number }
>(
  'count-live-keys',
  `select count(*) as keys from api_keys
  where account_id = :accountId and (expires_at is null or expires_at > @nowMs)`,
);

/** Sets all of it, and gives the key as it is then. */
export const updateKey = write.single<
  Pick<KeyRecord, 'id' | 'name' | 'scopes' | 'expiresAtMs'> & { accountId: AccountId },
  KeyRecord
>(
  'update-key',
  `update api_keys set name = :name, scopes = :scopes::text[], expires_at = @expiresAtMs
  where account_id = :accountId and id = :id returning ${RECORD}`,
);

/** Ends a key; it can't be read any more. */
export const endKey = write.run<{ id: KeyId; atMs: number; accountId: AccountId }>(
  'end-key',
  `update api_keys set expires_at = @atMs, key_sealed = null
  where account_id = :accountId and id = :id`,
);

/** Makes keys that have since ended unreadable. */
export const forgetExpiredKeys = write.run<{ nowMs: number }>(
  'forget-expired-keys',
  `update api_keys set key_sealed = null where expires_at <= @nowMs and key_sealed is not null`,
);

type StoredKey = {
  readonly accountId: AccountId;
  readonly hash: string;
  readonly sealed: Buffer;
};

/** The newest API keys that have not ended, as stored. */
export const listNewestKeys = read.many<{ most: number }, StoredKey>(
  'list-newest-keys',
  `select account_id, encode(key_hash, 'hex') as hash, key_sealed as sealed
  from api_keys where key_sealed is not null order by created_at desc limit :most`,
);

export type KeyUse = {
  readonly accountId: AccountId;
  readonly id: KeyId;
  readonly atMs: number;
};

/**
 * Notes when keys were used last, unless another node has within the minute.
 * In the order of their ids, so that two nodes never wait for each other.
 */
export const noteKeyUses = write.run<{ rows: readonly KeyUse[] }>(
  'note-key-uses',
  `with used as (
    select k.account_id, k.id, t.at
    from ${rowsOf({ accountId: 'bigint', id: 'bigint', atMs: 'timestamptz' })}
    join api_keys k on k.account_id = t.account_id and k.id = t.id
    where k.last_used_at is null or k.last_used_at <= t.at - interval '1 minute'
    order by k.account_id, k.id
    for no key update of k
  )
  update api_keys k set last_used_at = used.at
  from used where k.account_id = used.account_id and k.id = used.id`,
);
