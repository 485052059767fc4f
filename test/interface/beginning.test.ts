/** What a new account begins with: a template for its own people, and credit for a few messages. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createAccount, setAccount } from '../../src/features/accounts/accounts.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { nameCodeSender } from '../../src/features/sign-in/code-sender.operations.ts';
import { addSender } from '../../src/features/senders/senders.operations.ts';
import {
  approveWording,
  withdrawWording,
} from '../../src/features/wordings/wordings.operations.ts';
import { addTemplate, rejectTemplate } from '../../src/features/templates/templates.operations.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import { limit } from '../../src/domain/limits.ts';
import { eventually } from '../support/eventually.ts';
import { openForNewcomers, otherThan, textsFor, type Newcomer } from '../support/newcomers.ts';
import { addPerson, inUrdu, visit } from '../support/people.ts';
import { mobileOf, openShop } from '../support/shop.ts';

const { clock, paigham, mails, newcomer, rows } = await openForNewcomers();
const { admin } = paigham.world;
const OTHER = '923017654321';

type Listed = { readonly data: readonly Readonly<Record<string, unknown>>[] };

/** Registers, and gives what the first page asks for. */
async function begin(company: string, change = {}): Promise<Newcomer & { accountId: AccountId }> {
  const zara = newcomer();
  await zara.register({ company, ...change });
  expect((await zara.confirm()).status).toBe(200);
  const { body } = await zara.ask('/v1/session');
  zara.csrf = String(body['csrf_token']);
  const [account] = body['accounts'] as readonly { readonly id: string }[];
  return Object.assign(zara, { accountId: Number(account?.id) as AccountId });
}

const templatesOf = async (zara: Newcomer) =>
  ((await zara.ask('/v1/templates')).body as unknown as Listed).data;

const send = (zara: Newcomer, recipients: readonly string[], templateId: unknown) =>
  zara.ask('/v1/messages', {
    method: 'POST',
    body: {
      ...{ recipients, sender: 'InfoSMS', template_id: templateId },
      values: { company: 'Zara Textiles' },
    },
  });

describe('somebody who has registered', () => {
  it('sends a first message to their own phone at once, and to nobody else', async () => {
    const zara = await begin('Zara Textiles');
    expect((await zara.ask('/v1/session')).body).toMatchObject({ person: { phone: zara.phone } });
    const [test] = await templatesOf(zara);
    expect(test).toMatchObject({
      ...{ name: 'Test message', message: 'Test message from #company#', state: 'approved' },
      own_numbers_only: true,
    });
    const refused = await send(zara, [OTHER], test?.['id']);
    expect(refused).toMatchObject({ status: 403, body: { code: 'rejected_not_own_number' } });
    const sent = await send(zara, [zara.phone, OTHER], test?.['id']);
    expect(sent.body).toMatchObject({
      recipients: 1,
      refused: [{ recipient: OTHER, reason: 'rejected_not_own_number' }],
    });
    expect(await eventually('the text', () => textsFor(paigham.operators, zara.phone)[1])).toBe(
      'Test message from Zara Textiles -Demo message, account not verified.',
    );
    expect(textsFor(paigham.operators, OTHER)).toEqual([]);
  });

  it('has the credit for five of them, and a statement that says so', async () => {
    const zara = await begin('Zara Traders');
    expect((await zara.ask('/v1/balance')).body).toMatchObject({ balance: '7.50' });
    const { body } = await zara.ask('/v1/ledger');
    expect(body).toMatchObject({ data: [{ kind: 'trial', amount: '7.50', change: '7.50' }] });
    const [month] = ((await zara.ask('/v1/statements')).body as unknown as Listed).data;
    expect((await zara.ask(`/v1/statements/${month?.['month']}`)).body).toMatchObject({
      lines: [{ what: 'trial', change: '7.50', balance: '7.50' }],
    });
  });

  it('gets the credit once for a number, however many accounts they open with it', async () => {
    const { phone } = await begin('First Shop');
    const again = newcomer();
    await again.register({ company: 'Second Shop', phone });
    const mail = await eventually('a mailed code', () => mails.to(again.email)[0]?.text);
    const text = await eventually('a texted code', () => textsFor(paigham.operators, phone)[1]);
    const [email_code, phone_code] = [mail, text].map((it) => /\b\d{6}\b/.exec(it)?.[0]);
    const codes = { token: again.token, email_code, phone_code };
    expect((await again.post('/v1/registrations/confirm', codes)).status).toBe(200);
    expect((await again.ask('/v1/balance')).body).toMatchObject({ balance: '0.00' });
    expect(await templatesOf(again)).toMatchObject([{ name: 'Test message', state: 'approved' }]);
  });
});

