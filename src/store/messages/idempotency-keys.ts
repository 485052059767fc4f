/** First answers, stored under the idempotency keys of their requests. */
import type { AccountId } from '../../domain/ids.ts';
import { read, write, last } from '../../kit/postgres/callable.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { rowsOf, statement } from '../../kit/postgres/statement.ts';

/** A first answer under an idempotency key, or nothing yet. */
export type KeyState =
  | { readonly kind: 'free' }
  /** Another request with the key is being committed or written. */
  | { readonly kind: 'running' }
  | { readonly kind: 'answered'; readonly requestHash: string; readonly answer: unknown };

type KeyName = { readonly accountId: AccountId; readonly key: string };

type KeyUse = KeyName & { readonly requestHash: string };

const LOCK = statement<{ readonly free: boolean }>(
  'lock-keys',
  `select pg_try_advisory_xact_lock(hashtextextended(t.account_id || ' ' || t.key, 0)) as free
  from ${rowsOf({ accountId: 'bigint', key: 'text' }, 'place')}
  order by t.place`,
);

/**
 * The previous version stored keys without an interface prefix. Such a row answers its own
 * request only, recognised by the fingerprint, which differs by interface.
 */
const READ = statement<{
  readonly known: boolean;
  readonly requestHash: string;
  readonly answer: unknown;
}>(
  'read-keys',
  `select i.account_id is not null as known, encode(i.request_hash, 'hex') as request_hash,
         i.answer
  from ${rowsOf({ accountId: 'bigint', key: 'text', requestHash: 'text' }, 'place')}
  left join lateral (
    select * from idempotency_keys k
    where k.account_id = t.account_id and k.created_at > @sinceMs
      and k.key in (t.key, case when t.key not like e'test\\t%'
                                then split_part(t.key, e'\\t', 2) end)
      and (k.key = t.key or k.request_hash = decode(t.request_hash, 'hex'))
    order by k.key <> t.key limit 1
  ) i on true
  order by t.place`,
);

/**
 * Claims keys until the transaction ends and returns what is known; keys older than `sinceMs`
 * are forgotten. The claim is a lock of this transaction and never waits: a key held elsewhere is
 * `running`. Locked first and read after, so that an answer committed in between is seen.
 */
export async function claimKeys(
  transaction: Transaction,
  names: readonly KeyUse[],
  sinceMs: number,
): Promise<readonly KeyState[]> {
  if (names.length === 0) return [];
  const [locks, kept] = await Promise.all([
    transaction.run(LOCK, { rows: names }),
    transaction.run(READ, { rows: names, sinceMs }),
  ]);
  return kept.map(({ known, requestHash, answer }, index): KeyState => {
    if (!known) return { kind: locks[index]?.free === true ? 'free' : 'running' };
    return answer === undefined ? { kind: 'running' } : { kind: 'answered', requestHash, answer };
  });
}

/** Whether a request with this key has been accepted since a moment. */
export const findAnswer = read.any<KeyName & { readonly sinceMs: number }>(
  'find-answer',
  `select key from idempotency_keys
  where account_id = :accountId and key = :key and answer is not null and created_at > @sinceMs`,
);

/** `answer` undefined: the request is still being written. */
export type KeyAnswer = KeyUse & { readonly answer: unknown };

/** Answers come as one JSON array: as a list of texts a very long one would be escaped twice. */
const ANSWER = statement(
  'answer-keys',
  `insert into idempotency_keys as i (account_id, key, request_hash, answer, created_at)
  select t.account_id, t.key, decode(t.hash, 'hex'), nullif(t.answer, 'null'), @atMs
  from rows from (unnest(:accountIds::bigint[]), unnest(:keys::text[]), unnest(:hashes::text[]),
                  jsonb_array_elements(:answers::jsonb))
       as t (account_id, key, hash, answer)
  on conflict (account_id, key) do update
    set request_hash = excluded.request_hash, answer = excluded.answer,
        created_at = excluded.created_at`,
);

/**
 * Stores first answers under their keys. The caller holds the claims, so that an older row can only
 * be an expired one.
 */
export async function answerKeys(
  transaction: Transaction,
  answers: readonly KeyAnswer[],
  atMs: number,
): Promise<void> {
  if (answers.length === 0) return;
  await transaction.run(ANSWER, {
    accountIds: answers.map((it) => it.accountId),
    keys: answers.map((it) => it.key),
    hashes: answers.map((it) => it.requestHash),
    answers: answers.map((it) => it.answer),
    atMs,
  });
}

/** Deletes what was stored under a key: its request failed. */
export const freeKey = write.run<KeyName>(
  'free-key',
  `delete from idempotency_keys where account_id = :accountId and key = :key`,
);

export const forgetKeys = last.run<{ beforeMs: number }>(
  'forget-keys',
  `delete from idempotency_keys where created_at < @beforeMs`,
);
