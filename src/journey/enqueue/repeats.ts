import { HOUR_MS } from '../../domain/durations.ts';
import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import type { Acceptance, Draft, Idempotency, TakenIn } from '../../domain/message/draft.ts';
import { micros } from '../../domain/pricing/money.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { claimKeys, type KeyState } from '../../store/idempotency/idempotency-keys.ts';

/**
 * Per draft: what it is answered with because its idempotency key is known; undefined for a fresh
 * one.
 */
export type Repeats = readonly (Repeat | undefined)[];

export type Repeat = TakenIn | SameAs;

/** A twin of an earlier one in the same group, by its place. */
type SameAs = { readonly kind: 'same_as'; readonly index: number };

/** A repeat whose first answer is as it was kept, whatever interface kept it. */
export type FoundRepeat =
  | { readonly kind: 'answered'; readonly answer: unknown }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | SameAs;

/** What a request is known by. */
type Keyed = Pick<Draft, 'account' | 'idempotency'>;

/** The repeats of a group of text messages, with their answers restored. */
export async function answerRepeats(
  transaction: Transaction,
  drafts: readonly Keyed[],
  nowMs: number,
): Promise<Repeats> {
  const found = await findRepeats(transaction, drafts, nowMs);
  return found.map((repeat): Repeat | undefined =>
    repeat?.kind === 'answered'
      ? { kind: 'accepted', acceptance: restore(repeat.answer), replayed: true }
      : repeat,
  );
}

/**
 * Finds the requests of a group that repeat earlier ones (contract section 1): an answered one is
 * replayed, one whose key was used with another request or is being worked on elsewhere is refused,
 * a twin in the group shares its answer.
 */
export async function findRepeats(
  transaction: Transaction,
  drafts: readonly Keyed[],
  nowMs: number,
): Promise<readonly (FoundRepeat | undefined)[]> {
  if (drafts.every(({ idempotency }) => idempotency === undefined))
    return drafts.map(() => undefined);
  const firsts = new Map<string, number>();
  const repeats: (FoundRepeat | undefined)[] = drafts.map((draft, index) => {
    const { idempotency, account } = draft;
    if (idempotency === undefined) return undefined;
    const name = `${account.id} ${idempotency.key}`;
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
    return [{ index, idempotency, ...idempotency, accountId: account.id }];
  });
  const sinceMs = nowMs - limit('idempotencyHours') * HOUR_MS;
  const states = await claimKeys(transaction, claimed, sinceMs);
  claimed.forEach(({ index, idempotency }, order) => {
    repeats[index] = toRepeat(idempotency, states[order]);
  });
  return repeats;
}

function toRepeat(idempotency: Idempotency, state: KeyState | undefined): FoundRepeat | undefined {
  if (state === undefined || state.kind === 'free') return undefined;
  if (state.kind === 'running') return refusedAs('idempotency_running');
  if (state.requestHash !== idempotency.requestHash) return refusedAs('idempotency_conflict');
  return { kind: 'answered', answer: state.answer };
}

function refusedAs(reason: 'idempotency_conflict' | 'idempotency_running'): FoundRepeat {
  return { kind: 'refused', refusal: refuse(reason) };
}

/** The acceptance that `keep` put away. Written by this program alone, so its shape is trusted. */
function restore(kept: unknown): Acceptance {
  const acceptance = kept as Acceptance & { priceMicros: string; remainingMicros: string };
  return {
    ...acceptance,
    priceMicros: micros(BigInt(acceptance.priceMicros)),
    remainingMicros: micros(BigInt(acceptance.remainingMicros)),
  };
}
