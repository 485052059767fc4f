import { beforeAll, describe, expect, it } from 'vitest';
import { micros, parseRupees } from '../../src/domain/pricing/money.ts';
import { addCredit } from '../../src/admin/credit.ts';
import { must } from '../../src/admin/admin.ts';
import { send } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { v1At, type AskV1 } from '../support/v1.ts';

let paigham: Paigham;
let shop: Shop;
let ask: AskV1;

beforeAll(async () => {
  paigham = await startPaigham({ config: { paymentNote: 'Bank of Trade 0001\\nSlip to us' } });
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

  it('still adds up while credit is being added', async () => {
    const { accountId } = shop;
    must(await addCredit(paigham.world.admin, { accountId, amountMicros: micros(1_230_000n) }));
    const [month] = (await ask('GET /v1/statements')).body.data;
    const { body } = await ask(`GET /v1/statements/${String(month?.['month'])}`);
    expect(body).toMatchObject({ opening: '0.00', closing: '86.83' });
  });
});
