/** Idempotency keys: how a repeated request is answered, and what is kept for that. */
import { HOUR_MS } from '../../domain/durations.ts';
import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import type { Draft, Idempotency } from '../../domain/message/draft.ts';
import { micros } from '../../domain/pricing/money.ts';
import { keptKey } from '../../domain/testing/test-mode.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { claimKeys, type KeyAnswer, type KeyState } from '../../store/messages/idempotency-keys.ts';

/** How a repeated request is answered. */
export type Repeat<Answer> =
  | { readonly kind: 'accepted'; readonly acceptance: Answer; readonly replayed: true }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** A twin of an earlier request in the same group, by its index. */
type SameAs = { readonly kind: 'same_as'; readonly index: number };

/** What identifies a request. */
export type Keyed = Pick<Draft, 'account' | 'idempotency'>;

/**
 * Finds the requests of a group that repeat earlier ones (contract section 1). One that was
 * answered is replayed; one whose key was used for another request or is in progress elsewhere is
 * refused; a twin in the group shares its answer. undefined for a fresh one.
 */
export async function findRepeats<Answer>(
  transaction: Transaction,
  drafts: readonly Keyed[],
  nowMs: number,
): Promise<readonly (Repeat<Answer> | SameAs | undefined)[]> {
  if (drafts.every(({ idempotency }) => idempotency === undefined))
    return drafts.map(() => undefined);
  const firsts = new Map<string, number>();
  const repeats: (Repeat<Answer> | SameAs | undefined)[] = drafts.map((draft, index) => {
    const { idempotency, account } = draft;
    if (idempotency === undefined) return undefined;
    const name = `${account.id} ${keptKey(account, idempotency.key)}`;
    const first = firsts.get(name);
    if (first === undefined) {
      firsts.set(name, index);
      return undefined;
    }
    const same = drafts[first]?.idempotency?.requestHash === idempotency.requestHash;
    return same ? { kind: 'same_as', index: first } : refusedAs('idempotency_conflict');
  });
  const claimed = [...firsts.values()].flatMap((index) => {
    const draft = drafts[index];
    if (draft?.idempotency === undefined) return [];
    const { account, idempotency } = draft;
    const key = keptKey(account, idempotency.key);
    return [{ index, idempotency, ...idempotency, key, accountId: account.id }];
  });
  const sinceMs = nowMs - limit('idempotencyHours') * HOUR_MS;
  const states = await claimKeys(transaction, claimed, sinceMs);
  claimed.forEach(({ index, idempotency }, order) => {
    repeats[index] = toRepeat(idempotency, states[order]);
  });
  return repeats;
}

/** The same for a single request. */
export async function findRepeat<Answer>(
  transaction: Transaction,
  request: Keyed,
  nowMs: number,
): Promise<Repeat<Answer> | undefined> {
  const [repeat] = await findRepeats<Answer>(transaction, [request], nowMs);
  if (repeat?.kind === 'same_as') throw new Error('a request is its own twin');
  return repeat;
}

function toRepeat<Answer>(
  idempotency: Idempotency,
  state: KeyState | undefined,
): Repeat<Answer> | undefined {
  if (state === undefined || state.kind === 'free') return undefined;
  if (state.kind === 'running') return refusedAs('idempotency_running');
  if (state.requestHash !== idempotency.requestHash) return refusedAs('idempotency_conflict');
  // Only this program writes it, so its shape is trusted.
  const acceptance = restore(state.answer) as Answer;
  return { kind: 'accepted', acceptance, replayed: true };
}

function refusedAs(reason: 'idempotency_conflict' | 'idempotency_running'): Repeat<never> {
  return { kind: 'refused', refusal: refuse(reason) };
}

/**
 * What is kept under a draft's idempotency key, if it has one. Without an answer: that its first
 * request is still being written.
 */
export function keepAnswer(
  { account, idempotency }: Keyed,
  answer: object | undefined,
): readonly KeyAnswer[] {
  if (idempotency === undefined) return [];
  const { requestHash } = idempotency;
  const key = keptKey(account, idempotency.key);
  const kept = answer && moneyOf(answer, String);
  return [{ accountId: account.id, key, requestHash, answer: kept }];
}

/** The opposite of `keepAnswer`. */
function restore(kept: unknown): object {
  return moneyOf(kept as object, (text) => micros(BigInt(text as string)));
}

/** An answer with its amounts rewritten: JSON numbers are not large enough. */
function moneyOf(answer: object, write: (amount: unknown) => unknown): object {
  const amounts = Object.entries(answer).flatMap(([name, amount]) =>
    name.endsWith('Micros') ? [[name, write(amount)] as const] : [],
  );
  return { ...answer, ...Object.fromEntries(amounts) };
}
