/** An account says when its kept card is charged, or forgets the card. */
import { showRupees, type Micros } from '../../domain/pricing/money.ts';
import { changed, refuse, type Refused } from '../../operations/admin.ts';
import { account, argument } from '../../operations/fields.ts';
import { operation } from '../../operations/operation.ts';
import { payment } from '../credit/payment-field.ts';
import type { PaymentRoom } from '../payments/gateway.ts';
import { forgetCard, lockTopUp, setTopUp } from './top-ups.sql.ts';

const accountId = argument('ACCOUNT', account);
const NO_CARD = refuse('account', 'has no kept card: pay once, and let its card be kept');

function faultOf(room: PaymentRoom | undefined, add: Micros, most: Micros): Refused | undefined {
  if (room?.gateway.cards === undefined) {
    return refuse('account', 'cannot be topped up by itself: the gateway keeps no cards');
  }
  const { leastMicros, mostMicros } = room;
  if (add < leastMicros || add > mostMicros) {
    const bounds = [leastMicros, mostMicros].map((it) => showRupees(it).replace(/\.00$/, ''));
    return refuse('add', `must be from ${bounds.join(' to ')} rupees`);
  }
  return most < add
    ? refuse('mostAMonth', 'must not be less than what is added at once')
    : undefined;
}

export const setAutomaticTopUp = operation({
  name: 'top-up set',
  about: 'Adds credit by the kept card whenever it falls below an amount, up to so much a month.',
  who: 'account',
  audit: 'top_up.set',
  raises: 'nothing',
  input: {
    accountId,
    below: argument('BELOW', payment),
    add: argument('ADD', payment),
    mostAMonth: argument('MOST_A_MONTH', payment),
  },
  async work(transaction, { accountId: of, below, add, mostAMonth }, { payments: room }) {
    const fault = faultOf(room, add, mostAMonth);
    if (fault !== undefined) return fault;
    await lockTopUp(transaction, { accountId: of });
    const set = { accountId: of, belowMicros: below, addMicros: add, mostMicros: mostAMonth };
    if (!(await setTopUp(transaction, set))) return NO_CARD;
    const detail = { below: String(below), add: String(add), mostAMonth: String(mostAMonth) };
    return changed(undefined, detail);
  },
  show: () => ({ data: {} }),
});

export const endAutomaticTopUp = operation({
  name: 'top-up off',
  about: 'Adds no more credit by itself; the card is kept.',
  who: 'account',
  audit: 'top_up.off',
  raises: 'nothing',
  input: { accountId },
  async work(transaction, { accountId: of }) {
    await lockTopUp(transaction, { accountId: of });
    const off = { belowMicros: undefined, addMicros: undefined, mostMicros: undefined };
    if (!(await setTopUp(transaction, { accountId: of, ...off }))) return NO_CARD;
    return changed(undefined, {});
  },
  show: () => ({ data: {} }),
});

export const forgetKeptCard = operation({
  name: 'top-up forget',
  about: 'Forgets the kept card: no more credit is added by itself.',
  who: 'account',
  audit: 'top_up.forget',
  raises: 'nothing',
  input: { accountId },
  async work(transaction, { accountId: of }) {
    if (!(await lockTopUp(transaction, { accountId: of }))) return NO_CARD;
    if (await forgetCard(transaction, { accountId: of })) return changed(undefined, {});
    return refuse('account', 'has a card that is being charged: try again in a minute');
  },
  show: () => ({ data: {} }),
});
