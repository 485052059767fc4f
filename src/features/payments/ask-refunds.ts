/**
 * Asks the gateway for refunds, and about them: what was committed and not asked for, and what it
 * has not answered. Its list comes first, so that nothing is asked for twice, whatever was lost.
 */
import { limit } from '../../domain/limits.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import type { PaymentRoom } from './gateway.ts';
import { refusalOf } from './call-gateway.ts';
import { findPayment, insertReport, lockPayment } from './payments.sql.ts';
import { findRefund, listOwing, setOwed, takeRefundsToAsk, type Refund } from './refunds.sql.ts';
import {
  causeOfRefund,
  refuseRefund,
  settleRefunds,
  takeForRefund,
  type Refunding,
} from './settle-refund.ts';

/** Those that are due now; and takes what is owed of refunds from credit that has come since. */
export async function askRefunds(admin: Refunding, room: PaymentRoom | undefined): Promise<void> {
  const atMs = admin.clock.nowMs();
  const [leastSeconds, most] = [limit('paymentAskSeconds'), limit('paymentsAsked')];
  const due = await admin.transact((it) => takeRefundsToAsk(it, { atMs, leastSeconds, most }));
  await Promise.all(due.map((refund) => askOne(admin, room, refund)));
  const owing = await admin.transact((it) => listOwing(it, { most }));
  for (const refund of owing) await admin.transact((it) => takeOwed(admin, it, refund));
}

async function askOne(
  admin: Refunding,
  room: PaymentRoom | undefined,
  { id, paymentId, reference, amountMicros }: Refund,
): Promise<void> {
  const payment = await admin.transact((it) =>
    findPayment(it, { id: paymentId, accountId: undefined }),
  );
  const { refunds, name } = room?.gateway ?? {};
  // Of a gateway that was replaced nobody can be asked: the doctor tells of what it left.
  if (room === undefined || refunds === undefined || payment === undefined) return;
  if (name !== payment.gateway) return;
  const { theirId } = payment;
  if (theirId === undefined || reference === undefined) return;
  const listed = await refunds.list({ theirId });
  if (listed.kind === 'failed') return room.failed(listed.why);
  await settleRefunds(admin, room, { ...listed, theirId, way: 'inquiry' });
  if (listed.refunds.some((it) => it.reference === reference)) return;
  const given = await refunds.give({ theirId, reference, amountMicros });
  if (given.kind === 'told') {
    const told = { theirId, refunds: [given.refund], way: 'inquiry' } as const;
    return settleRefunds(admin, room, told);
  }
  const words = refusalOf(given);
  if (words === undefined) return room.failed(given.why);
  await admin.transact(async (transaction) => {
    await lockPayment(transaction, payment);
    const known = await findRefund(transaction, { id, paymentId });
    if (known?.state !== 'asked') return;
    await refuseRefund(admin, transaction, known, { words, gateway: name });
    const report = { paymentId, gateway: payment.gateway, way: 'inquiry' } as const;
    const atMs = admin.clock.nowMs();
    await insertReport(transaction, { ...report, verdict: 'refused', detail: words, atMs });
  });
  room.heard('inquiry', 'refused', paymentId);
}

async function takeOwed(
  admin: Refunding,
  transaction: Transaction,
  { id, accountId, paymentId }: Pick<Refund, 'id' | 'accountId' | 'paymentId'>,
): Promise<void> {
  await lockPayment(transaction, { id: paymentId, accountId });
  const { owedMicros: amountMicros } = (await findRefund(transaction, { id, paymentId })) ?? {};
  if (amountMicros === undefined || amountMicros === 0n) return;
  const cause = causeOfRefund(paymentId);
  const taken = await takeForRefund(admin, transaction, { accountId, amountMicros, cause });
  await setOwed(transaction, { ...taken, id });
}
