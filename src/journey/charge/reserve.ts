import { type Refusal, refuse } from '../../domain/failure/failure.ts';
import type { AccountId, TransferId } from '../../domain/ids.ts';
import { judgeOf, overCap, type OverCap, type Spending } from '../../domain/ledger/ledger.ts';
import { type Claim, totalMicros } from '../../domain/message/draft.ts';
import type { LookupCharge } from '../../domain/portability/directory.ts';
import {
  formatRupees,
  type Micros,
  micros,
  MICROS_PER_RUPEE,
  showRupees,
} from '../../domain/pricing/money.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { type LockedFunds, lockFunds } from '../../store/ledger/balances.ts';
import type { Transfer } from '../../store/ledger/ledger.ts';
import { readSavedLookups } from './charge-lookups.ts';

/** The outcome of reserving a draft's price. */
export type Reservation =
  | {
      readonly kind: 'reserved';
      readonly reserveId: TransferId;
      /** After the look-ups, too. */
      readonly remainingMicros: Micros;
      /** What the draft's look-ups cost, priced under the lock. */
      readonly lookups: LookupCharge | undefined;
    }
  | ReservationRefused
  /** The account has changed since the draft was made. */
  | { readonly kind: 'stale' }
  /** The routing or the tariffs have changed. */
  | { readonly kind: 'stale_settings' };

/** The draft cannot be paid, or exceeds what the account may spend in a day or month. */
export type ReservationRefused = {
  readonly kind: 'refused';
  readonly refusal: Refusal;
  readonly availableMicros: Micros;
};

type Reserved = {
  /** One per draft, in order. */
  readonly reservations: readonly Reservation[];
  /**
   * The ledger transfers of the reservations; write them in the same transaction as the messages.
   */
  readonly transfers: readonly Transfer[];
};

/**
 * Second half of the stage: locks a group's accounts, judges its drafts in order of arrival, and
 * reserves the price of those that fit and leave enough for their look-ups. A draft is reserved
 * whole or not at all. Look-ups are priced by what is saved by now.
 */
export async function reserve(
  transaction: Transaction,
  drafts: readonly Claim[],
  { newId, nowMs }: { readonly newId: () => number; readonly nowMs: number },
): Promise<Reserved> {
  const accountIds = [...new Set(drafts.map(({ account }) => account.id))];
  const [locked, saved] = await Promise.all([
    lockFunds(transaction, accountIds, nowMs),
    readSavedLookups(transaction, drafts),
  ]);
  const funds = new Map(locked.map((fund) => [fund.accountId, fund]));
  const judge = judgeOf(locked);
  const ids = new Map<AccountId, TransferId>();
  const idFor = (accountId: AccountId): TransferId => {
    const id = ids.get(accountId) ?? (newId() as TransferId);
    ids.set(accountId, id);
    return id;
  };
  const reservations = drafts.map((draft): Reservation => {
    const stale = staleness(draft, funds);
    if (stale !== undefined) return { kind: stale };
    const accountId = draft.account.id;
    const lookups = saved.price(draft);
    const amountMicros = micros(draft.priceMicros + (lookups?.amountMicros ?? 0n));
    const { granted, availableMicros, overCap: over } = judge({ accountId, amountMicros });
    const no = (refusal: Refusal) => ({ kind: 'refused', refusal, availableMicros }) as const;
    if (over !== undefined) return no(refuseOverCap(totalMicros(draft), over));
    if (!granted) return no(refuseWithoutCredit(totalMicros(draft), availableMicros));
    saved.note(draft, lookups);
    const reserveId = idFor(accountId);
    return { kind: 'reserved', reserveId, remainingMicros: availableMicros, lookups };
  });
  return { reservations, transfers: toTransfers(drafts, reservations) };
}

function staleness(
  draft: Claim,
  funds: ReadonlyMap<AccountId, LockedFunds>,
): 'stale' | 'stale_settings' | undefined {
  const fund = funds.get(draft.account.id);
  if (fund?.accountVersion !== draft.account.version) return 'stale';
  return fund.settingsVersion === draft.settingsVersion ? undefined : 'stale_settings';
}

function toTransfers(
  drafts: readonly Claim[],
  reservations: readonly Reservation[],
): readonly Transfer[] {
  const sums = new Map<TransferId, { accountId: AccountId; amount: bigint; messages: number }>();
  reservations.forEach((reservation, index) => {
    const draft = drafts[index];
    // Of a test the ledger tells nothing.
    if (reservation.kind !== 'reserved' || draft === undefined || draft.account.isTest) return;
    const sum = sums.get(reservation.reserveId) ?? {
      accountId: draft.account.id,
      amount: 0n,
      messages: 0,
    };
    sum.amount += draft.priceMicros;
    sum.messages += draft.messages.length;
    sums.set(reservation.reserveId, sum);
  });
  return [...sums].map(([id, { accountId, amount, messages }]) => ({
    accountId,
    id,
    kind: 'reserve',
    amountMicros: micros(amount),
    messages,
  }));
}

/** What an account can spend, read without a lock. */
export type SpendableFunds = {
  readonly availableMicros: Micros;
  readonly postpaid: boolean;
  readonly spending: Spending;
};

/** Why an amount cannot be spent, caps before credit; undefined if it can. */
export function refusalOfFunds(
  amountMicros: Micros,
  { availableMicros, postpaid, spending }: SpendableFunds,
): Refusal | undefined {
  const over = overCap(spending, amountMicros);
  if (over !== undefined) return refuseOverCap(amountMicros, over);
  if (postpaid || amountMicros <= availableMicros) return undefined;
  return refuseWithoutCredit(amountMicros, availableMicros);
}

/** The refusal of a test that plays an account without credit: it names what there is. */
export function nameCredit(refusal: Refusal, availableMicros: Micros): Refusal {
  if (refusal.reason !== 'credit_insufficient') return refusal;
  return refuseWithoutCredit(micros(availableMicros + MICROS_PER_RUPEE), availableMicros);
}

/** The refusal of a draft that exceeds its account's cap for the day or month (code 9). */
function refuseOverCap(priceMicros: Micros, { period, leftMicros }: OverCap): Refusal {
  return refuse('rejected_spending', {
    price: showRupees(priceMicros),
    left: formatRupees(leftMicros),
    period,
  });
}

/** The refusal that says how much is needed and how much is there (code 8). */
function refuseWithoutCredit(priceMicros: Micros, availableMicros: Micros): Refusal {
  return refuse('credit_insufficient', {
    price: showRupees(priceMicros),
    available: formatRupees(availableMicros),
  });
}
