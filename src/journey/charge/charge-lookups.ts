import type { AccountId, BatchId, TransferId } from '../../domain/ids.ts';
import type { Draft } from '../../domain/message/draft.ts';
import {
  chargeFor,
  lookupsSinceMs,
  type LookupCharge,
} from '../../domain/portability/directory.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import type { Transfer } from '../../store/ledger/ledger.ts';
import { LOOKUPS_ALONE } from '../../store/ledger/ledger.ts';
import { findLookupsOf, insertLookupCharges, saveLookups } from '../../store/ledger/lookups.ts';

/** The fields of a draft that decide what its look-ups cost. */
type LookedUp = Pick<Draft, 'account' | 'lookups'>;

/**
 * What accounts have saved, read while their balances are locked: look-ups are priced by it, and
 * nobody else can make a first look-up of the same number meanwhile.
 */
type SavedLookups = {
  /** What a draft's look-ups cost; undefined for a draft without any. */
  price(draft: LookedUp): LookupCharge | undefined;
  /** The draft is granted: for those behind it, its first look-ups are saved ones. */
  note(draft: LookedUp, charge: LookupCharge | undefined): void;
};

const WITHOUT: SavedLookups = { price: () => undefined, note: () => undefined };

/**
 * Reads what is saved of the numbers that the directory was asked about for these drafts; the rest
 * were saved before and cost the same whatever has happened since. Send it after the statement that
 * locks the balances, in the same round trip if you like. Asks nothing without such numbers.
 */
export async function readSavedLookups(
  transaction: Transaction,
  drafts: readonly LookedUp[],
): Promise<SavedLookups> {
  if (drafts.every(({ lookups }) => lookups === undefined)) return WITHOUT;
  const names = drafts.flatMap(({ account, lookups }) =>
    (lookups?.numbers ?? [])
      .filter(({ isFresh }) => isFresh)
      .map(({ recipient }) => ({ accountId: account.id, recipient })),
  );
  const nameOf = (accountId: AccountId, recipient: string): string => `${accountId} ${recipient}`;
  const savedAtMs = new Map<string, number>();
  const found = names.length === 0 ? [] : await findLookupsOf(transaction, { rows: names });
  for (const saved of found) {
    savedAtMs.set(nameOf(saved.accountId, saved.recipient), saved.lookedUpAtMs);
  }
  return {
    price({ account, lookups }) {
      if (lookups === undefined) return undefined;
      const sinceMs = lookupsSinceMs(lookups.atMs);
      return chargeFor(lookups, (recipient) => {
        const atMs = savedAtMs.get(nameOf(account.id, recipient));
        return atMs !== undefined && atMs >= sinceMs;
      });
    },
    note({ account, lookups }, charge) {
      if (lookups === undefined || charge === undefined) return;
      for (const { recipient } of charge.first) {
        savedAtMs.set(nameOf(account.id, recipient), lookups.atMs);
      }
    },
  };
}

/** A draft with its look-ups at the granted price. */
export function chargedAt<Some extends LookedUp>(
  draft: Some,
  charge: LookupCharge | undefined,
): Some {
  if (draft.lookups === undefined || charge === undefined) return draft;
  return { ...draft, lookups: { ...draft.lookups, charge } };
}

/** The look-ups granted to a request, and how it is answered. */
type GrantedLookups = {
  readonly draft: LookedUp;
  readonly requestId: BatchId;
  readonly transferId: TransferId;
};

/** Draft and id of a granted request, if it has look-ups to pay. */
export function grantLookups(
  draft: LookedUp,
  requestId: BatchId,
  newId: () => number,
): readonly GrantedLookups[] {
  if (draft.lookups === undefined) return [];
  return [{ draft, requestId, transferId: newId() as TransferId }];
}

/** The transfer that charges a request's look-ups: at once, and for good. */
export function lookupTransfer({ draft, transferId }: GrantedLookups): Transfer {
  const { account, lookups } = draft;
  if (lookups === undefined) throw new Error('something other than a look-up was charged');
  const { first, again, amountMicros } = lookups.charge;
  const messages = first.length + again;
  const cause = lookups.alone === true ? { cause: LOOKUPS_ALONE } : {};
  return {
    accountId: account.id,
    id: transferId,
    kind: 'lookup',
    amountMicros,
    messages,
    ...cause,
  };
}

/** Saves what first look-ups found, and what was charged for all of them. */
export async function keepLookups(
  transaction: Transaction,
  granted: readonly GrantedLookups[],
  atMs: number,
): Promise<void> {
  const saved = granted.flatMap(({ draft: { account, lookups } }) =>
    (lookups?.charge.first ?? []).map(({ recipient, operatorId }) => {
      return { accountId: account.id, recipient, operatorId, lookedUpAtMs: lookups?.atMs ?? atMs };
    }),
  );
  const charges = granted.flatMap(({ draft: { account, lookups }, requestId, transferId }) => {
    if (lookups === undefined) return [];
    const { first, again, amountMicros } = lookups.charge;
    const which = { accountId: account.id, requestId, transferId };
    return [{ ...which, first: first.length, again, amountMicros }];
  });
  await Promise.all([
    saveLookups(transaction, saved),
    insertLookupCharges(transaction, charges, { atMs }),
  ]);
}
