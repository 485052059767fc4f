/** Invoices: one for each amount that was paid, numbered without gaps, never changed. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Micros } from '../../src/domain/pricing/money.ts';
import { parseRupees } from '../../src/domain/pricing/money.ts';
import { addCredit, correctCredit } from '../../src/features/credit/credit.operations.ts';
import { exportInvoices } from '../../src/features/invoices/export-invoices.ts';
import { creditInvoice } from '../../src/features/invoices/invoices.operations.ts';
import { setTax } from '../../src/features/invoices/tax.operations.ts';
import { readWaitingMails } from '../../src/features/mails/mails.ts';
import {
  confirmBankTransfer,
  openBankTransfer,
} from '../../src/features/bank-transfers/bank-transfers.operations.ts';
import { confirmRequest } from '../../src/features/second-person/requests.operations.ts';
import { readSpent } from '../../src/features/credit/spent.sql.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import type { Admin } from '../../src/operations/admin.ts';
import { startPaigham } from '../support/paigham.ts';
import { startPaymentGateway } from '../support/payment-gateway.ts';
import { eventually } from '../support/eventually.ts';
import { addPerson } from '../support/people.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { v1At, type AskV1 } from '../support/v1.ts';
import { Company, JPEG } from '../support/verification.ts';
import { asker } from '../support/verify.ts';

const SELLER = 'Paigham Services\nNTN 7654321-0';
const { gateway, behave, choose, settings } = await startPaymentGateway();
const paigham = await startPaigham({
  ...settings,
  config: { ...settings.config, bankAccount: 'Bank of Trade', statementFrom: SELLER },
});
const admin: Admin = {
  ...paigham.world.admin,
  ...{ bankAccount: 'Bank of Trade', statementFrom: SELLER },
};
const rows = asker(paigham.db);
const rupees = (text: string): Micros => {
  const read = parseRupees(text);
  if (read === undefined) throw new Error('not rupees');
  return read;
};

let shop: Shop;
let ask: AskV1;

beforeEach(async () => {
  behave();
  // 100 rupees, whose invoice is the shop's first.
  shop = await openShop(paigham.world, { rupees: '100' });
  ask = v1At(paigham.baseUrl, shop.apiKey);
});

const pay = (amount: string, reference: string, by: Admin = admin) => {
  const asked = { accountId: shop.accountId, amountMicros: rupees(amount), reference };
  return addCredit(by, { ...asked, shared: true });
};
const credit = (number: unknown, amount?: string, by: Admin = admin) =>
  creditInvoice(by, {
    accountId: shop.accountId,
    number: String(number),
    reason: 'Given back',
    ...(amount === undefined ? {} : { amountMicros: rupees(amount) }),
  });
const list = async () => (await ask('GET /v1/invoices')).body.data;
const newest = async () => {
  const [found] = await list();
  if (found === undefined) throw new Error('there is no invoice');
  return found;
};
const balance = async () => (await ask('GET /v1/balance')).body['balance'];

/** The count in each number of a series, in order. */
async function counts(series: string) {
  const found = await rows('select number from invoices where starts_with(number, $1)', [series]);
  return found
    .map((it) => Number((it as { number: string }).number.split('-').at(-1)))
    .toSorted((a, b) => a - b);
}
const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);
const hasNoGaps = async (series: string) => {
  const found = await counts(series);
  expect(found).toEqual(upTo(found.length));
  return found.length;
};

