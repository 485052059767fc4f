import { TRANSFER_SIDES, type LedgerAccount, type TransferKind } from '../domain/ledger/ledger.ts';
import { micros, type Micros } from '../domain/pricing/money.ts';
import type { LedgerTotals } from '../store/ledger-totals.ts';

/** One thing that two sources say, and whether they agree. */
export type Claim = {
  /** What is compared, for people: `the balance`. */
  readonly what: string;
  readonly ledgerMicros: Micros;
  readonly foundMicros: Micros;
  /** Where the second figure comes from. */
  readonly source: string;
  readonly differenceMicros: Micros;
};

export type LedgerExplanation = {
  /** What stands on each ledger account; they sum to zero. */
  readonly standings: Readonly<Record<LedgerAccount, Micros>>;
  readonly claims: readonly Claim[];
  /** Every claim holds. */
  readonly isExplained: boolean;
};

const KINDS = Object.keys(TRANSFER_SIDES) as readonly TransferKind[];

/**
 * Holds the ledger of an account against its balance and its messages: available = the balance;
 * reserved = what messages in line have not been posted; posted = what messages say the operators
 * took; reserved in all = the prices of all messages; look-ups = what requests were charged for
 * them. Where old messages are no longer kept, what is said of all of them can only be held to be
 * no less than what is kept.
 */
export function explainLedger(totals: LedgerTotals): LedgerExplanation {
  const { transfers, messages, isCut } = totals;
  const standing = (account: LedgerAccount): Micros => standingOf(account, transfers);
  const standings = {
    funding: standing('funding'),
    available: standing('available'),
    reserved: standing('reserved'),
    revenue: standing('revenue'),
  };
  const open = micros(messages.openMicros + totals.writingMicros);
  const priced = messages.priceMicros + totals.writingMicros + totals.givenUpMicros;
  const exact = [
    claim('the balance', standings.available, totals.availableMicros, 'the balance of the account'),
    claim('reserved now', standings.reserved, open, 'messages in line'),
    claim('look-ups in all', transfers.lookup, totals.lookupMicros, 'look-ups of all requests'),
  ];
  const ofAllMessages = [
    claim('posted in all', transfers.post, messages.postedMicros, 'messages that operators took'),
    claim('reserved in all', transfers.reserve, micros(priced), 'prices of all messages'),
  ];
  const isExplained =
    exact.every(({ differenceMicros }) => differenceMicros === 0n) &&
    ofAllMessages.every(({ differenceMicros }) =>
      isCut ? differenceMicros >= 0n : differenceMicros === 0n,
    );
  return { standings, claims: [...exact, ...ofAllMessages], isExplained };
}

function standingOf(account: LedgerAccount, transfers: LedgerTotals['transfers']): Micros {
  let sum = 0n;
  for (const kind of KINDS) {
    const { debit, credit } = TRANSFER_SIDES[kind];
    if (credit === account) sum += transfers[kind];
    if (debit === account) sum -= transfers[kind];
  }
  return micros(sum);
}

function claim(what: string, ledger: Micros, found: Micros, source: string): Claim {
  const differenceMicros = micros(ledger - found);
  return { what, ledgerMicros: ledger, foundMicros: found, source, differenceMicros };
}
