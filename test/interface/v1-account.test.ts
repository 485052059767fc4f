/** An account's resources: templates, senders, suppressions, users, usage, and lists as files. */
import { beforeAll, describe, expect, it } from 'vitest';
import { must } from '../../src/operations/admin.ts';
import { setAccount } from '../../src/features/accounts/accounts.operations.ts';
import { decideSender } from '../../src/features/senders/senders.operations.ts';
import { decideTemplate } from '../../src/features/templates/templates.operations.ts';
import { createUser } from '../../src/features/users/users.operations.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import { send, sendOk } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import type { Paigham } from '../support/paigham.ts';
import { sharedPaigham } from '../support/shared.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { v1At, type AskV1 } from '../support/v1.ts';

let paigham: Paigham;
let shop: Shop;
let ask: AskV1;

beforeAll(async () => {
  paigham = await sharedPaigham();
  shop = await openShop(paigham.world, { rupees: '100' });
  ask = v1At(paigham.baseUrl, shop.apiKey);
});

describe('the account', () => {
  it('shows its plan, and switches what is its own choice', async () => {
    const own = await openShop(paigham.world, { rupees: '1' });
    const its = v1At(paigham.baseUrl, own.apiKey);
    const { body } = await its('GET /v1/account');
    expect(body).toMatchObject({
      ...{ id: String(own.accountId), state: 'active', always_200: false, mnp_option: false },
      plan: { fixed_content: true, postpaid: false },
    });
    const lookalikes = body['lookalikes'] !== true;
    const changed = await its('PATCH /v1/account', { always_200: true, lookalikes });
    expect(changed).toMatchObject({
      status: 200,
      body: { ...body, always_200: true, lookalikes },
    });
    expect((await its('GET /v1/account')).body).toEqual(changed.body);
    const wrong = own.write('x', '923001234567', { template_id: 999_999 });
    expect((await send(paigham.baseUrl, wrong)).httpStatus).toBe(200);
    const [line] = (await its('GET /v1/audit?action=account.set&limit=1')).body.data;
    expect(line).toMatchObject({
      actor: expect.stringMatching(/^key:\d+$/),
      detail: { always200: true, lookalikes },
    });
  });

  it('looks ported numbers up only with coverage, and changes nothing of its plan', async () => {
    const own = await openShop(paigham.world, { rupees: '1' });
    const its = v1At(paigham.baseUrl, own.apiKey);
    const { admin } = paigham.world;
    const { accountId } = own;
    must(await setAccount(admin, { accountId, mnpOption: false, mnpCoverage: false }));
    const refused = await its('PATCH /v1/account', { mnp_option: true });
    expect(refused).toMatchObject({
      status: 400,
      body: {
        errors: [{ pointer: '/body/mnp_option', detail: expect.stringContaining('coverage') }],
      },
    });
    must(await setAccount(admin, { accountId, mnpCoverage: true }));
    expect(await its('PATCH /v1/account', { mnp_option: true })).toMatchObject({
      body: { mnp_option: true },
    });
    for (const body of [{}, { verified: true }, { mnp_coverage: true }, { plan: {} }]) {
      expect((await its('PATCH /v1/account', body)).status).toBe(400);
    }
  });
});

