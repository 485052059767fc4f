import type { AccountId, BatchId, TransferId } from '../../domain/ids.ts';
import type { Draft } from '../../domain/message/draft.ts';
import { chargeFor, lookupsSinceMs, type LookupCharge } from '../../domain/portability/lookup.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import type { Transfer } from '../../store/transfers.ts';
import { findLookupsOf, insertLookupCharges, saveLookups } from '../../store/lookups.ts';

/** As much of a draft as its look-ups are charged by. */
export type LookedUp = Pick<Draft, 'account' | 'lookups'>;

/**
 * What accounts have saved, as it stands behind the lock of their balances: by it look-ups are
 * priced, and nobody else can make a first look-up of the same number meanwhile.
 */
export type SavedLookups = {
  /** What the look-ups of a draft cost; undefined for one without any. */
  price(draft: LookedUp): LookupCharge | undefined;
  /** The draft is granted: to those behind it its first look-ups are saved ones. */
  note(draft: LookedUp, charge: LookupCharge | undefined): void;
};

const WITHOUT: SavedLookups = { price: () => undefined, note: () => undefined };

/**
 * Reads what is saved of the numbers of these drafts that the directory was asked for: the others
 * were saved before, and cost the same whatever is there by now. Must be sent behind the statement
 * that locks their balances, and may travel with it. Without such numbers nothing is asked.
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
  const found = names.length === 0 ? [] : await findLookupsOf(transaction, names);
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

/** A draft with its look-ups at the price that they were granted at. */
export function chargedAt<Some extends LookedUp>(
  draft: Some,
  charge: LookupCharge | undefined,
): Some {
  if (draft.lookups === undefined || charge === undefined) return draft;
  return { ...draft, lookups: { ...draft.lookups, charge } };
}

/** The look-ups that a request was granted, and what it is answered with. */
export type GrantedLookups = {
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

/** The transfer that charges the look-ups of a request: at once, and for good. */
export function lookupTransfer({ draft, transferId }: GrantedLookups): Transfer {
  const { account, lookups } = draft;
  if (lookups === undefined) throw new Error('only look-ups are charged');
  const { first, again, amountMicros } = lookups.charge;
  const messages = first.length + again;
  return { accountId: account.id, id: transferId, kind: 'lookup', amountMicros, messages };
}

/** Keeps what first look-ups have found, and what was charged for all of them. */
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
    insertLookupCharges(transaction, charges, atMs),
  ]);
}
