/** What of payments is given back. */
import type { AccountId, PaymentId, RefundId, TransferId } from '../../domain/ids.ts';
import type { RefundState } from '../../domain/payment/refund.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import { read, write } from '../../kit/postgres/callable.ts';

export type Refund = {
  readonly id: RefundId;
  readonly accountId: AccountId;
  readonly paymentId: PaymentId;
  /** Ours at the gateway; undefined: it was given back without our asking. */
  readonly reference: string | undefined;
  readonly theirId: string | undefined;
  readonly amountMicros: Micros;
  readonly state: RefundState;
  readonly reason: string;
  /** Why the gateway refused it. */
  readonly words: string | undefined;
  readonly createdAtMs: number;
  readonly createdBy: string;
  readonly endedAtMs: number | undefined;
  readonly transferId: TransferId | undefined;
  /** What could not be taken from the credit yet: there was too little. */
  readonly owedMicros: Micros;
  readonly creditNote: string | undefined;
};

const COLUMNS = `r.id, r.account_id, r.payment_id, r.reference, r.their_id, r.amount_micros,
  r.state, r.reason, r.words, r.created_at, r.created_by, r.ended_at, r.transfer_id,
  r.owed_micros, r.credit_note`;

type Taken = { transferId: TransferId | undefined; owedMicros: Micros };

/** The gateway is to be asked for it. */
export const insertRefund = write.single<
  Pick<Refund, 'accountId' | 'paymentId' | 'amountMicros' | 'reason' | 'createdBy'> & {
    reference: string;
    transferId: TransferId;
    atMs: number;
  },
  { readonly id: RefundId }
>(
  'insert-refund',
  `insert into refunds (account_id, payment_id, reference, amount_micros, state, reason,
    created_at, created_by, ask_at, transfer_id)
  values (:accountId, :paymentId, :reference, :amountMicros, 'asked', :reason, @atMs, :createdBy,
    @atMs, :transferId)
  returning id`,
);

/** It was given back already: by hand, or at the gateway without our asking. */
export const insertRefunded = write.single<
  Pick<Refund, 'accountId' | 'paymentId' | 'amountMicros' | 'reason' | 'createdBy' | 'theirId'> &
    Taken & { creditNote: string | undefined; atMs: number },
  { readonly id: RefundId }
>(
  'insert-refunded',
  `insert into refunds (account_id, payment_id, their_id, amount_micros, state, reason,
    created_at, created_by, ended_at, transfer_id, owed_micros, credit_note)
  values (:accountId, :paymentId, :theirId, :amountMicros, 'refunded', :reason, @atMs, :createdBy,
    @atMs, :transferId, :owedMicros, :creditNote)
  returning id`,
);

/** Under the lock of its payment. */
export const findRefundTold = read.one<
  { paymentId: PaymentId; theirId: string; reference: string | undefined },
  Refund
>(
  'find-refund-told',
  `select ${COLUMNS} from refunds r
  where payment_id = :paymentId and (their_id = :theirId or reference = :reference)`,
);

export const findRefund = read.one<{ id: RefundId; paymentId: PaymentId }, Refund>(
  'find-refund',
  `select ${COLUMNS} from refunds r where id = :id and payment_id = :paymentId`,
);

export const endRefund = write.run<
  Pick<Refund, 'id' | 'state' | 'theirId' | 'words' | 'creditNote'> & Taken & { atMs: number }
>(
  'end-refund',
  `update refunds set state = :state, their_id = coalesce(:theirId, their_id), words = :words,
    credit_note = :creditNote, transfer_id = :transferId, owed_micros = :owedMicros,
    ended_at = @atMs, ask_at = null
  where id = :id`,
);

/** Of a payment of an account, the oldest first; of any account, for staff. */
export const listRefunds = read.many<
  { paymentId: number; accountId: AccountId | undefined },
  Refund
>(
  'list-refunds',
  `select ${COLUMNS} from refunds r
  where payment_id = :paymentId and (:accountId::bigint is null or account_id = :accountId)
  order by id`,
);

/** What of a payment, named by its transfer, is asked of the gateway. */
export const sumAsked = read.value<
  { accountId: AccountId; transferId: TransferId | undefined },
  { readonly askedMicros: Micros }
>(
  'sum-refunds-asked',
  `select coalesce(sum(r.amount_micros), 0)::bigint as asked_micros
  from payments p join refunds r on r.payment_id = p.id
  where p.account_id = :accountId and p.transfer_id = :transferId and r.state = 'asked'`,
);

/** Refunds that the gateway is to be asked for now; due again after a while that grows. */
export const takeRefundsToAsk = write.many<
  { atMs: number; leastSeconds: number; most: number },
  Refund
>(
  'take-refunds-to-ask',
  `update refunds r set ask_at = @atMs + least(interval '1 hour',
    greatest((@atMs - r.created_at) / 10, make_interval(secs => :leastSeconds::int)))
  from (
    select id from refunds where ask_at <= @atMs
    order by ask_at limit :most
    for update skip locked
  ) d
  where r.id = d.id
  returning ${COLUMNS}`,
);

/** Accounts that owe what the gateway gave back, and have credit to take it from. */
export const listOwing = read.many<
  { most: number },
  Pick<Refund, 'id' | 'accountId' | 'paymentId'>
>(
  'list-refunds-owed',
  `select r.id, r.account_id, r.payment_id
  from refunds r join balances b on b.account_id = r.account_id
  where r.owed_micros > 0 and (b.available_micros > 0 or b.postpaid)
  order by r.account_id, r.id limit :most`,
);

export const sumOwed = read.single<{ accountId: AccountId }, { readonly owedMicros: Micros }>(
  'sum-refunds-owed',
  `select coalesce(sum(owed_micros), 0)::bigint as owed_micros from refunds
  where account_id = :accountId and owed_micros > 0`,
);

export const setOwed = write.run<Taken & { id: RefundId }>(
  'set-refund-owed',
  `update refunds set owed_micros = :owedMicros,
    transfer_id = coalesce(transfer_id, :transferId)
  where id = :id`,
);
