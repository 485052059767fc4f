import { beforeAll, describe, expect, it } from 'vitest';
import { micros, parseRupees } from '../../src/domain/pricing/money.ts';
import { addCredit } from '../../src/features/credit/credit.operations.ts';
import { setTariff } from '../../src/features/tariffs/tariffs.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { send } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { v1At, type AskV1 } from '../support/v1.ts';
import { Company, JPEG } from '../support/verification.ts';

let paigham: Paigham;
let shop: Shop;
let ask: AskV1;

beforeAll(async () => {
  paigham = await startPaigham({
    config: {
      paymentNote: 'Bank of Trade 0001\\nSlip to us',
      statementFrom: 'Paigham Services\\nMall Road, Lahore\\nNTN 7654321-0',
    },
  });
  shop = await openShop(paigham.world, { rupees: '100' });
  ask = v1At(paigham.baseUrl, shop.apiKey);
  for (const mobile of ['923001234567', '923111234567,923211234567']) {
    await send(paigham.baseUrl, shop.write('hello', mobile));
  }
  await eventually('every part is posted', async () => {
    const { data } = (await ask('GET /v1/ledger?kind=post')).body;
    const posted = data.reduce((sum, { amount }) => sum + rupees(amount), 0n);
    return posted === rupees('14.40') ? true : undefined;
  });
});

const rupees = (text: unknown): bigint => parseRupees(String(text)) ?? micros(-1n);

