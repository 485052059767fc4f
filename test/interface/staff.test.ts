/** The service's staff at `/v1/staff` (docs/interface/staff.md). */
import { beforeAll, describe, expect, it } from 'vitest';
import { setAccount } from '../../src/features/accounts/accounts.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { OPERATIONS } from '../../src/operations/operations.ts';
import { addSender } from '../../src/features/senders/senders.operations.ts';
import { addTemplate } from '../../src/features/templates/templates.operations.ts';
import { mayDo } from '../../src/operations/staff-rights.ts';
import { STAFF_ROLES, type StaffRole } from '../../src/domain/account/staff.ts';
import { LEFT_OUT, pathNameOf } from '../../src/operations/operations.http.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { addPerson, visit, type Answer, type Visitor } from '../support/people.ts';
import { openShop, type Shop } from '../support/shop.ts';

let paigham: Paigham;
let shop: Shop;
const staff = new Map<StaffRole, Visitor>();

beforeAll(async () => {
  paigham = await startPaigham();
  shop = await openShop(paigham.world, { rupees: '100' });
  for (const staffRole of STAFF_ROLES) {
    const email = `${staffRole}@paigham.example`;
    await addPerson(paigham.world.admin, email, { staffRole });
    const visitor = visit(paigham.baseUrl);
    await visitor.signIn(email);
    staff.set(staffRole, visitor);
  }
});

function as(role: StaffRole): Visitor {
  const visitor = staff.get(role);
  if (visitor === undefined) throw new Error(`nobody is ${role}`);
  return visitor;
}

const perform = (visitor: Visitor, name: string, body: object, query = ''): Promise<Answer> =>
  visitor.ask(`/v1/staff/operations/${name}${query}`, { method: 'POST', body });

type Listed = { readonly name: string; readonly input: { readonly properties: object } };
type Described = {
  readonly name: string;
  readonly reads: boolean;
  readonly has_present: boolean;
  readonly input: {
    readonly properties: Readonly<Record<string, object>>;
    readonly required?: readonly string[];
  };
};

