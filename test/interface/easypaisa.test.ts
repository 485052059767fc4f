/** Payments at Easypaisa's checkout: two forms take people there, its inquiry says what became. */
import { beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { startPaigham } from '../support/paigham.ts';
import { startPaymentGateway } from '../support/payment-gateway.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { v1At, type AskV1 } from '../support/v1.ts';

const simulated = await startPaymentGateway({
  name: 'easypaisa',
  key: 'shop:pass:word:11455:123456',
  secret: '0123456789abcdef',
});
const { behave } = simulated;
const paigham = await startPaigham(simulated.settings);
const NOTIFICATIONS = `${paigham.baseUrl}/webhooks/payments/easypaisa`;

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
  expect(body).toMatchObject({ state: 'open', gateway: 'easypaisa' });
  const [id, checkout, theirId] = ['id', 'checkout_address', 'gateway_id'].map((it) =>
    String(body[it]),
  );
  return { id: id ?? '', checkout: checkout ?? '', theirId: theirId ?? '' };
}

/** What a browser finds in a page that posts it further. */
async function formOf(address: string) {
  const html = await (await fetch(address)).text();
  const fields = [...html.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
    name ?? '',
    (value ?? '').replaceAll('&amp;', '&'),
  ]);
  const action = /action="([^"]+)"/.exec(html)?.[1] ?? '';
  return { action, fields: Object.fromEntries(fields) as Record<string, string> };
}

const post = (to: string, fields: Record<string, string>) =>
  fetch(to, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

/** Follows a redirect by hand. */
function whereTo(answer: Response, from: string): string {
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get('location') ?? '', from).href;
}

/** A person pays, or does not; gives where the browser is sent back to. */
async function choose({ checkout }: Opened, choice: 'pay' | 'decline' | 'leave'): Promise<string> {
  const first = await formOf(checkout);
  const back = whereTo(await post(first.action, first.fields), first.action);
  const second = await formOf(back);
  const page = whereTo(await post(second.action, second.fields), second.action);
  return whereTo(await post(page, { choice }), page);
}

const stateOf = async (id: string) => (await ask(`GET /v1/payments/${id}`)).body['state'];
const inState = ({ id }: Opened, state: string) =>
  eventually(`payment ${id} is ${state}`, async () => (await stateOf(id)) === state);
const balance = async () => (await ask('GET /v1/balance')).body['balance'];

describe('a payment at Easypaisa', () => {
  it('is opened by forms of ours, paid, and becomes credit by the inquiry', async () => {
    const opened = await open();
    expect(opened.theirId).toMatch(/^E[0-9a-f]{19}$/);
    expect(opened.checkout).toBe(`${NOTIFICATIONS}/${opened.theirId}`);
    const { action, fields } = await formOf(opened.checkout);
    expect(action).toBe(`http://127.0.0.1:${simulated.port}/easypay/Index.jsf`);
    expect(fields).toMatchObject({
      amount: '1500.5',
      storeId: '11455',
      orderRefNum: opened.theirId,
      postBackURL: opened.checkout,
    });
    const back = await choose(opened, 'pay');
    expect(whereTo(await fetch(back, { redirect: 'manual' }), back)).toBe(
      `${paigham.baseUrl}/portal/credit/payments/${opened.id}`,
    );
    await inState(opened, 'paid');
    expect(await balance()).toBe('1600.50');
  });

  it.each([
    ['1500', '1500.0'],
    ['500.05', '500.05'],
  ])('of %s asks for %s', async (amount, asked) => {
    expect((await formOf((await open(amount)).checkout)).fields['amount']).toBe(asked);
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

  it('stays open while nobody has paid, whatever a browser brings', async () => {
    const opened = await open();
    await ask(`POST /v1/payments/${opened.id}/inquiry`, {});
    expect(await stateOf(opened.id)).toBe('open');
    await choose(opened, 'leave');
    await fetch(`${opened.checkout}?status=0000&orderRefNumber=${opened.theirId}`);
    await fetch(`${NOTIFICATIONS}?url=https://x.example/status/${opened.theirId}`);
    expect(await stateOf(opened.id)).toBe('open');
    expect(await balance()).toBe('100.00');
  });

  it('takes notifications of nothing, and changes nothing by them', async () => {
    for (const query of ['', '?url=', '?url=%00', `?url=E${'0'.repeat(19)}`]) {
      expect((await fetch(`${NOTIFICATIONS}${query}`)).status).toBe(200);
    }
    expect((await fetch(`${NOTIFICATIONS}/E${'0'.repeat(19)}`)).status).toBe(404);
  });

  it('has a form that cannot be changed on its way, and a token that counts once', async () => {
    const opened = await open();
    const { action, fields } = await formOf(opened.checkout);
    expect((await post(action, { ...fields, amount: '1.0' })).status).toBe(400);
    const second = await formOf(whereTo(await post(action, fields), action));
    expect((await post(second.action, second.fields)).status).toBe(303);
    expect((await post(second.action, second.fields)).status).toBe(400);
  });
});