it('an account that staff open begins with the same', async () => {
  const trial = { messages: 5, micros: undefined, demoText: '' };
  const { accountId } = must(await createAccount({ ...admin, trial }, { name: 'By Staff' }));
  expect(
    await rows('of-staff', 'select kind, amount_micros from transfers where account_id = $1', [
      accountId,
    ]),
  ).toEqual([{ kind: 'trial', amount_micros: 7_500_000 }]);
});

it('codes of the service are not sent by a template for own numbers', async () => {
  const zara = await begin('Zara Codes');
  const [test] = await templatesOf(zara);
  const named = { accountId: zara.accountId, sender: 'InfoSMS', templateId: Number(test?.['id']) };
  expect(await nameCodeSender(admin, named)).toMatchObject({ ok: false, field: 'templateId' });
});

describe('a wording that staff have approved in advance', () => {
  const wordingFor = async (zara: Newcomer, id: string) =>
    ((await zara.ask('/v1/wordings')).body as unknown as Listed).data.find((it) => it['id'] === id);
  const take = async (zara: Newcomer, id: string, change = {}) => {
    const { name, message, category, variables } = (await wordingFor(zara, id)) ?? {};
    const body = { name, message, category, variables, ...change };
    return zara.ask('/v1/templates', { method: 'POST', body });
  };

  const staff = visit(paigham.baseUrl);
  beforeAll(async () => {
    await addPerson(admin, 'approvals@staff.example', { staffRole: 'approvals' });
    await staff.signIn('approvals@staff.example');
  });
  /** What staff see beside it. */
  const noteOn = async (id: unknown): Promise<unknown> => {
    const listed = (await staff.ask('/v1/staff/approvals?limit=100')).body as unknown as Listed;
    const ofIt = listed.data.filter((it) => it['kind'] === 'template' && it['id'] === String(id));
    return ofIt.map(({ note }) => note)[0];
  };

  it('is usable at once with the name of the account, and by anybody', async () => {
    const zara = await begin('Zara #1# & Sons');
    must(await approveWording(admin, { which: 'order_placed_ur' }));
    expect(await wordingFor(zara, 'order_placed_en')).toMatchObject({ approved: false });
    expect((await take(zara, 'order_placed_en')).body).toMatchObject({ state: 'waiting' });
    const taken = await take(zara, 'order_placed_ur');
    expect(taken).toMatchObject({
      status: 201,
      body: {
        ...{ state: 'approved', own_numbers_only: false },
        message: expect.stringContaining('Zara 1 & Sons'),
      },
    });
  });

  it('is one of its own once a letter or a placeholder differs, or was rejected', async () => {
    const zara = await begin('Zara Differs');
    must(await approveWording(admin, { which: 'all' }));
    const { message } = (await wordingFor(zara, 'eid_en')) ?? {};
    const changes = [
      { message: `${message} Visit us.` },
      { category: 'transactional' },
      { variables: [{ name: 'from', max_length: 1_000 }] },
    ];
    for (const change of changes) {
      expect((await take(zara, 'eid_en', change)).body).toMatchObject({ state: 'waiting' });
    }
    const takes = await Promise.all([1, 2, 3, 4].map(() => take(zara, 'fees_due_en')));
    const made = takes.filter(({ status }) => status === 201);
    expect(made).toMatchObject([{ body: { state: 'approved' } }]);
    const id = String(made[0]?.body['id']);
    const rule = `is what your template ${id} says: use that one, or change the wording`;
    for (const { status, body } of takes.filter((it) => it !== made[0])) {
      expect([status, body['errors']]).toEqual([400, [{ pointer: '/body/message', detail: rule }]]);
    }
    expect(await wordingFor(zara, 'fees_due_en')).toMatchObject({
      ...{ approved: false, template_id: id },
    });
    must(
      await rejectTemplate(admin, {
        accountId: zara.accountId,
        templateId: Number(id),
        reason: 'No',
      }),
    );
    expect(await wordingFor(zara, 'fees_due_en')).toMatchObject({
      ...{ approved: false, template_id: null },
    });
    const again = await take(zara, 'fees_due_en');
    expect(again.body).toMatchObject({ state: 'waiting' });
    expect(await noteOn(again.body['id'])).toBe(`It was rejected before, as template ${id}.`);
    must(await withdrawWording(admin, { which: 'all' }));
    expect((await take(zara, 'appointment_en')).body).toMatchObject({ state: 'waiting' });
  });

  it('waits for a person where somebody unverified is called like another’s sender', async () => {
    must(await approveWording(admin, { which: 'all' }));
    const known = await openShop(paigham.world, { rupees: '0' });
    const wanted = { accountId: known.accountId, name: 'HabibPay', route: 'branded' } as const;
    must(await addSender(admin, wanted));
    const zara = await begin('Habib Pay');
    expect(await wordingFor(zara, 'one_time_code_en')).toMatchObject({ approved: false });
    const taken = await take(zara, 'one_time_code_en');
    expect(taken.body).toMatchObject({ state: 'waiting' });
    const why = `called like HabibPay of ${known.accountId}.`;
    expect(await noteOn(taken.body['id'])).toContain(why);
    must(await setAccount(admin, { accountId: zara.accountId, verified: true }));
    const { message, category, variables } = (await wordingFor(zara, 'one_time_code_ur')) ?? {};
    const proposed = { accountId: zara.accountId, name: 'Code', message, category };
    const declared = (
      variables as readonly { name: string; type: string; max_length: number }[]
    ).map(({ max_length: maxLength, ...it }) => ({ ...it, maxLength }));
    const added = await addTemplate(admin, { ...proposed, variables: declared } as never);
    expect(must(added)).toMatchObject({ state: 'approved' });
  });
});

