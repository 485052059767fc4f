import type { AccountId } from '../../domain/ids.ts';
import { updateAccountPlan, type AccountPlan } from '../../store/chat/account-plan.ts';
import { changeAccount, changed, refuse, type Admin, type Outcome } from '../admin.ts';

export type SetChatPlan = Partial<AccountPlan> & { readonly accountId: AccountId };

/** More than any business account has been given by the platform. */
const MOST_TEMPLATES = 10_000;

/** Sets how many templates an account's package allows, and how its values are read. */
export async function setChatPlan(admin: Admin, input: SetChatPlan): Promise<Outcome<void>> {
  const { accountId, ...plan } = input;
  const { templatesMost = 0 } = plan;
  if (!Number.isInteger(templatesMost) || templatesMost < 0 || templatesMost > MOST_TEMPLATES) {
    return refuse('templatesMost', `must be a whole number from 0 to ${MOST_TEMPLATES}`);
  }
  return changeAccount(admin, { action: 'chat.plan', accountId }, async (transaction) => {
    await updateAccountPlan(transaction, accountId, plan);
    return changed(undefined, plan);
  });
}
