import {
  TRANSFER_SIDES,
  type LedgerAccount,
  type TransferKind,
} from '../../domain/ledger/ledger.ts';
import { micros, type Micros } from '../../domain/pricing/money.ts';
import type { LedgerTotals } from './ledger-totals.sql.ts';

/** A figure from two sources, and whether they agree. */
type Claim = {
  /** What is compared, in words: `the balance`. */
  readonly what: string;
  readonly ledgerMicros: Micros;
  readonly foundMicros: Micros;
  /** Where the second figure comes from. */
  readonly source: string;
  readonly differenceMicros: Micros;
};

export type LedgerExplanation = {
  /** The balance of each ledger account; they sum to zero. */
  readonly standings: Readonly<Record<LedgerAccount, Micros>>;
  readonly claims: readonly Claim[];
  /** Every claim holds. */
  readonly isExplained: boolean;
};

const KINDS = Object.keys(TRANSFER_SIDES) as readonly TransferKind[];

/**
 * Checks an account's ledger against its balance and its messages: available = the balance;
 * reserved = what queued messages have not had posted; posted = what messages say the operators
 * took; total reserved = the prices of all messages; look-ups = what requests were charged for
 * them. Once old messages have been dropped, a total over all messages can only be checked to be no
 * less than what is left.
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
