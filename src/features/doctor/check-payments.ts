import { DAY_MS } from '../../domain/durations.ts';
import { countAllWaiting } from '../bank-transfers/bank-transfers.sql.ts';
import { listTaxRates } from '../invoices/invoices.sql.ts';
import { countPaymentTrouble, DISPUTE_DAYS } from '../payments/payments.sql.ts';
import { hasStaffOf } from '../users/users.sql.ts';
import { fault, fine, warning, type CheckContext, type Finding } from './finding.ts';

function refundFindings({
  unrefunded,
  owing,
  disputed,
}: Omit<
  Awaited<ReturnType<typeof countPaymentTrouble>>,
  'differing' | 'stuck'
>): readonly Finding[] {
  const look = 'See "paigham payment list" and "payment show".';
  return [
    ...(disputed > 0
      ? [
          fault(
            'payments',
            `Chargebacks that were told within ${DISPUTE_DAYS} days: ${disputed}. Answer them at ` +
              'the gateway. See "paigham payment list --trouble disputed".',
          ),
        ]
      : []),
    ...(owing > 0
      ? [
          fault(
            'payments',
            `Refunds made at the gateway, of accounts that had less left: ${owing}. It is ` +
              `taken when they add credit. ${look}`,
          ),
        ]
      : []),
    ...(unrefunded > 0
      ? [
          warning(
            'payments',
            `Refunds of which the gateway has not said for more than a day what became of ` +
              `them: ${unrefunded}. ${look}`,
          ),
        ]
      : []),
  ];
}

/** Whether money was paid, or may have been, that nobody has credited. */
export async function checkPayments(context: CheckContext): Promise<readonly Finding[]> {
  const { reader, clock } = context;
  const beforeMs = clock.nowMs() - DAY_MS;
  const transfers = await countAllWaiting(reader, { beforeMs: beforeMs - DAY_MS });
  const disputedMs = clock.nowMs() - DISPUTE_DAYS * DAY_MS;
  const trouble = await countPaymentTrouble(reader, { beforeMs, disputedMs });
  const { differing, stuck } = trouble;
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
    ...(context.takesMoney === true && !(await hasStaffOf(reader, { staffRole: 'finance' }))
      ? [
          warning(
            'payments',
            'Nobody has the role finance, and money is paid: administrators alone see transfers ' +
              'that wait. See "paigham user staff".',
          ),
        ]
      : []),
    ...(differing > 0
      ? [
          fault(
            'payments',
            `Payments that wait for finance: ${differing}. Another amount was paid than was ` +
              'asked, and no credit was added. ' +
              'See "paigham payment list --state differs".',
          ),
        ]
      : []),
    ...(stuck > 0
      ? [
          warning(
            'payments',
            `Payments that are open for more than a day: ${stuck}. Their gateway cannot be ` +
              'asked, or is not the one in PAYMENT_GATEWAY any more. ' +
              'See "paigham payment list --state open".',
          ),
        ]
      : []),
    ...refundFindings(trouble),
    ...(transfers.withSlip > 0
      ? [
          warning(
            'payments',
            `Bank transfers with a slip for more than two days: ${transfers.withSlip}. ` +
              'See "paigham bank list --state waiting".',
          ),
        ]
      : []),
  ];
  return findings.length > 0 ? findings : [fine('payments', 'None waits for finance.')];
}
