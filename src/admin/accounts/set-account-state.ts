import type { AccountId } from '../../domain/ids.ts';
import { updateAccountState } from '../../store/accounts/update-account.ts';
import { announceHosts } from '../../store/changes/raise-versions.ts';
import { changeAccount, changed, type Admin, type Outcome } from '../admin.ts';

export type SetAccountState = {
  readonly accountId: AccountId;
  readonly state: 'active' | 'disabled';
};

/**
 * Disables or enables an account. Disabled, its keys are refused with code 1 at once and what
 * still waits is released when its turn comes (contract section 6); its domains serve everybody.
 */
export function setAccountState(admin: Admin, input: SetAccountState): Promise<Outcome<void>> {
  const { accountId, state } = input;
  const action = state === 'active' ? 'account.enable' : 'account.disable';
  return changeAccount(admin, { action, accountId }, async (transaction) => {
    await updateAccountState(transaction, accountId, state);
    await announceHosts(transaction);
    return changed(undefined, {});
  });
}
