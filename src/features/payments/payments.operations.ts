/** Payments: an account opens one, is sent to the checkout, and asks what became of it. */
import { limit } from '../../domain/limits.ts';
import { refuse as refuseFor } from '../../domain/failure/failure.ts';
import { MINUTE_MS } from '../../domain/durations.ts';
import type { AccountId, PaymentId } from '../../domain/ids.ts';
import type { Idempotency } from '../../domain/message/draft.ts';
import { type Micros, showRupees } from '../../domain/pricing/money.ts';
import { payment } from '../credit/payment-field.ts';
import {
  change,
  changed,
  refuse,
  type Admin,
  type Outcome,
  type Refused,
} from '../../operations/admin.ts';
import {
  account,
  argument,
  flag,
  id,
  internal,
  lastArgument,
  limitOf,
  oneOf,
  option,
  text,
  line,
} from '../../operations/fields.ts';
import { once } from '../../operations/once.ts';
import { operation, query, type Filled } from '../../operations/operation.ts';
import { at, type RawFields } from '../../operations/show.ts';
import type { Order, PaymentRoom } from './gateway.ts';
import { PAYMENT_STATES } from '../../domain/payment/payment.ts';
import {
  closePayment,
  findPayment,
  insertPayment,
  insertReport,
  listPayments,
  listReports,
  openPayment,
  PAYMENT_TROUBLES,
  type Payment,
} from './payments.sql.ts';
import { rowOfRefund } from './refunds.operations.ts';
import { listRefunds } from './refunds.sql.ts';
import { askNow, firstAskMs } from './settle-payment.ts';

const NO_GATEWAY = refuse('payment', 'cannot be made: there is no gateway', 'payments_off');
const NOT_TAKEN = refuse(
  'payment',
  'could not be opened at the gateway',
  'payment_gateway_unavailable',
);
const UNKNOWN = refuse('id', 'must be of a payment');

/** Its bounds are those of the gateway, also for too little: there is one sentence for both. */
const { word, schema, must, read } = payment;

const OPEN = {
  accountId: argument('ACCOUNT', account),
  amountMicros: argument<Micros>('AMOUNT', { word, schema, must, read }),
  keepCard: flag('keep-card', 'let the gateway keep the card, to add credit by itself'),
  idempotency: internal<Idempotency | undefined>(undefined),
};

/** Asked for twice with one key it is one payment, and one checkout. */
export const openCheckout = operation({
  name: 'payment open',
  about: 'Opens a payment at the checkout of the gateway, where a person then pays.',
  who: 'account',
  audit: 'payment.open',
  input: OPEN,
  async run(admin, input) {
    const { payments: room } = admin;
    if (room === undefined) return NO_GATEWAY;
    const wrong = faultOfAmount(room, input.amountMicros);
    if (wrong !== undefined) return wrong;
    if (input.keepCard && room.gateway.cards === undefined) {
      return refuse('keepCard', 'cannot be set: the gateway keeps no cards');
    }
    const made = await make(admin, room, input);
    if (!made.ok) return made;
    const { value, replayed = false } = made;
    const { id: paymentId } = value;
    const found = await find(admin, { id: paymentId, accountId: input.accountId });
    if (found === undefined) return UNKNOWN;
    const isOurs = found.gateway === room.gateway.name;
    if (found.state !== 'opening' || !isOurs) return { ...made, value: found };
    const opened = await openAtGateway(admin, room, found);
    return opened.ok ? { ...opened, replayed } : opened;
  },
  show: (made) => ({ data: rowOf(made) }),
});

function faultOfAmount(
  { leastMicros, mostMicros }: PaymentRoom,
  amount: Micros,
): Refused | undefined {
  if (amount >= leastMicros && amount <= mostMicros) return undefined;
  const bounds = [leastMicros, mostMicros].map((it) => showRupees(it).replace(/\.00$/, ''));
  return refuse('amountMicros', `must be from ${bounds.join(' to ')} rupees`);
}

const RANDOM_BYTES = 9;

