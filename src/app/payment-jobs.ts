import { HOUR_MS, SECOND_MS } from '../domain/durations.ts';
import { expireTransfers } from '../features/bank-transfers/bank-transfers.operations.ts';
import { askPayments, forgetPaymentReports } from '../features/payments/ask-payments.ts';
import { askRefunds } from '../features/payments/ask-refunds.ts';
import { topUp } from '../features/top-ups/charge-top-ups.ts';
import type { Admin } from '../operations/admin.ts';
import type { NodeJob } from './jobs.ts';

/** Asks about payments whose notifications may never come. */
export function paying(admin: Admin): readonly NodeJob[] {
  return [
    {
      name: 'ask about payments',
      everyMs: 5 * SECOND_MS,
      on: ['worker'],
      isLong: true,
      run: () => askPayments(admin, admin.payments),
    },
    {
      name: 'top up credit',
      everyMs: 5 * SECOND_MS,
      on: ['worker'],
      isLong: true,
      run: () => topUp(admin, admin.payments),
    },
    {
      name: 'ask for refunds',
      everyMs: 5 * SECOND_MS,
      on: ['worker'],
      isLong: true,
      run: () => askRefunds(admin, admin.payments),
    },
    {
      name: 'expire bank transfers',
      everyMs: HOUR_MS,
      on: ['worker'],
      run: () => expireTransfers(admin),
    },
    {
      name: 'forget payment reports',
      everyMs: HOUR_MS,
      on: ['worker'],
      run: () => forgetPaymentReports(admin),
    },
  ];
}
