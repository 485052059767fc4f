/** Asks the gateway about payments that stay open: a notification may never come. */
import { DAY_MS, MINUTE_MS } from '../../domain/durations.ts';
import { limit } from '../../domain/limits.ts';
import type { Admin } from '../../operations/admin.ts';
import type { PaymentRoom } from './gateway.ts';
import { forgetReports, giveUpPayment, takeToAsk, type Payment } from './payments.sql.ts';
import { chargeKept, noteOpen } from '../top-ups/charge-top-ups.ts';
import { settle, settleAsked } from './settle-payment.ts';

type Asking = Pick<
  Admin,
  'transact' | 'clock' | 'ids' | 'seal' | 'publicAddress' | 'statementFrom' | 'random'
>;

/** Those that are due now, and forgets what was heard of none long ago. */
export async function askPayments(admin: Asking, room: PaymentRoom | undefined): Promise<void> {
  const atMs = admin.clock.nowMs();
  const [leastSeconds, most] = [limit('paymentAskSeconds'), limit('paymentsAsked')];
  const due = await admin.transact((it) => takeToAsk(it, { atMs, leastSeconds, most }));
  await Promise.all(due.map((payment) => askOne(admin, room, payment)));
}

export function forgetPaymentReports({ transact, clock }: Asking): Promise<void> {
  const beforeMs = clock.nowMs() - limit('paymentReportDays') * DAY_MS;
  return transact((transaction) => forgetReports(transaction, { beforeMs }));
}

/** Nobody can be asked any more. */
const replaced = (gateway: string): string =>
  `The gateway (${gateway}) was replaced: look there whether the card was charged.`;

async function askOne(
  admin: Asking,
  room: PaymentRoom | undefined,
  payment: Payment,
): Promise<void> {
  const { id, gateway, state, theirId, amountMicros, createdAtMs, automatic } = payment;
  const atMs = admin.clock.nowMs();
  const giveUp = (to: 'failed' | 'expired', note?: string): Promise<boolean> =>
    admin.transact((it) => giveUpPayment(it, { id, from: state, state: to, note, atMs }));
  const isOurs = room?.gateway.name === gateway;
  if (theirId === undefined && automatic) {
    // It may have been charged: it is not given up while somebody can know.
    if (room === undefined) return;
    if (!isOurs) {
      // A setting may be wrong for a while; given up at once, the card could be charged again.
      if (atMs - createdAtMs >= DAY_MS) await giveUp('failed', replaced(gateway));
      return;
    }
    const told = await chargeKept(admin, room, payment);
    if (told === undefined) return;
    await settle(admin, room, { told, way: 'inquiry' });
    if (told.fate.kind === 'open') await admin.transact((it) => noteOpen(it, payment, told, atMs));
    return;
  }
  if (theirId === undefined) {
    const isOver = atMs - createdAtMs >= limit('paymentOpenMinutes') * MINUTE_MS;
    if (isOver) await giveUp('failed');
    return;
  }
  // Of a gateway that was replaced nobody can be asked: the doctor tells of what it left open.
  if (room === undefined || !isOurs) return;
  const verdict = await settleAsked(admin, room, await room.gateway.ask({ theirId, amountMicros }));
  const isOld = atMs - createdAtMs >= limit('paymentDays') * DAY_MS;
  if (verdict === 'open' && isOld && !automatic) await giveUp('expired');
}
