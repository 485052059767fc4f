/**
 * Look-ups of a request that is written in pieces. While it is written their price is only held,
 * with the reservation that is released when the request is given up; they are charged, saved and
 * judged for good in the commit that publishes it.
 */
import type { BatchId, TransferId } from '../../domain/ids.ts';
import type { Draft } from '../../domain/message/draft.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { lockFunds } from '../../store/ledger/lock-funds.ts';
import { HELD_LOOKUPS } from '../../store/ledger/read-totals.ts';
import { writeTransfers, type Transfer } from '../../store/ledger/write-transfers.ts';
import {
  chargedAt,
  grantLookups,
  keepLookups,
  lookupTransfer,
  readSavedLookups,
} from './charge-lookups.ts';

/** The transfers that hold the price of a draft's look-ups. */
export function holdLookups(draft: Draft, newId: () => number): readonly Transfer[] {
  if (draft.lookups === undefined) return [];
  const { amountMicros } = draft.lookups.charge;
  const id = newId() as TransferId;
  return [{ accountId: draft.account.id, id, kind: 'reserve', amountMicros, messages: 0 }];
}

/**
 * Charges what is held and gives back what is left of it: somebody else may have made a first
 * look-up of the same number meanwhile. Gives the draft as it was charged.
 */
export async function chargeHeld(
  transaction: Transaction,
  { draft, requestId }: { readonly draft: Draft; readonly requestId: BatchId },
  by: { readonly newId: () => number; readonly nowMs: number },
): Promise<Draft> {
  if (draft.lookups === undefined) return draft;
  const { account, lookups } = draft;
  const [, saved] = await Promise.all([
    lockFunds(transaction, [account.id], by.nowMs),
    readSavedLookups(transaction, [draft]),
  ]);
  const charged = chargedAt(draft, saved.price(draft));
  const granted = grantLookups(charged, requestId, by.newId);
  const release: Transfer = {
    accountId: account.id,
    id: by.newId() as TransferId,
    kind: 'release',
    amountMicros: lookups.charge.amountMicros,
    messages: 0,
    cause: HELD_LOOKUPS,
  };
  await Promise.all([
    writeTransfers(transaction, [release, ...granted.map(lookupTransfer)], by.nowMs),
    keepLookups(transaction, granted, by.nowMs),
  ]);
  return charged;
}