describe('an invoice', () => {
  it('is made of what staff add, and not of what was not paid for', async () => {
    await pay('500', 'Slip 1');
    await addCredit(admin, { accountId: shop.accountId, amountMicros: rupees('7'), unpaid: true });
    expect(await balance()).toBe('607.00');
    expect(await list()).toMatchObject([
      {
        ...{ kind: 'invoice', amount: '500.00', net: '500.00', tax: '0.00', tax_rate: null },
        ...{ paid_by: 'Slip 1', from: SELLER, currency: 'PKR', invoice: null, reason: null },
      },
      { amount: '100.00', paid_by: null },
    ]);
    const [line] = (await ask('GET /v1/ledger?kind=credit')).body.data.filter(
      (it) => it['cause'] === 'Slip 1',
    );
    expect((await newest())['ledger_id']).toBe(line?.['id']);
    const { id } = await newest();
    expect((await ask(`GET /v1/invoices/${id}`)).body).toEqual(await newest());
  });

  it('is one, however often the same reference is used', async () => {
    await pay('500', 'Slip 1');
    expect(await pay('500', 'Slip 1')).toMatchObject({ ok: true, value: { repeated: true } });
    expect(await list()).toHaveLength(2);
  });

  it('is one of a payment that is notified twice and asked about', async () => {
    behave({ notifyTwice: true });
    const { body } = await ask('POST /v1/payments', { amount: '1500' });
    await choose(String(body['checkout_address']), 'pay');
    const { id } = body;
    await eventually('it was heard twice', async () => {
      const heard = await rows(
        `select verdict from payment_reports where payment_id = $1 and way = 'notification'`,
        [id],
      );
      return heard.length >= 2 || gateway.told.length >= 2;
    });
    await ask(`POST /v1/payments/${String(id)}/inquiry`, {});
    expect((await ask(`GET /v1/payments/${String(id)}`)).body).toMatchObject({ state: 'paid' });
    expect(await list()).toMatchObject([
      { amount: '1500.00', paid_by: `Paid online, payment ${String(id)}` },
      { amount: '100.00' },
    ]);
  });

  it('is made of what came by bank, and its mail leads to it', async () => {
    const email = `owner${shop.accountId}@roshan.example`;
    await addPerson(admin, email, { accountId: shop.accountId, role: 'owner' });
    const asked = { accountId: shop.accountId, amountMicros: rupees('900') };
    const opened = await openBankTransfer(admin, asked);
    if (!opened.ok) throw new Error(opened.rule);
    const named = { accountId: shop.accountId, transferId: opened.value.id };
    await confirmBankTransfer(admin, { ...named, received: rupees('800.50') });
    const { number, amount } = await newest();
    expect(amount).toBe('800.50');
    const mails = await readWaitingMails(paigham.db, admin.seal);
    const mail = mails.find((it) => it.to === email && it.kind === 'credit_added');
    expect(mail?.text).toContain(String(number));
    expect(mail?.text).toContain('/portal/credit/invoices');
  });

  it('has both parties as they were, and cannot be changed or removed', async () => {
    await ask('PATCH /v1/account', {
      ...{ address: '12 Mall Road\nLahore', province: 'punjab' },
      sales_tax_number: '32-77-8761-234-56',
    });
    await pay('500', 'Slip 1');
    const before = await newest();
    expect(before['to']).toEqual({
      ...{ name: expect.any(String), address: '12 Mall Road\nLahore' },
      ...{ tax_number: null, sales_tax_number: '3277876123456' },
    });
    await ask('PATCH /v1/account', { address: 'Elsewhere', sales_tax_number: '' });
    expect(await newest()).toEqual(before);
    for (const sql of [
      `update invoices set buyer_name = 'Another' where id = $1`,
      'update invoices set amount_micros = 1 where id = $1',
      'delete from invoices where id = $1',
    ]) {
      const name = `test-invoice-${sql.slice(0, 30)}`;
      const change = paigham.db.transact((it) => it.run(plain(name, sql), [before['id']]));
      await expect(change).rejects.toThrow('cannot be changed');
    }
  });

  it('has the approved tax number, for who acts for the account', async () => {
    const company = await Company.open(paigham);
    const { accountId } = company;
    const add = (reference: string) =>
      addCredit(admin, { accountId, amountMicros: rupees('5'), reference, shared: true });
    const numbers = async (apiKey: string) =>
      (await v1At(paigham.baseUrl, apiKey)('GET /v1/invoices')).body.data
        .filter((it) => String(it['paid_by']).startsWith('Tax '))
        .map((it) => (it['to'] as { readonly tax_number: string | null }).tax_number);
    await add('Tax 1');
    await company.put('tax', JPEG, { number: '1234567-8' });
    await company.approve('tax');
    await add('Tax 2');
    expect(await numbers(company.apiKey)).toEqual(['1234567-8', null]);
    const made = await company.ask('POST /v1/keys', { name: 'Reader', scopes: ['read'] });
    expect(await numbers(String(made.body['key']))).toEqual([null, null]);
  });

  it('is got as PDF 120 times in an hour', async () => {
    const { id } = await newest();
    const get = async () => {
      const headers = { authorization: `Bearer ${shop.apiKey}` };
      const url = `${paigham.baseUrl}/v1/invoices/${String(id)}/pdf`;
      const answer = await fetch(url, { headers });
      await answer.arrayBuffer();
      return answer.status;
    };
    for (let at = 0; at < 120; at += 10) {
      const statuses = await Promise.all(upTo(10).map(get));
      expect(new Set(statuses)).toEqual(new Set([200]));
    }
    expect(await get()).toBe(429);
  });

  it('refuses an STRN and a province that are none', async () => {
    for (const body of [{ sales_tax_number: '123' }, { province: 'atlantis' }]) {
      expect(await ask('PATCH /v1/account', body)).toMatchObject({ status: 400 });
    }
  });

  it('is a PDF, the same whenever it is asked for', async () => {
    const { id, number } = await newest();
    const get = () =>
      fetch(`${paigham.baseUrl}/v1/invoices/${String(id)}/pdf`, {
        headers: { authorization: `Bearer ${shop.apiKey}` },
      });
    const answer = await get();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toContain(`${String(number)}.pdf`);
    const octets = Buffer.from(await answer.arrayBuffer());
    expect(octets.subarray(0, 5).toString()).toBe('%PDF-');
    expect(Buffer.from(await (await get()).arrayBuffer()).equals(octets)).toBe(true);
  });

  it('is of its account alone', async () => {
    const { id, number } = await newest();
    const other = await openShop(paigham.world, { rupees: '1' });
    const askOther = v1At(paigham.baseUrl, other.apiKey);
    for (const call of [`GET /v1/invoices/${String(id)}`, `GET /v1/invoices/${String(id)}/pdf`]) {
      expect((await askOther(call)).body).toMatchObject({ code: 'invoice_unknown' });
    }
    expect((await askOther('GET /v1/invoices')).body.data).toHaveLength(1);
    const wrong = { accountId: other.accountId, number: String(number), reason: 'Not mine' };
    expect(await creditInvoice(admin, wrong)).toMatchObject({ ok: false, field: 'number' });
  });
});

