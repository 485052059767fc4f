/** The verification of an account: it gives documents, and is verified when all are approved. */
import { request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { must, type Admin } from '../../src/operations/admin.ts';
import { createKey, readSecret } from '../../src/features/keys/keys.operations.ts';
import { addSender, approveSender } from '../../src/features/senders/senders.operations.ts';
import { createUser } from '../../src/features/users/users.operations.ts';
import {
  lookAtDocument,
  refuseDocument,
} from '../../src/features/verification/verification.operations.ts';
import { DOCUMENT_KINDS } from '../../src/domain/account/verification.ts';
import { limit } from '../../src/domain/limits.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { openTerminal, type Say } from '../admin/terminal.ts';
import { PDF, pngOf } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import type { Paigham } from '../support/paigham.ts';
import { sharedPaigham } from '../support/shared.ts';
import { Company, JPEG } from '../support/verification.ts';

let paigham: Paigham;
let staff: Say;

beforeAll(async () => {
  paigham = await sharedPaigham();
  staff = openTerminal(paigham.db, paigham.world.admin);
});

const admin = (): Admin => paigham.world.admin;

describe('an account that wants to be verified', () => {
  it('gives five documents, and is verified when the last is approved', async () => {
    const company = await Company.open(paigham);
    const { accountId, ask } = company;
    expect((await ask('GET /v1/verification')).body).toMatchObject({
      state: 'incomplete',
      items: DOCUMENT_KINDS.map((kind) => ({ kind, state: 'missing', file_name: null })),
    });
    await company.putAll();
    expect(await company.item('face')).toEqual({
      ...{ kind: 'face', state: 'submitted', reason: null, reason_code: null },
      ...{ file_name: 'card.jpg', bytes: JPEG.length, decided_at: null },
      submitted_at: expect.stringMatching(/^20\d\d-/) as string,
    });
    expect(await company.state()).toBe('waiting');
    const [last = 'tax', ...others] = DOCUMENT_KINDS.toReversed();
    for (const kind of others) {
      expect(await company.approve(kind)).toEqual({ verified: false, nowComplete: false });
    }
    // Its own sender is not approved before.
    must(await addSender(admin(), { accountId, name: 'Sitara', route: 'branded' }));
    const named = { accountId, name: 'Sitara' };
    expect(await approveSender(admin(), named)).toMatchObject({ ok: false, field: 'account' });
    expect(await company.approve(last)).toEqual({ verified: true, nowComplete: true });
    expect(await company.state()).toBe('verified');
    expect(await approveSender(admin(), named)).toMatchObject({ ok: true });
    const audit = async (action: string) => (await ask(`GET /v1/audit?action=${action}`)).body.data;
    expect(await audit('verification.look')).toHaveLength(5);
    expect((await audit('account.set'))[0]).toMatchObject({ detail: { verified: true } });
  });

  it('learns why a document was refused, by a list and an event, and gives another', async () => {
    const company = await Company.open(paigham);
    const { accountId, ask } = company;
    await ask('GET /v1/events');
    await company.put('agreement', PDF, { name: 'agreement.pdf' });
    await company.look('agreement');
    const decision = { accountId, kind: 'agreement', reason: 'not_signed' } as const;
    must(await refuseDocument(admin(), { ...decision, words: 'The stamp is missing.' }));
    const reason =
      'The agreement must be on your letterhead, signed and stamped. The stamp is missing.';
    const refused = { state: 'refused', reason, reason_code: 'not_signed' };
    expect(await company.item('agreement')).toMatchObject(refused);
    expect(await company.state()).toBe('refused');
    const event = await eventually('it is told', async () =>
      (await ask('GET /v1/events')).body.data.find((it) => it['type'] === 'verification.decided'),
    );
    expect(event['data']).toEqual({
      ...{ kind: 'agreement', state: 'refused', reason, account_verified: false },
    });
    await company.put('agreement', PDF, { name: 'signed.pdf' });
    expect(await company.item('agreement')).toMatchObject({
      ...{ state: 'submitted', file_name: 'signed.pdf', reason: null, decided_at: null },
    });
    const kept = plain<{ readonly kept: boolean }>(
      'kept',
      `select content is not null as kept from documents
      where account_id = ${accountId} order by id`,
    );
    expect(await paigham.db.read(kept)).toEqual([{ kept: false }, { kept: true }]);
  });

  it('stays verified when a document is refused later, and staff are told so', async () => {
    const company = await Company.open(paigham);
    await company.putAll();
    for (const kind of DOCUMENT_KINDS) await company.approve(kind);
    const { accountId } = company;
    const words = ['verification', 'refuse', String(accountId), 'tax', '--reason', 'expired'];
    expect((await staff(...words)).out).toMatch(/stays verified; if need be: account set/);
    expect(await company.state()).toBe('verified');
    expect(await company.item('tax')).toMatchObject({ state: 'refused' });
  });

  it('gets an agreement with its names, to print, in which nothing runs', async () => {
    const company = await Company.open(paigham);
    const email = `owner${company.accountId}@sitara.example`;
    const works = { accountId: company.accountId, role: 'owner' } as const;
    const name = '<b>Ayesha</b> Khan';
    must(await createUser(admin(), { email, name, works, password: 'a long password' }));
    const { status, headers, text } = await company.ask('GET /v1/verification/agreement');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*sandbox$/);
    expect(text).toContain(`${company.name.replace('&', '&amp;')} (${company.accountId})`);
    expect(text).toContain('&lt;b&gt;Ayesha&lt;/b&gt; Khan');
    expect(text).toContain('lang="ur" dir="rtl"');
  });
});