function make(
  admin: Admin,
  { gateway }: PaymentRoom,
  { accountId, amountMicros, keepCard, idempotency }: Filled<typeof OPEN>,
): Promise<Outcome<{ readonly id: PaymentId }>> {
  return once(admin, { accountId, idempotency }, (own) =>
    change(own, { action: 'payment.open', accountId }, async (transaction) => {
      const atMs = own.clock.nowMs();
      const { actor: createdBy, random } = own;
      const reference = `${accountId}-${random.secret(RANDOM_BYTES)}`;
      const keeps = keepCard ? ('wanted' as const) : undefined;
      const asked = { accountId, gateway: gateway.name, reference, amountMicros, createdBy, keeps };
      const askAtMs = atMs + limit('paymentOpenMinutes') * MINUTE_MS;
      const made = await insertPayment(transaction, { ...asked, atMs, askAtMs });
      return changed(made, { payment: made.id, amountMicros: String(amountMicros) });
    }),
  );
}

type Named = { readonly id: number; readonly accountId: AccountId | undefined };

function find(admin: Admin, named: Named): Promise<Payment | undefined> {
  return admin.transact((transaction) => findPayment(transaction, named));
}

/** A payment as its gateway is asked for it. */
export function orderOf(
  { returnAddress, notifyAddress }: PaymentRoom,
  { id: paymentId, reference, amountMicros, createdAtMs, accountId, keeps }: Payment,
): Order {
  return {
    paymentId,
    reference,
    amountMicros,
    createdAtMs,
    about: `Credit for account ${accountId}, payment ${paymentId}`,
    returnAddress: `${returnAddress}/${paymentId}`,
    notifyAddress,
    keeps: keeps !== undefined,
  };
}

async function openAtGateway(
  admin: Admin,
  room: PaymentRoom,
  made: Payment,
): Promise<Outcome<Payment>> {
  const { id: paymentId, accountId } = made;
  const opened = await room.gateway.open(orderOf(room, made));
  if (opened.kind === 'failed') {
    room.failed(opened.why);
    return NOT_TAKEN;
  }
  const { theirId, checkoutAddress } = opened;
  const askAtMs = firstAskMs(admin.clock.nowMs());
  await admin.transact((it) =>
    openPayment(it, { id: paymentId, theirId, checkoutAddress, askAtMs }),
  );
  const after = await find(admin, { id: paymentId, accountId });
  return after === undefined ? UNKNOWN : { ok: true, value: after };
}

const ASK = {
  accountId: argument('ACCOUNT', account),
  paymentId: argument('PAYMENT', id),
  returned: option(
    'returned',
    text('QUERY', {
      pattern: /^[^\p{Cc}]{0,2000}$/u,
      must: 'must have at most 2000 printable characters',
    }),
    'the query with which the gateway sent the browser back',
  ),
};

/** What came back with the browser moves nothing: the gateway is asked. */
export const askPayment = operation({
  name: 'payment ask',
  about: 'Asks the gateway what has become of a payment.',
  who: 'account',
  audit: 'payment.paid',
  input: ASK,
  async run(admin, { accountId, paymentId, returned }) {
    const found = await find(admin, { id: paymentId, accountId });
    if (found === undefined) return refuse('paymentId', 'must be of a payment of the account');
    const { payments: room } = admin;
    const done = { ok: true, value: { id: found.id } } as const;
    if (room === undefined || room.gateway.name !== found.gateway) return done;
    if (returned !== undefined && returned !== '') await noteReturn(admin, room, found, returned);
    await askNow(admin, room, found.id);
    return done;
  },
  async show(_, { paymentId }, { reader }) {
    const found = await findPayment(reader, { id: paymentId, accountId: undefined });
    return { data: found === undefined ? {} : rowOf(found) };
  },
});

async function noteReturn(
  admin: Admin,
  room: PaymentRoom,
  { id: paymentId, gateway }: Payment,
  returned: string,
): Promise<void> {
  if (room.gateway.isSignedReturn?.(returned) !== false) return;
  room.heard('return', 'forged', paymentId);
  const report = { paymentId, gateway, way: 'return', verdict: 'forged' } as const;
  const atMs = admin.clock.nowMs();
  await admin.transact((it) => insertReport(it, { ...report, detail: undefined, atMs }));
}

