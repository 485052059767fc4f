import { limit } from '../../domain/limits.ts';
import type { CapRow } from '../../domain/policy/caps.ts';
import { findAccount } from '../../store/accounts/list-accounts.ts';
import { countCaps, upsertCap } from '../../store/settings/caps.ts';
import { changeSettings, changed, refuse, type Admin, type Outcome } from '../admin.ts';

/** Both `most` and `minutes`, or neither: no cap. */
export type SetCap = Omit<CapRow, 'id'>;

const MOST = 1_000_000_000;

/**
 * Caps how many messages are accepted in so many minutes. Rows of an account for a scope stand
 * instead of everybody's; one that says "no cap" lifts them.
 */
export async function setCap(admin: Admin, input: SetCap): Promise<Outcome<CapRow>> {
  const { accountId, most, minutes } = input;
  if (most !== undefined && (!Number.isInteger(most) || most < 1 || most > MOST)) {
    return refuse('most', `must be a whole number from 1 to ${MOST}`);
  }
  const longest = limit('capMinutes');
  const isWindow = Number.isInteger(minutes) && Number(minutes) >= 1 && Number(minutes) <= longest;
  if ((most === undefined) !== (minutes === undefined) || (minutes !== undefined && !isWindow)) {
    return refuse('minutes', `must be a whole number from 1 to ${longest}, with a cap`);
  }
  if (accountId === undefined && most === undefined) {
    return refuse('most', 'must be a number for everybody: remove the cap instead');
  }
  const deed = { action: 'cap.set', ...(accountId === undefined ? {} : { accountId }) };
  return changeSettings(admin, deed, async (transaction) => {
    if (accountId !== undefined && !(await findAccount(transaction, accountId))) {
      return refuse('account', 'must be an account that exists');
    }
    if ((await countCaps(transaction)) >= limit('policyRows')) {
      return refuse('most', `cannot be set: there are ${limit('policyRows')} caps already`);
    }
    const cap = await upsertCap(transaction, input);
    return changed(cap, { ...cap });
  });
}
