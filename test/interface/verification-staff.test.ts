/** Staff and the documents of accounts: every look is recorded, and decided on by who looked. */
import { beforeAll, describe, expect, it } from 'vitest';
import { must, type Admin } from '../../src/operations/admin.ts';
import {
  approveDocument,
  lookAtDocument,
  refuseDocument,
  submitDocument,
} from '../../src/features/verification/verification.operations.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { machineRandom } from '@paigham/base/random.ts';
import { createSeal } from '../../src/kit/seal.ts';
import { openTerminal, type Say } from '../admin/terminal.ts';
import { pngOf } from '../support/documents.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { addPerson, visit, type Visitor } from '../support/people.ts';
import { v1At } from '../support/v1.ts';
import { Company, JPEG } from '../support/verification.ts';

let paigham: Paigham;
let staff: Say;
const written = new Map<string, Uint8Array>();

beforeAll(async () => {
  paigham = await startPaigham();
  staff = openTerminal(paigham.db, paigham.world.admin, { written });
});

const admin = (): Admin => paigham.world.admin;

describe('staff', () => {
  it('find what waits, save it, look at it and decide, by words', async () => {
    const company = await Company.open(paigham);
    const of = String(company.accountId);
    await company.put('face', JPEG);
    const { out } = await staff('verification', 'list', of, '--json');
    expect(JSON.parse(out)).toMatchObject([{ kind: 'face', type: 'image/jpeg' }]);
    const unseen = await staff('verification', 'approve', of, 'face');
    expect(unseen).toMatchObject({ code: 1 });
    expect(unseen.err).toBe('KIND must be looked at first by whoever decides: verification save.');
    expect((await staff('verification', 'save', of, 'face', '/tmp/face.jpg')).code).toBe(0);
    expect(written.get('/tmp/face.jpg')).toEqual(JPEG);
    expect((await staff('verification', 'approve', of, 'face')).code).toBe(0);
    expect(JSON.parse((await staff('verification', 'list', of, '--json')).out)).toEqual([]);
  });

  it('do not decide on what has replaced the document that they saw', async () => {
    const company = await Company.open(paigham);
    const named = { accountId: company.accountId, kind: 'face' } as const;
    await company.put('face', JPEG);
    await company.look('face');
    await company.put('face', pngOf(10, 10));
    expect(await approveDocument(admin(), named)).toMatchObject({ ok: false, field: 'kind' });
    expect(await company.item('face')).toMatchObject({ state: 'submitted' });
    // What somebody else has seen counts for them alone.
    await company.look('face', { ...admin(), actor: 'staff:bilal@paigham.example' });
    expect(await approveDocument(admin(), named)).toMatchObject({ ok: false, field: 'kind' });
    await company.look('face');
    expect(await approveDocument(admin(), named)).toMatchObject({ ok: true });
  });

  it('say why they refuse, in words where no reason of the list fits', async () => {
    const company = await Company.open(paigham);
    const named = { accountId: company.accountId, kind: 'face' } as const;
    await company.put('face', JPEG);
    await company.look('face');
    const refuse = (input: object) => refuseDocument(admin(), { ...named, ...input });
    expect(await refuse({})).toMatchObject({ ok: false, field: 'reason' });
    expect(await refuse({ reason: 'other' })).toMatchObject({ ok: false, field: 'words' });
    expect(await refuse({ reason: 'other', words: 'x'.repeat(501) })).toMatchObject({ ok: false });
    expect(await refuse({ reason: 'unreadable' })).toMatchObject({ ok: true });
  });

  it('see nothing whose look could not be recorded', async () => {
    const company = await Company.open(paigham);
    await company.put('face', JPEG);
    let reads = 0;
    const reader: typeof paigham.db = {
      ...paigham.db,
      read: (statement, given) => {
        if (statement.name === 'read-document') reads += 1;
        return paigham.db.read(statement, given);
      },
    };
    const broken: Admin = {
      ...admin(),
      transact: () => Promise.reject(new Error('the database is away')),
    };
    const named = { accountId: company.accountId, kind: 'face' } as const;
    await expect(lookAtDocument(broken, reader, named)).rejects.toThrow('the database is away');
    expect(reads).toBe(0);
    await lookAtDocument(admin(), reader, named);
    expect(reads).toBe(1);
  });

  it('are told when the master key is another one', async () => {
    const company = await Company.open(paigham);
    const named = { accountId: company.accountId, kind: 'face' } as const;
    await company.put('face', JPEG);
    const seal = createSeal([Buffer.alloc(32, 9)], machineRandom);
    const elsewhere: Admin = { ...admin(), seal };
    expect(await lookAtDocument(elsewhere, paigham.db, named)).toMatchObject({
      ok: false,
      rule: 'cannot be opened: it was sealed with another master key than that of this service',
    });
  });

  it('open what was given before the service was started again', async () => {
    const company = await Company.open(paigham);
    await company.put('face', JPEG);
    const again = await paigham.startNode();
    const ask = v1At(again.baseUrl, company.apiKey);
    expect((await ask('GET /v1/verification')).body['state']).toBe('incomplete');
    expect(await company.look('face')).toEqual(JPEG);
    await again.stop();
  });

  it('may not be handed a document under another one’s row', async () => {
    const [company, other] = [await Company.open(paigham), await Company.open(paigham)];
    for (const { accountId } of [company, other]) {
      const file = { name: 'a.jpg', octets: JPEG, hash: '00'.repeat(32) };
      must(await submitDocument(admin(), { accountId, kind: 'face', number: undefined, file }));
    }
    await paigham.db.transact((it) =>
      it.run(
        plain(
          'swap',
          `update documents d set content = o.content from documents o
          where d.account_id = ${company.accountId} and o.account_id = ${other.accountId}`,
        ),
      ),
    );
    const named = { accountId: company.accountId, kind: 'face' } as const;
    expect(await lookAtDocument(admin(), paigham.db, named)).toMatchObject({ ok: false });
  });
});

