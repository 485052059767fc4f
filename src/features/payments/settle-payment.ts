/**
 * What a gateway has said of a payment, made true here: in one transaction, under the lock of the
 * payment, money is moved, the payment ends, and what was heard is recorded. Said twice, by
 * whatever ways at whatever moments, it moves money once.
 */
import { showRupees } from '../../domain/pricing/money.ts';
import type { PaymentId, TransferId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { judgeTold, type Fate, type Verdict, type Way } from '../../domain/payment/payment.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { writeTransfers } from '../../store/ledger/ledger.ts';
import { lockFunds } from '../../store/ledger/balances.ts';
import { issueInvoice } from '../invoices/issue-invoice.ts';
import { tellOwners } from '../mails/tell-owners.ts';
import { noteDeclined } from '../top-ups/charge-top-ups.ts';
import { succeedTopUp } from '../top-ups/top-ups.sql.ts';
import { insertAudit } from '../audit/audit.sql.ts';
import type { Admin } from '../../operations/admin.ts';
import type { Asked, PaymentRoom, Told } from './gateway.ts';
import { endPayment, insertReport, lockTold, takeOneToAsk, type Payment } from './payments.sql.ts';

type Settling = Pick<
  Admin,
  'transact' | 'clock' | 'ids' | 'seal' | 'publicAddress' | 'statementFrom'
>;

/** The words of the ledger for money that came by a checkout. */
function causeOf(id: PaymentId): string {
  return `Paid online, payment ${id}`;
}

/** Settles what a gateway has said, records it, and says what was made of it. */
export async function settle(
  admin: Settling,
  room: PaymentRoom,
  { told, way }: { readonly told: Told; readonly way: Exclude<Way, 'return'> },
): Promise<Verdict> {
  const gateway = room.gateway.name;
  const { theirId, reference, fate } = told;
  const heard = await admin.transact(async (transaction) => {
    const payment = await lockTold(transaction, { gateway, theirId, reference });
    const verdict = payment === undefined ? 'unknown' : judgeTold(payment, fate);
    if (payment !== undefined) await carryOut(transaction, admin, { payment, told, verdict });
    // That nothing has happened is asked again and again.
    if (way === 'notification' || verdict !== 'open') {
      const detail = payment === undefined ? theirId.slice(0, DETAIL) : detailOf(fate);
      const report = { paymentId: payment?.id, gateway, way, verdict, detail };
      await insertReport(transaction, { ...report, atMs: admin.clock.nowMs() });
    }
    return { verdict, id: payment?.id };
  });
  room.heard(way, heard.verdict, heard.id);
  return heard.verdict;
}

/** The same for the answer of a gateway that was asked. */
export async function settleAsked(
  admin: Settling,
  room: PaymentRoom,
  asked: Asked,
): Promise<Verdict | undefined> {
  if (asked.kind === 'told') return settle(admin, room, { told: asked.told, way: 'inquiry' });
  room.failed(asked.why);
  return undefined;
}

const DETAIL = 200;

/** What was paid, as the gateway puts it. */
function detailOf(fate: Fate): string | undefined {
  if (fate.kind !== 'paid') return undefined;
  return `${fate.currency.slice(0, DETAIL)} ${showRupees(fate.amountMicros)}`;
}

async function carryOut(
  transaction: Transaction,
  admin: Settling,
  {
    payment,
    told,
    verdict,
  }: { readonly payment: Payment; readonly told: Told; readonly verdict: Verdict },
): Promise<void> {
  const { clock, ids } = admin;
  const { id, accountId, amountMicros } = payment;
  const atMs = clock.nowMs();
  const actor = `gateway:${payment.gateway}`;
  const { theirId } = told;
  const ending = { id, theirId, transferId: undefined, told: undefined, atMs };
  switch (verdict) {
    case 'paid': {
      const transferId = ids.next() as TransferId;
      const cause = causeOf(id);
      const transfer = { accountId, id: transferId, kind: 'payment', amountMicros } as const;
      await writeTransfers(transaction, [{ ...transfer, messages: 0, cause }], atMs);
      const [funds] = await lockFunds(transaction, [accountId], atMs);
      const news = { kind: 'credit_added', amountMicros, reference: cause } as const;
      const { availableMicros } = funds ?? {};
      const paid = { accountId, transferId, amountMicros, cause };
      const invoice = await issueInvoice({ ...admin, actor }, transaction, paid);
      const more = { availableMicros, askedMicros: undefined, invoice };
      await tellOwners(admin, transaction, accountId, { ...news, ...more });
      const detail = {
        payment: id,
        transferId,
        amountMicros: String(amountMicros),
        theirId,
        invoice,
      };
      const line = { actor, action: 'payment.paid', detail };
      await insertAudit(transaction, accountId, line, atMs);
      if (payment.automatic) await succeedTopUp(transaction, { accountId });
      return endPayment(transaction, { ...ending, state: 'paid', transferId });
    }
    case 'differs': {
      const said = detailOf(told.fate);
      const detail = { payment: id, asked: showRupees(amountMicros), told: said, theirId };
      await insertAudit(transaction, accountId, { actor, action: 'payment.differs', detail }, atMs);
      return endPayment(transaction, { ...ending, state: 'differs', told: said });
    }
    case 'declined':
    case 'expired':
      if (payment.automatic) await noteDeclined(admin, transaction, payment, told);
      return endPayment(transaction, { ...ending, state: verdict });
    case 'open':
    case 'refunded':
    case 'refused':
    case 'disputed':
    case 'repeated':
    case 'contradicts':
    case 'unknown':
    case 'forged':
    case 'other':
      return undefined;
  }
}

/** How long somebody who waits for one payment makes us leave the gateway alone. */
const ASK_AGAIN_MS = 2_000;

/** Asks about a payment, unless that was done just now. */
export async function askNow(admin: Settling, room: PaymentRoom, id: PaymentId): Promise<void> {
  const atMs = admin.clock.nowMs();
  const ask = { id, atMs, sinceMs: atMs - ASK_AGAIN_MS };
  const taken = await admin.transact((it) => takeOneToAsk(it, ask));
  const { theirId, amountMicros } = taken ?? {};
  if (theirId === undefined || amountMicros === undefined) return;
  await settleAsked(admin, room, await room.gateway.ask({ theirId, amountMicros }));
}

export function firstAskMs(atMs: number): number {
  return atMs + limit('paymentAskSeconds') * 1_000;
}
