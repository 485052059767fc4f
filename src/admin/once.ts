/**
 * A command that a caller may repeat without doing it twice (contract section 1): what it gave is
 * kept under the idempotency key, in the transaction that did it.
 */
import { HOUR_MS } from '../domain/durations.ts';
import type { AccountId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import type { Idempotency } from '../domain/message/draft.ts';
import type { Transaction } from '../kit/postgres/pool.ts';
import { transactOrRollBack } from '../kit/postgres/roll-back.ts';
import { answerKeys, claimKeys, freeKey } from '../store/idempotency-keys.ts';
import { refuse, within, type Admin, type Outcome, type Refused } from './admin.ts';

/** Whose request it is, and its key; without one it is done each time. */
export type Keyed = {
  readonly accountId: AccountId;
  readonly idempotency?: Idempotency | undefined;
};

/** A refusal; `key`: because of the key that the request came with. */
export type KeyRefused = Refused & {
  readonly key?: 'idempotency_conflict' | 'idempotency_running';
};

/** What a request came to; `replayed`: what an earlier one under its key gave. */
export type Once<Value> =
  | { readonly ok: true; readonly value: Value; readonly replayed: boolean }
  | KeyRefused;

/** The first request under the key is not over yet. */
export const STILL_RUNNING: KeyRefused = {
  ...refuse('idempotency_key', 'has a first request that is still running'),
  key: 'idempotency_running',
};

const OTHER_REQUEST: KeyRefused = {
  ...refuse('idempotency_key', 'was used with another request'),
  key: 'idempotency_conflict',
};

/**
 * Does `work` under the key of a request, or gives what it gave when it was done before. `work`
 * acts in the context that it is given, so that its changes and the key are one commit, and gives
 * what JSON can keep. A refusal leaves nothing behind, and the key free.
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
 * Claims the key of a request until the transaction ends, and tells what is known of it; undefined:
 * it is the first. What was kept is read as it was written: the hash of a request covers its path,
 * and with it what kind of value it gives.
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

/** Keeps what a request gives under its key, which is claimed, or in place of what was kept. */
export async function keep(
  { clock }: Pick<Admin, 'clock'>,
  transaction: Transaction,
  { accountId, idempotency }: Keyed,
  answer: string | object,
): Promise<void> {
  if (idempotency === undefined) return;
  await answerKeys(transaction, [{ accountId, ...idempotency, answer }], clock.nowMs());
}

/** Takes back what was kept: the request was refused after all, and its key is free again. */
export async function unkeep(
  transaction: Transaction,
  { accountId, idempotency }: Keyed,
): Promise<void> {
  if (idempotency !== undefined) await freeKey(transaction, { accountId, key: idempotency.key });
}
