/** What notifications say of charges: that a refund moved, or that the bank takes one back. */
import type { PaymentRoom } from './gateway.ts';
import { insertReport, lockTold } from './payments.sql.ts';
import { settleRefunds, type Refunding } from './settle-refund.ts';

/**
 * Reads the list of refunds of a charge: what became of them is believed of that alone. Returns
 * whether it was there; if not, the gateway is to tell again.
 */
export async function hearRefund(
  admin: Refunding,
  room: PaymentRoom,
  charge: string,
): Promise<boolean> {
  const listed = await room.gateway.refunds?.list({ charge });
  if (listed?.kind === 'listed') {
    await settleRefunds(admin, room, { ...listed, way: 'notification' });
    return true;
  }
  if (listed !== undefined) room.failed(listed.why);
  return listed === undefined;
}

/** Records that the payer wants the money back through the bank; moves nothing. */
export async function hearDispute(
  admin: Refunding,
  room: PaymentRoom,
  { charge, said: detail }: { readonly charge: string; readonly said: string },
): Promise<void> {
  const { name: gateway, refunds } = room.gateway;
  const listed = await refunds?.list({ charge });
  const theirId = listed?.kind === 'listed' ? listed.theirId : charge;
  const paymentId = await admin.transact(async (transaction) => {
    const found = await lockTold(transaction, { gateway, theirId, reference: undefined });
    const report = { paymentId: found?.id, gateway, way: 'notification' } as const;
    const atMs = admin.clock.nowMs();
    await insertReport(transaction, { ...report, verdict: 'disputed', detail, atMs });
    return found?.id;
  });
  room.heard('notification', 'disputed', paymentId);
}
