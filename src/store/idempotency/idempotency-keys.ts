import type { AccountId } from '../../domain/ids.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

/** A first answer under an idempotency key, or nothing yet. */
export type KeyState =
  | { readonly kind: 'free' }
  /** Another request with the key is being committed or written. */
  | { readonly kind: 'running' }
  | { readonly kind: 'answered'; readonly requestHash: string; readonly answer: unknown };

export type KeyName = { readonly accountId: AccountId; readonly key: string };

/** A key and the request that comes with it. */
export type KeyUse = KeyName & { readonly requestHash: string };

const LOCK_KEYS = `
  select pg_try_advisory_xact_lock(hashtextextended(t.account_id || ' ' || t.key, 0)) as free
  from unnest($1::bigint[], $2::text[]) with ordinality as t (account_id, key, ord)
  order by t.ord`;

/**
 * The version before kept keys without the interface in front of them. Such a row answers its own
 * request, told by the fingerprint, which differs by interface, and no other.
 */
const READ_KEYS = `
  select i.account_id is not null as known, encode(i.request_hash, 'hex') as request_hash, i.answer
  from unnest($1::bigint[], $2::text[], $3::text[]) with ordinality
       as t (account_id, key, hash, ord)
  left join lateral (
    select * from idempotency_keys k
    where k.account_id = t.account_id and k.created_at > to_timestamp($4::float8 / 1000)
      and k.key in (t.key, split_part(t.key, e'\\t', 2))
      and (k.key = t.key or k.request_hash = decode(t.hash, 'hex'))
    order by k.key <> t.key limit 1
  ) i on true
  order by t.ord`;

type ReadRow = {
  readonly known: boolean;
  readonly request_hash: string;
  readonly answer: unknown;
};

/**
 * Claims keys until the transaction ends and tells what is known of them; keys older than `sinceMs`
 * are forgotten. The claim is a lock of this transaction and never waits: whoever else holds it is
 * `running`. Locked first and read after, so that an answer committed in between is seen.
 */
export async function claimKeys(
  transaction: Transaction,
  names: readonly KeyUse[],
  sinceMs: number,
): Promise<readonly KeyState[]> {
  if (names.length === 0) return [];
  const lists = [names.map((name) => name.accountId), names.map((name) => name.key)];
  const hashes = names.map((name) => name.requestHash);
  const [locks, rows] = await Promise.all([
    transaction.run<{ readonly free: boolean }>('lock-keys', LOCK_KEYS, lists),
    transaction.run<ReadRow>('read-keys', READ_KEYS, [...lists, hashes, sinceMs]),
  ]);
  return rows.map(({ known, request_hash: requestHash, answer }, index): KeyState => {
    if (!known) return { kind: locks[index]?.free === true ? 'free' : 'running' };
    return answer === null ? { kind: 'running' } : { kind: 'answered', requestHash, answer };
  });
}

/** `answer` undefined: the request is still being written. */
export type KeyAnswer = KeyUse & { readonly answer: unknown };

/** Answers come as one JSON array: as a list of texts a very long one would be escaped twice. */
const ANSWER_KEYS = `
  insert into idempotency_keys as i (account_id, key, request_hash, answer, created_at)
  select t.account_id, t.key, decode(t.hash, 'hex'), nullif(t.answer, 'null'),
         to_timestamp($5::float8 / 1000)
  from rows from (unnest($1::bigint[]), unnest($2::text[]), unnest($3::text[]),
                  jsonb_array_elements($4::jsonb))
       as t (account_id, key, hash, answer)
  on conflict (account_id, key) do update
    set request_hash = excluded.request_hash, answer = excluded.answer,
        created_at = excluded.created_at`;

/**
 * Keeps first answers under their keys. The caller holds the claims, so that an older row can only
 * be an expired one.
 */
export async function answerKeys(
  transaction: Transaction,
  answers: readonly KeyAnswer[],
  atMs: number,
): Promise<void> {
  if (answers.length === 0) return;
  await transaction.run('answer-keys', ANSWER_KEYS, [
    answers.map((it) => it.accountId),
    answers.map((it) => it.key),
    answers.map((it) => it.requestHash),
    JSON.stringify(answers.map((it) => it.answer)),
    atMs,
  ]);
}

const FREE_KEY = `delete from idempotency_keys where account_id = $1 and key = $2`;

/** Forgets what was kept under a key: its request came to nothing. */
export async function freeKey(transaction: Transaction, name: KeyName): Promise<void> {
  await transaction.run('free-key', FREE_KEY, [name.accountId, name.key]);
}

const FORGET_KEYS = `
  delete from idempotency_keys where created_at < to_timestamp($1::float8 / 1000)`;

/** Forgets keys older than `beforeMs`. */
export async function forgetKeys(transaction: Transaction, beforeMs: number): Promise<void> {
  await transaction.last('forget-keys', FORGET_KEYS, [beforeMs]);
}