describe('somebody whom others have let in', () => {
  const codeFor = async (phone: string, count = 1): Promise<string> => {
    const text = await eventually('a code', () => textsFor(paigham.operators, phone)[count - 1]);
    return /\b\d{6}\b/.exec(text)?.[0] ?? '';
  };

  it('confirms a number of their own, to which the test message then goes', async () => {
    const trial = { messages: 5, micros: undefined, demoText: '' };
    const made = await createAccount({ ...admin, trial }, { name: 'Staff Made' });
    const { accountId } = must(made);
    const email = 'owner@staff-made.example';
    await addPerson(admin, email, { accountId, role: 'owner' });
    const ali = visit(paigham.baseUrl);
    await ali.signIn(email);
    const phone = mobileOf(0, 700_001);
    const ask = (method: string, body: object) => ali.ask('/v1/me/phone', { method, body });
    const [test] = ((await ali.ask('/v1/templates')).body as unknown as Listed).data;
    const trySend = () =>
      ali.ask('/v1/messages', {
        method: 'POST',
        body: {
          recipients: [phone],
          sender: 'InfoSMS',
          template_id: test?.['id'],
          values: { company: 'Staff Made' },
        },
      });
    expect((await trySend()).body).toMatchObject({ code: 'rejected_not_own_number' });
    expect((await ask('POST', { phone: '12' })).body).toMatchObject({
      errors: [{ pointer: '/body/phone' }],
    });
    const texted = await ask('POST', { phone: `0${phone.slice(2)}` });
    expect(texted.status).toBe(202);
    const { token } = texted.body;
    const code = await codeFor(phone);
    const wrong = await ask('PUT', { token, code: otherThan(code) });
    expect([wrong.status, wrong.body['errors']]).toMatchObject([400, [{ pointer: '/body/code' }]]);
    const right = await ask('PUT', { token, code: inUrdu(code) });
    expect(right).toMatchObject({ status: 200, body: { phone } });
    expect((await ali.ask('/v1/session')).body).toMatchObject({ person: { phone } });
    expect((await trySend()).status).toBe(201);
  });

  it('is not kept out by strangers who register with their number', async () => {
    const zara = await begin('Zara Three');
    const phone = mobileOf(0, 700_003);
    for (let asked = 0; asked < limit('registrationsPerPhone'); asked += 1) {
      expect((await newcomer().register({ phone })).status).toBe(202);
    }
    expect((await newcomer().register({ phone })).status).toBe(429);
    expect(await zara.ask('/v1/me/phone', { method: 'POST', body: { phone } })).toMatchObject({
      status: 202,
    });
  });

  it('cannot use another person’s token, an old one, or codes by the dozen', async () => {
    const [zara, other] = [await begin('Zara One'), await begin('Zara Two')];
    const phone = mobileOf(0, 700_002);
    const texted = await zara.ask('/v1/me/phone', { method: 'POST', body: { phone } });
    const given = { token: texted.body['token'], code: await codeFor(phone) };
    const put = (by: Newcomer, body: object) => by.ask('/v1/me/phone', { method: 'PUT', body });
    expect((await put(other, given)).status).toBe(400);
    expect((await put(zara, { ...given, token: 'x' })).status).toBe(400);
    clock.setTo(clock.nowMs() + 11 * 60_000);
    expect((await put(zara, given)).status).toBe(400);
    expect((await zara.ask('/v1/session')).body).toMatchObject({ person: { phone: zara.phone } });
    const statuses: number[] = [];
    for (let times = 0; times < 6; times += 1) {
      const { status } = await zara.ask('/v1/me/phone', { method: 'POST', body: { phone } });
      statuses.push(status);
    }
    expect(statuses).toContain(429);
  });
});
