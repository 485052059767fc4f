/** Payments at the checkout of a gateway, and what was heard of them. */
import type { AccountId, PaymentId, TransferId } from '../../domain/ids.ts';
import type { PaymentState, Way } from '../../domain/payment/payment.ts';
import type { RefundState } from '../../domain/payment/refund.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import { read, write } from '../../kit/postgres/callable.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

export type Payment = {
  readonly id: PaymentId;
  readonly accountId: AccountId;
  readonly gateway: string;
  readonly reference: string;
  readonly theirId: string | undefined;
  readonly amountMicros: Micros;
  readonly state: PaymentState;
  readonly checkoutAddress: string | undefined;
  readonly createdAtMs: number;
  readonly createdBy: string;
  readonly endedAtMs: number | undefined;
  readonly transferId: TransferId | undefined;
  /** What the gateway said was paid, where that is not what was asked. */
  readonly told: string | undefined;
  readonly note: string | undefined;
  /** Whether its card is to be kept; undefined: no. */
  readonly keeps: 'wanted' | 'kept' | 'none' | undefined;
  /** A kept card is charged: it has no checkout. */
  readonly automatic: boolean;
  /** What of it was given back. */
  readonly refundedMicros: Micros;
  /** What of it is being given back. */
  readonly refundingMicros: Micros;
};

const sumOf = (state: RefundState): string => `(
    select coalesce(sum(r.amount_micros), 0)::bigint from refunds r
    where r.payment_id = p.id and r.state = '${state}')`;

const COLUMNS = `p.id, p.account_id, p.gateway, p.reference, p.their_id, p.amount_micros, p.state,
  p.checkout_address, p.created_at, p.created_by, p.ended_at, p.transfer_id, p.told, p.note,
  p.keeps, p.automatic,
  ${sumOf('refunded')} as refunded_micros, ${sumOf('asked')} as refunding_micros`;

export const insertPayment = write.single<
  Pick<Payment, 'accountId' | 'gateway' | 'reference' | 'amountMicros' | 'createdBy' | 'keeps'> & {
    atMs: number;
    askAtMs: number;
  },
  { readonly id: PaymentId }
>(
  'insert-payment',
  `insert into payments (account_id, gateway, reference, amount_micros, state, created_at,
    created_by, ask_at, keeps)
  values (:accountId, :gateway, :reference, :amountMicros, 'opening', @atMs, :createdBy, @askAtMs,
    :keeps)
  returning id`,
);

/** The gateway has taken it, unless it was heard of meanwhile. */
export const openPayment = write.run<{
  id: PaymentId;
  theirId: string;
  checkoutAddress: string | undefined;
  askAtMs: number;
}>(
  'open-payment',
  `update payments set their_id = :theirId, checkout_address = :checkoutAddress, state = 'open',
    ask_at = @askAtMs
  where id = :id and state = 'opening'`,
);

/** A payment of an account; of any, for staff. */
export const findPayment = read.one<{ id: number; accountId: AccountId | undefined }, Payment>(
  'find-payment',
  `select ${COLUMNS} from payments p
  where id = :id and (:accountId::bigint is null or account_id = :accountId)`,
);

/** Whose refund is not known to be made, or is owed; or that its payer has the bank take back. */
export const PAYMENT_TROUBLES = ['asked', 'owed', 'disputed'] as const;
type PaymentTrouble = (typeof PAYMENT_TROUBLES)[number];

/** The newest first; of all accounts, for staff. */
export const listPayments = read.many<
  {
    accountId: AccountId | undefined;
    state: PaymentState | undefined;
    theirId: string | undefined;
    trouble: PaymentTrouble | undefined;
    before: number | undefined;
    most: number;
  },
  Payment
>(
  'list-payments',
  `select ${COLUMNS} from payments p
  where (:accountId::bigint is null or account_id = :accountId)
    and (:state::text is null or state = :state)
    and (:theirId::text is null or their_id = :theirId)
    and case :trouble::text
        when 'asked' then exists (
          select from refunds r where r.payment_id = p.id and r.state = 'asked')
        when 'owed' then exists (
          select from refunds r where r.payment_id = p.id and r.owed_micros > 0)
        when 'disputed' then exists (
          select from payment_reports d where d.payment_id = p.id and d.verdict = 'disputed')
        else true end
    and (:before::bigint is null or id < :before)
  order by id desc limit :most`,
);

type Told = { gateway: string; theirId: string; reference: string | undefined };
type Named = { id: number; accountId: AccountId };

const holdTold = write.one<Told, Named>(
  'hold-payment-told',
  `select id, account_id from payments
  where gateway = :gateway
    and (their_id = :theirId or (their_id is null and reference = :reference))
  for update`,
);

const holdPayment = write.any<Named>(
  'hold-payment',
  `select from payments where id = :id and account_id = :accountId for update`,
);