describe('a template', () => {
  const code = {
    name: 'Code',
    message: 'Your code is #code#.',
    variables: [{ name: 'code', type: 'digits', max_length: 8 }],
  };

  it('waits, is decided on with a reason, and can be sent once approved', async () => {
    const { admin } = paigham.world;
    const made = await ask('POST /v1/templates', code, { 'idempotency-key': 'a template' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      ...{ name: 'Code', category: 'transactional', state: 'waiting', reason: null },
      variables: [{ name: 'code', type: 'digits', max_length: 8, optional: false }],
    });
    const again = await ask('POST /v1/templates', code, { 'idempotency-key': 'a template' });
    expect(again.body).toEqual(made.body);
    const templateId = Number(made.body['id']);
    const decided = { accountId: shop.accountId, templateId };
    const shown = async () => (await ask(`GET /v1/templates/${templateId}`)).body;
    must(
      await decideTemplate(admin, { ...decided, state: 'rejected', reason: 'Say who you are.' }),
    );
    expect(await shown()).toMatchObject({ state: 'rejected', reason: 'Say who you are.' });
    must(await decideTemplate(admin, { ...decided, state: 'approved' }));
    expect(await shown()).toMatchObject({ state: 'approved', reason: null });
    const parameters = shop.write('x', '923001234567', { template_id: templateId });
    const message = { code: '4821' };
    expect((await send(paigham.baseUrl, { ...parameters, message })).httpStatus).toBe(200);
    expect((await ask(`DELETE /v1/templates/${templateId}`)).status).toBe(204);
    expect((await ask(`GET /v1/templates/${templateId}`)).status).toBe(404);
    expect((await send(paigham.baseUrl, { ...parameters, message })).httpStatus).toBe(404);
  });

  it('gets a new wording, and the approved one is sent until that is approved', async () => {
    const { admin } = paigham.world;
    const made = await ask('POST /v1/templates', { ...code, name: 'Reworded' });
    const templateId = Number(made.body['id']);
    const at = `/v1/templates/${templateId}`;
    const decide = (decision: object) =>
      decideTemplate(admin, {
        ...{ accountId: shop.accountId, templateId, state: 'approved' },
        ...decision,
      });
    const textNow = async () => {
      const body = { sender: '8584', template_id: String(templateId), values: { code: '4821' } };
      return (await ask('POST /v1/messages/preview', body)).body['text'];
    };
    must(await decide({}));
    const second = { message: 'Use #code# to sign in.', variables: code.variables };
    expect((await ask(`PUT ${at}`, second)).body).toMatchObject({
      ...{ state: 'approved', version: 1, message: code.message },
      proposed: { version: 2, message: second.message, category: 'transactional' },
    });
    const waiting = (await ask('GET /v1/templates?state=waiting')).body.data;
    expect(waiting.map(({ id }) => id)).toEqual([String(templateId)]);
    expect(await textNow()).toBe('Your code is 4821.');
    expect(await decide({})).toMatchObject({ ok: false, field: 'version' });
    must(await decide({ state: 'rejected', version: 2, reason: 'Say who you are.' }));
    expect(await textNow()).toBe('Your code is 4821.');
    expect((await ask(`GET ${at}`)).body).toMatchObject({ state: 'approved', proposed: null });

    const third = { message: 'Chaman: #code#', variables: [] };
    expect((await ask(`PUT ${at}`, third)).body).toMatchObject({ proposed: { version: 3 } });
    expect(await decide({ version: 2 })).toMatchObject({ ok: false, field: 'version' });
    must(await decide({ version: 3 }));
    expect((await ask(`GET ${at}`)).body).toMatchObject({
      ...{ state: 'approved', version: 3, message: third.message, proposed: null },
      variables: [{ name: 'code', type: 'text', max_length: 160 }],
    });
    expect(await textNow()).toBe('Chaman: 4821');

    const { data } = (await ask(`GET ${at}/history`)).body;
    expect(data.map(({ what, version }) => `${String(what)} ${String(version)}`)).toEqual([
      ...['approved 3', 'proposed 3', 'rejected 2', 'proposed 2', 'approved 1', 'proposed 1'],
    ]);
    expect(data[1]).toMatchObject({ message: third.message, reason: null });
    expect(data[1]?.['by']).toMatch(/^key:\d+$/);
    expect(data[2]).toMatchObject({ message: null, variables: null, reason: 'Say who you are.' });
    expect((await ask(`DELETE ${at}`)).status).toBe(204);
    expect((await ask(`GET ${at}/history`)).status).toBe(404);
  });

  it('that was rejected waits again with a new wording, which must be valid', async () => {
    const { admin } = paigham.world;
    const made = await ask('POST /v1/templates', { ...code, name: 'Again' });
    const templateId = Number(made.body['id']);
    const at = `/v1/templates/${templateId}`;
    const decided = { accountId: shop.accountId, templateId };
    must(await decideTemplate(admin, { ...decided, state: 'rejected', reason: 'No.' }));
    const wrong = await ask(`PUT ${at}`, { message: 'Order #order no#' });
    expect(wrong.body).toMatchObject({ errors: [{ pointer: '/body/message' }] });
    const better = { message: 'Chaman: #code#', category: 'promotional' };
    expect((await ask(`PUT ${at}`, better)).body).toMatchObject({
      ...{ state: 'waiting', version: 2, reason: null, proposed: null, category: 'promotional' },
    });
    expect((await ask(`PUT /v1/templates/999999`, better)).status).toBe(404);
    expect((await ask(`DELETE ${at}`)).status).toBe(204);
  });

  it.each([
    ['/body/message', { ...code, message: 'Order #order no#' }],
    ['/body/variables', { ...code, variables: [{ name: 'other' }] }],
    ['/body/category', { ...code, category: 'other' }],
  ])('is checked as for staff, at %s', async (pointer, body) => {
    const refused = await ask('POST /v1/templates', body);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ errors: [{ pointer }] });
  });

  it('is listed by its state', async () => {
    expect((await ask('GET /v1/templates?state=waiting')).body.data).toEqual([]);
    const approved = (await ask('GET /v1/templates?state=approved')).body.data;
    expect(approved.map(({ state }) => state)).toEqual(['approved', 'approved']);
  });
});

