/** An account's ledger, checked against its balance and its messages. */
import { showRupees } from '../../domain/pricing/money.ts';
import { Refusal } from '@paigham/base/refusal.ts';
import { listTransfers, type TransferRecord } from '../../store/ledger/ledger.ts';
import { type LedgerTotals, readLedgerTotals } from './ledger-totals.sql.ts';
import { explainLedger, type LedgerExplanation } from './explain-ledger.ts';
import { account, accountOf, argument, limitOf } from '../../operations/fields.ts';
import { query } from '../../operations/operation.ts';
import { at, plural, type RawFields } from '../../operations/show.ts';

export const ledgerExplain = query({
  name: 'ledger explain',
  about:
    'Reconciles an account’s balance with its transfers and messages, and shows the latest ' +
    'transfers.',
  input: { accountId: argument('ACCOUNT', account), most: limitOf(20) },
  async read({ reader }, { accountId, most }) {
    const { name } = await accountOf(reader, accountId);
    const transfers = await listTransfers(reader, { accountId, most });
    const totals = await readLedgerTotals(reader, accountId);
    if (totals === undefined) {
      throw new Refusal('The account has no balance: see "paigham doctor".');
    }
    const explanation = explainLedger(totals);
    const { claims, isExplained, standings } = explanation;
    const verdict = verdictOf(totals, explanation);
    const differing = claims.filter(({ differenceMicros }) => differenceMicros !== 0n);
    return {
      data: {
        account: accountId,
        explained: isExplained,
        verdict,
        ...standings,
        differences: differing.map(({ what }) => what),
      },
      sections: [
        `Account ${accountId}, ${name}`,
        { data: [...transfers].toReversed().map(transferFields) },
        { data: kindFields(totals) },
        { data: claims.map(claimFields) },
        verdict,
      ],
      isBad: !isExplained,
    };
  },
});

function transferFields(transfer: TransferRecord): RawFields {
  const { id, kind, amountMicros, messages, cause, refersTo } = transfer;
  return {
    at: at(transfer.createdAtMs),
    transfer: id,
    kind,
    amount: amountMicros,
    available: transfer.availableMicros,
    reserved: transfer.reservedMicros,
    messages,
    cause: cause ?? (refersTo && `of ${refersTo}`),
  };
}

function kindFields({ transfers }: LedgerTotals): readonly RawFields[] {
  return Object.entries(transfers).map(([kind, micros]) => ({
    in_all: kind,
    amount: micros,
  }));
}

function claimFields(claim: LedgerExplanation['claims'][number]): RawFields {
  return {
    what: claim.what,
    ledger: claim.ledgerMicros,
    found: claim.foundMicros,
    difference: claim.differenceMicros,
    source: claim.source,
  };
}

function verdictOf(totals: LedgerTotals, { isExplained, claims }: LedgerExplanation): string {
  const { count } = totals.messages;
  if (isExplained && totals.isCut) {
    return (
      'Explained to the paisa: the balance and what is reserved. Of what was posted, the ' +
      `messages that are stored (${count}) account for their part; older ones have been deleted.`
    );
  }
  if (isExplained) return `Explained to the paisa, by ${plural(count, 'message')}.`;
  const wrong = claims
    .filter(({ differenceMicros }) => differenceMicros !== 0n)
    .map(({ what, differenceMicros }) => `${what} by ${showRupees(differenceMicros)}`);
  return `NOT explained: ${wrong.join(', ')}.`;
}