describe('a document', () => {
  it.each([
    ['identity_card_front', '', 'card.jpg'],
    ['identity_card_front', '<!doctype html><script>alert(1)</script>', 'card.pdf'],
    ['agreement', '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>', 'card.png'],
    ['agreement', 'PK\x03\x04\x14\0\0\0\x08\0bomb', 'agreement.pdf'],
    ['agreement', 'MZ\x90\0\x03\0\0\0', 'agreement.pdf.exe'],
    ['face', PDF.toString('latin1'), 'face.jpg'],
    ['face', pngOf(60_000, 60_000).toString('latin1'), 'bomb.png'],
  ])('for %s that is none is refused by its content: %j as %s', async (kind, text, name) => {
    const company = await Company.open(paigham);
    const refused = await company.put(kind, Buffer.from(text, 'latin1'), { name });
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual([
      { pointer: '/body/file', detail: expect.stringMatching(/^must /) as string },
    ]);
    expect(await company.state()).toBe('incomplete');
  });

  it('keeps a name that is only a name, whatever was given', async () => {
    const company = await Company.open(paigham);
    const name = '../../etc/\u202efdp.cron\u0007.pdf.exe';
    expect((await company.put('tax', PDF, { name, number: '1234567-8' })).body).toMatchObject({
      file_name: 'fdp.cron.pdf.exe',
    });
    const { fileName } = must(
      await lookAtDocument(admin(), paigham.db, { accountId: company.accountId, kind: 'tax' }),
    );
    expect(fileName).toBe(`account-${company.accountId}-tax.pdf`);
  });

  it('is stored as it was given when something hides behind it, sealed', async () => {
    const company = await Company.open(paigham);
    const polyglot = Buffer.concat([JPEG, Buffer.from('<script>alert(1)</script>PK\x03\x04')]);
    expect((await company.put('face', polyglot)).status).toBe(200);
    expect(await company.look('face')).toEqual(polyglot);
    const found = plain<{ readonly found: boolean }>(
      'in-clear',
      `select position('<script>'::bytea in content) > 0 as found from documents
      where account_id = ${company.accountId}`,
    );
    expect(await paigham.db.read(found)).toEqual([{ found: false }]);
  });

  it('has at most the bytes of the limit, and what claims more is not even read', async () => {
    const company = await Company.open(paigham);
    const most = limit('documentBytes');
    const ofBytes = (bytes: number) => Buffer.concat([JPEG, Buffer.alloc(bytes - JPEG.length)]);
    expect((await company.put('face', ofBytes(most))).status).toBe(200);
    expect((await company.put('face', ofBytes(most + 1))).status).toBe(413);
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const claim = request(`${paigham.baseUrl}/v1/verification/face`, {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${company.apiKey}`,
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': String(4 * 1024 ** 3),
        },
      });
      claim.on('response', (response) => {
        resolve(response.statusCode);
        claim.destroy();
      });
      claim.on('error', reject);
      claim.flushHeaders();
    });
    expect(status).toBe(413);
  });

  it('is missing in a form without a file, and a JSON body is no form', async () => {
    const company = await Company.open(paigham);
    expect((await company.put('face', undefined)).status).toBe(400);
    expect((await company.ask('PUT /v1/verification/face', { file: 'x' })).status).toBe(400);
    expect((await company.put('passport', JPEG)).status).toBe(404);
  });

  it('of the tax office has a number, which no other has', async () => {
    const company = await Company.open(paigham);
    for (const number of [undefined, '', '12', 'drop table']) {
      const given = number === undefined ? {} : { number };
      expect((await company.put('tax', PDF, given)).body.errors?.[0]?.pointer).toBe('/body/number');
    }
    const wrong = await company.put('face', JPEG, { number: '1234567-8' });
    expect(wrong.body.errors?.[0]?.pointer).toBe('/body/number');
    expect((await company.put('tax', PDF, { number: '3520212345671' })).status).toBe(200);
    const { out } = await staff('verification', 'show', String(company.accountId), '--json');
    expect(JSON.parse(out)).toMatchObject([{ kind: 'tax', number: '3520212345671' }]);
  });

  it('may be given a few times a day', async () => {
    const company = await Company.open(paigham);
    for (let given = 0; given < limit('documentsPerDay'); given += 1) {
      expect((await company.put('face', JPEG)).status).toBe(200);
    }
    const refused = await company.put('face', JPEG);
    expect(refused).toMatchObject({ status: 429, body: { code: 'documents_exceeded' } });
  });

  it('needs the scope account, and a live key', async () => {
    const company = await Company.open(paigham);
    const keyOf = async (asked: object): Promise<string> => {
      const { accountId } = company;
      const { keyId } = must(
        await createKey(admin(), { accountId, name: 'x', scopes: ['read'], ...asked }),
      );
      return (await readSecret(paigham.db, admin(), { accountId, id: keyId })) ?? '';
    };
    const reading = await company.put('face', JPEG, {}, await keyOf({}));
    expect(reading).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
    const testKey = await keyOf({ mode: 'test', scopes: ['account'] });
    const testing = await company.put('face', JPEG, {}, testKey);
    expect(testing).toMatchObject({ status: 403, body: { code: 'key_tests_only' } });
    expect(await company.state()).toBe('incomplete');
  });

  it('of one account is not another’s', async () => {
    const [company, other] = [await Company.open(paigham), await Company.open(paigham)];
    await company.put('face', JPEG);
    expect(await other.state()).toBe('incomplete');
    const named = { accountId: other.accountId, kind: 'face' } as const;
    expect(await lookAtDocument(admin(), paigham.db, named)).toMatchObject({ ok: false });
  });
});
