import type { AccountId } from '../ids.ts';
import { micros, type Micros } from '../pricing/money.ts';

/**
 * Double entry with two-phase transfers: reserve, then post what the operator took and release the
 * rest. `funding` is the outside world's money, `available` and `reserved` are the account's,
 * `revenue` is ours.
 */
export type LedgerAccount = 'funding' | 'available' | 'reserved' | 'revenue';

export type TransferKind =
  | 'credit'
  | 'trial'
  | 'payment'
  | 'reserve'
  | 'post'
  | 'release'
  | 'refund'
  | 'correction'
  | 'lookup'
  | 'payment_refund'
  | 'refund_failure';

export const TRANSFER_SIDES: Readonly<
  Record<TransferKind, { readonly debit: LedgerAccount; readonly credit: LedgerAccount }>
> = {
  credit: { debit: 'funding', credit: 'available' },
  trial: { debit: 'funding', credit: 'available' },
  payment: { debit: 'funding', credit: 'available' },
  reserve: { debit: 'available', credit: 'reserved' },
  post: { debit: 'reserved', credit: 'revenue' },
  release: { debit: 'reserved', credit: 'available' },
  refund: { debit: 'revenue', credit: 'available' },
  correction: { debit: 'available', credit: 'funding' },
  lookup: { debit: 'available', credit: 'revenue' },
  payment_refund: { debit: 'available', credit: 'funding' },
  refund_failure: { debit: 'funding', credit: 'available' },
};

/** The kinds by which credit is spent, and comes back. */
export const SPENDING_KINDS = ['reserve', 'release', 'refund', 'lookup'] as const;

/**
 * What statements tell line by line, in their order within a day. What was reserved for messages,
 * less what came back, is one thing.
 */
export const STATEMENT_LINES = [
  'credit',
  'trial',
  'payment',
  'payment_refund',
  'refund_failure',
  'correction',
  'messages',
  'lookup',
  'refund',
] as const;
export type StatementLine = (typeof STATEMENT_LINES)[number];

/** What an account may spend now. */
export type Funds = {
  readonly accountId: AccountId;
  readonly availableMicros: Micros;
  /** A postpaid account may go below zero. */
  readonly postpaid: boolean;
  /** What it has spent and what it may spend; absent: it has no caps. */
  readonly spending?: Spending;
};

export type Claim = { readonly accountId: AccountId; readonly amountMicros: Micros };

export type Verdict = {
  readonly granted: boolean;
  /** For a refused claim: the cap that it would exceed; undefined: not enough credit. */
  readonly overCap?: OverCap | undefined;
  /** What the account has left after this claim, in the order of the claims. */
  readonly availableMicros: Micros;
};

/**
 * The judge of these locked funds: takes claims one by one, in order of arrival. A claim that does
 * not fit is refused whole; smaller ones after it may still fit. No balance falls below zero unless
 * the account is postpaid, and none exceeds its account's spending cap, which is checked first.
 * @throws if a claim's account is not among the funds or an amount is negative: a bug, not an
 *   outcome.
 */
export function judgeOf(funds: readonly Funds[]): (claim: Claim) => Verdict {
  const spendings = new Map(funds.map(({ accountId, spending }) => [accountId, spending]));
  const left = new Map(funds.map((fund) => [fund.accountId, fund.availableMicros]));
  const postpaid = new Set(funds.filter((fund) => fund.postpaid).map((fund) => fund.accountId));
  return ({ accountId, amountMicros }) => {
    const available = left.get(accountId);
    if (available === undefined) throw new Error(`no funds were locked for account ${accountId}`);
    if (amountMicros < 0n) throw new Error('a claim is negative');
    const spending = spendings.get(accountId);
    const over = spending && overCap(spending, amountMicros);
    if (over !== undefined) return { granted: false, overCap: over, availableMicros: available };
    const after = micros(available - amountMicros);
    const granted = after >= 0n || postpaid.has(accountId);
    if (!granted) return { granted, overCap: undefined, availableMicros: available };
    left.set(accountId, after);
    if (spending !== undefined) spendings.set(accountId, spend(spending, amountMicros));
    return { granted, overCap: undefined, availableMicros: after };
  };
}

/**
 * What counts towards a cap in a period (in Asia/Karachi): what was reserved, whatever came back;
 * and the cap.
 */
export type PeriodSpending = {
  /** undefined: no cap. */
  readonly capMicros: Micros | undefined;
  readonly spentMicros: Micros;
};

export type Spending = { readonly day: PeriodSpending; readonly month: PeriodSpending };

/** A cap that an amount would exceed. */
export type OverCap = { readonly period: 'day' | 'month'; readonly leftMicros: Micros };

/**
 * The cap that another `amountMicros` would exceed, the day's first; undefined if it fits, as what
 * costs nothing always does.
 */
export function overCap(spending: Spending, amountMicros: Micros): OverCap | undefined {
  if (amountMicros === 0n) return undefined;
  for (const period of ['day', 'month'] as const) {
    const { capMicros, spentMicros } = spending[period];
    if (capMicros === undefined || spentMicros + amountMicros <= capMicros) continue;
    const left = capMicros - spentMicros;
    return { period, leftMicros: micros(left > 0n ? left : 0n) };
  }
  return undefined;
}

function spend(spending: Spending, amountMicros: Micros): Spending {
  const more = ({ capMicros, spentMicros }: PeriodSpending): PeriodSpending => ({
    capMicros,
    spentMicros: micros(spentMicros + amountMicros),
  });
  return { day: more(spending.day), month: more(spending.month) };
}
