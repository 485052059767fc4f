/** Credit by bank: what came is credited once, whoever confirms, withdraws or looks meanwhile. */
import { beforeEach, describe, expect, it } from 'vitest';
import {
  confirmBankTransfer,
  expireTransfers,
  refuseBankTransfer,
} from '../../src/features/bank-transfers/bank-transfers.operations.ts';
import { readWaitingMails } from '../../src/features/mails/mails.ts';
import type { Micros } from '../../src/domain/pricing/money.ts';
import { parseRupees } from '../../src/domain/pricing/money.ts';
import type { Admin } from '../../src/operations/admin.ts';
import { startPaigham } from '../support/paigham.ts';
import { addPerson } from '../support/people.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { v1At, type AskV1 } from '../support/v1.ts';
import { asker } from '../support/verify.ts';

const BANK = 'Bank of Trade\nPaigham Services\nPK36SCBL0000001123456702';
const paigham = await startPaigham({ config: { bankAccount: BANK } });
const { admin } = paigham.world;
const rows = asker(paigham.db);
const rupees = (text: string): Micros => {
  const read = parseRupees(text);
  if (read === undefined) throw new Error('not rupees');
  return read;
};

let shop: Shop;
let ask: AskV1;

beforeEach(async () => {
  shop = await openShop(paigham.world, { rupees: '100' });
  ask = v1At(paigham.baseUrl, shop.apiKey);
});

async function open(amount = '5000') {
  const { status, body } = await ask('POST /v1/bank-transfers', { amount });
  expect(status).toBe(201);
  return { id: Number(body['id']), reference: String(body['reference']) };
}
const named = (id: number) => ({ accountId: shop.accountId, transferId: id });
const shown = async (id: number) => (await ask(`GET /v1/bank-transfers/${id}`)).body;
const balance = async () => (await ask('GET /v1/balance')).body['balance'];
const credits = async () =>
  (
    await rows(
      `select amount_micros / 1000000 as rupees, cause from transfers
      where account_id = $1 and kind = 'credit' and cause is not null order by id`,
      [shop.accountId],
    )
  ).map((it) => Object.values(it as object).join(' '));

async function give(id: number, content: string, key = shop.apiKey) {
  const form = new FormData();
  form.append('file', new Blob([content]), 'slip.pdf');
  const url = `${paigham.baseUrl}/v1/bank-transfers/${id}/slip`;
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(url, { method: 'PUT', headers, body: form });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
const PDF = '%PDF-1.4\nslip\n%%EOF\n';

describe('a bank transfer', () => {
  it('waits with a reference and the bank account, and becomes credit when confirmed', async () => {
    const { id, reference } = await open();
    expect((await ask('GET /v1/balance')).body['pay_by_bank']).toBe(true);
    expect(await shown(id)).toMatchObject({
      ...{ state: 'waiting', amount: '5000.00', currency: 'PKR', bank_account: BANK },
      ...{ received: null, slip_at: null, reference },
    });
    expect(await confirmBankTransfer(admin, named(id))).toMatchObject({ ok: true });
    expect(await shown(id)).toMatchObject({ state: 'confirmed', received: '5000.00' });
    expect(await balance()).toBe('5100.00');
    expect(await credits()).toEqual([`5000 Bank transfer ${reference}`]);
    const notices = (await ask('GET /v1/notices')).body.data;
    expect(notices).toContainEqual(expect.objectContaining({ kind: 'credit', amount: '5000.00' }));
  });

  it('is credited with what came, whatever was asked, and its owner reads so', async () => {
    const email = `owner${shop.accountId}@roshan.example`;
    await addPerson(admin, email, { accountId: shop.accountId, role: 'owner' });
    const { id, reference } = await open();
    await confirmBankTransfer(admin, { ...named(id), received: rupees('4000.50') });
    expect(await shown(id)).toMatchObject({ amount: '5000.00', received: '4000.50' });
    expect(await balance()).toBe('4100.50');
    const mails = await readWaitingMails(paigham.db, admin.seal);
    const mail = mails.find((it) => it.to === email && it.kind === 'credit_added');
    expect(mail?.text).toContain('Rs 4,000.50 was added');
    expect(mail?.text).toContain('instead of Rs 5,000.00');
    expect(mail?.text).toContain(reference);
  });

  it('is refused with words, which its account reads, and may still be confirmed', async () => {
    const { id, reference } = await open();
    expect(await refuseBankTransfer(admin, { ...named(id), words: '  ' })).toMatchObject({
      ok: false,
      field: 'words',
    });
    await refuseBankTransfer(admin, { ...named(id), words: 'No such money came' });
    expect(await shown(id)).toMatchObject({ state: 'refused', reason: 'No such money came' });
    const notices = (await ask('GET /v1/notices')).body.data;
    expect(notices).toContainEqual(
      expect.objectContaining({ kind: 'bank_transfer', name: reference, state: 'refused' }),
    );
    expect(await balance()).toBe('100.00');
    expect(await confirmBankTransfer(admin, named(id))).toMatchObject({ ok: true });
    expect(await balance()).toBe('5100.00');
  });

  it('is withdrawn, and never confirmed then', async () => {
    const { id } = await open();
    expect((await give(id, PDF)).status).toBe(200);
    const withdrawn = await ask(`POST /v1/bank-transfers/${id}/withdrawal`);
    expect(withdrawn).toMatchObject({ status: 200, body: { state: 'withdrawn', slip_at: null } });
    expect(await confirmBankTransfer(admin, named(id))).toMatchObject({ ok: false });
    expect(await ask(`POST /v1/bank-transfers/${id}/withdrawal`)).toMatchObject({
      status: 409,
      body: { code: 'bank_transfer_ended' },
    });
    expect(await balance()).toBe('100.00');
  });

  it('expires without a slip only, and what is paid later counts', async () => {
    const [left, given] = [await open(), await open()];
    await give(given.id, PDF);
    const later = { ...admin.clock, nowMs: () => admin.clock.nowMs() + 31 * 86_400_000 };
    await expireTransfers({ ...admin, clock: later });
    expect(await shown(left.id)).toMatchObject({ state: 'expired' });
    expect(await shown(given.id)).toMatchObject({ state: 'waiting' });
    expect(await confirmBankTransfer(admin, named(left.id))).toMatchObject({ ok: true });
    expect(await balance()).toBe('5100.00');
  });

  it('is of its account alone', async () => {
    const { id } = await open();
    const other = await openShop(paigham.world, { rupees: '1' });
    const askOther = v1At(paigham.baseUrl, other.apiKey);
    for (const call of [`GET /v1/bank-transfers/${id}`, `POST /v1/bank-transfers/${id}/withdrawal`])
      expect((await askOther(call)).body).toMatchObject({ code: 'bank_transfer_unknown' });
    expect((await askOther('GET /v1/bank-transfers')).body.data).toEqual([]);
    expect(await give(id, PDF, other.apiKey)).toMatchObject({
      body: { code: 'bank_transfer_unknown' },
    });
    const wrong = { accountId: other.accountId, transferId: id };
    expect(await confirmBankTransfer(admin, wrong)).toMatchObject({ ok: false });
  });

  it('waits with at most nine others', async () => {
    for (let at = 0; at < 10; at += 1) await open('10');
    const refused = await ask('POST /v1/bank-transfers', { amount: '10' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'bank_transfers_exceeded' } });
  });
});

