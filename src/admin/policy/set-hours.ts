import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import {
  ALWAYS,
  DAYS,
  longestClosedMinutes,
  type DayHours,
  type Week,
} from '../../domain/policy/hours.ts';
import { findAccount } from '../../store/accounts/list-accounts.ts';
import { listHours, upsertHours } from '../../store/settings/hours.ts';
import { changeSettings, changed, refuse, type Admin, type Outcome } from '../admin.ts';

export type SetHours = {
  /** undefined: everybody's. */
  readonly accountId: AccountId | undefined;
  readonly hours: DayHours | 'never';
  /** Numbers of days from Monday, 0; the others stay as they are. */
  readonly days: readonly number[];
};

/**
 * Sets the promotional hours of days. What waits already leaves when it was going to; what is sent
 * is judged by the new hours.
 */
export async function setHours(admin: Admin, input: SetHours): Promise<Outcome<Week>> {
  const { accountId, hours, days } = input;
  const deed = { action: 'hours.set', ...(accountId === undefined ? {} : { accountId }) };
  return changeSettings(admin, deed, async (transaction) => {
    if (accountId !== undefined && !(await findAccount(transaction, accountId))) {
      return refuse('account', 'must be an account that exists');
    }
    const records = await listHours(transaction);
    const before =
      records.find((it) => it.accountId === accountId) ??
      records.find((it) => it.accountId === undefined);
    const week = DAYS.map((_, day) => {
      if (!days.includes(day)) return before === undefined ? ALWAYS : before.week[day];
      return hours === 'never' ? undefined : hours;
    });
    const mostHours = limit('heldHours');
    if (longestClosedMinutes(week) > mostHours * 60) {
      return refuse('hours', `must open at least once in ${mostHours} hours: messages wait for it`);
    }
    await upsertHours(transaction, accountId, week);
    return changed(week, { hours, days });
  });
}
