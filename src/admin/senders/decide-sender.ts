import type { AccountId } from '../../domain/ids.ts';
import type { Sender } from '../../domain/sender/sender.ts';
import { decideSender as writeDecision } from '../../store/senders/write-senders.ts';
import { changeAccount, changed, refuse, type Admin, type Outcome } from '../admin.ts';

export type DecideSender = {
  readonly accountId: AccountId;
  readonly name: string;
  readonly state: 'approved' | 'rejected';
  /** For the account to read; a rejection needs one. */
  readonly reason?: string;
};

/** Approves a sender or rejects it, also one that was approved: what waits under it is released. */
export async function decideSender(admin: Admin, input: DecideSender): Promise<Outcome<Sender>> {
  const { accountId, name, state, reason } = input;
  if (state === 'rejected' && !reason?.trim()) return refuse('reason', 'must say why');
  const action = state === 'approved' ? 'sender.approve' : 'sender.reject';
  return changeAccount(admin, { action, accountId }, async (transaction) => {
    const decision = { name, state, reason };
    const sender = await writeDecision(transaction, accountId, decision, admin.clock.nowMs());
    if (sender === undefined) return refuse('name', 'must be a sender of this account');
    return changed(sender, decision);
  });
}
