/**
 * Fourth stage: may this message still go, and by which sender? What was true when it was accepted
 * may have been revoked while it waited (contract section 6).
 */
import type { Account } from '../../domain/account/account.ts';
import type { FailureReason } from '../../domain/failure/failure.ts';
import type { Outgoing } from '../../domain/message/outgoing.ts';
import type { DueMessage } from '../../store/queue/take-due.ts';

export type Routed =
  | { readonly kind: 'go'; readonly message: Outgoing }
  | {
      readonly kind: 'withdrawn';
      readonly state: 'rejected' | 'expired';
      readonly reason: FailureReason;
    };

/**
 * Judges a message that has waited, by the present picture of its account.
 * @param optedOut whether the recipient opted out of such messages since.
 */
export function route(
  due: DueMessage,
  account: Account | undefined,
  now: { readonly atMs: number; readonly optedOut: boolean },
): Routed {
  if (due.expiresAtMs <= now.atMs) return withdrawn('expired', 'expired_waiting');
  if (account?.active !== true) return withdrawn('rejected', 'account_disabled');
  const sender = account.sendersById.get(due.senderId);
  if (sender?.state !== 'approved') return withdrawn('rejected', 'sender_revoked');
  const template = account.templates.get(due.templateId);
  if (template?.state !== 'approved') return withdrawn('rejected', 'template_revoked');
  if (now.optedOut) return withdrawn('rejected', 'opted_out_waiting');
  return { kind: 'go', message: { ...due, sender: { name: sender.name, route: sender.route } } };
}

function withdrawn(state: 'rejected' | 'expired', reason: FailureReason): Routed {
  return { kind: 'withdrawn', state, reason };
}