describe('an operation of staff', () => {
  it.each(STAFF_ROLES)('is listed and carried out for %s just as the role allows', async (role) => {
    const { body } = await as(role).ask('/v1/staff/operations');
    const listed = (body['data'] as readonly Listed[]).map(({ name }) => name);
    const offered = OPERATIONS.filter(({ name }) => !Object.hasOwn(LEFT_OUT, name));
    const allowed = offered.filter(({ name }) => mayDo(role, name)).map(pathNameOf);
    expect(listed).toEqual(allowed);
    for (const name of offered.map(pathNameOf)) {
      // No operation has this field: those that are allowed get as far as their input.
      const { status, body: told } = await perform(as(role), name, { no_such_field: true });
      const code = listed.includes(name)
        ? [400, 'parameters_invalid']
        : [403, 'staff_role_too_low'];
      expect([name, status, told.code]).toEqual([name, ...code]);
    }
  });

  it('reads and changes, with the person in the audit log', async () => {
    const finance = as('finance');
    const account = String(shop.accountId);
    const credit = { account, rupees: '250.00', reference: 'bank 17' };
    expect(await perform(finance, 'credit-add', credit)).toMatchObject({ status: 200 });
    const shown = await perform(finance, 'account-show', { account });
    expect(shown.body['data']).toMatchObject({ balance: '350.00' });
    const { body } = await perform(finance, 'audit-list', { account, action: ['credit.add'] });
    expect((body['data'] as readonly object[])[0]).toMatchObject({
      actor: 'staff:finance@paigham.example',
    });
  });

  it('that would do harm says what, and is done once somebody agrees', async () => {
    const operations = as('operations');
    const [link] = (await perform(operations, 'link-list', {})).body['data'] as readonly {
      readonly name: string;
    }[];
    const body = { link: link?.name };
    const asked = await perform(operations, 'link-disable', body);
    expect(asked).toMatchObject({ status: 409, body: { code: 'agreement_needed' } });
    const { consequences } = asked.body as { consequences?: readonly string[] };
    expect(consequences?.length).toBeGreaterThan(0);
    const shown = await perform(operations, 'link-show', body);
    expect(shown.body['data']).toMatchObject({ enabled: true });
    const done = await perform(operations, 'link-disable', body, '?agreed=true');
    expect(done.status).toBe(200);
    expect((await perform(operations, 'link-show', body)).body['data']).toMatchObject({
      enabled: false,
    });
    expect((await perform(operations, 'link-enable', body)).status).toBe(200);
  });

  it('that is refused names the field, and speaks of no command line', async () => {
    const refused = await perform(as('finance'), 'credit-add', {
      ...{ account: 'Nobody', rupees: '1', reference: 'x' },
    });
    expect(refused).toMatchObject({
      status: 400,
      body: {
        detail: `Invalid parameters: 'There is no account named "Nobody"'`,
        errors: [{ pointer: '/body/account', detail: 'There is no account named "Nobody"' }],
      },
    });
    const account = String(shop.accountId);
    expect(await perform(as('finance'), 'credit-add', { account, rupees: '1' })).toMatchObject({
      ...{ status: 400, body: { errors: [{ pointer: '/body/reference', detail: 'is missing' }] } },
    });
    const money = await perform(as('finance'), 'credit-add', {
      ...{ account: String(shop.accountId), rupees: '-1', reference: 'x' },
    });
    const rule = 'must be rupees without commas, with at most 2 decimals, such as 4.80';
    expect(money.body).toMatchObject({ errors: [{ pointer: '/body/rupees', detail: rule }] });
    const login = await perform(as('admin'), 'user-add', { email: 'sana', staff: true });
    expect(JSON.stringify(login.body['errors'])).not.toContain('pattern');
    const unknown = await perform(as('operations'), 'message-show', { id: '17' });
    expect(unknown.body).toMatchObject({ errors: [{ detail: 'There is no message 17' }] });
    // An id is taken as `/v1` writes it, too: what is wrong is that there is none.
    for (const transfer of ['999', 999]) {
      const confirmed = await perform(as('finance'), 'bank-confirm', { account, transfer });
      const detail = 'must be of a bank transfer of the account';
      expect(confirmed.body).toMatchObject({ errors: [{ pointer: '/body/transfer', detail }] });
    }
    const inSindh = await perform(as('admin'), 'account-set', { account, province: 'sindh' });
    expect(inSindh.body).toMatchObject({ data: { province: 'sindh' } });
    expect(await perform(as('admin'), 'route-sit', {})).toMatchObject({
      status: 404,
      body: { code: 'operation_unknown' },
    });
    expect(await perform(as('admin'), 'account-set', { account: '1' })).toMatchObject({
      body: { errors: [{ pointer: '/body', detail: expect.stringMatching('^Say what to ch') }] },
    });
  });

  it('says that there is no such account, and nothing of whoever asks', async () => {
    const gone = { status: 404, body: { code: 'found_account_unknown' } };
    const ask = (path: string) => as('admin').ask(`/v1/staff/${path}`);
    expect(await ask('accounts/9999')).toMatchObject(gone);
    expect((await ask('accounts/9999')).body['detail']).toBe(
      'Invalid id: there is no account with it',
    );
    expect(await ask('verification/9999/face/file')).toMatchObject(gone);
    const errors = [{ pointer: '/query/account', detail: 'must be the id of an account' }];
    for (const list of ['approvals', 'messages']) {
      expect(await ask(`${list}?account=9999`)).toMatchObject({ status: 400, body: { errors } });
    }
  });

  it('takes files, secrets and several options as properties', async () => {
    const operations = as('operations');
    const imported = await perform(operations, 'dnc-import', {
      ...{ file: 'register.csv', source: 'PTA', lines: '923004440001\n923004440002\r\n' },
    });
    expect(imported).toMatchObject({ status: 200, body: { data: { read: 2 } } });
    const added = await perform(operations, 'link-add', {
      ...{ link: 'new-1', host: 'smsc.example', port: 2776, system_id: 'me', password: 'of-ours' },
    });
    expect(added.status).toBe(200);
    expect(JSON.stringify(added.body)).not.toContain('of-ours');
    const shown = await perform(operations, 'link-show', { link: 'new-1' });
    expect(shown.body['data']).toMatchObject({ port: 2776, host: 'smsc.example' });
    const admin = as('admin');
    const email = 'bilal@paigham.example';
    const password = 'another long password';
    const login = { email, staff: true, staff_role: 'finance', password };
    expect((await perform(admin, 'user-add', login)).body['data']).toMatchObject({
      ...{ email, staff_role: 'finance' },
    });
    const bilal = visit(paigham.baseUrl);
    expect((await bilal.signIn(email, password)).status).toBe(200);
    expect((await bilal.ask('/v1/session')).body).toMatchObject({
      person: { staff_role: 'finance' },
    });
  });

  it('that changes something shows it as it is, by what says which one', async () => {
    const { accountId } = shop;
    const account = String(accountId);
    const present = async (role: StaffRole, name: string, body: object) =>
      (await perform(as(role), `${name}/present`, body)).body['data'];
    const { admin } = paigham.world;
    must(await setAccount(admin, { accountId, always200: true }));
    expect(await present('admin', 'account-set', { account })).toMatchObject({
      ...{ verified: true, always_200: true, postpaid: false, ip_list: [] },
    });
    const { body } = await perform(as('operations'), 'route-list', {});
    const [found] = body['data'] as readonly { readonly operator: string; readonly link: string }[];
    const { operator = '', link = '' } = found ?? {};
    const shown = await present('operations', 'link-set', { link });
    expect(shown).toMatchObject({ tls: 'off', binds: 1, tls_authority: '' });
    expect(shown).not.toHaveProperty('password');
    const route = { operator, link };
    const set = { ...route, account, priority: 7, cost: '0.25' };
    expect((await perform(as('operations'), 'route-set', set)).status).toBe(200);
    expect(await present('operations', 'route-set', { ...route, account })).toMatchObject({
      ...{ priority: 7, cost: '0.25', weight: 1, off: false },
    });
    const other = { ...route, category: 'promotional' };
    expect(await present('operations', 'route-set', other)).toBe(null);
    expect(await present('finance', 'account-cap', { account })).toMatchObject({ alarm_at: 80 });
    expect(await present('finance', 'tariff-set', { route: 'branded' })).toMatchObject({
      rupees: expect.stringMatching(/^\d+\.\d\d$/),
    });
    expect(await present('finance', 'credit-add', { account })).toBe(null);
    // Which one is not said, or does not exist.
    const [unsaid, unknown, lower] = [
      await perform(as('admin'), 'account-set/present', {}),
      await perform(as('admin'), 'account-set/present', { account: 'Nobody' }),
      await perform(as('finance'), 'link-set/present', { link }),
    ];
    expect(unsaid.body).toMatchObject({ errors: [{ pointer: '/body/account' }] });
    expect(unknown.body).toMatchObject({ errors: [{ pointer: '/body/account' }] });
    expect([lower.status, lower.body.code]).toEqual([403, 'staff_role_too_low']);
  });

  it('says what it would change wherever it changes something that exists', async () => {
    const { body } = await as('admin').ask('/v1/staff/operations');
    const changing = (body['data'] as readonly Described[])
      .filter(({ name }) =>
        /-(set|cap|plan|price|edit|role|staff|validity|point|.*list)$/.test(name),
      )
      .filter(({ reads, has_present: has }) => !reads && !has)
      .map(({ name }) => name);
    // Add to those that there are; writes the whole wording anew, in an editor.
    expect(changing).toEqual(['tax-set', 'prefix-set', 'chat-cost-set', 'chat-template-edit']);
  });

  it('needs what a new link needs, and puts each fault beside its field', async () => {
    const { body } = await as('operations').ask('/v1/staff/operations');
    const all = body['data'] as readonly Described[];
    const added = all.find(({ name }) => name === 'link-add')?.input;
    expect(added?.required?.toSorted()).toEqual(['host', 'link', 'password', 'system_id']);
    expect(added?.properties).toMatchObject({
      ...{ port: { default: 2775 }, password: { format: 'password' } },
    });
    const changed = all.find(({ name }) => name === 'link-set')?.input;
    expect(changed?.required).toEqual(['link']);
    expect(changed?.properties['port']).not.toHaveProperty('default');
    const operations = as('operations');
    const login = { link: 'new-2', password: 'x' };
    const missing = await perform(operations, 'link-add', login);
    expect([missing.status, missing.body['errors']]).toMatchObject([
      400,
      [{ pointer: '/body/host' }, { pointer: '/body/system_id' }],
    ]);
    for (const [field, value] of [
      ['tls_authority', 'no certificate'],
      ['receipt_words', 'DELIVRD=never'],
      ['host', 'two words'],
    ] as const) {
      const body = { ...login, host: '127.0.0.1', system_id: 'us', [field]: value };
      expect((await perform(operations, 'link-add', body)).body).toMatchObject({
        errors: [{ pointer: `/body/${field}` }],
      });
    }
    const together = { ...login, host: '127.0.0.1', system_id: 'us', long_texts: 'payload' };
    expect((await perform(operations, 'link-add', together)).body).toMatchObject({
      errors: [{ pointer: '/body/receipts_per' }],
    });
  });

  it('that opens a way in asks again who they are', async () => {
    const email = 'late@paigham.example';
    const userId = await addPerson(paigham.world.admin, email, { staffRole: 'admin' });
    const late = visit(paigham.baseUrl);
    await late.signIn(email);
    await paigham.db.transact((transaction) =>
      transaction.run(
        plain(
          'test-unconfirm',
          `update sessions set confirmed_until = null, created_at = now() - interval '30 minutes'
          where user_id = $1`,
        ),
        [userId],
      ),
    );
    const account = String(shop.accountId);
    for (const [name, body] of [
      ['key-create', { account, name: 'stolen', scopes: ['read'] }],
      ['credit-add', { account, rupees: '1', reference: 'stolen' }],
      ['credit-confirm', { account, id: 1 }],
      ['request-confirm', { id: 1 }],
      ['account-set', { account, postpaid: true }],
      ['account-cap', { account, day: 'none' }],
      ['tariff-set', { route: 'branded', rupees: '0', account }],
      ['chat-tariff-set', { category: 'marketing', rupees: '0', account }],
      ['lookup-price', { first: '0', again: '0', account }],
      ['service-set', { account, sender: 'Shop', template: 1 }],
    ] as const) {
      expect([name, await perform(late, name, body, '?agreed=true')]).toMatchObject([
        ...[name, { status: 403, body: { code: 'confirmation_needed' } }],
      ]);
    }
  });
});

