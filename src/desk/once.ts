/**
 * A command that a caller may repeat without doing it twice (contract section 1): what it gave is
 * kept under the idempotency key, in the transaction that did it.
 */
import type { AccountId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import type { Idempotency } from '../domain/message/draft.ts';
import { answerKeys, claimKeys, type KeyState } from '../store/idempotency/idempotency-keys.ts';
import { within, type Desk, type Outcome, type Refused } from './desk.ts';

export type Once<Value> =
  | { readonly kind: 'done'; readonly value: Value; readonly replayed: boolean }
  /** By the command; the key is free again. */
  | { readonly kind: 'refused'; readonly refused: Refused }
  | { readonly kind: 'key'; readonly reason: 'idempotency_conflict' | 'idempotency_running' };

const HOUR_MS = 3_600_000;

/**
 * Does `work` under the key of a request, or gives what it gave when it was done before; without a
 * key it is done. `work` acts by the desk that it is given, so that its changes and the key are one
 * commit, and gives what JSON can keep: `restore` reads that again.
 */
export async function once<Value>(
  desk: Desk,
  asked: {
    readonly accountId: AccountId;
    readonly idempotency: Idempotency | undefined;
    readonly restore: (kept: unknown) => Value;
  },
  work: (desk: Desk) => Promise<Outcome<Value>>,
): Promise<Once<Value>> {
  const { accountId, idempotency, restore } = asked;
  const nowMs = desk.clock.nowMs();
  const sinceMs = nowMs - limit('idempotencyHours') * HOUR_MS;
  try {
    return await desk.transact(async (transaction): Promise<Once<Value>> => {
      const name = idempotency && { accountId, key: idempotency.key };
      const [state] = name ? await claimKeys(transaction, [name], sinceMs) : [];
      const known = state && knownAs(state, idempotency?.requestHash);
      if (known?.kind === 'key') return known;
      if (known !== undefined) return { ...known, value: restore(known.value) };
      const outcome = await work(within(desk, transaction));
      if (!outcome.ok) throw new Undone(outcome);
      if (name && idempotency) {
        const { requestHash } = idempotency;
        const answers = [{ ...name, requestHash, answer: outcome.value }];
        await answerKeys(transaction, answers, nowMs);
      }
      return { kind: 'done', value: outcome.value, replayed: false };
    });
  } catch (error) {
    if (error instanceof Undone) return { kind: 'refused', refused: error.refused };
    throw error;
  }
}

/** What a claimed key says of the request; undefined: nothing, it is the first. */
function knownAs(state: KeyState, requestHash: string | undefined) {
  if (state.kind === 'free') return undefined;
  if (state.kind === 'running') return { kind: 'key', reason: 'idempotency_running' } as const;
  if (state.requestHash !== requestHash) {
    return { kind: 'key', reason: 'idempotency_conflict' } as const;
  }
  return { kind: 'done', value: state.answer, replayed: true } as const;
}

/** Carries a refusal out of the transaction, which only an exception rolls back. */
class Undone extends Error {
  readonly refused: Refused;

  constructor(refused: Refused) {
    super(`refused: ${refused.field} ${refused.rule}`);
    this.refused = refused;
  }
}
