import type { ChatOutcome } from '../../domain/chat/request.ts';
import type { ChatDraftRequest } from '../../domain/chat/taking.ts';
import { micros } from '../../domain/pricing/money.ts';
import type { KeyAnswer } from '../../store/idempotency/idempotency-keys.ts';

/** What is kept under the idempotency key of a chat request, if it has one. */
export function keepChatAnswer(
  { account, idempotency }: Pick<ChatDraftRequest, 'account' | 'idempotency'>,
  outcome: ChatOutcome,
): readonly KeyAnswer[] {
  if (idempotency === undefined) return [];
  const { key, requestHash } = idempotency;
  const answer = { ...outcome, remainingMicros: String(outcome.remainingMicros) };
  return [{ accountId: account.id, key, requestHash, answer }];
}

/** The answer that was kept. Written by this program alone, so its shape is trusted. */
export function restoreChat(kept: unknown): ChatOutcome {
  const outcome = kept as ChatOutcome & { readonly remainingMicros: string };
  return { ...outcome, remainingMicros: micros(BigInt(outcome.remainingMicros)) };
}
