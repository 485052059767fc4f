import type { AccountId } from '../../domain/ids.ts';
import { decideTemplate as writeDecision } from '../../store/templates/write-templates.ts';
import { changeAccount, changed, refuse, type Admin, type Outcome } from '../admin.ts';

export type DecideTemplate = {
  readonly accountId: AccountId;
  readonly templateId: number;
  readonly state: 'approved' | 'rejected';
  /** For the account to read; a rejection needs one. */
  readonly reason?: string;
};

/** Approves a template or rejects it, also one that was approved: what waits is released. */
export async function decideTemplate(admin: Admin, input: DecideTemplate): Promise<Outcome<void>> {
  const { accountId, templateId, state, reason } = input;
  if (state === 'rejected' && !reason?.trim()) return refuse('reason', 'must say why');
  const action = state === 'approved' ? 'template.approve' : 'template.reject';
  return changeAccount(admin, { action, accountId }, async (transaction) => {
    const decision = { id: templateId, state, reason };
    const exists = await writeDecision(transaction, accountId, decision, admin.clock.nowMs());
    if (!exists) return refuse('template', 'must be a template of this account');
    return changed(undefined, decision);
  });
}
