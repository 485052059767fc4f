import type { Limit } from './limit.ts';

/** Payments at the checkout of a gateway, and by bank. */
export const PAYMENT_LIMITS = {
  paymentsPerHour: { value: 20, why: 'of one account; each opens a checkout at the gateway' },
  paymentBytes: {
    value: 128 * 1024,
    why: 'a notification of the gateway, or its answer; Stripe’s have some thousand octets',
  },
  paymentOpenMinutes: {
    value: 10,
    why: 'a payment that the gateway has not taken by then has failed: nobody has its checkout',
  },
  paymentAskSeconds: { value: 30, why: 'between two questions about a new payment to the gateway' },
  paymentDays: { value: 3, why: 'a payment that the gateway still calls open then has expired' },
  paymentsAsked: { value: 20, why: 'payments of one look whose gateway is asked' },
  paymentForgeries: {
    value: 100,
    why: 'forged notifications recorded in an hour; beyond it they are only counted',
  },
  paymentReportDays: { value: 30, why: 'how long is kept what was heard of no payment of ours' },
  bankTransfersOpen: { value: 10, why: 'of one account that wait; finance reads each of them' },
  bankTransferDays: {
    value: 30,
    why: 'a bank transfer without a slip has expired then; money that comes later still counts',
  },
  invoiceFilesPerHour: {
    value: 120,
    why: 'PDFs for one account; one with Urdu letters takes a node some 50 ms',
  },
  invoicesExported: { value: 100_000, why: 'in one file: some 20 MB, which one node holds' },
  topUpTries: { value: 3, why: 'of a kept card that is declined, a day apart; then it is off' },
  paymentReportsShown: { value: 100, why: 'of one payment' },
} as const satisfies Record<string, Limit>;
