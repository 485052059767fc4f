import type { AccountId } from '../../domain/ids.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import { readBalance } from '../../store/ledger/read-balance.ts';
import { updateSpendCaps } from '../../store/ledger/spending.ts';
import { changeAccount, changed, refuse, type Admin, type Outcome } from '../admin.ts';

/** Absent fields stay as they are; null takes a cap away. */
export type SetSpendCaps = {
  readonly accountId: AccountId;
  readonly dayMicros?: Micros | null;
  readonly monthMicros?: Micros | null;
  /** When staff are told, in percent of a cap. */
  readonly alarmPercent?: number;
};

/** Caps what an account may spend in a day and in a month of Asia/Karachi. */
export async function setSpendCaps(admin: Admin, input: SetSpendCaps): Promise<Outcome<void>> {
  const { accountId, dayMicros, monthMicros, alarmPercent } = input;
  if (
    alarmPercent !== undefined &&
    (!Number.isInteger(alarmPercent) || alarmPercent < 1 || alarmPercent > 100)
  ) {
    return refuse('alarmAt', 'must be from 1 to 100 percent');
  }
  return changeAccount(admin, { action: 'account.cap', accountId }, async (transaction) => {
    const before = await readBalance(transaction, accountId, admin.clock.nowMs());
    if (before === undefined) return refuse('account', 'must be an account that exists');
    const { spending, spendAlarmPercent } = before;
    const caps = {
      dayMicros: (dayMicros === undefined ? spending.day.capMicros : dayMicros) ?? undefined,
      monthMicros:
        (monthMicros === undefined ? spending.month.capMicros : monthMicros) ?? undefined,
      alarmPercent: alarmPercent ?? spendAlarmPercent,
    };
    await updateSpendCaps(transaction, accountId, caps);
    const text = (micros: bigint | undefined) => (micros === undefined ? null : String(micros));
    return changed(undefined, {
      day: text(caps.dayMicros),
      month: text(caps.monthMicros),
      alarmPercent: caps.alarmPercent,
    });
  });
}
