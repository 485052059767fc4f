/** `/v1/payments`: an account pays at the checkout of the gateway. */
import { Type, type Static } from '../../kit/shape.ts';
import type { PaymentId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { collection } from '../../api/v1/collection.ts';
import type { Endpoint } from '../../api/v1/endpoint.ts';
import { limitPerHour } from '../../api/v1/guards.ts';
import { allOf, getOne, idOf, listOf } from '../../api/v1/list.ts';
import { operate, type OperateDeps } from '../../api/v1/operate.ts';
import { CURRENCY } from '../batches/batch-shape.http.ts';
import { PAYMENT_STATES } from '../../domain/payment/payment.ts';
import { REFUND_STATES } from '../../domain/payment/refund.ts';
import { askPayment, openCheckout, TOO_MANY } from './payments.operations.ts';
import { findPayment, listPayments, type Payment } from './payments.sql.ts';
import { listRefunds } from './refunds.sql.ts';
import {
  id,
  time,
  money,
  orNull,
  nullable,
  nullableTime,
  from,
  derived,
  resource,
} from '../../operations/resource.ts';

const PAYMENT = resource(
  'Payment',
  {
    id: id(),
    amount: money({ description: 'What is to be paid.' }),
    currency: Type.Literal(CURRENCY),
    state: Type.Enum([...PAYMENT_STATES], {
      description:
        'opening: not at the gateway yet. open: to be paid there. paid: it is credit now. ' +
        'declined, expired: not paid. failed: the gateway never took it, or ' +
        'was replaced before it told of a kept card. differs: another amount ' +
        'was paid, and the service decides. closed: it has.',
    }),
    gateway: Type.String(),
    gateway_id: from('theirId', nullable('What the gateway calls it.')),
    automatic: Type.Boolean({ description: 'By a kept card: it has no checkout.' }),
    checkout_address: derived(
      nullable('Where a browser is sent to pay; null: it is not open.'),
      (it: Payment) => (it.state === 'open' ? it.checkoutAddress : undefined),
    ),
    ledger_id: from('transferId', orNull(id(), 'Of the line in the ledger, when it is paid.')),
    created_at: time(),
    ended_at: nullableTime('When it was paid, or ended unpaid.'),
    refunded: money({ description: 'What of it was given back.' }),
    refunding: money({ description: 'What of it is being given back.' }),
  },
  'Money that an account pays at the checkout of a gateway.',
);

const REFUND = resource(
  'PaymentRefund',
  {
    id: id(),
    amount: money({ description: 'What is given back.' }),
    currency: Type.Literal(CURRENCY),
    state: Type.Enum([...REFUND_STATES], {
      description:
        'asked: taken from your credit, and asked of the gateway. refunded: given back. ' +
        'refused: the gateway will not, and your credit has it again.',
    }),
    reason: Type.String({ description: 'Why.' }),
    refused_because: from('words', nullable('Why the gateway refused it, in its words.')),
    owed: money({ description: 'Not taken from your credit yet: there was too little.' }),
    credit_note: nullable('The number of its credit note.'),
    ledger_id: from('transferId', orNull(id(), 'Of the line in the ledger.')),
    created_at: time(),
    ended_at: nullableTime('When it was given back, or refused.'),
  },
  'What of a payment is given back.',
);

const at = collection(PAYMENT, {
  path: '/v1/payments',
  id: idOf<PaymentId>('a payment'),
  field: 'paymentId',
  unknown: 'payment_unknown',
});

export function createPaymentEndpoints(deps: OperateDeps): readonly Endpoint[] {
  const { reader, chat } = deps;
  return [
    listOf({
      ...at.list,
      name: 'listPayments',
      scope: 'read',
      about: 'Your payments at the checkout, newest first.',
      filters: { state: Type.Optional(Type.Enum([...PAYMENT_STATES])) },
      find: ({ account, query: { state }, before, most }) =>
        listPayments(reader, {
          accountId: account.id,
          state,
          theirId: undefined,
          trouble: undefined,
          before,
          most,
        }),
    }),
    getOne({
      ...at.show,
      name: 'showPayment',
      scope: 'read',
      about: 'One payment.',
      find: ({ account, places: { id } }) => findPayment(reader, { id, accountId: account.id }),
    }),
    allOf({
      path: `${at.show.path}/refunds`,
      places: at.show.places,
      name: 'listPaymentRefunds',
      scope: 'read',
      about: 'What of a payment the service gives back, or has, the oldest first.',
      item: REFUND,
      find: ({ account, places: { id: paymentId } }) =>
        listRefunds(reader, { paymentId, accountId: account.id }),
      show: REFUND.show,
    }),
    operate(deps, openCheckout, {
      ...at.add,
      name: 'openPayment',
      scope: 'account',
      about: 'Opens a payment, and gives the address of the checkout where a person pays it.',
      done: [201, 'It is open: send the browser to `checkout_address`.'],
      repeatable: 'itself',
      failures: ['payments_off', 'payment_gateway_unavailable'],
      guards: [limitPerHour(chat.clock, limit('paymentsPerHour'), TOO_MANY)],
      show: (it, { account }) => findShown(reader, { id: it.id, accountId: account.id }),
    }),
    operate(deps, askPayment, {
      ...at.show,
      method: 'POST',
      path: `${at.show.path}/inquiry`,
      name: 'askPayment',
      scope: 'account',
      about: 'Asks the gateway what has become of a payment: for whoever comes back from it.',
      repeatable: 'after',
      show: (it, { account }) => findShown(reader, { id: it.id, accountId: account.id }),
    }),
  ];
}

async function findShown(
  reader: Reader,
  { id, accountId }: { readonly id: number; readonly accountId: Payment['accountId'] },
): Promise<Static<typeof PAYMENT> | undefined> {
  const found = await findPayment(reader, { id, accountId });
  return found && PAYMENT.show(found);
}
