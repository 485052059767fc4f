import type { AccountId } from '../ids.ts';
import { micros, type Micros } from '../pricing/money.ts';
import { overCap, spend, type OverCap, type Spending } from './spending.ts';

/**
 * Double entry, in the words of two-phase transfers: reserve, then post what the operator took and
 * release the rest. `funding` is the outside world's money, `available` and `reserved` are the
 * account's, `revenue` is ours.
 */
export type LedgerAccount = 'funding' | 'available' | 'reserved' | 'revenue';

export type TransferKind =
  | 'credit'
  | 'reserve'
  | 'post'
  | 'release'
  | 'refund'
  | 'correction'
  | 'lookup';

/** From where to where each kind of transfer moves money. */
export const TRANSFER_SIDES: Readonly<
  Record<TransferKind, { readonly debit: LedgerAccount; readonly credit: LedgerAccount }>
> = {
  credit: { debit: 'funding', credit: 'available' },
  reserve: { debit: 'available', credit: 'reserved' },
  post: { debit: 'reserved', credit: 'revenue' },
  release: { debit: 'reserved', credit: 'available' },
  refund: { debit: 'revenue', credit: 'available' },
  correction: { debit: 'available', credit: 'funding' },
  lookup: { debit: 'available', credit: 'revenue' },
};

/** What an account may spend now. */
export type Funds = {
  readonly accountId: AccountId;
  readonly availableMicros: Micros;
  /** A postpaid account may go below zero. */
  readonly postpaid: boolean;
  /** What it has spent and may spend; absent: it has no caps. */
  readonly spending?: Spending;
};

export type Claim = { readonly accountId: AccountId; readonly amountMicros: Micros };

export type Verdict = {
  readonly granted: boolean;
  /** Of a claim that was not granted: the cap that it would exceed; undefined: credit lacks. */
  readonly overCap?: OverCap | undefined;
  /** What is left after this claim: of the account, in the order of the claims. */
  readonly availableMicros: Micros;
};

/**
 * Judges claims on locked funds in order of arrival. A claim that does not fit is refused whole and
 * later, smaller ones may still fit; nothing overtakes and no balance falls below zero unless the
 * account is postpaid. Nor does one exceed what its account may spend, which is judged first.
 */
export function judge(funds: readonly Funds[], claims: readonly Claim[]): readonly Verdict[] {
  return claims.map(judgeOf(funds));
}

/**
 * The judge of these funds: claim after claim, for claims that depend on what was granted before.
 * @throws when a claim's account is not among the funds or an amount is negative: a bug, not an
 *   outcome.
 */
export function judgeOf(funds: readonly Funds[]): (claim: Claim) => Verdict {
  const spendings = new Map(funds.map(({ accountId, spending }) => [accountId, spending]));
  const left = new Map(funds.map((fund) => [fund.accountId, fund.availableMicros]));
  const postpaid = new Set(funds.filter((fund) => fund.postpaid).map((fund) => fund.accountId));
  return ({ accountId, amountMicros }) => {
    const available = left.get(accountId);
    if (available === undefined) throw new Error(`no funds were locked for account ${accountId}`);
    if (amountMicros < 0n) throw new Error('a claim is never negative');
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
