/**
 * What a gateway has said of a refund, made true here: in one transaction, under the lock of the
 * payment. Credit fell when it was asked; here it falls for what was given back without our
 * asking, and comes back for what the gateway refuses. Said twice, it moves money once.
 */
import type { AccountId, TransferId } from '../../domain/ids.ts';
import type { Verdict, Way } from '../../domain/payment/payment.ts';
import { judgeRefund } from '../../domain/payment/refund.ts';
import { micros, showRupees, ZERO, type Micros } from '../../domain/pricing/money.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import type { Admin } from '../../operations/admin.ts';
import { lockFunds } from '../../store/ledger/balances.ts';
import { writeTransfers } from '../../store/ledger/ledger.ts';
import { insertAudit } from '../audit/audit.sql.ts';
import { issueCreditNote, lockInvoiceOf } from '../invoices/issue-invoice.ts';
import type { PaymentRoom, RefundTold } from './gateway.ts';
import { insertReport, lockTold, type Payment } from './payments.sql.ts';
import { endRefund, findRefundTold, insertRefunded, type Refund } from './refunds.sql.ts';

export type Refunding = Pick<Admin, 'transact' | 'clock' | 'ids' | 'seal' | 'statementFrom'>;

const DETAIL = 200;
/** Why, where nobody here knows. */
const ELSEWHERE = 'Given back at the payment gateway';

/** Settles all that a gateway has listed of a payment. */
export async function settleRefunds(
  admin: Refunding,
  room: PaymentRoom,
  listed: {
    readonly theirId: string;
    readonly refunds: readonly RefundTold[];
    readonly way: Exclude<Way, 'return'>;
  },
): Promise<void> {
  for (const refund of listed.refunds) await settleOne(admin, room, { ...listed, refund });
}

async function settleOne(
  admin: Refunding,
  room: PaymentRoom,
  told: {
    readonly theirId: string;
    readonly refund: RefundTold;
    readonly way: Exclude<Way, 'return'>;
  },
): Promise<void> {
  const { refund, way } = told;
  const gateway = room.gateway.name;
  const heard = await admin.transact(async (transaction) => {
    const of = { gateway, theirId: told.theirId, reference: undefined };
    const payment = await lockTold(transaction, of);
    if (payment === undefined) return undefined;
    const { id: paymentId, amountMicros, refundedMicros } = payment;
    const known = await findRefundTold(transaction, { ...refund, paymentId });
    const left = { ...payment, leftMicros: micros(amountMicros - refundedMicros) };
    const verdict = judgeRefund(known, left, refund);
    if (verdict === 'refunded') {
      await becomeRefunded(admin, transaction, { payment, known, refund });
    } else if (verdict === 'refused' && known !== undefined) {
      await refuseRefund(admin, transaction, known, { ...refund, gateway });
    }
    // What is known, and that nothing has happened, is listed again and again.
    if (verdict !== 'open' && verdict !== 'repeated') {
      const paid = `${refund.currency} ${showRupees(refund.amountMicros)}`;
      const detail = `refund ${refund.theirId}: ${paid}`.slice(0, DETAIL);
      const atMs = admin.clock.nowMs();
      await insertReport(transaction, { paymentId, gateway, way, verdict, detail, atMs });
    }
    return { verdict, paymentId } satisfies { verdict: Verdict; paymentId: unknown };
  });
  if (heard === undefined) room.heard(way, 'unknown', undefined);
  else room.heard(way, heard.verdict, heard.paymentId);
}

/** Takes for a refund what there is; what is left of it is owed. */
export async function takeForRefund(
  { clock, ids }: Pick<Refunding, 'clock' | 'ids'>,
  transaction: Transaction,
  asked: {
    readonly accountId: AccountId;
    readonly amountMicros: Micros;
    readonly cause: string;
  },
): Promise<{ readonly transferId: TransferId | undefined; readonly owedMicros: Micros }> {
  const { accountId, amountMicros, cause } = asked;
  const [funds] = await lockFunds(transaction, [accountId], clock.nowMs());
  if (funds === undefined) throw new Error('an account has no balance');
  const { availableMicros, postpaid } = funds;
  const isEnough = postpaid || availableMicros >= amountMicros;
  const taken = isEnough ? amountMicros : micros(availableMicros > 0n ? availableMicros : 0n);
  const owedMicros = micros(amountMicros - taken);
  if (taken === 0n) return { transferId: undefined, owedMicros };
  const id = ids.next() as TransferId;
  const transfer = { accountId, id, kind: 'payment_refund', amountMicros: taken } as const;
  await writeTransfers(transaction, [{ ...transfer, messages: 0, cause }], clock.nowMs());
  return { transferId: id, owedMicros };
}

