/** Alerts staff and accounts to low credit and to spending caps, once each time. */
import type { Account } from '../../domain/account/account.ts';
import type { Refusal } from '../../domain/failure/failure.ts';
import { formatRupees, showRupees } from '../../domain/pricing/money.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { insertAudit } from '../../features/audit/audit.sql.ts';
import {
  markCapped,
  markLowCredit,
  raiseSpendingAlarms,
  type LowCredit,
  type ReachedCap,
} from '../../store/ledger/balances.ts';
import { noteFacts } from '../../store/messages/event-outbox.ts';
import type { JourneyDeps } from '../deps.ts';

const currency = 'PKR';

/**
 * A job: alerts staff to accounts that have nearly reached a spending cap, once per cap and day (or
 * month), whichever node notices first. Each alert has its audit line.
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
        spent: showRupees(spentMicros),
        cap: capMicros === undefined ? null : showRupees(capMicros),
      };
      const line = { actor: 'service', action: 'spending.near_cap', detail };
      await insertAudit(transaction, accountId, line, nowMs);
    }
    return raised;
  });
  if (alarms.length === 0) return;
  deps.alarms.count('spending_alarm', alarms.length);
  for (const { accountId, period } of alarms) {
    deps.log.warn({ account: accountId, period }, 'an account is close to its spending cap');
  }
}

/** Mails to the owners of accounts whose credit has become low. */
export type TellLowCredit = (transaction: Transaction, low: readonly LowCredit[]) => Promise<void>;

/** A job: tells accounts when their balance has fallen below the threshold they set. */
export async function watchCredit(
  { db, clock }: Pick<JourneyDeps, 'db' | 'clock'>,
  tellOwners: TellLowCredit,
): Promise<void> {
  await db.transact(async (transaction) => {
    const low = await markLowCredit(transaction);
    const facts = low.map(({ accountId, availableMicros, lowMicros }) => {
      const [balance, threshold] = [formatRupees(availableMicros), showRupees(lowMicros)];
      const fact = { balance, threshold, currency };
      return { accountId, type: 'credit.low' as const, subjectId: accountId, fact };
    });
    await noteFacts(transaction, facts, { atMs: clock.nowMs() });
    await tellOwners(transaction, low);
  });
}

type Asked = { readonly account: Pick<Account, 'id'>; readonly dryRun: boolean };
type Ended = { readonly kind: string; readonly refusal?: Refusal };

/** Requests that a spending cap refused: their accounts are told once per period. */
export type CapWatch = {
  /** How a request ended; returns it. */
  note<Outcome extends Ended>(request: Asked, outcome: Outcome): Outcome;
  hasNews(): boolean;
  /** A job: reports what was noted since. */
  tell(): Promise<void>;
};

/** What a crash forgets, the next refusal brings up again. */
export function createCapWatch({ db, clock }: Pick<JourneyDeps, 'db' | 'clock'>): CapWatch {
  let noted = new Map<string, ReachedCap>();
  return {
    note({ account, dryRun }, outcome) {
      const { refusal } = outcome;
      if (dryRun || refusal?.reason !== 'rejected_spending') return outcome;
      const period = refusal.details?.['period'] === 'day' ? 'day' : 'month';
      noted.set(`${account.id} ${period}`, { accountId: account.id, period });
      return outcome;
    },
    hasNews: () => noted.size > 0,
    async tell() {
      const reached = [...noted.values()];
      noted = new Map();
      const nowMs = clock.nowMs();
      for (const cap of reached) await db.transact((tx) => tellOne(tx, cap, nowMs));
    },
  };
}

async function tellOne(
  transaction: Transaction,
  reached: ReachedCap,
  nowMs: number,
): Promise<void> {
  const spending = await markCapped(transaction, reached, nowMs);
  if (spending?.capMicros === undefined) return;
  const { accountId, period } = reached;
  const [cap, spent] = [showRupees(spending.capMicros), showRupees(spending.spentMicros)];
  const fact = { period, cap, spent, currency };
  const told = { accountId, type: 'cap.reached' as const, subjectId: accountId, fact };
  await noteFacts(transaction, [told], { atMs: nowMs });
}
