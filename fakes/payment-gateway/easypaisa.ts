/**
 * The same checkouts as Easypaisa has them, by its public merchant integration guide (v4.1): a
 * browser posts an encrypted form, brings a token back, posts it, pays, and goes back; shops
 * inquire. The key is `USER:PASSWORD:STORE:ACCOUNT`, the secret the hash key.
 */
import { createDecipheriv, randomBytes } from 'node:crypto';
import { isRecord } from '../kit/json.ts';
import type { Checkout, Gateway } from './gateway.ts';

export const BEGIN = '/easypay/Index.jsf';
export const CONFIRM = '/easypay/Confirm.jsf';
export const INQUIRY = '/easypay-service/rest/v4/inquire-transaction';
const ORDER_STATUS = '/easypay-service/rest/v1/order-status';

type Fields = Readonly<Record<string, string>>;

/** Forms that wait for their tokens, each once. */
const begun = new Map<string, Fields>();

function partsOf({ key }: Gateway) {
  const [, login = '', store = '', account = ''] = /^(.*):([^:]*):([^:]*)$/s.exec(key) ?? [];
  return { login, store, account };
}

/** What the encrypted field says; undefined: another key made it. */
function decrypted(key: string, text: string): string | undefined {
  try {
    const octets = Buffer.from(key);
    const cipher = createDecipheriv(`aes-${octets.length * 8}-ecb`, octets, null);
    return Buffer.concat([cipher.update(text, 'base64'), cipher.final()]).toString('utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}

/** Where the browser takes a token to; undefined: the form is refused. */
export function begin(gateway: Gateway, body: string): string | undefined {
  const { merchantHashedReq = '', ...fields }: Fields = Object.fromEntries(
    new URLSearchParams(body),
  );
  const names = Object.keys(fields).toSorted();
  const text = names.map((name) => `${name}=${fields[name] ?? ''}`).join('&');
  const isRight =
    decrypted(gateway.salt, merchantHashedReq) === text &&
    fields['storeId'] === partsOf(gateway).store &&
    /^\d{1,9}\.\d{1,2}$/.test(fields['amount'] ?? '') &&
    /^[A-Za-z0-9]{1,20}$/.test(fields['orderRefNum'] ?? '') &&
    /^20\d{6} \d{6}$/.test(fields['expiryDate'] ?? '') &&
    URL.canParse(fields['postBackURL'] ?? '');
  if (!isRight) return undefined;
  const token = randomBytes(16).toString('hex');
  begun.set(token, fields);
  const back = new URL(fields['postBackURL'] ?? '');
  back.searchParams.set('auth_token', token);
  return back.href;
}

/** The checkout that a token opens; undefined: there is no such token any more. */
export function confirm(gateway: Gateway, body: string): Checkout | undefined {
  const given = new URLSearchParams(body);
  const token = given.get('auth_token') ?? '';
  const fields = begun.get(token);
  if (fields === undefined || given.get('postBackURL') !== fields['postBackURL']) return undefined;
  begun.delete(token);
  const { orderRefNum: id = '', amount = '', postBackURL: returnAddress = '' } = fields;
  const { notifyAt: notifyAddress } = gateway.behaviour;
  const wished = { reference: id, amount: Number(amount).toFixed(2), currency: 'PKR', about: '' };
  return gateway.open({ ...wished, returnAddress, notifyAddress }, id);
}

/** What an inquiry is answered. */
export function inquire(gateway: Gateway, body: string, credentials: string): object {
  const { login, store: storeId, account } = partsOf(gateway);
  const read: unknown = JSON.parse(body);
  const asked = isRecord(read) ? read : {};
  const isOurs =
    credentials === Buffer.from(login).toString('base64') &&
    asked['storeId'] === storeId &&
    asked['accountNum'] === account;
  if (!isOurs) return { responseCode: '0013', responseDesc: 'INVALID CREDENTIALS' };
  const orderId = String(asked['orderId']);
  const checkout = gateway.checkouts.get(orderId);
  if (checkout === undefined) return { responseCode: '0003', responseDesc: 'INVALID ORDER ID' };
  return {
    responseCode: '0000',
    responseDesc: 'SUCCESS',
    orderId,
    storeId: Number(storeId),
    transactionStatus: STATUSES[gateway.stateOf(checkout)] ?? 'PENDING',
    transactionAmount: Number(checkout.taken?.amount ?? checkout.amount),
  };
}

const STATUSES: Fields = { paid: 'PAID', declined: 'FAILED', expired: 'EXPIRED' };

/** Where the browser goes back to. */
export function returnOf({ returnAddress, state, id }: Checkout): string {
  const back = new URL(returnAddress);
  back.searchParams.set('status', state === 'paid' ? '0000' : '0001');
  back.searchParams.set('orderRefNumber', id);
  return back.href;
}

/** The call by which a shop is told: it names an address where more could be read. */
export function notificationOf(gateway: Gateway, { id, notifyAddress }: Checkout): string {
  const to = new URL(notifyAddress);
  const { store } = partsOf(gateway);
  to.searchParams.set('url', `https://easypaisa.example${ORDER_STATUS}/${store}/${id}`);
  return to.href;
}
