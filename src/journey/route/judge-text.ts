/**
 * May this text still go, and by which sender? What was true when it was accepted
 * may have been revoked while it waited (contract section 6).
 */
import type { Account } from '../../domain/account/account.ts';
import type { FailureReason } from '../../domain/failure/failure.ts';
import type { Outgoing } from '../../domain/message/outgoing.ts';
import { hasHours, openingAt, type Week } from '../../domain/policy/hours.ts';
import type { Forbidden } from '../../store/suppressions.ts';
import type { DueMessage } from '../../store/queue/take-due.ts';

export type Judged =
  | { readonly kind: 'go'; readonly message: Outgoing }
  /** Its receiver has it already: nothing is to be done but to record that. */
  | { readonly kind: 'known'; readonly operatorKey: string | undefined }
  /** Its hours are over until then, or what `reason` says is not. */
  | { readonly kind: 'held'; readonly untilMs: number; readonly reason?: FailureReason }
  | {
      readonly kind: 'withdrawn';
      readonly state: 'rejected' | 'expired';
      readonly reason: FailureReason;
    };

/**
 * Judges a message that has waited, by the present snapshot of its account, the recipient's wish
 * since, and the promotional hours.
 */
export function judgeText(
  due: DueMessage,
  account: Account | undefined,
  now: {
    readonly atMs: number;
    readonly forbidden: Forbidden | undefined;
    readonly week: Week;
  },
): Judged {
  if (due.expiresAtMs <= now.atMs) return withdrawn('expired', 'expired_waiting');
  if (account?.active !== true) return withdrawn('rejected', 'account_disabled');
  const sender = account.sendersById.get(due.senderId);
  if (sender?.state !== 'approved') return withdrawn('rejected', 'sender_revoked');
  const template = account.templates.get(due.templateId);
  if (template?.state !== 'approved') return withdrawn('rejected', 'template_revoked');
  if (now.forbidden !== undefined) return withdrawn('rejected', WISHES[now.forbidden]);
  // A text of which the operator has parts is finished: half of one is worse than a late one.
  if (due.partsTaken.length === 0 && hasHours(template.category, sender.route)) {
    const opening = openingAt(now.week, now.atMs);
    if (!opening.open) return { kind: 'held', untilMs: opening.opensAtMs };
  }
  return { kind: 'go', message: { ...due, sender: { name: sender.name, route: sender.route } } };
}

const WISHES: Readonly<Record<Forbidden, FailureReason>> = {
  opted_out: 'opted_out_waiting',
  do_not_call: 'do_not_call_waiting',
};

/** What may not go any more, and why. */
export function withdrawn(state: 'rejected' | 'expired', reason: FailureReason): Judged {
  return { kind: 'withdrawn', state, reason };
}