/**
 * Nobody else settles it, or gives it back, until the transaction ends. What of it is given back
 * is in other rows: a statement that had to wait for the lock would not see those of whom it has
 * waited for, so they are read by the next one.
 */
export async function lockPayment(
  transaction: Transaction,
  named: Named,
): Promise<Payment | undefined> {
  const isThere = await holdPayment(transaction, named);
  return isThere ? findPayment(transaction, named) : undefined;
}

/** The same for the payment that a gateway speaks of. */
export async function lockTold(transaction: Transaction, told: Told): Promise<Payment | undefined> {
  const named = await holdTold(transaction, told);
  return named && findPayment(transaction, named);
}

/** It has ended, as far as the gateway knows; `told`: what was paid instead. */
export const endPayment = write.run<{
  id: PaymentId;
  state: PaymentState;
  theirId: string | undefined;
  transferId: TransferId | undefined;
  told: string | undefined;
  atMs: number;
}>(
  'end-payment',
  `update payments set state = :state, their_id = coalesce(their_id, :theirId),
    transfer_id = :transferId, told = :told, ended_at = @atMs, ask_at = null
  where id = :id`,
);

/** Finance has dealt with what differed. */
export const closePayment = write.one<
  { id: number; note: string; atMs: number },
  Pick<Payment, 'id' | 'accountId' | 'told'>
>(
  'close-payment',
  `update payments set state = 'closed', note = :note, ended_at = @atMs
  where id = :id and state = 'differs'
  returning id, account_id, told`,
);

/**
 * Payments whose gateway is to be asked now. They are due again after a while that grows with
 * their age: from half a minute to an hour.
 */
export const takeToAsk = write.many<{ atMs: number; leastSeconds: number; most: number }, Payment>(
  'take-payments-to-ask',
  `update payments p set asked_at = @atMs, ask_at = @atMs + least(interval '1 hour',
    greatest((@atMs - p.created_at) / 10, make_interval(secs => :leastSeconds::int)))
  from (
    select id from payments where ask_at <= @atMs
    order by ask_at limit :most
    for update skip locked
  ) d
  where p.id = d.id
  returning ${COLUMNS}`,
);

/** The same for one that somebody waits for, unless it was asked about just now. */
export const takeOneToAsk = write.one<{ id: number; atMs: number; sinceMs: number }, Payment>(
  'take-payment-to-ask',
  `update payments p set asked_at = @atMs
  where id = :id and ask_at is not null and their_id is not null
    and (asked_at is null or asked_at < @sinceMs)
  returning ${COLUMNS}`,
);

/** No checkout was ever given out, or the gateway has called it open for days. */
export const giveUpPayment = write.any<{
  id: PaymentId;
  from: PaymentState;
  state: PaymentState;
  /** Why, where that is not plain. */
  note: string | undefined;
  atMs: number;
}>(
  'give-up-payment',
  `update payments set state = :state, note = :note, ended_at = @atMs, ask_at = null
  where id = :id and state = :from
  returning id`,
);

type PaymentReport = {
  readonly heardAtMs: number;
  readonly way: Way;
  readonly verdict: string;
  readonly detail: string | undefined;
};

export const insertReport = write.run<
  Omit<PaymentReport, 'heardAtMs'> & {
    paymentId: PaymentId | undefined;
    gateway: string;
    atMs: number;
  }
>(
  'insert-payment-report',
  `insert into payment_reports (payment_id, gateway, heard_at, way, verdict, detail)
  values (:paymentId, :gateway, @atMs, :way, :verdict, :detail)`,
);

/** What was heard of a payment, the oldest first. */
export const listReports = read.many<{ paymentId: number; most: number }, PaymentReport>(
  'list-payment-reports',
  `select heard_at, way, verdict, detail from payment_reports
  where payment_id = :paymentId order by id limit :most`,
);

/** Forgets what was heard of no payment of ours before then. */
export const forgetReports = write.run<{ beforeMs: number }>(
  'forget-payment-reports',
  `delete from payment_reports where payment_id is null and heard_at < @beforeMs`,
);

/** How long a chargeback is told of: the gateway wants an answer within days. */
export const DISPUTE_DAYS = 14;

/** How many wait for finance, and how many the gateway has not ended for so long. */
export const countPaymentTrouble = read.single<
  { beforeMs: number; disputedMs: number },
  {
    readonly differing: number;
    readonly stuck: number;
    readonly unrefunded: number;
    readonly owing: number;
    readonly disputed: number;
  }
>(
  'count-payment-trouble',
  `select
    (select count(*)::int from payments where state = 'differs') as differing,
    (select count(*)::int from payments
      where ask_at is not null and created_at < @beforeMs) as stuck,
    (select count(*)::int from refunds
      where ask_at is not null and created_at < @beforeMs) as unrefunded,
    (select count(*)::int from refunds where owed_micros > 0) as owing,
    (select count(*)::int from payment_reports
      where verdict = 'disputed' and heard_at >= @disputedMs) as disputed`,
);
