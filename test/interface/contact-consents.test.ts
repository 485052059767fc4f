/** Files of contacts that say who has consented, and filters that ask for it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { callBatches, type Batches } from '../support/batches.ts';
import { sharedPaigham } from '../support/shared.ts';
import { mobileOf, openShop } from '../support/shop.ts';
import { v1At, type AskV1 } from '../support/v1.ts';

let ask: AskV1;
let batches: Batches;

beforeAll(async () => {
  const paigham = await sharedPaigham();
  const shop = await openShop(paigham.world, { rupees: '1000' });
  ask = v1At(paigham.baseUrl, shop.apiKey);
  batches = callBatches(paigham.baseUrl, shop);
});

const importFile = async (file: string, fields: Readonly<Record<string, string>> = {}) =>
  (await batches.upload({ file, path: `/v1/contacts/import?${new URLSearchParams(fields)}` }))
    .body as unknown;

describe('a file of contacts', () => {
  it('has its headings below a title, which is no contact', async () => {
    const [yes, no] = [mobileOf(2, 741), mobileOf(2, 742)];
    const titled = `ہماری دکان کے گاہک\nنام,موبائل نمبر,رضامندی\nAli,${yes},ہاں\nBina,${no},\n`;
    const seen = await importFile(titled, { dry_run: 'true' });
    expect(seen).toMatchObject({ rows: 2, wrong: 0, consents: 1 });
    expect(await importFile(titled)).toMatchObject({ added: 2, wrong: 0, consents: 1 });
    const { body } = await ask(`GET /v1/contacts?search=${yes}`);
    expect(body.data).toMatchObject([{ name: 'Ali', fields: {} }]);
  });

  it('records who has agreed, once, and undoes no withdrawal', async () => {
    const [yes, dated, no, gone, silent] = [1, 2, 3, 4, 5].map((at) => mobileOf(2, 700 + at));
    const last = mobileOf(2, 706);
    await ask('POST /v1/consents/withdraw', { person: gone });
    await ask('POST /v1/consents', { person: no });
    const agreed = [
      'Phone,Customer Name,Accepts SMS Marketing',
      `${yes},Ali,yes`,
      `${dated},Bina,2026-11-20`,
      `${no},Dua,NO`,
      `${gone},Gul,ہاں`,
      `${silent},Sami,`,
    ].join('\n');
    const seen = await importFile(agreed, { dry_run: 'true' });
    expect(seen).toMatchObject({ rows: 5, wrong: 0, consents: 3 });
    const twice = `${agreed}\n${yes},Ali,yes\n${dated},Bina,2026-11-20\n`;
    expect(await importFile(twice, { dry_run: 'true' })).toMatchObject({ consents: 3 });
    expect((seen as { columns: readonly { as: unknown }[] }).columns[2]?.as).toBe('sms_consent');
    const wording = { consent_wording: 'Offers by text' };
    const done = await importFile(agreed, { tags: 'agreed', ...wording });
    expect(done).toMatchObject({ added: 5, consents: 3 });
    expect(await importFile(agreed, { dry_run: 'true' })).toMatchObject({ consents: 0 });
    expect(await importFile(agreed, wording)).toMatchObject({ added: 0, consents: 0 });
    const consentsOf = async (person: string | undefined) =>
      (await ask(`GET /v1/consents?person=${String(person)}`)).body.data;
    expect(await consentsOf(yes)).toMatchObject([
      { state: 'given', source: 'import', wording: 'Offers by text', channel: 'sms' },
    ]);
    expect((await consentsOf(yes))[0]?.['proof']).toMatch(/, row 2$/);
    expect(await consentsOf(dated)).toMatchObject([{ said_at: '2026-11-19T19:00:00.000Z' }]);
    expect(await consentsOf(no)).toMatchObject([{ state: 'withdrawn' }, { state: 'given' }]);
    expect(await consentsOf(gone)).toMatchObject([{ state: 'withdrawn' }]);
    expect(await consentsOf(silent)).toEqual([]);
    const namesWho = async (filter: string) =>
      (await ask(`GET /v1/contacts?tag=agreed&${filter}`)).body.data.map((it) => it['name']);
    expect(await namesWho('consent=sms:promotional')).toEqual(
      expect.arrayContaining(['Ali', 'Bina']),
    );
    const others = await namesWho('without_consent=sms:promotional');
    expect(new Set(others)).toEqual(new Set(['Dua', 'Gul', 'Sami']));
    expect(await namesWho('consent=chat:promotional')).toEqual([]);
    expect((await ask('GET /v1/contacts?consent=fax')).body).toMatchObject({
      errors: [{ pointer: '/query/consent' }],
    });
    // Free words are a field, unless the column is named: then each cell has to be read.
    const words = `Phone,Consent\n${last},by the form of May\n`;
    const free = await importFile(words, { dry_run: 'true' });
    expect((free as { columns: readonly { as: unknown }[] }).columns[1]?.as).toBe('consent');
    expect(
      await importFile(words, { dry_run: 'true', columns: 'mobile=A,sms_consent=B' }),
    ).toMatchObject({ wrong: 1, wrong_rows: [{ row: 2, column: 'B' }] });
  });

  it('names each cell that is neither yes, no, nor a day, and takes the others', async () => {
    const [yes, odd, wrong, later, ended] = [1, 2, 3, 4, 5].map((at) => mobileOf(2, 720 + at));
    const cells = [
      `${yes},20/11/2026`,
      `${odd},maybe`,
      `${wrong},0001-01-01`,
      `${later},31/12/9998`,
      `${ended},نہیں`,
    ];
    for (const heading of ['Consent', 'sms_consent', 'chat_consent']) {
      const file = [`Mobile,${heading}`, ...cells].join('\n');
      const said = (await importFile(file, { dry_run: 'true' })) as {
        readonly wrong_rows: readonly { readonly row: number }[];
      };
      expect(said).toMatchObject({ rows: 5, wrong: 3, consents: 2 });
      expect(said.wrong_rows.map(({ row }) => row)).toEqual([3, 4, 5]);
    }
    const file = ['Mobile,Consent', ...cells].join('\n');
    expect(await importFile(file)).toMatchObject({ added: 2, wrong: 3, consents: 2 });
  });

  it('undoes no withdrawal of somebody who was forgotten since', async () => {
    const person = mobileOf(2, 731);
    const file = `Mobile,Consent\n${person},yes\n`;
    await ask('POST /v1/consents/withdraw', { person });
    expect(await importFile(file)).toMatchObject({ consents: 0 });
    expect((await ask('POST /v1/forgettings', { person })).status).toBe(201);
    expect(await importFile(file)).toMatchObject({ added: 1, consents: 0 });
    expect((await ask(`GET /v1/consents?person=${person}&state=given`)).body.data).toEqual([]);
  });
});

it('a consent of before there were any is refused, with the field', async () => {
  const given = { person: mobileOf(2, 741), said_at: '0001-01-01T00:00:00Z' };
  for (const call of ['POST /v1/consents', 'POST /v1/consents/withdraw']) {
    expect((await ask(call, given)).body).toMatchObject({
      errors: [{ pointer: '/body/said_at', detail: 'must be of 1990 or later' }],
    });
  }
});

it('somebody is found in the letters and digits of either keyboard', async () => {
  const mobile = mobileOf(2, 751);
  await ask('POST /v1/contacts', { mobile, name: 'عليكة شاہ ۷' });
  const urdu = mobile.replaceAll(/\d/g, (it) => '۰۱۲۳۴۵۶۷۸۹'.charAt(Number(it)));
  for (const words of ['علیک', 'عليك', 'شاه', '٧', urdu, `۰${urdu.slice(2)}`]) {
    const found = await ask(`GET /v1/contacts?search=${encodeURIComponent(words)}`);
    expect(found.body.data.map((it) => it['mobile'])).toContain(mobile);
  }
});