type Waiting = { readonly kind: string; readonly name: string; readonly id: string };

describe('what waits for a decision', () => {
  it('is one queue, the oldest first, page by page, until somebody decides', async () => {
    const { accountId } = shop;
    const { admin } = paigham.world;
    must(await addSender(admin, { accountId, name: 'Waiting 1', route: 'branded' }));
    const wording = { name: 'Order', message: 'Your order #number# is ready' };
    must(await addTemplate(admin, { accountId, ...wording, category: 'transactional' }));
    must(await addSender(admin, { accountId, name: 'Waiting 2', route: 'branded' }));
    const approvals = as('approvals');
    const list = async (query: string) => {
      const path = `/v1/staff/approvals?account=${accountId}${query}`;
      const { status, body } = await approvals.ask(path);
      expect(status).toBe(200);
      return {
        rows: body['data'] as readonly Waiting[],
        next: body['next_cursor'] as string | null,
      };
    };
    const { rows } = await list('');
    expect(rows.map(({ name }) => name)).toEqual(['Waiting 1', 'Order', 'Waiting 2']);
    expect(rows[1]).toMatchObject({
      ...{ kind: 'template', wording: wording.message, version: 1, submitted_by: admin.actor },
      account: { id: String(accountId), verified: expect.any(Boolean) },
    });
    const paged: string[] = [];
    for (let next: string | null = ''; next !== null;) {
      const page = await list(next === '' ? '&limit=1' : `&limit=1&cursor=${next}`);
      paged.push(...page.rows.map(({ name }) => name));
      next = page.next;
    }
    expect(paged).toEqual(['Waiting 1', 'Order', 'Waiting 2']);
    expect((await list('&kind=template')).rows).toHaveLength(1);
    // What the decision asks about is there from the start.
    const other = await openShop(paigham.world, { rupees: '1' });
    must(await addSender(admin, { ...other, name: 'Waiting l', route: 'branded' }));
    const consequences = [`Waiting 1 looks like Waiting l of account ${other.accountId}.`];
    expect((await list('')).rows[0]).toMatchObject({ name: 'Waiting 1', consequences });
    expect((await list('')).rows[1]).toMatchObject({ consequences: [] });
    const decided = { account: String(accountId), name: 'Waiting 1' };
    expect((await perform(approvals, 'sender-approve', decided, '?agreed=true')).status).toBe(200);
    expect((await list('')).rows.map(({ name }) => name)).toEqual(['Order', 'Waiting 2']);
    expect(await as('finance').ask('/v1/staff/approvals')).toMatchObject({
      status: 403,
      body: { code: 'staff_role_too_low' },
    });
    expect((await approvals.ask('/v1/staff/approvals?cursor=x')).status).toBe(400);
  });
});

