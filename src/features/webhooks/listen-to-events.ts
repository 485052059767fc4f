/** An account's events are recorded as long as somebody asks for them. */
import { DAY_MS } from '../../domain/durations.ts';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { recordEvents } from '../events/events.sql.ts';
import type { Admin } from '../../operations/admin.ts';

/** Has an account's events recorded for some more days. Writes no audit line. */
export async function listenToEvents(
  { transact, clock }: Pick<Admin, 'transact' | 'clock'>,
  accountId: AccountId,
): Promise<void> {
  const nowMs = clock.nowMs();
  const untilMs = nowMs + limit('eventListenDays') * DAY_MS;
  await transact((transaction) => recordEvents(transaction, accountId, { untilMs, nowMs }));
}
