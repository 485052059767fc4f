import { formatRupees } from '../../domain/pricing/money.ts';
import { insertAudit } from '../../store/audit.ts';
import { raiseSpendingAlarms } from '../../store/balances.ts';
import type { JourneyDeps } from '../deps.ts';

/**
 * A job: tells staff of accounts that have spent most of what they may, once for each cap and day
 * (or month), whichever node looks first. What is marked as told has its audit line.
 */
export async function watchSpending(
  deps: Pick<JourneyDeps, 'db' | 'clock' | 'log' | 'alarms'>,
): Promise<void> {
  const nowMs = deps.clock.nowMs();
  const alarms = await deps.db.transact(async (transaction) => {
    const raised = await raiseSpendingAlarms(transaction);
    for (const { accountId, period, spending } of raised) {
      const { spentMicros, capMicros } = spending[period];
      const detail = {
        period,
        spent: formatRupees(spentMicros),
        cap: capMicros === undefined ? null : formatRupees(capMicros),
      };
      const line = { actor: 'service', action: 'spending.near_cap', detail };
      await insertAudit(transaction, accountId, line, nowMs);
    }
    return raised;
  });
  if (alarms.length === 0) return;
  deps.alarms.count('spending_alarm', alarms.length);
  for (const { accountId, period } of alarms) {
    deps.log.warn({ account: accountId, period }, 'an account has spent most of what it may');
  }
}
