/** Finance gives a payment back, or a part of it: credit falls, then the gateway is asked. */
import { DAY_MS } from '../../domain/durations.ts';
import { micros, showRupees, type Micros } from '../../domain/pricing/money.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { changed, refuse, type Admin, type Refused } from '../../operations/admin.ts';
import {
  account,
  accountOf,
  argument,
  flag,
  id,
  line,
  needed,
  option,
} from '../../operations/fields.ts';
import { operation, type Filled } from '../../operations/operation.ts';
import { at, type RawFields } from '../../operations/show.ts';
import { lockFunds } from '../../store/ledger/balances.ts';
import { payment } from '../credit/payment-field.ts';
import { lockInvoiceOf } from '../invoices/issue-invoice.ts';
import { sumMovedAlone } from '../second-person/requests.sql.ts';
import { lockPayment, type Payment } from './payments.sql.ts';
import { insertRefund, listRefunds, type Refund } from './refunds.sql.ts';
import { becomeRefunded, causeOfRefund, takeForRefund } from './settle-refund.ts';

const REFUND = {
  accountId: argument('ACCOUNT', account),
  paymentId: argument('PAYMENT', id),
  amountMicros: option('amount', payment, 'a part of it; absent: all that is left of it'),
  reason: needed(option('reason', line('WORDS'), 'why, as it stands on the credit note')),
  byHand: flag('by-hand', 'the gateway cannot be asked: the money was given back there by hand'),
};
type Giving = Filled<typeof REFUND>;

const AUDIT = 'payment.refund';

/** The payment, which nobody else gives back meanwhile, and how much of it is to be. */
async function take(
  transaction: Transaction,
  { accountId, paymentId, amountMicros, byHand }: Giving,
  { payments: room, clock }: Pick<Admin, 'payments' | 'clock'>,
): Promise<{ readonly of: Payment; readonly amountMicros: Micros } | Refused> {
  const of = await lockPayment(transaction, { id: paymentId, accountId });
  if (of === undefined) return refuse('paymentId', 'must be of a payment of the account');
  if (of.transferId === undefined) return refuse('paymentId', 'must be of a payment that was paid');
  const canAsk = room?.gateway.name === of.gateway && room.gateway.refunds !== undefined;
  if (!canAsk && !byHand) {
    return refuse(
      'byHand',
      'The gateway of this payment cannot be asked for refunds: give the money back there, then ' +
        'record it as given back by hand',
    );
  }
  if (canAsk && byHand) {
    return refuse('byHand', 'must not be set: the gateway is asked for the refund');
  }
  const invoice = await lockInvoiceOf(transaction, { accountId, transferId: of.transferId });
  const credited = invoice?.creditedMicros ?? 0n;
  const gone = credited > of.refundedMicros ? credited : of.refundedMicros;
  const left = micros(of.amountMicros - gone - of.refundingMicros);
  if (left <= 0n) return refuse('paymentId', 'has been given back whole');
  const wanted = amountMicros ?? left;
  if (wanted > left) {
    return refuse('amountMicros', `must not exceed what is left of it: ${showRupees(left)} rupees`);
  }
  const [funds] = await lockFunds(transaction, [accountId], clock.nowMs());
  // Whatever it may owe otherwise: what it has not got cannot be given back.
  if (wanted > (funds?.availableMicros ?? 0n)) {
    return refuse('amountMicros', 'must not exceed what the account has left');
  }
  return { of, amountMicros: wanted };
}

export const refundPayment = operation({
  name: 'payment refund',
  about:
    'Gives a payment or a part of it back to who paid: takes that much credit, asks the gateway, ' +
    'and issues a credit note when the gateway has done it.',
  audit: AUDIT,
  raises: 'nothing',
  input: REFUND,
  async second(transaction, input, admin) {
    const { accountId, paymentId } = input;
    const taken = await take(transaction, input, admin);
    if ('ok' in taken) return undefined;
    const { actor, clock, creditAloneMicros } = admin;
    const earlier = { accountId, actor, action: AUDIT, sinceMs: clock.nowMs() - DAY_MS };
    const moved = await sumMovedAlone(transaction, earlier);
    if (moved + taken.amountMicros <= creditAloneMicros) return undefined;
    const { name } = await accountOf(transaction, accountId);
    const amount = showRupees(taken.amountMicros);
    return `Gives back ${amount} rupees of payment ${paymentId} of ${name} (${accountId})`;
  },
  async work(transaction, input, admin) {
    const { paymentId, reason } = input;
    if (reason === undefined) return refuse('reason', 'must say why');
    const taken = await take(transaction, input, admin);
    if ('ok' in taken) return taken;
    const made = await giveBack(admin, transaction, { ...taken, reason, byHand: input.byHand });
    const amountMicros = String(taken.amountMicros);
    const { id: refund, transferId } = made;
    return changed(refund, { payment: paymentId, refund, transferId, amountMicros, reason });
  },
  async show(made, { paymentId }, { reader }) {
    const refunds = await listRefunds(reader, { paymentId, accountId: undefined });
    const found = refunds.find((it) => it.id === made);
    return { data: found === undefined ? {} : rowOfRefund(found) };
  },
});

const RANDOM_BYTES = 9;

async function giveBack(
  admin: Admin,
  transaction: Transaction,
  {
    of,
    amountMicros,
    reason,
    byHand,
  }: {
    readonly of: Payment;
    readonly amountMicros: Micros;
    readonly reason: string;
    readonly byHand: boolean;
  },
): Promise<Pick<Refund, 'id' | 'transferId'>> {
  const { id: paymentId, accountId } = of;
  const { actor: createdBy, clock, random } = admin;
  if (byHand) {
    const refund = { amountMicros, theirId: undefined };
    const by = { reason, createdBy };
    return becomeRefunded(admin, transaction, { payment: of, known: undefined, refund, by });
  }
  const asked = { accountId, amountMicros, cause: causeOfRefund(paymentId) };
  const { transferId } = await takeForRefund(admin, transaction, asked);
  if (transferId === undefined) throw new Error('a refund of nothing');
  const reference = `${paymentId}-${random.secret(RANDOM_BYTES)}`;
  const made = { ...asked, paymentId, reason, createdBy, reference, transferId };
  return { ...(await insertRefund(transaction, { ...made, atMs: clock.nowMs() })), transferId };
}

export function rowOfRefund(it: Refund): RawFields {
  return {
    refund: it.id,
    payment: it.paymentId,
    account: it.accountId,
    amount: it.amountMicros,
    state: it.state,
    reason: it.reason,
    said: it.words,
    made: at(it.createdAtMs),
    made_by: it.createdBy,
    ended: it.endedAtMs === undefined ? undefined : at(it.endedAtMs),
    owed: it.owedMicros === 0n ? undefined : it.owedMicros,
    credit_note: it.creditNote,
    gateway_id: it.theirId,
    transfer: it.transferId,
  };
}