describe('sales tax', () => {
  it('is within what was paid, by the province and the day, and moves no money', async () => {
    const inSindh = { province: 'sindh' } as const;
    const nowMs = admin.clock.nowMs();
    expect(await setTax(admin, { ...inSindh, basisPoints: 1_500 })).toMatchObject({ ok: true });
    await setTax(admin, { ...inSindh, basisPoints: 9_000, validFromMs: nowMs + 86_400_000 });
    await ask('PATCH /v1/account', { province: 'sindh' });
    await pay('1000', 'Slip 1');
    // The ledger is that of an account without a rate.
    const lines = await rows(
      'select kind, amount_micros / 1000000 as rupees from transfers where account_id = $1',
      [shop.accountId],
    );
    expect(lines).toEqual([
      { kind: 'credit', rupees: 100 },
      { kind: 'credit', rupees: 1_000 },
    ]);
    expect(await newest()).toMatchObject({
      ...{ amount: '1000.00', net: '869.57', tax: '130.43', tax_rate: '15.00' },
      province: 'sindh',
    });
    expect(await balance()).toBe('1100.00');
    await ask('PATCH /v1/account', { province: 'balochistan' });
    await pay('1000', 'Slip 2');
    expect(await newest()).toMatchObject({ tax: '0.00', tax_rate: null });
  });

  it('is not set for a day that is past', async () => {
    const validFromMs = admin.clock.nowMs() - 2 * 86_400_000;
    const past = { province: 'punjab', basisPoints: 1_600, validFromMs } as const;
    expect(await setTax(admin, past)).toMatchObject({ ok: false, field: 'validFromMs' });
  });
});

describe('the numbers of a series', () => {
  it('have no gaps, whatever fails among those that are made at once', async () => {
    const before = await hasNoGaps('INV-');
    const breaking: Admin = {
      ...admin,
      transact: (work) =>
        admin.transact(async (transaction) => {
          await work(transaction);
          throw new Error('killed before the commit');
        }),
    };
    const shops = await Promise.all(upTo(4).map(() => openShop(paigham.world, { rupees: '1' })));
    const results = await Promise.allSettled(
      upTo(12).map((at) =>
        addCredit(at % 4 === 3 ? breaking : admin, {
          accountId: shops[at % shops.length]?.accountId ?? shop.accountId,
          amountMicros: rupees('10'),
          reference: `Slip ${shop.accountId} ${at}`,
        }),
      ),
    );
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(3);
    expect(await hasNoGaps('INV-')).toBe(before + 4 + 9);
  });
});