describe('a sender', () => {
  it('is requested, waits and is decided on; shared ones are marked', async () => {
    const made = await ask('POST /v1/senders', { name: 'ChamanGold', route: 'branded' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ state: 'waiting', shared: false });
    const decision = { accountId: shop.accountId, name: 'ChamanGold', reason: 'No such brand.' };
    must(await decideSender(paigham.world.admin, { ...decision, state: 'rejected' }));
    const shown = await ask(`GET /v1/senders/${String(made.body['id'])}`);
    expect(shown.body).toMatchObject({ state: 'rejected', reason: 'No such brand.' });
    // Longer than their ids can be.
    expect((await ask('GET /v1/senders/923001234567')).status).toBe(404);
    const all = (await ask('GET /v1/senders')).body.data;
    const sharedNames = all.filter(({ shared }) => shared === true).map(({ name }) => name);
    expect(sharedNames).toEqual(expect.arrayContaining(['InfoSMS', '8584']));
    const twice = await ask('POST /v1/senders', { name: 'ChamanGold', route: 'branded' });
    expect(twice.body).toMatchObject({ errors: [{ pointer: '/body/name' }] });
  });
});

describe('suppressions', () => {
  it('take effect with the next send, and end when removed', async () => {
    const mobile = '923009999001';
    const added = await ask('POST /v1/suppressions', { number: '0300 9999001' });
    expect(added.body).toMatchObject({ number: mobile, scope: 'all', source: 'api' });
    expect((await send(paigham.baseUrl, shop.write('x', mobile))).code).toBe('9');
    expect((await ask(`GET /v1/suppressions/${mobile}`)).status).toBe(200);
    expect((await ask('DELETE /v1/suppressions/03009999001')).status).toBe(204);
    expect((await ask(`GET /v1/suppressions/${mobile}`)).status).toBe(404);
    expect((await ask('DELETE /v1/suppressions/x')).status).toBe(404);
    expect((await send(paigham.baseUrl, shop.write('x', mobile))).httpStatus).toBe(200);
  });

  it('are widened by adding them again, never narrowed', async () => {
    const number = '923009999003';
    const add = (scope: string) => ask('POST /v1/suppressions', { number, scope });
    expect((await add('promotional')).body).toMatchObject({ scope: 'promotional' });
    expect((await add('all')).body).toMatchObject({ scope: 'all' });
    expect((await add('promotional')).body).toMatchObject({ scope: 'all' });
    const imported = { numbers: [number], scope: 'promotional' };
    expect((await ask('POST /v1/suppressions/import', imported)).body).toMatchObject({ known: 1 });
    expect((await ask(`GET /v1/suppressions/${number}`)).body).toMatchObject({ scope: 'all' });
    expect((await ask(`DELETE /v1/suppressions/${number}`)).status).toBe(204);
  });

  it('are imported: invalid ones are reported, and pages hold all', async () => {
    const numbers = Array.from({ length: 250 }, (_, at) => String(923_018_880_000 + at));
    const body = { numbers: [...numbers, numbers[0], 'x', '0421234567'], scope: 'promotional' };
    const imported = await ask('POST /v1/suppressions/import', body);
    expect(imported.body).toEqual({ added: 250, known: 0, invalid: ['x', '0421234567'] });
    const again = await ask('POST /v1/suppressions/import', { numbers: numbers.slice(0, 10) });
    expect(again.body).toMatchObject({ added: 0, known: 10 });
    const first = await ask('GET /v1/suppressions?limit=200');
    const cursor = String(first.body['next_cursor']);
    const rest = await ask(`GET /v1/suppressions?limit=200&cursor=${cursor}`);
    const listed = [...first.body.data, ...rest.body.data].map(({ number }) => number);
    expect(listed).toEqual(numbers);
  });
});

