import { DAY_MS } from '../../domain/durations.ts';
import { countAllWaiting } from '../bank-transfers/bank-transfers.sql.ts';
import { listTaxRates } from '../invoices/invoices.sql.ts';
import { countPaymentTrouble } from '../payments/payments.sql.ts';
import { fault, fine, warning, type CheckContext, type Finding } from './finding.ts';

/** Whether money was paid, or may have been, that nobody has credited. */
export async function checkPayments(context: CheckContext): Promise<readonly Finding[]> {
  const { reader, clock } = context;
  const beforeMs = clock.nowMs() - DAY_MS;
  const transfers = await countAllWaiting(reader, { beforeMs: beforeMs - DAY_MS });
  const { differing, stuck } = await countPaymentTrouble(reader, { beforeMs });
  const hasTax = (await listTaxRates(reader)).length > 0;
  const findings = [
    ...(hasTax && context.statementFrom === undefined
      ? [
          fault(
            'payments',
            'Invoices state sales tax, and nobody as who issues them: set STATEMENT_FROM.',
          ),
        ]
      : []),
    ...(differing > 0
      ? [
          fault(
            'payments',
            `${differing} wait for finance: another amount was paid than was asked, and no ` +
              'credit was added. See "paigham payment list --state differs".',
          ),
        ]
      : []),
    ...(stuck > 0
      ? [
          warning(
            'payments',
            `${stuck} have been open for more than a day: their gateway cannot be asked, or is ` +
              'not the one in PAYMENT_GATEWAY any more. See "paigham payment list --state open".',
          ),
        ]
      : []),
    ...(transfers.withSlip > 0
      ? [
          warning(
            'payments',
            `${transfers.withSlip} bank transfers have had a slip for more than two days. ` +
              'See "paigham bank list --state waiting".',
          ),
        ]
      : []),
  ];
  return findings.length > 0 ? findings : [fine('payments', 'None waits for finance.')];
}
