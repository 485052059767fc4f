/**
 * Charges kept cards when credit is low. A charge is a payment that is committed first and asked of
 * the gateway afterwards, by the job that asks about all payments: what was lost is found there by
 * our reference, and what it says of it is settled as of any payment.
 */
import { DAY_MS } from '../../domain/durations.ts';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { momentOf, monthAt } from '../../domain/policy/hours.ts';
import { writeRupees } from '../../domain/pricing/money.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { SEAL_PURPOSES } from '../../kit/seal.ts';
import type { Admin } from '../../operations/admin.ts';
import { insertAudit } from '../audit/audit.sql.ts';
import { tellOwners } from '../mails/tell-owners.ts';
import { refusalOf } from '../payments/call-gateway.ts';
import type { Asked, PaymentRoom, Told } from '../payments/gateway.ts';
import { openPayment, type Payment } from '../payments/payments.sql.ts';
import {
  beginTopUp,
  failTopUp,
  findTopUp,
  keepCard,
  listDueTopUps,
  listToKeep,
  listTopUpsSpent,
  lockTopUp,
  noteTopUpSpent,
  setKept,
} from './top-ups.sql.ts';

type Charging = Pick<
  Admin,
  'transact' | 'clock' | 'ids' | 'seal' | 'publicAddress' | 'statementFrom' | 'random'
>;

const RANDOM_BYTES = 9;

/** The first moment of the month of Pakistan. */
export function monthSince(nowMs: number): number {
  return momentOf(Date.UTC(1970, monthAt(nowMs), 1) / DAY_MS, 0);
}

/** Keeps cards of payments that were paid since, and begins what is due. */
export async function topUp(admin: Charging, room: PaymentRoom | undefined): Promise<void> {
  if (room?.gateway.cards === undefined) return;
  const { name: gateway } = room.gateway;
  const most = limit('paymentsAsked');
  for (const paid of await admin.transact((it) => listToKeep(it, { gateway, most }))) {
    await keepOne(admin, room, paid);
  }
  const atMs = admin.clock.nowMs();
  const ask = { gateway, most, atMs, sinceMs: monthSince(atMs) };
  for (const { accountId } of await admin.transact((it) => listDueTopUps(it, ask))) {
    await admin.transact((it) => begin(admin, it, accountId));
  }
  for (const { accountId } of await admin.transact((it) => listTopUpsSpent(it, ask))) {
    await admin.transact(async (transaction) => {
      await lockTopUp(transaction, { accountId });
      const spent = await noteTopUpSpent(transaction, { ...ask, accountId });
      if (spent !== undefined) {
        await tellOwners(admin, transaction, accountId, { kind: 'top_up_most', ...spent });
      }
    });
  }
}

async function keepOne(
  admin: Charging,
  room: PaymentRoom,
  { id, accountId, theirId }: Awaited<ReturnType<typeof listToKeep>>[number],
): Promise<void> {
  const { cards, name: gateway } = room.gateway;
  const found = await cards?.kept({ theirId });
  if (found === undefined) return;
  if (found.kind === 'failed') return room.failed(found.why);
  await admin.transact(async (transaction) => {
    if (found.kind === 'none') return setKept(transaction, { id, keeps: 'none' });
    const { last4, expires } = found.card;
    const card = admin.seal.seal(found.card.ref, SEAL_PURPOSES.card(accountId));
    const atMs = admin.clock.nowMs();
    await lockTopUp(transaction, { accountId });
    // Not now: the card before is being charged.
    const kept = { accountId, gateway, card, last4, expires, atMs };
    if (!(await keepCard(transaction, kept))) return undefined;
    await setKept(transaction, { id, keeps: 'kept' });
    const line = { actor: `gateway:${gateway}`, action: 'top_up.card', detail: { last4, expires } };
    return insertAudit(transaction, accountId, line, atMs);
  });
}

/** The card is locked: nobody else begins, or changes what is to be charged. */
async function begin(
  { clock, random }: Charging,
  transaction: Transaction,
  accountId: AccountId,
): Promise<void> {
  const atMs = clock.nowMs();
  await lockTopUp(transaction, { accountId });
  const reference = `${accountId}-${random.secret(RANDOM_BYTES)}`;
  const asked = { accountId, reference, atMs, sinceMs: monthSince(atMs) };
  const begun = await beginTopUp(transaction, asked);
  if (begun === undefined) return;
  const detail = { payment: begun.id, amountMicros: String(begun.amountMicros) };
  const line = { actor: 'service', action: 'top_up.charge', detail };
  await insertAudit(transaction, accountId, line, atMs);
}

/** What became of a charge, which is made if it was not; undefined: the gateway cannot say. */
export async function chargeKept(
  admin: Charging,
  room: PaymentRoom,
  payment: Payment,
): Promise<Told | undefined> {
  const { accountId, reference, amountMicros, id } = payment;
  const { cards } = room.gateway;
  const kept = await admin.transact((it) => findTopUp(it, { accountId, sinceMs: 0 }));
  const card = kept && admin.seal.open(kept.card, SEAL_PURPOSES.card(accountId));
  if (cards === undefined || card === undefined) return undefined;
  const about = `Credit for account ${accountId}, payment ${id}`;
  const charge = { card, reference, amountMicros, about, notifyAddress: room.notifyAddress };
  const found = await findOrCharge(cards, charge);
  if (found.kind === 'told') return found.told;
  room.failed(found.why);
  return undefined;
}

async function findOrCharge(
  cards: NonNullable<PaymentRoom['gateway']['cards']>,
  charge: Parameters<typeof cards.charge>[0],
): Promise<Asked> {
  const found = await cards.find(charge);
  if (found.kind !== 'none') return found;
  const charged = await cards.charge(charge);
  if (charged.kind === 'told') return charged;
  const words = refusalOf(charged);
  if (words === undefined) return charged;
  // A charge that was declined is there; one that was refused as it stood is not.
  const after = await cards.find(charge);
  if (after.kind !== 'none') return after;
  const { reference } = charge;
  const fate = { kind: 'declined' } as const;
  return { kind: 'told', told: { theirId: reference, reference, fate, why: words } };
}

/** The gateway has taken it, and does not know yet whether it will be paid. */
export function noteOpen(
  transaction: Transaction,
  { id }: Payment,
  { theirId }: Told,
  askAtMs: number,
): Promise<void> {
  return openPayment(transaction, { id, theirId, checkoutAddress: undefined, askAtMs });
}

/** In the transaction that ends it: tried again in a day, or off; its owners are told. */
export async function noteDeclined(
  admin: Omit<Charging, 'random' | 'transact'>,
  transaction: Transaction,
  { accountId, amountMicros, id }: Payment,
  { why, needsPerson = false }: Pick<Told, 'why' | 'needsPerson'>,
): Promise<void> {
  const atMs = admin.clock.nowMs();
  await lockTopUp(transaction, { accountId });
  const failing = { accountId, againMs: atMs + DAY_MS, most: limit('topUpTries') };
  const failed = await failTopUp(transaction, failing);
  const isOff = failed?.isOff ?? true;
  const detail = {
    payment: id,
    amountMicros: String(amountMicros),
    words: why,
    needsPerson,
    isOff,
  };
  const line = { actor: 'service', action: 'top_up.declined', detail };
  await insertAudit(transaction, accountId, line, atMs);
  const amount = writeRupees(amountMicros);
  await tellOwners(admin, transaction, accountId, {
    kind: 'top_up_declined',
    amount,
    why,
    needsPerson,
    isOff,
  });
}