describe('users', () => {
  const addUser = async (accountId: AccountId, role: 'owner' | 'manager', name: string) => {
    const works = { accountId, role };
    const made = await createUser(paigham.world.admin, { email: `${name}@chaman.example`, works });
    return must(made).userId;
  };

  it('have a role with its scopes, and an account keeps an owner', async () => {
    const owner = await addUser(shop.accountId, 'owner', 'ayesha');
    const other = await addUser(shop.accountId, 'manager', 'bilal');
    const { data } = (await ask('GET /v1/users')).body;
    expect(data).toMatchObject([
      { id: String(other), role: 'manager', scopes: ['send', 'read', 'templates'] },
      { id: String(owner), role: 'owner' },
    ]);
    const changed = await ask(`PATCH /v1/users/${other}`, { role: 'developer' });
    expect(changed.body).toMatchObject({ role: 'developer', scopes: ['send', 'read', 'account'] });
    const last = await ask(`PATCH /v1/users/${owner}`, { role: 'viewer' });
    expect(last.body).toMatchObject({ errors: [{ pointer: '/body/role' }] });
    expect((await ask(`DELETE /v1/users/${owner}`)).status).toBe(400);
    expect((await ask(`DELETE /v1/users/${other}`)).status).toBe(204);
    const key = await ask('POST /v1/keys', { name: 'small', scopes: ['account', 'read'] });
    const small = v1At(paigham.baseUrl, String(key.body['key']));
    const taken = await small(`PATCH /v1/users/${owner}`, { role: 'viewer' });
    expect([taken.status, taken.body['code']]).toEqual([403, 'scope_missing']);
    const removed = await small(`DELETE /v1/users/${owner}`);
    expect([removed.status, removed.body['errors']]).toEqual([403, undefined]);
  });
});

