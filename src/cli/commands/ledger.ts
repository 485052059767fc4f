import { explainLedger, type LedgerExplanation } from '../../admin/ledger/explain-ledger.ts';
import { Refusal } from '../../kit/refusal.ts';
import { listTransfers, type TransferRecord } from '../../store/ledger/list-transfers.ts';
import { readLedgerTotals, type LedgerTotals } from '../../store/ledger/read-totals.ts';
import type { Answer, Command, Fields, Given, Line } from '../command.ts';
import { findAccount } from '../find-account.ts';
import { limitOption, readLimit } from '../paging.ts';
import { printTable } from '../print.ts';
import { plural } from '../send-file/preview.ts';
import { showRupees, showTime } from '../values.ts';

const SHOWN_TRANSFERS = 20;

async function explain(line: Line, given: Given): Promise<Answer> {
  const account = await findAccount(line, given.arg('ACCOUNT'));
  const most = readLimit(given, SHOWN_TRANSFERS);
  const transfers = await listTransfers(line.reader, account.id, most);
  const totals = await readLedgerTotals(line.reader, account.id);
  if (totals === undefined) throw new Refusal('The account has no balance: see "paigham doctor".');
  const explanation = explainLedger(totals);
  const claims = explanation.claims.map(claimFields);
  const verdict = verdictOf(totals, explanation);
  const text = [
    `Account ${account.id}, ${account.name}`,
    printTable([...transfers].toReversed().map(transferFields)),
    printTable(kindFields(totals)),
    printTable(claims),
    verdict,
  ].join('\n\n');
  const data = {
    account: account.id,
    explained: explanation.isExplained,
    verdict,
    ...Object.fromEntries(
      Object.entries(explanation.standings).map(([name, micros]) => [name, showRupees(micros)]),
    ),
    differences: claims.filter(({ difference }) => difference !== '0.00').map(({ what }) => what),
  };
  return { data, text, isBad: !explanation.isExplained };
}

function transferFields(transfer: TransferRecord): Fields {
  const { id, kind, amountMicros, messages, cause, refersTo } = transfer;
  return {
    at: showTime(transfer.createdAtMs),
    transfer: id,
    kind,
    amount: showRupees(amountMicros),
    available: showRupees(transfer.availableMicros),
    reserved: showRupees(transfer.reservedMicros),
    messages,
    cause: cause ?? (refersTo === undefined ? null : `of ${refersTo}`),
  };
}

function kindFields({ transfers }: LedgerTotals): readonly Fields[] {
  return Object.entries(transfers).map(([kind, micros]) => ({
    in_all: kind,
    amount: showRupees(micros),
  }));
}

function claimFields(claim: LedgerExplanation['claims'][number]) {
  return {
    what: claim.what,
    ledger: showRupees(claim.ledgerMicros),
    found: showRupees(claim.foundMicros),
    difference: showRupees(claim.differenceMicros),
    source: claim.source,
  };
}

function verdictOf(totals: LedgerTotals, { isExplained, claims }: LedgerExplanation): string {
  const { count } = totals.messages;
  if (isExplained && totals.isCut) {
    return (
      'Explained to the paisa: the balance and what is reserved. Of what was posted, the ' +
      `${count} messages that are kept account for their part; older ones are not kept.`
    );
  }
  if (isExplained) return `Explained to the paisa, by ${plural(count, 'message')}.`;
  const wrong = claims
    .filter(({ differenceMicros }) => differenceMicros !== 0n)
    .map(({ what, differenceMicros }) => `${what} by ${showRupees(differenceMicros)}`);
  return `NOT explained: ${wrong.join(', ')}.`;
}

export const ledgerCommands: readonly Command[] = [
  {
    name: 'ledger explain',
    args: ['ACCOUNT'],
    options: [limitOption(SHOWN_TRANSFERS)],
    about:
      'Reconciles an account’s balance with its transfers and messages; shows the last of them.',
    run: explain,
  },
];
