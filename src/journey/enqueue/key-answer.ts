import type { Acceptance, Draft } from '../../domain/message/draft.ts';
import type { KeyAnswer } from '../../store/idempotency/idempotency-keys.ts';

/**
 * What is kept under the idempotency key of a draft, if it has one. Without an acceptance: that its
 * first request is still being written.
 */
export function keyAnswer(
  draft: Pick<Draft, 'account' | 'idempotency'>,
  acceptance: Acceptance | undefined,
): readonly KeyAnswer[] {
  const { account, idempotency } = draft;
  if (idempotency === undefined) return [];
  const { key, requestHash } = idempotency;
  return [{ accountId: account.id, key, requestHash, answer: acceptance && keep(acceptance) }];
}

/** An acceptance as JSON can keep it; repeats.ts restores it. */
function keep(acceptance: Acceptance): unknown {
  return {
    ...acceptance,
    priceMicros: String(acceptance.priceMicros),
    remainingMicros: String(acceptance.remainingMicros),
  };
}