/** The words of the ledger. */
export function causeOfRefund(paymentId: number): string {
  return `Refund of payment ${paymentId}`;
}

/** It has been given back: what was not taken yet is, and the invoice has its credit note. */
export async function becomeRefunded(
  admin: Refunding & { readonly actor?: string },
  transaction: Transaction,
  {
    payment,
    known,
    refund,
    by = {},
  }: {
    readonly payment: Payment;
    readonly known: Refund | undefined;
    readonly refund: Pick<RefundTold, 'amountMicros'> & { readonly theirId: string | undefined };
    readonly by?: { readonly reason?: string; readonly createdBy?: string };
  },
): Promise<Pick<Refund, 'id' | 'transferId'>> {
  const { id: paymentId, accountId, transferId: paidBy } = payment;
  const atMs = admin.clock.nowMs();
  const actor = by.createdBy ?? `gateway:${payment.gateway}`;
  const { amountMicros, theirId } = refund;
  const reason = known?.reason ?? by.reason ?? ELSEWHERE;
  const invoice =
    paidBy === undefined
      ? undefined
      : await lockInvoiceOf(transaction, { accountId, transferId: paidBy });
  // What credit notes have taken back already is not taken twice.
  const open = invoice === undefined ? undefined : invoice.amountMicros - invoice.creditedMicros;
  const noted = micros(open === undefined || open > amountMicros ? amountMicros : open);
  const cause = causeOfRefund(paymentId);
  const taken =
    known?.state === 'asked'
      ? { transferId: known.transferId, owedMicros: ZERO }
      : await takeForRefund(admin, transaction, { accountId, amountMicros: noted, cause });
  const note = { amountMicros: noted, transferId: taken.transferId, reason };
  const creditNote =
    invoice === undefined || noted === 0n
      ? undefined
      : await issueCreditNote({ ...admin, actor }, transaction, invoice, note);
  const ended = { ...taken, theirId, creditNote, atMs };
  const id =
    known?.id ??
    (
      await insertRefunded(transaction, {
        ...ended,
        accountId,
        paymentId,
        amountMicros,
        reason,
        createdBy: actor,
      })
    ).id;
  if (known !== undefined) {
    await endRefund(transaction, { ...ended, id, state: 'refunded', words: undefined });
  }
  const money = { amountMicros: String(amountMicros), owedMicros: String(taken.owedMicros) };
  const detail = { payment: paymentId, refund: id, ...money, theirId, creditNote };
  await insertAudit(transaction, accountId, { actor, action: 'payment.refunded', detail }, atMs);
  return { id, transferId: taken.transferId };
}

/** The gateway will not give it back: the credit comes back, with its words. */
export async function refuseRefund(
  { clock, ids }: Pick<Refunding, 'clock' | 'ids'>,
  transaction: Transaction,
  known: Refund,
  {
    words,
    theirId,
    gateway,
  }: {
    readonly words?: string | undefined;
    readonly theirId?: string;
    readonly gateway: string;
  },
): Promise<void> {
  const { id, accountId, paymentId, amountMicros, transferId } = known;
  const atMs = clock.nowMs();
  const back = ids.next() as TransferId;
  const cause = causeOfRefund(paymentId);
  await lockFunds(transaction, [accountId], atMs);
  await writeTransfers(
    transaction,
    [
      {
        accountId,
        id: back,
        kind: 'refund_failure',
        amountMicros,
        messages: 0,
        cause,
        ...(transferId === undefined ? {} : { refersTo: transferId }),
      },
    ],
    atMs,
  );
  const creditNote = undefined;
  const ended = { id, state: 'refused', theirId, words, creditNote, atMs } as const;
  await endRefund(transaction, { ...ended, transferId, owedMicros: ZERO });
  const detail = { payment: paymentId, refund: id, amountMicros: String(amountMicros), words };
  const line = { actor: `gateway:${gateway}`, action: 'payment.refund_refused', detail };
  await insertAudit(transaction, accountId, line, atMs);
}
