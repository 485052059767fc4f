import type { AccountId } from '../../domain/ids.ts';
import { deleteHours } from '../../store/settings/hours.ts';
import { changeSettings, changed, refuse, type Admin, type Outcome } from '../admin.ts';

/** Takes an account's own promotional hours away: everybody's hold again. */
export function removeHours(admin: Admin, accountId: AccountId): Promise<Outcome<void>> {
  return changeSettings(admin, { action: 'hours.remove', accountId }, async (transaction) => {
    const existed = await deleteHours(transaction, accountId);
    return existed ? changed(undefined, {}) : refuse('account', 'must have hours of its own');
  });
}
