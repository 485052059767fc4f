import type { CapRow } from '../../domain/policy/caps.ts';
import { deleteCap } from '../../store/settings/caps.ts';
import { changeSettings, changed, refuse, type Admin, type Outcome } from '../admin.ts';

/** Takes a cap away, or an account's exception from one. */
export function removeCap(admin: Admin, id: number): Promise<Outcome<CapRow>> {
  return changeSettings(admin, { action: 'cap.remove' }, async (transaction) => {
    const cap = await deleteCap(transaction, id);
    return cap === undefined ? refuse('cap', 'must be one of the caps') : changed(cap, { ...cap });
  });
}
