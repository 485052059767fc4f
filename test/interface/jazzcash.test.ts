/** Payments at JazzCash's checkout: a form takes people there, its inquiry says what became. */
import { beforeEach, describe, expect, it } from 'vitest';
import { signed } from '../../fakes/payment-gateway/jazzcash.ts';
import { eventually } from '../support/eventually.ts';
import { startPaigham } from '../support/paigham.ts';
import { startPaymentGateway } from '../support/payment-gateway.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { v1At, type AskV1 } from '../support/v1.ts';

const simulated = await startPaymentGateway({ name: 'jazzcash', key: 'MC12345:pass:word' });
const { behave } = simulated;
const paigham = await startPaigham(simulated.settings);
const NOTIFICATIONS = `${paigham.baseUrl}/webhooks/payments/jazzcash`;

let shop: Shop;
let ask: AskV1;

beforeEach(async () => {
  behave({ notifyAt: NOTIFICATIONS });
  shop = await openShop(paigham.world, { rupees: '100' });
  ask = v1At(paigham.baseUrl, shop.apiKey);
});

type Opened = { readonly id: string; readonly checkout: string; readonly theirId: string };

async function open(amount = '1500.50'): Promise<Opened> {
  const { status, body } = await ask('POST /v1/payments', { amount });
  expect(status).toBe(201);
  expect(body).toMatchObject({ state: 'open', gateway: 'jazzcash' });
  const [id, checkout, theirId] = ['id', 'checkout_address', 'gateway_id'].map((it) =>
    String(body[it]),
  );
  return { id: id ?? '', checkout: checkout ?? '', theirId: theirId ?? '' };
}

/** What a browser finds in the page that opens the checkout. */
async function formOf(checkout: string) {
  const answer = await fetch(checkout);
  const html = await answer.text();
  const fields = [...html.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
    name ?? '',
    (value ?? '').replaceAll('&amp;', '&'),
  ]);
  const action = /action="([^"]+)"/.exec(html)?.[1] ?? '';
  return { answer, html, action, fields: Object.fromEntries(fields) as Record<string, string> };
}

const post = (to: string, body: URLSearchParams | string) =>
  fetch(to, { method: 'POST', body, redirect: 'manual' });

/** A person pays, or does not; gives where the browser is sent back to. */
async function choose({ checkout }: Opened, choice: 'pay' | 'decline' | 'leave'): Promise<string> {
  const { action, fields } = await formOf(checkout);
  const there = await post(action, new URLSearchParams(fields));
  expect(there.status).toBe(303);
  const page = new URL(there.headers.get('location') ?? '', action).href;
  const back = await post(page, new URLSearchParams({ choice }));
  expect(back.status).toBe(307);
  return back.headers.get('location') ?? '';
}

const stateOf = async (id: string) => (await ask(`GET /v1/payments/${id}`)).body['state'];
const inState = ({ id }: Opened, state: string) =>
  eventually(`payment ${id} is ${state}`, async () => (await stateOf(id)) === state);
const balance = async () => (await ask('GET /v1/balance')).body['balance'];

it('JazzCash keeps no cards, and says so', async () => {
  const refused = await ask('POST /v1/payments', { amount: '1500', keep_card: true });
  expect({ status: refused.status, errors: refused.body['errors'] }).toMatchObject({
    status: 400,
    errors: [{ pointer: '/body/keep_card', detail: 'cannot be set: the gateway keeps no cards' }],
  });
  expect((await ask('GET /v1/balance')).body['pay_now']).toMatchObject({ keeps_cards: false });
  expect((await ask('GET /v1/top-up')).body).toMatchObject({ offered: false, card: null });
  const set = await ask('PUT /v1/top-up', { below: '900', add: '700', most_a_month: '2000' });
  expect(set.body['errors']).toMatchObject([
    { detail: 'cannot be topped up by itself: the gateway keeps no cards' },
  ]);
});

describe('a payment at JazzCash', () => {
  it('is opened by a form of ours, paid, and becomes credit by the inquiry', async () => {
    const opened = await open();
    expect(opened.theirId).toMatch(/^T[0-9a-f]{19}$/);
    expect(opened.checkout).toBe(`${NOTIFICATIONS}/${opened.theirId}`);
    const { answer, action, fields } = await formOf(opened.checkout);
    expect(answer.headers.get('content-security-policy')).toMatch(/script-src 'sha256-/);
    expect(action).toBe(
      `http://127.0.0.1:${simulated.port}/CustomerPortal/transactionmanagement/merchantform/`,
    );
    expect(fields).toMatchObject({
      pp_MerchantID: 'MC12345',
      pp_Password: 'pass:word',
      pp_Amount: '150050',
      pp_TxnCurrency: 'PKR',
      pp_TxnRefNo: opened.theirId,
      pp_ReturnURL: opened.checkout,
    });
    const back = await choose(opened, 'pay');
    const returned = await post(back, new URLSearchParams({ pp_TxnRefNo: opened.theirId }));
    expect([returned.status, returned.headers.get('location')]).toEqual([
      303,
      `${paigham.baseUrl}/portal/credit/payments/${opened.id}`,
    ]);
    await inState(opened, 'paid');
    expect(await balance()).toBe('1600.50');
  });

  it('is asked about where no notification comes', async () => {
    behave({ notify: false });
    const opened = await open();
    await choose(opened, 'pay');
    expect(await balance()).toBe('100.00');
    await ask(`POST /v1/payments/${opened.id}/inquiry`, {});
    expect(await stateOf(opened.id)).toBe('paid');
    expect(await balance()).toBe('1600.50');
  });

  it('that was declined, or of which less was taken, moves nothing', async () => {
    const declined = await open();
    await choose(declined, 'decline');
    await inState(declined, 'declined');
    behave({ notifyAt: NOTIFICATIONS, paisasOff: 50 });
    const less = await open();
    await choose(less, 'pay');
    await inState(less, 'differs');
    expect(await balance()).toBe('100.00');
  });

  it('stays open while nobody has come, or nobody has paid', async () => {
    const opened = await open();
    await ask(`POST /v1/payments/${opened.id}/inquiry`, {});
    expect(await stateOf(opened.id)).toBe('open');
    await choose(opened, 'leave');
    expect(await stateOf(opened.id)).toBe('open');
  });

  it('is not believed to be paid by a notification alone', async () => {
    const opened = await open();
    const fields = { pp_TxnRefNo: opened.theirId, pp_ResponseCode: '121', pp_Amount: '150050' };
    const told = await post(NOTIFICATIONS, JSON.stringify(signed(simulated.secret, fields)));
    expect(told.status).toBe(200);
    expect(await told.json()).toMatchObject({ pp_ResponseCode: '000' });
    expect(await stateOf(opened.id)).toBe('open');
  });

  it('refuses a notification with a wrong signature', async () => {
    const opened = await open();
    const fields = signed('not the salt of this merchant', { pp_TxnRefNo: opened.theirId });
    for (const body of [JSON.stringify(fields), new URLSearchParams(fields), '{', '']) {
      expect((await post(NOTIFICATIONS, body)).status).toBe(401);
    }
  });

  it('shows its form to nobody who does not know its id, nor once it has ended', async () => {
    const opened = await open();
    const other = `${NOTIFICATIONS}/T${'0'.repeat(19)}`;
    expect((await fetch(other)).status).toBe(404);
    expect((await fetch(`${opened.checkout}/more`)).status).toBe(404);
    await choose(opened, 'pay');
    await inState(opened, 'paid');
    const again = await fetch(opened.checkout, { redirect: 'manual' });
    expect(again.status).toBe(303);
  });
});
