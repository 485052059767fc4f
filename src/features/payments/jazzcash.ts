/**
 * JazzCash's page redirection and status inquiry, by its public integration guide for merchants
 * (v4.2): a browser posts a signed form there, comes back by a post, and the inquiry says what
 * became of it. Its notification names no amount, so it only makes us ask. Amounts are paisas.
 */
import { HOUR_MS } from '../../domain/durations.ts';
import type { Fate } from '../../domain/payment/payment.ts';
import { hmacSha256, isSameSecret, sha256 } from '../../kit/digest.ts';
import { parseJson } from '@paigham/base/json.ts';
import { fromPaisas, isRecord, openGateway, toPaisas, type Json } from './call-gateway.ts';
import type { Gateway, Order, Placed } from './gateway.ts';
import { pakistanTime } from './pakistan-time.ts';
import type { GatewaySettings } from './simulated.ts';

const FORM = '/CustomerPortal/transactionmanagement/merchantform/';
const INQUIRY = '/ApplicationAPI/API/PaymentInquiry/Inquire';
/** How long people may take at the checkout. */
const OPEN_MS = HOUR_MS;
/** 000: paid. 121: paid, and confirmed by JazzCash itself. */
const PAID = new Set(['000', '121']);

/** @param settings its key is the merchant's id and password, as `MC12345:password`. */
export function createJazzcash({ address, key, secret, clock }: GatewaySettings): Gateway {
  const { call, close } = openGateway(address, undefined, clock);
  const [merchant = '', password = ''] = key.split(/:(.*)/s);
  const own = { pp_MerchantID: merchant, pp_Password: password };
  const sign = (fields: Fields): Fields => ({ ...fields, pp_SecureHash: hashOf(secret, fields) });
  return {
    name: 'jazzcash',
    // Nothing is known there before the browser has come.
    async open({ reference, notifyAddress }) {
      const theirId = idOf(reference);
      return { kind: 'opened', theirId, checkoutAddress: `${notifyAddress}/${theirId}` };
    },
    formOf: (order) => ({
      action: new URL(FORM, address).href,
      fields: sign({ ...fieldsOf(order), ...own }),
    }),
    async ask(placed) {
      const answer = await call('POST', INQUIRY, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(sign({ ...own, pp_TxnRefNo: placed.theirId })),
      });
      if (answer.kind === 'failed') return answer;
      const { theirId } = placed;
      const told = { theirId, reference: undefined, fate: fateOf(answer.body, placed) };
      return { kind: 'told', told };
    },
    readNotification({ body }) {
      const fields = readFields(Buffer.from(body).toString('utf8'));
      const given = fields['pp_SecureHash'] ?? '';
      const isSigned = isSameSecret(given.toLowerCase(), hashOf(secret, fields).toLowerCase());
      if (!isSigned) return { kind: 'forged' };
      const theirId = fields['pp_TxnRefNo'];
      return theirId === undefined ? { kind: 'other' } : { kind: 'named', theirId };
    },
    taken: {
      contentType: 'application/json; charset=utf-8',
      body: JSON.stringify({ pp_ResponseCode: '000', pp_ResponseMessage: 'Success' }),
    },
    close,
  };
}

type Fields = Readonly<Record<string, string>>;

/** At most 20 letters and digits, the same for the same reference, and not to be guessed. */
function idOf(reference: string): string {
  return `T${sha256(Buffer.from(reference)).slice(0, 19)}`;
}

function fieldsOf({
  paymentId,
  reference,
  amountMicros,
  createdAtMs,
  about,
  notifyAddress,
}: Order) {
  const theirId = idOf(reference);
  return {
    pp_Version: '1.1',
    // People choose there: card, wallet or voucher.
    pp_TxnType: '',
    pp_Language: 'EN',
    pp_TxnRefNo: theirId,
    pp_Amount: String(toPaisas(amountMicros)),
    pp_TxnCurrency: 'PKR',
    pp_TxnDateTime: pakistanTime(createdAtMs),
    pp_TxnExpiryDateTime: pakistanTime(createdAtMs + OPEN_MS),
    pp_BillReference: `payment${paymentId}`,
    // Any other sign is refused there.
    pp_Description: about.replaceAll(/[^A-Za-z0-9 ]/g, ''),
    pp_ReturnURL: `${notifyAddress}/${theirId}`,
  };
}

/** HMAC-SHA-256 over the salt and all values that are not empty, in the order of their names. */
function hashOf(salt: string, fields: Fields): string {
  const values = Object.keys(fields)
    .filter((name) => name.startsWith('pp') && name !== 'pp_SecureHash' && fields[name] !== '')
    .toSorted()
    .map((name) => fields[name] ?? '');
  return hmacSha256(salt, Buffer.from([salt, ...values].join('&'))).toUpperCase();
}

/**
 * What an inquiry says. It need not name the amount: what people pay is what the signed form asked
 * for. Whatever is neither paid nor said to have failed may still come.
 */
function fateOf(answer: Json, { amountMicros }: Placed): Fate {
  const { pp_PaymentResponseCode: code, pp_Status: status } = answer;
  const { pp_Amount: amount, pp_TxnCurrency: currency } = answer;
  if (answer['pp_ResponseCode'] !== '000') return { kind: 'open' };
  if (typeof code === 'string' && PAID.has(code)) {
    const paid =
      typeof amount === 'string' && /^\d{1,15}$/.test(amount)
        ? fromPaisas(BigInt(amount))
        : amountMicros;
    const told = typeof currency === 'string' && currency !== '' ? currency : 'PKR';
    return { kind: 'paid', amountMicros: paid, currency: told };
  }
  return { kind: status === 'Failed' ? 'declined' : 'open' };
}

/** A post of JSON or of a form; what is no text is left out, as in its signature. */
function readFields(body: string): Fields {
  const json = parseJson(body);
  const entries = isRecord(json) ? Object.entries(json) : [...new URLSearchParams(body)];
  return Object.fromEntries(
    entries.filter((it): it is [string, string] => typeof it[1] === 'string'),
  );
}