describe('an operation that needs a terminal', () => {
  it('is left out, and something else is served in its place', async () => {
    const response = await fetch(`${paigham.baseUrl}/openapi.json`);
    const { paths } = (await response.json()) as { paths: Record<string, Record<string, object>> };
    for (const [name, instead] of Object.entries(LEFT_OUT)) {
      const [method = '', path = ''] = instead?.split(' ') ?? [];
      if (instead !== undefined) expect(paths[path]).toHaveProperty(method.toLowerCase());
      const asked = await perform(as('admin'), pathNameOf({ name }), {});
      expect(asked).toMatchObject({ status: 404, body: { code: 'operation_unknown' } });
    }
  });
});

describe('/v1/staff', () => {
  it('is closed to keys, to strangers and to the people of accounts', async () => {
    const response = await fetch(`${paigham.baseUrl}/openapi.json`);
    const { paths } = (await response.json()) as { paths: Record<string, Record<string, object>> };
    const calls = Object.entries(paths)
      .filter(([path]) => path.startsWith('/v1/staff/'))
      .flatMap(([path, item]) => Object.keys(item).map((method) => ({ path, method })));
    expect(calls.length).toBeGreaterThan(1);
    const { accountId, apiKey } = shop;
    await addPerson(paigham.world.admin, 'owner@shop.example', { accountId, role: 'owner' });
    const owner = visit(paigham.baseUrl);
    await owner.signIn('owner@shop.example');
    const stranger = visit(paigham.baseUrl);
    for (const { path, method: lower } of calls) {
      const method = lower.toUpperCase();
      const ask = { method, ...(method === 'GET' ? {} : { body: {} }) };
      const place = path.replaceAll(/\{\w+\}/g, '1');
      const headers = { authorization: `Bearer ${apiKey}` };
      const told = [
        (await owner.ask(place, ask)).body.code,
        (await stranger.ask(place, ask)).status,
        (await stranger.ask(place, { ...ask, headers })).status,
      ];
      expect([path, ...told]).toEqual([path, 'staff_only', 401, 401]);
    }
  });
});