describe('money at /v1', () => {
  it('shows what is left and what was spent', async () => {
    expect((await ask('GET /v1/balance')).body).toMatchObject({
      ...{ balance: '85.60', currency: 'PKR', postpaid: false },
      today: { spent: '14.40', cap: null },
      how_to_pay: 'Bank of Trade 0001\nSlip to us',
    });
  });

  it('shows what the account pays, its own price before the general one', async () => {
    const partPriceMicros = micros(1_250_000n);
    const tariff = { accountId: shop.accountId, senderRoute: 'simple', operator: 'Zong' } as const;
    const from = { refundFailed: true, validFromMs: undefined };
    must(await setTariff(paigham.world.admin, { ...tariff, ...from, partPriceMicros }));
    const own = { route: 'simple', network: 'Zong', price: '1.25', refunded: true };
    const body = await eventually('the new price', async () => {
      const shown = (await ask('GET /v1/prices')).body;
      return JSON.stringify(shown).includes(JSON.stringify(own)) ? shown : undefined;
    });
    expect(body).toMatchObject({
      sms: expect.arrayContaining([
        { route: 'simple', network: 'Jazz', price: '1.50', refunded: false },
        { route: 'branded', network: 'SCO', price: '3.10', refunded: false },
        { route: 'short_code', network: 'Jazz', price: '4.80', refunded: false },
      ]),
      lookups: { first: '1.00', again: '0.25' },
    });
  });

  it('estimates parts and price by operator, as they would be charged', async () => {
    const asked = { text: 'x'.repeat(161), route: 'branded', recipients: 1_000 };
    const estimate = (change = {}) => ask('POST /v1/prices/estimate', { ...asked, ...change });
    expect((await estimate()).body).toMatchObject({
      ...{ alphabet: 'gsm', parts: 2, recipients: 1_000, least: '4800.00', most: '6200.00' },
      prices: expect.arrayContaining([{ network: 'Jazz', each: '4.80', total: '4800.00' }]),
    });
    expect((await estimate({ text: 'شکریہ' })).body).toMatchObject({
      ...{ alphabet: 'unicode', parts: 1, units_left: 65 },
      prices: expect.arrayContaining([{ network: 'SCO', each: '3.10', total: '3100.00' }]),
    });
    // As it would go out: typographic signs in GSM, where nothing else needs more.
    expect((await estimate({ text: 'It’s ready – come. '.repeat(8) })).body).toMatchObject({
      ...{ alphabet: 'gsm', parts: 1 },
    });
    expect((await estimate({ text: 'x'.repeat(1_600) })).body).toMatchObject({
      code: 'text_too_long',
    });
    expect((await estimate({ recipients: 0 })).status).toBe(400);
    expect((await estimate({ route: 'gold' })).status).toBe(400);
  });

  it('lists each change once, by pages, by kind and by time', async () => {
    const all = (await ask('GET /v1/ledger')).body.data;
    const pages: unknown[] = [];
    for (let cursor = ''; cursor !== 'null';) {
      const page = await ask(`GET /v1/ledger?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      pages.push(...page.body.data);
      cursor = String(page.body['next_cursor']);
    }
    expect(pages).toEqual(all);
    expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(['credit', 'reserve', 'post']));
    const credits = (await ask('GET /v1/ledger?kind=credit')).body.data;
    expect(credits).toMatchObject([{ kind: 'credit', amount: '100.00', change: '100.00' }]);
    expect((await ask('GET /v1/ledger?until=2026-01-01T00:00:00Z')).body.data).toEqual([]);
    const since = '2026-01-01T00:00:00Z';
    expect((await ask(`GET /v1/ledger?since=${since}`)).body.data).toEqual(all);
    const wrong = await ask(`GET /v1/ledger?since=${since}&until=${since}`);
    expect(wrong.body).toMatchObject({ errors: [{ pointer: '/query/until' }] });
  });

  it('has statements that agree with the ledger, to the paisa', async () => {
    const [month] = (await ask('GET /v1/statements')).body.data;
    expect(month).toMatchObject({ complete: false });
    const { body } = await ask(`GET /v1/statements/${String(month?.['month'])}`);
    expect(body).toMatchObject({ opening: '0.00', closing: '85.60' });
    const kinds = body['kinds'] as readonly Readonly<Record<string, unknown>>[];
    const changes = kinds.reduce((sum, { change }) => sum + rupees(change), 0n);
    expect(rupees(body['opening']) + changes).toBe(rupees(body['closing']));
    const lines = (await ask('GET /v1/ledger')).body.data;
    for (const { kind, transfers, amount } of kinds) {
      const own = lines.filter((line) => line['kind'] === kind);
      expect([kind, own.length]).toEqual([kind, transfers]);
      expect(own.reduce((sum, line) => sum + rupees(line['amount']), 0n)).toBe(rupees(amount));
    }
    for (const [unknown, why] of [
      ['2020-01', 'it has no statement'],
      ['2999-01', 'it lies in the future'],
      ['x', 'write it as 2026-11'],
      ['2026-13', 'write it as 2026-11'],
    ]) {
      expect((await ask(`GET /v1/statements/${unknown}`)).body).toMatchObject({
        ...{ code: 'statement_unknown', detail: `Invalid month: ${why}` },
      });
    }
  });

  it('says on a statement who issues it, to whom, and what was left after each line', async () => {
    const company = await Company.open(paigham);
    const month = async (apiKey: string) => {
      const asked = v1At(paigham.baseUrl, apiKey);
      const [newest] = (await asked('GET /v1/statements')).body.data;
      return (await asked(`GET /v1/statements/${String(newest?.['month'])}`)).body;
    };
    expect(await month(company.apiKey)).toMatchObject({
      from: 'Paigham Services\nMall Road, Lahore\nNTN 7654321-0',
      to: { name: company.name, address: null, tax_number: null },
    });
    const address = 'Shop 4, Tariq Road\nکراچی';
    const set = await company.ask('PATCH /v1/account', { address });
    expect(set).toMatchObject({ status: 200, body: { address } });
    for (const bad of ['a\nb\nc\nd\ne\nf\ng', 'x'.repeat(301), 'a\tb']) {
      expect(await company.ask('PATCH /v1/account', { address: bad })).toMatchObject({
        ...{ status: 400, body: { errors: [{ pointer: '/body/address' }] } },
      });
    }
    await company.put('tax', JPEG, { number: '1234567-8' });
    expect(await month(company.apiKey)).toMatchObject({ to: { address, tax_number: null } });
    await company.approve('tax');
    const to = { name: company.name, address, tax_number: '1234567-8' };
    expect(await month(company.apiKey)).toMatchObject({ to });
    const made = await company.ask('POST /v1/keys', { name: 'Reader', scopes: ['read'] });
    const seen = await month(String(made.body['key']));
    expect(seen).toMatchObject({ to: { ...to, tax_number: null } });

    const own = await month(shop.apiKey);
    const day = new Date(Date.now() + 5 * 3_600_000).toISOString().slice(0, 10);
    expect(own).toMatchObject({
      number: `${shop.accountId}-${String(own['month'])}`,
      lines: [
        { day, what: 'credit', change: '100.00', balance: '100.00' },
        { day, what: 'messages', change: '-14.40', balance: '85.60' },
      ],
      closing: '85.60',
    });
  });

  it('still adds up while credit is being added', async () => {
    const { accountId } = shop;
    must(await addCredit(paigham.world.admin, { accountId, amountMicros: micros(1_230_000n) }));
    const [month] = (await ask('GET /v1/statements')).body.data;
    const { body } = await ask(`GET /v1/statements/${String(month?.['month'])}`);
    expect(body).toMatchObject({ opening: '0.00', closing: '86.83' });
  });

  it('shows a price of six decimals as it is charged, wherever it is shown', async () => {
    const admin = paigham.world.admin;
    const tariff = {
      accountId: shop.accountId,
      senderRoute: 'short_code',
      operator: 'Zong',
    } as const;
    const from = { refundFailed: true, validFromMs: undefined };
    const partPriceMicros = micros(1_234_567n);
    must(await setTariff(admin, { ...tariff, ...from, partPriceMicros }));
    const exact = '1.234567';
    await eventually('the new price', async () =>
      JSON.stringify((await ask('GET /v1/prices')).body).includes(exact),
    );
    const asked = shop.write('hello', '923111234567');
    const tried = await send(paigham.baseUrl, { ...asked, dry_run: '1', format: 'json' });
    expect(tried.body).toContain(`"totalprice":"${exact}"`);
    const { id } = await send(paigham.baseUrl, asked);
    await eventually('its charge', async () =>
      JSON.stringify((await ask('GET /v1/ledger?kind=post')).body).includes(`"${exact}"`),
    );
    expect((await ask(`GET /v1/messages/${id}`)).body).toMatchObject({ price: exact });
    // Those of one second are in no order.
    const { data } = (await ask('GET /v1/messages?limit=200')).body;
    expect(data.filter((it) => it['id'] === String(id))).toMatchObject([{ price: exact }]);
    const names = { template_id: String(asked.template_id), values: asked.message };
    const body = { ...names, sender: asked.sender, recipients: ['923111234567', '923111234568'] };
    const dry = await ask('POST /v1/messages', { ...body, dry_run: true });
    expect(dry.body).toMatchObject({ price: '2.469134' });
    const { recipients: _, ...shown } = body;
    const { prices } = (await ask('POST /v1/messages/preview', shown)).body as {
      readonly prices?: unknown;
    };
    expect(prices).toContainEqual({ network: 'Zong', price: exact });
    const report = await fetch(
      `${paigham.baseUrl}/api/delivery.php?api_key=${shop.apiKey}&id=${id}&format=json`,
    );
    expect(await report.text()).toContain(`"price":"${exact}"`);
  });
});
