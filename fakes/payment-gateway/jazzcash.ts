/**
 * The same checkouts as JazzCash has them, by its public integration guide for merchants (v4.2):
 * a browser posts a signed form, goes back by a post, and shops inquire. The key is
 * `MERCHANT:PASSWORD`, the secret the integrity salt.
 */
import { createHmac } from 'node:crypto';
import { isRecord } from '../kit/json.ts';
import type { Checkout, Gateway } from './gateway.ts';

export const FORM = '/CustomerPortal/transactionmanagement/merchantform/';
export const INQUIRY = '/ApplicationAPI/API/PaymentInquiry/Inquire';

const PAISAS = 100;
/** Of a refusal; the guide lists one for each field. */
const INVALID = '110';
const [PAID, DECLINED, PENDING] = ['121', '199', '157'];

type Fields = Readonly<Record<string, string>>;

export function signed(salt: string, fields: Fields): Fields {
  const values = Object.entries(fields)
    .filter(([name, value]) => name.startsWith('pp') && name !== 'pp_SecureHash' && value !== '')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, value]) => value);
  const text = [salt, ...values].join('&');
  return { ...fields, pp_SecureHash: createHmac('sha256', salt).update(text).digest('hex') };
}

function isOurs(gateway: Gateway, fields: Fields): boolean {
  const [merchant, password] = gateway.key.split(/:(.*)/s);
  const { pp_SecureHash: wanted = '' } = signed(gateway.salt, fields);
  return (
    fields['pp_MerchantID'] === merchant &&
    fields['pp_Password'] === password &&
    fields['pp_SecureHash']?.toLowerCase() === wanted
  );
}

const LETTERS = /^[A-Za-z0-9]{1,20}$/;
const TIME = /^20\d{12}$/;

/** The checkout that a browser's form opens; undefined: it is refused. */
export function openByForm(gateway: Gateway, body: string): Checkout | undefined {
  const fields: Fields = Object.fromEntries(new URLSearchParams(body));
  const { pp_TxnRefNo: id = '', pp_Amount: amount = '', pp_ReturnURL: returnAddress = '' } = fields;
  const isRight =
    isOurs(gateway, fields) &&
    LETTERS.test(id) &&
    LETTERS.test(fields['pp_BillReference'] ?? '') &&
    /^\d{1,12}$/.test(amount) &&
    fields['pp_TxnCurrency'] === 'PKR' &&
    TIME.test(fields['pp_TxnDateTime'] ?? '') &&
    TIME.test(fields['pp_TxnExpiryDateTime'] ?? '') &&
    !/[<>\\*=%/:'|"{}]/.test(fields['pp_Description'] ?? '') &&
    URL.canParse(returnAddress);
  if (!isRight) return undefined;
  return gateway.open(
    {
      reference: id,
      amount: (Number(amount) / PAISAS).toFixed(2),
      currency: 'PKR',
      about: fields['pp_Description'] ?? '',
      returnAddress,
      notifyAddress: gateway.behaviour.notifyAt,
    },
    id,
  );
}

/** What an inquiry is answered. The amount is named only where it is not what was asked. */
export function inquire(gateway: Gateway, body: string): Fields {
  const read: unknown = JSON.parse(body);
  const fields = isRecord(read) ? (read as Fields) : {};
  if (!isOurs(gateway, fields)) return { pp_ResponseCode: INVALID, pp_ResponseMessage: 'invalid' };
  const checkout = gateway.checkouts.get(fields['pp_TxnRefNo'] ?? '');
  if (checkout === undefined) return { pp_ResponseCode: INVALID, pp_ResponseMessage: 'not found' };
  const { taken } = checkout;
  const isOther = taken !== undefined && taken.amount !== checkout.amount;
  const { code, status } = endOf(checkout);
  return signed(gateway.salt, {
    pp_ResponseCode: '000',
    pp_ResponseMessage: 'The requested operation has been performed successfully.',
    pp_PaymentResponseCode: code,
    pp_Status: status,
    ...(isOther ? { pp_Amount: String(Math.round(Number(taken.amount) * PAISAS)) } : {}),
  });
}

function endOf({ state }: Checkout): { readonly code: string; readonly status: string } {
  if (state === 'paid') return { code: PAID ?? '', status: 'Completed' };
  if (state === 'declined') return { code: DECLINED ?? '', status: 'Failed' };
  return { code: PENDING ?? '', status: 'Pending' };
}

/** What shops are told: the payment and its code, signed. */
export function notificationOf(gateway: Gateway, checkout: Checkout, salt: string): string {
  const { code } = endOf(checkout);
  const [merchant = ''] = gateway.key.split(':');
  const fields = { pp_MerchantID: merchant, pp_TxnRefNo: checkout.id, pp_ResponseCode: code };
  return JSON.stringify({ ...signed(salt, fields), pp_Password: null });
}