const state = oneOf('STATE', PAYMENT_STATES);

export const paymentList = query({
  name: 'payment list',
  about:
    'Lists payments, the newest first: of an account or of all, in a state, or the one with this ' +
    'id at the gateway.',
  input: {
    accountId: lastArgument('[ACCOUNT]', account),
    state: option('state', state, 'in this state only: differs waits for finance'),
    trouble: option(
      'trouble',
      oneOf('TROUBLE', PAYMENT_TROUBLES),
      'those with a refund that is asked for or owed, or that were disputed',
    ),
    theirId: option('gateway-id', text('ID'), 'the id that the gateway has given it'),
    most: limitOf(200),
  },
  async read({ reader }, input) {
    const data = (await listPayments(reader, { ...input, before: undefined })).map(rowOf);
    return { data, empty: 'There are no such payments.' };
  },
});

export const paymentShow = query({
  name: 'payment show',
  about: 'Shows a payment, what of it was given back, and everything that was heard of it.',
  input: { paymentId: argument('PAYMENT', id) },
  async read({ reader }, { paymentId }) {
    const found = await findPayment(reader, { id: paymentId, accountId: undefined });
    if (found === undefined) return refuse('paymentId', 'must be of a payment');
    const most = limit('paymentReportsShown');
    const heard = (await listReports(reader, { paymentId, most })).map((it) => ({
      at: at(it.heardAtMs),
      by: it.way,
      verdict: it.verdict,
      said: it.detail,
    }));
    const data = rowOf(found);
    const given = await listRefunds(reader, { paymentId, accountId: undefined });
    const refunds = given.map(rowOfRefund);
    return {
      data,
      full: { ...data, refunds, heard },
      sections: [
        { data },
        ...(refunds.length === 0 ? [] : [{ title: 'Refunds', data: refunds }]),
        heard.length === 0 ? 'Nothing was heard of it.' : { title: 'Heard', data: heard },
      ],
    };
  },
});

const CLOSE = {
  paymentId: argument('PAYMENT', id),
  note: argument('NOTE', line('NOTE')),
};

export const closeDiffering = operation({
  name: 'payment close',
  about:
    'Ends a payment of which another amount was paid than was asked, when finance has added that ' +
    'credit or given the money back. It moves no money itself.',
  audit: 'payment.close',
  raises: 'nothing',
  input: CLOSE,
  concerns: async (reader, { paymentId }) =>
    (await findPayment(reader, { id: paymentId, accountId: undefined }))?.accountId,
  async work(transaction, { paymentId, note }, { clock }) {
    const closed = await closePayment(transaction, { id: paymentId, note, atMs: clock.nowMs() });
    if (closed === undefined) {
      const found = await findPayment(transaction, { id: paymentId, accountId: undefined });
      const rule =
        found === undefined ? 'must be of a payment' : 'must be of a payment that differs';
      return refuse('paymentId', rule);
    }
    const { accountId, told } = closed;
    return { ...changed(closed, { payment: paymentId, told, note }), accountId };
  },
  show: ({ id: closed, accountId }, { note }) => ({
    data: { payment: closed, account: accountId, note },
  }),
});

function rowOf(it: Payment): RawFields {
  return {
    payment: it.id,
    account: it.accountId,
    amount: it.amountMicros,
    state: it.state,
    gateway: it.gateway,
    gateway_id: it.theirId,
    made: at(it.createdAtMs),
    made_by: it.createdBy,
    ended: it.endedAtMs === undefined ? undefined : at(it.endedAtMs),
    transfer: it.transferId,
    refunded: it.refundedMicros === 0n ? undefined : it.refundedMicros,
    refunding: it.refundingMicros === 0n ? undefined : it.refundingMicros,
    told: it.told,
    note: it.note,
  };
}

/** The refusal of a payment too many in an hour. */
export const TOO_MANY = refuseFor('payments_exceeded', {
  payments: String(limit('paymentsPerHour')),
});
