/**
 * A command that a caller may repeat without doing it twice (contract section 1): its result is
 * kept under the idempotency key, in the transaction that did it.
 */
import { HOUR_MS } from '../domain/durations.ts';
import type { AccountId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import type { Idempotency } from '../domain/message/draft.ts';
import { type Transaction, transactOrRollBack } from '../kit/postgres/pool.ts';
import { answerKeys, claimKeys, freeKey } from '../store/messages/idempotency-keys.ts';
import { refuse, within, type Admin, type Outcome, type Refused } from './admin.ts';

/** Whose request it is, and its key; without one it is carried out every time. */
export type Keyed = {
  readonly accountId: AccountId;
  readonly idempotency?: Idempotency | undefined;
};

/** A refusal; `key`: it was the request's key that was at fault. */
export type KeyRefused = Refused & {
  readonly key?: 'idempotency_conflict' | 'idempotency_running';
};

/** The outcome of a request; `replayed`: the result of an earlier one with its key. */
export type Once<Value> =
  | { readonly ok: true; readonly value: Value; readonly replayed: boolean }
  | KeyRefused;

/** The first request with the key is not finished yet. */
export const STILL_RUNNING: KeyRefused = {
  ...refuse('idempotency_key', 'has a first request that is still running'),
  key: 'idempotency_running',
};

const OTHER_REQUEST: KeyRefused = {
  ...refuse('idempotency_key', 'was used with another request'),
  key: 'idempotency_conflict',
};

/**
 * Does `work` under a request's key, or returns the earlier result if it was done before. `work`
 * must use the given context, so that its changes and the key are one commit, and return what JSON
 * can hold. A refusal leaves nothing behind, and the key free.
 */
export function once<Value extends string | object>(
  admin: Admin,
  asked: Keyed,
  work: (admin: Admin) => Promise<Outcome<Value>>,
): Promise<Once<Value>> {
  return transactOrRollBack<Once<Value>>(admin, async (transaction, rollBack) => {
    const known = await recall<Value>(admin, transaction, asked);
    if (known !== undefined) return known;
    const outcome = await work(within(admin, transaction));
    if (!outcome.ok) return rollBack(outcome);
    await keep(admin, transaction, asked, outcome.value);
    return { ...outcome, replayed: false };
  });
}

/**
 * The same for work that waits for others, for which no transaction may be kept open, and of which
 * a second time does no harm: two requests with one key at the same moment may both do it.
 */
export async function onceAfter<Value extends string | object>(
  admin: Admin,
  asked: Keyed,
  work: (admin: Admin) => Promise<Outcome<Value>>,
): Promise<Once<Value>> {
  const known = await admin.transact((it) => recall<Value>(admin, it, asked));
  if (known !== undefined) return known;
  const outcome = await work(admin);
  if (!outcome.ok) return outcome;
  await admin.transact((it) => keep(admin, it, asked, outcome.value));
  return { ...outcome, replayed: false };
}

/**
 * Claims a request's key until the transaction ends, and says what is known of it; undefined: it is
 * the first. What was kept is returned as written: a request's hash covers its path, and so the
 * kind of its result.
 */
export async function recall<Value extends string | object>(
  { clock }: Pick<Admin, 'clock'>,
  transaction: Transaction,
  { accountId, idempotency }: Keyed,
): Promise<Once<Value> | undefined> {
  if (idempotency === undefined) return undefined;
  const sinceMs = clock.nowMs() - limit('idempotencyHours') * HOUR_MS;
  const [state] = await claimKeys(transaction, [{ accountId, ...idempotency }], sinceMs);
  if (state === undefined || state.kind === 'free') return undefined;
  if (state.kind === 'running') return STILL_RUNNING;
  if (state.requestHash !== idempotency.requestHash) return OTHER_REQUEST;
  return { ok: true, value: state.answer as Value, replayed: true };
}

/** Keeps a request's result under its claimed key, replacing what was kept. */
export async function keep(
  { clock }: Pick<Admin, 'clock'>,
  transaction: Transaction,
  { accountId, idempotency }: Keyed,
  answer: string | object,
): Promise<void> {
  if (idempotency === undefined) return;
  await answerKeys(transaction, [{ accountId, ...idempotency, answer }], clock.nowMs());
}

/** Deletes what was kept: the request was refused after all, and its key is free again. */
export async function unkeep(
  transaction: Transaction,
  { accountId, idempotency }: Keyed,
): Promise<void> {
  if (idempotency !== undefined) await freeKey(transaction, { accountId, key: idempotency.key });
}
