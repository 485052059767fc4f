/**
 * Easypaisa's hosted checkout (Easypay) and status inquiry, by its public merchant integration
 * guide (v4.1): a browser posts a form, comes back with a token, posts that, pays, and comes back
 * once more; the inquiry says what became of it. Its notification is not signed, so it only makes
 * us ask. Amounts are rupees in decimals.
 */
import { HOUR_MS } from '../../domain/durations.ts';
import type { Fate } from '../../domain/payment/payment.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import { aesEcbBase64 } from '../../kit/aes.ts';
import { sha256 } from '../../kit/digest.ts';
import { fromPaisas, openGateway, toPaisas, type Json } from './call-gateway.ts';
import type { CheckoutForm, Gateway, Order, Placed } from './gateway.ts';
import { pakistanTime } from './pakistan-time.ts';
import type { GatewaySettings } from './simulated.ts';

const BEGIN = '/easypay/Index.jsf';
const CONFIRM = '/easypay/Confirm.jsf';
const INQUIRY = '/easypay-service/rest/v4/inquire-transaction';
/** How long people may take at the checkout. */
const OPEN_MS = HOUR_MS;
const ID = /E[0-9a-f]{19}/;

/**
 * @param settings its key is the user and password of the API, the store and the account, as
 * `user:password:11455:123456`; its secret encrypts the form.
 */
export function createEasypaisa({ address, key, secret, clock }: GatewaySettings): Gateway {
  const { call, close } = openGateway(address, undefined, clock);
  const [, login = '', storeId = '', accountNum = ''] = /^(.*):([^:]*):([^:]*)$/s.exec(key) ?? [];
  const credentials = Buffer.from(login).toString('base64');
  return {
    name: 'easypaisa',
    notifiesByGet: true,
    // Nothing is known there before the browser has come.
    async open({ reference, notifyAddress }) {
      const theirId = idOf(reference);
      return { kind: 'opened', theirId, checkoutAddress: `${notifyAddress}/${theirId}` };
    },
    formOf(order, query) {
      const given = new URLSearchParams(query);
      if (given.size === 0) return beginning(order, { address, storeId, secret });
      const token = given.get('auth_token');
      if (token === null) return undefined;
      const fields = { auth_token: token, postBackURL: backOf(order) };
      return { action: new URL(CONFIRM, address).href, fields };
    },
    async ask(placed) {
      const { theirId } = placed;
      const answer = await call('POST', INQUIRY, {
        headers: { 'content-type': 'application/json', credentials },
        body: JSON.stringify({ orderId: theirId, storeId, accountNum }),
      });
      if (answer.kind === 'failed') return answer;
      const fate = fateOf(answer.body, { ...placed, storeId });
      return { kind: 'told', told: { theirId, reference: undefined, fate } };
    },
    readNotification({ query }) {
      const [theirId] = ID.exec(new URLSearchParams(query).get('url') ?? '') ?? [];
      return theirId === undefined ? { kind: 'other' } : { kind: 'named', theirId };
    },
    close,
  };
}

/** The same for the same reference, and not to be guessed. */
const idOf = (reference: string): string => `E${sha256(Buffer.from(reference)).slice(0, 19)}`;

const backOf = ({ reference, notifyAddress }: Order): string =>
  `${notifyAddress}/${idOf(reference)}`;

type Store = Pick<GatewaySettings, 'address' | 'secret'> & { readonly storeId: string };

/** The form that opens the checkout: what it asks for cannot be changed on its way. */
function beginning(order: Order, { address, storeId, secret }: Store): CheckoutForm {
  const until = pakistanTime(order.createdAtMs + OPEN_MS);
  const fields = {
    amount: rupees(order.amountMicros),
    autoRedirect: '1',
    expiryDate: `${until.slice(0, 8)} ${until.slice(8)}`,
    orderRefNum: idOf(order.reference),
    postBackURL: backOf(order),
    storeId,
  };
  const text = Object.entries(fields)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const hashed = { merchantHashedReq: aesEcbBase64(secret, text) };
  return { action: new URL(BEGIN, address).href, fields: { ...fields, ...hashed } };
}

/** At least one decimal, as it wants them: `1500.0`. */
function rupees(amount: Micros): string {
  const paisas = String(toPaisas(amount)).padStart(3, '0');
  return `${paisas.slice(0, -2)}.${paisas.slice(-2)}`.replace(/0$/, '');
}

const ENDS: Readonly<Record<string, 'declined' | 'expired'>> = {
  FAILED: 'declined',
  DROPPED: 'declined',
  REVERSED: 'declined',
  EXPIRED: 'expired',
};

/**
 * What an inquiry says, if it is about this order of this store. Without an amount, people paid
 * what the form asked for; with one that cannot be read, nothing is known yet.
 */
function fateOf(
  answer: Json,
  { theirId, amountMicros, storeId }: Placed & { storeId: string },
): Fate {
  const { responseCode, orderId, transactionStatus: status, transactionAmount: amount } = answer;
  const isOurs = orderId === theirId && String(answer['storeId']) === storeId;
  if (responseCode !== '0000' || !isOurs || typeof status !== 'string') return { kind: 'open' };
  if (status.toUpperCase() !== 'PAID') return { kind: ENDS[status.toUpperCase()] ?? 'open' };
  const paid = amount === undefined || amount === null ? amountMicros : readRupees(amount);
  return paid === undefined
    ? { kind: 'open' }
    : { kind: 'paid', amountMicros: paid, currency: 'PKR' };
}

/** @param amount a number, or a text of one. */
function readRupees(amount: unknown): Micros | undefined {
  const text = typeof amount === 'number' ? String(amount) : amount;
  if (typeof text !== 'string') return undefined;
  const [, whole, part = ''] = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(text) ?? [];
  return whole === undefined ? undefined : fromPaisas(BigInt(`${whole}${part.padEnd(2, '0')}`));
}
