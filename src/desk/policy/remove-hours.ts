import type { AccountId } from '../../domain/ids.ts';
import { deleteHours } from '../../store/settings/hours.ts';
import { changeSettings, changed, refuse, type Desk, type Outcome } from '../desk.ts';

/** Takes an account's own promotional hours away: everybody's hold again. */
export function removeHours(desk: Desk, accountId: AccountId): Promise<Outcome<void>> {
  return changeSettings(desk, { action: 'hours.remove', accountId }, async (transaction) => {
    const existed = await deleteHours(transaction, accountId);
    return existed ? changed(undefined, {}) : refuse('account', 'must have hours of its own');
  });
}