describe('what was sent', () => {
  let own: Shop;
  let mine: AskV1;

  beforeAll(async () => {
    own = await openShop(paigham.world, { rupees: '100' });
    mine = v1At(paigham.baseUrl, own.apiKey);
    await sendOk(paigham.baseUrl, own.write('one', '923001234567'));
    await sendOk(paigham.baseUrl, own.write('two', '923111234567,923001234568'));
    await eventually('all has arrived', async () => {
      const { total } = (await mine('GET /v1/usage')).body as unknown as Usage;
      return total.counts['delivered'] === 3 ? true : undefined;
    });
  });

  type Figures = { readonly messages: number; readonly counts: Record<string, number> };
  type Usage = { readonly total: Figures & { readonly price: string; readonly charged: string } };

  it('is added up by day, hour, operator, template, sender and batch', async () => {
    const total = { messages: 3, parts: 3, price: '14.40', charged: '14.40' };
    const by = async (key: string) => {
      const { body } = await mine(`GET /v1/usage?by=${key}`);
      expect(body['total']).toMatchObject(total);
      return body.data.map((it) => [it['key'], it['kind'], it['messages']]);
    };
    expect(await by('operator')).toEqual([
      ['Jazz', 'sms', 2],
      ['Zong', 'sms', 1],
    ]);
    expect(await by('template')).toEqual([[String(own.transactional), 'sms', 3]]);
    expect(await by('sender')).toEqual([['8584', 'sms', 3]]);
    // An hour, or a day, may have ended meanwhile.
    for (const [key, form] of [
      ['day', /^\d{4}-\d\d-\d\d$/],
      ['hour', /^\d{4}-\d\d-\d\dT\d\d$/],
    ] as const) {
      const rows = new Map((await by(key)).map(([at, , messages]) => [at, Number(messages)]));
      for (const at of rows.keys()) expect(at).toMatch(form);
      expect([...rows.values()].reduce((sum, it) => sum + it, 0)).toBe(3);
    }
    const sent = (await mine('GET /v1/batches')).body.data.map(({ id }) => id);
    expect(await by('batch')).toEqual([
      ['', 'sms', 1],
      [sent[0], 'sms', 2],
    ]);
    const long = await mine('GET /v1/usage?since=2025-01-01T00:00:00Z&until=2026-03-01T00:00:00Z');
    expect(long.body).toMatchObject({ errors: [{ pointer: '/query/since' }] });
  });

  it('is exported as CSV, all of it, and for this account only', async () => {
    for (const [what, list] of [
      ['messages', '/v1/messages'],
      ['ledger', '/v1/ledger'],
    ] as const) {
      const file = await mine(`GET /v1/exports/${what}`);
      expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(file.headers.get('content-disposition')).toContain(`${what}.csv`);
      const rows = file.text.trimEnd().split('\r\n').slice(1);
      const listed = (await mine(`GET ${list}`)).body.data;
      expect(rows.map((row) => row.split(',')[0])).toEqual(listed.map(({ id }) => String(id)));
    }
    const none = await mine('GET /v1/exports/messages?recipient=923009990000');
    expect(none.text.trimEnd().split('\r\n')).toHaveLength(1);
    expect((await mine('GET /v1/exports/ledger?kind=other')).status).toBe(400);
    expect((await mine('GET /v1/exports/replies')).text).toContain('received_at');
    expect((await mine('GET /v1/exports/ledger')).text).toContain(',reserve,4.80,-4.80,PKR,');
    const usage = (await mine('GET /v1/exports/usage?by=operator')).text.split('\r\n');
    expect(usage[0]).toContain('charged,counts_pending,counts_sent');
    expect(usage.slice(1, 3).map((row) => row.split(',').slice(0, 3))).toEqual([
      ['Jazz', 'sms', '2'],
      ['Zong', 'sms', '1'],
    ]);
    await mine('POST /v1/suppressions', { number: '923009999002', scope: 'promotional' });
    const numbers = (await mine('GET /v1/exports/suppressions?scope=promotional')).text;
    expect(numbers).toContain('923009999002,promotional,api,');
    expect((await mine('GET /v1/exports/suppressions?scope=all')).text).not.toContain('92300');
    expect((await mine('GET /v1/exports/audit?action=optout')).text).toContain('optout.add');
    const key = await mine('POST /v1/keys', { name: 'Reports', scopes: ['read'] });
    const reading = v1At(paigham.baseUrl, String(key.body['key']));
    expect((await reading('GET /v1/exports/audit')).body['code']).toBe('scope_missing');
  });

  it.each([
    ['batches', 'created_at'],
    ['suppressions', 'created_at'],
    ['messages', 'accepted_at'],
    ['ledger', 'created_at'],
  ])('is listed from a time on, and before one: %s', async (list, field) => {
    const { data } = (await mine(`GET /v1/${list}`)).body;
    const timeOf = (it: Readonly<Record<string, unknown>>): string => String(it[field]);
    const at = data.map(timeOf).reduce((one, other) => (one > other ? one : other));
    const later = new Date(Date.parse(at) + 1).toISOString();
    const listed = async (query: string) => (await mine(`GET /v1/${list}?${query}`)).body.data;
    expect(await listed(`since=${at}`)).toEqual(data.filter((it) => timeOf(it) >= at));
    expect(await listed(`since=${later}`)).toEqual([]);
    expect(await listed(`until=${later}`)).toEqual(data);
    expect(await listed(`until=${at}`)).toEqual(data.filter((it) => timeOf(it) < at));
    const wrong = await mine(`GET /v1/${list}?since=${later}&until=${at}`);
    expect(wrong.body).toMatchObject({ errors: [{ pointer: '/query/until' }] });
  });
});