describe('a credit note', () => {
  it('takes a part back, then the rest with the rest of the tax, and never more', async () => {
    await setTax(admin, { province: 'punjab', basisPoints: 1_600 });
    await ask('PATCH /v1/account', { province: 'punjab' });
    await pay('1000', 'Slip 1');
    const { number } = await newest();
    const notes = await hasNoGaps('CN-');
    expect(await credit(number, '1000.01')).toMatchObject({ ok: false, field: 'amountMicros' });
    expect(await credit(number, '333.33')).toMatchObject({ ok: true });
    expect(await balance()).toBe('766.67');
    expect(await credit(number, '666.68')).toMatchObject({ ok: false, field: 'amountMicros' });
    expect(await credit(number)).toMatchObject({ ok: true });
    expect(await balance()).toBe('100.00');
    expect(await credit(number)).toMatchObject({ ok: false, field: 'number' });
    const [rest, part, whole] = await list();
    expect(part).toMatchObject({ kind: 'credit_note', invoice: number, reason: 'Given back' });
    expect(whole).toMatchObject({ number, credited: '1000.00', tax: '137.93' });
    expect([part?.['tax'], rest?.['tax']]).toEqual(['45.98', '91.95']);
    expect(await hasNoGaps('CN-')).toBe(notes + 2);
    const { data: lines } = (await ask('GET /v1/ledger?kind=correction')).body;
    expect(lines.find(({ id }) => id === rest?.['ledger_id'])).toMatchObject({
      change: '-666.67',
      cause: `Credit note ${String(rest?.['number'])} of ${String(number)}`,
    });
    expect(await credit(rest?.['number'])).toMatchObject({ ok: false, field: 'number' });
  });

  it('takes no more than the account has left, and leaves no gap', async () => {
    const notes = await hasNoGaps('CN-');
    const [first] = await list();
    await pay('50', 'Slip 1');
    const spent = { accountId: shop.accountId, amountMicros: rupees('120') };
    await correctCredit(admin, spent);
    expect(await credit(first?.['number'])).toMatchObject({ ok: false, field: 'amountMicros' });
    expect(await counts('CN-')).toHaveLength(notes);
    expect(await balance()).toBe('30.00');
  });

  it('credits an invoice once, however many credit it at the same moment', async () => {
    await pay('500', 'Slip 1');
    const { number } = await newest();
    const made = await Promise.all(upTo(6).map(() => credit(number)));
    expect(made.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await balance()).toBe('100.00');
    await hasNoGaps('CN-');
  });

  it('waits for a second person where the sum does', async () => {
    await pay('500', 'Slip 1');
    const { number } = await newest();
    const limited = { ...admin, creditAloneMicros: rupees('100') };
    const context = { reader: paigham.db, admin: limited } as never;
    const input = { accountId: shop.accountId, number, reason: 'Given back' };
    const asked = await creditInvoice.definition.perform(context, input, async () => undefined);
    expect(asked).toMatchObject({ ok: true, value: { data: { moved: false } } });
    expect(await balance()).toBe('600.00');
    const { request } = (asked as unknown as { value: { data: { request: number } } }).value.data;
    const other = { ...admin, actor: 'line:another' };
    expect(await confirmRequest(other, { id: request })).toMatchObject({ ok: true });
    expect(await balance()).toBe('100.00');
    expect(await newest()).toMatchObject({ kind: 'credit_note', amount: '500.00' });
  });
});

describe('the file for the return', () => {
  it('has a line for each, and credit notes below zero', async () => {
    await pay('500', 'Slip 1');
    const { number } = await newest();
    await credit(number, '200');
    const made = await exportInvoices(paigham.db, admin, {
      ...{ accountId: shop.accountId, kind: undefined, sinceMs: undefined, untilMs: undefined },
    });
    const lines = (made?.csv ?? '').trim().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[2]).toContain(`${String(number)},`);
    expect(lines[3]).toMatch(/^CN-.*,-200\.00,0\.00,-200\.00,,Given back$/);
    const csv = await fetch(`${paigham.baseUrl}/v1/exports/invoices`, {
      headers: { authorization: `Bearer ${shop.apiKey}` },
    });
    expect((await csv.text()).trim().split('\r\n')).toHaveLength(4);
  });

  it('does not count as spent what was taken back', async () => {
    const { number } = await newest();
    await credit(number);
    const all = { sinceMs: 0, untilMs: admin.clock.nowMs() + 1 };
    expect(await readSpent(paigham.db, shop.accountId, all)).toBe(0n);
  });
});