describe('the file of a document', () => {
  let made = 0;

  /** Somebody on the staff, signed in; with the role, if it is not that of an administrator. */
  async function arrive(role: string = 'admin'): Promise<Visitor> {
    made += 1;
    const email = `staff-${made}@paigham.example`;
    const userId = await addPerson(admin(), email, 'staff');
    const set = plain('set-role', 'update users set staff_role = $1 where id = $2');
    await paigham.db.transact((it) => it.run(set, [role, userId]));
    const visitor = visit(paigham.baseUrl);
    await visitor.signIn(email);
    return visitor;
  }

  const pathOf = ({ accountId }: Company, kind = 'face'): string =>
    `/v1/staff/verification/${accountId}/${kind}/file`;

  async function read(visitor: Visitor, path: string) {
    const headers = { cookie: visitor.cookie };
    const response = await fetch(`${paigham.baseUrl}${path}`, { headers });
    const octets = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, octets };
  }

  it.each(['admin', 'approvals'])('is given to the role %s, as a download only', async (role) => {
    const company = await Company.open(paigham);
    await company.put('face', JPEG, { name: 'x.html' });
    const { status, headers, octets } = await read(await arrive(role), pathOf(company));
    expect(status).toBe(200);
    expect(octets).toEqual(JPEG);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': `attachment; filename*=UTF-8''account-${company.accountId}-face.jpg`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    const looks = (await company.ask('GET /v1/audit?action=verification.look')).body.data;
    expect(looks).toMatchObject([{ actor: 'staff', detail: { kind: 'face' } }]);
  });

  it.each(['finance', 'operations'])('is not for the role %s', async (role) => {
    const company = await Company.open(paigham);
    await company.put('face', JPEG);
    const { status, octets } = await read(await arrive(role), pathOf(company));
    expect([status, octets.toString()]).toEqual([
      403,
      expect.stringContaining('staff_role_too_low') as string,
    ]);
    expect((await company.ask('GET /v1/audit?action=verification.look')).body.data).toEqual([]);
  });

  it('is not for the account’s own people, nor for keys, nor for anybody', async () => {
    const company = await Company.open(paigham);
    const { accountId } = company;
    const email = `owner-${accountId}@sitara.example`;
    await addPerson(admin(), email, { accountId, role: 'owner' });
    const owner = visit(paigham.baseUrl);
    await owner.signIn(email);
    const form = new FormData();
    form.set('file', new Blob([Uint8Array.from(JPEG)]), 'face.jpg');
    const put = (csrf: string) =>
      fetch(`${paigham.baseUrl}/v1/verification/face`, {
        ...{ method: 'PUT', body: form, headers: { cookie: owner.cookie, 'paigham-csrf': csrf } },
      });
    expect((await put('')).status).toBe(403);
    expect((await put(owner.csrf)).status).toBe(200);
    expect((await owner.ask(pathOf(company))).body).toMatchObject({ code: 'staff_only' });
    expect((await visit(paigham.baseUrl).ask(pathOf(company))).status).toBe(401);
    expect((await company.ask(`GET ${pathOf(company)}`)).status).toBe(401);
  });

  it('is unknown when there is none', async () => {
    const company = await Company.open(paigham);
    const visitor = await arrive();
    for (const [path, code] of [
      [pathOf(company), 'document_unknown'],
      [pathOf(company, 'passport'), 'document_unknown'],
      ['/v1/staff/verification/0/face/file', 'found_account_unknown'],
      ['/v1/staff/verification/999999/face/file', 'found_account_unknown'],
    ] as const) {
      expect((await visitor.ask(path)).body).toMatchObject({ code });
    }
  });

  it('says so when it was sealed with another master key', async () => {
    const company = await Company.open(paigham);
    await company.put('face', JPEG);
    const damage = `update documents set content = content || '\\x00'::bytea
      where account_id = ${company.accountId}`;
    await paigham.db.transact((it) => it.run(plain('damage', damage)));
    expect((await (await arrive()).ask(pathOf(company))).body).toMatchObject({
      ...{ status: 409, code: 'document_sealed' },
    });
  });
});
