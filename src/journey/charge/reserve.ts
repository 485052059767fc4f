import type { AccountId, TransferId } from '../../domain/ids.ts';
import type { Refusal } from '../../domain/failure/failure.ts';
import { judgeOf } from '../../domain/ledger/ledger.ts';
import { totalMicros, type Claim } from '../../domain/message/draft.ts';
import type { LookupCharge } from '../../domain/portability/lookup.ts';
import { micros, type Micros } from '../../domain/pricing/money.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { type LockedFunds, lockFunds } from '../../store/balances.ts';
import type { Transfer } from '../../store/transfers.ts';
import { readSavedLookups } from './charge-lookups.ts';
import { refuseOverCap, refuseWithoutCredit } from './refusal-of-funds.ts';

/** What came of reserving a draft's price. */
export type Reservation =
  | {
      readonly kind: 'reserved';
      readonly reserveId: TransferId;
      /** After the look-ups too. */
      readonly remainingMicros: Micros;
      /** What the draft's look-ups cost, now that nobody else can make them. */
      readonly lookups: LookupCharge | undefined;
    }
  | ReservationRefused
  /** The account has changed since the draft was made. */
  | { readonly kind: 'stale' }
  /** The routing and tariffs have. */
  | { readonly kind: 'stale_settings' };

/** It cannot be paid, or would spend more than the account may in a day or month. */
export type ReservationRefused = {
  readonly kind: 'refused';
  readonly refusal: Refusal;
  readonly availableMicros: Micros;
};

export type Reserved = {
  /** One per draft, in their order. */
  readonly reservations: readonly Reservation[];
  /**
   * What the reservations come to in the ledger: to be written in the same transaction, with the
   * messages.
   */
  readonly transfers: readonly Transfer[];
};

/**
 * Second half of the stage: locks the accounts of a group, judges its drafts in order of arrival,
 * and reserves the price of those that fit, if it also leaves enough for their look-ups. A draft is
 * reserved whole or not at all. Look-ups cost what they do by what is saved by now.
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
    if (reservation.kind !== 'reserved' || draft === undefined) return;
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