describe('a slip', () => {
  it.each([
    ['GIF89a', 'must be a PDF, JPEG or PNG by its content, whatever its name says'],
    ['%PDF-1.4\ncut', 'must be whole: its end is missing'],
  ])('such as %j is refused', async (content, detail) => {
    const { id } = await open();
    expect(await give(id, content)).toMatchObject({
      status: 400,
      body: { errors: [{ detail }] },
    });
  });

  it('is kept sealed, in the place of the last one', async () => {
    const { id } = await open();
    await give(id, PDF);
    const other = PDF.replace('slip', 'other slip');
    expect((await give(id, other)).body).toMatchObject({ slip_at: expect.any(String) });
    const [kept] = await rows('select slip, slip_bytes from bank_transfers where id = $1', [id]);
    const { slip, slip_bytes: bytes } = kept as { slip: Buffer; slip_bytes: number };
    expect(bytes).toBe(other.length);
    expect(slip.includes('other slip')).toBe(false);
  });
});

describe('money of a bank transfer', () => {
  it('moves once, however many confirm at the same moment', async () => {
    const { id, reference } = await open();
    const made = await Promise.all(
      Array.from({ length: 8 }, () => confirmBankTransfer(admin, named(id))),
    );
    expect(made.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await credits()).toEqual([`5000 Bank transfer ${reference}`]);
    expect(await balance()).toBe('5100.00');
  });

  it('moves, or the transfer is withdrawn, when both are tried at once', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id } = await open('10');
      const before = Number(await balance());
      const [confirmed, withdrawn] = await Promise.all([
        confirmBankTransfer(admin, named(id)),
        ask(`POST /v1/bank-transfers/${id}/withdrawal`),
      ]);
      expect([confirmed.ok, withdrawn.status === 200].filter(Boolean)).toHaveLength(1);
      const state = confirmed.ok ? 'confirmed' : 'withdrawn';
      expect(await shown(id)).toMatchObject({ state });
      expect(Number(await balance()) - before).toBe(confirmed.ok ? 10 : 0);
    }
  });

  it('does not move where the transaction breaks before it commits', async () => {
    const { id } = await open();
    const breaking: Admin = {
      ...admin,
      transact: (work) =>
        admin.transact(async (transaction) => {
          await work(transaction);
          throw new Error('killed before the commit');
        }),
    };
    await expect(confirmBankTransfer(breaking, named(id))).rejects.toThrow('killed');
    expect(await shown(id)).toMatchObject({ state: 'waiting', received: null });
    expect([await balance(), await credits()]).toEqual(['100.00', []]);
    expect(await confirmBankTransfer(admin, named(id))).toMatchObject({ ok: true });
    expect(await balance()).toBe('5100.00');
  });
});
