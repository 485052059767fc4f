/** `/v1/contacts` and `/v1/segments`: people whom an account knows, and sends to them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { callBatches, type Batches } from '../support/batches.ts';
import { setAccount } from '../../src/features/accounts/accounts.operations.ts';
import { must } from '../../src/operations/admin.ts';
import type { Paigham } from '../support/paigham.ts';
import { sharedPaigham } from '../support/shared.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { v1At, type AskV1 } from '../support/v1.ts';

let paigham: Paigham;
let shop: Shop;
let ask: AskV1;
let stranger: AskV1;
let batches: Batches;

beforeAll(async () => {
  paigham = await sharedPaigham();
  shop = await openShop(paigham.world, { rupees: '1000' });
  ask = v1At(paigham.baseUrl, shop.apiKey);
  const other = await openShop(paigham.world, { rupees: '1' });
  stranger = v1At(paigham.baseUrl, other.apiKey);
  batches = callBatches(paigham.baseUrl, shop);
});

const importFile = async (file: string, fields: Readonly<Record<string, string>> = {}) =>
  (await batches.upload({ file, path: `/v1/contacts/import?${new URLSearchParams(fields)}` }))
    .body as unknown;

const errorsOf = (body: unknown) =>
  (body as { errors: readonly { pointer: string; detail: string }[] }).errors;

describe('a contact', () => {
  it('is kept in one form, whatever it is written in, and once for its number', async () => {
    const written = {
      mobile: '۰۳۲۱-۱۲۳۴۵۶۷',
      name: ' Ayesha\u202e  Khan ',
      language: 'Urdu',
      tags: ['VIP', 'lahore  shop', 'vip'],
      fields: { city: 'Lahore', note: '' },
    };
    const added = await ask('POST /v1/contacts', written, { 'idempotency-key': 'a contact' });
    expect(added).toMatchObject({
      status: 201,
      body: {
        ...{ mobile: '923211234567', user_id: null, name: 'Ayesha Khan', language: 'ur' },
        ...{ tags: ['lahore shop', 'vip'], fields: { city: 'Lahore' }, opted_out: false },
      },
    });
    const again = await ask('POST /v1/contacts', written, { 'idempotency-key': 'a contact' });
    expect(again.body).toEqual(added.body);
    const twice = await ask('POST /v1/contacts', { mobile: '+923211234567' });
    const id = String(added.body['id']);
    const detail = `is the number or the user_id of contact ${id}`;
    expect(twice).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/body/mobile', detail }] },
    });
    const path = `/v1/contacts/${String(added.body['id'])}`;
    expect((await ask(`GET ${path}`)).body).toEqual(added.body);
    for (const request of [`GET ${path}`, `DELETE ${path}`]) {
      expect(await stranger(request)).toMatchObject({ body: { code: 'contact_unknown' } });
    }
    expect(await stranger(`PATCH ${path}`, { name: 'X' })).toMatchObject({ status: 404 });
  });

  it('says which of its tags is none', async () => {
    const refused = await ask('POST /v1/contacts', {
      mobile: '03211234568',
      tags: ['good', 'a,b'],
    });
    expect(errorsOf(refused.body)).toMatchObject([{ detail: expect.stringMatching(/not “a,b”$/) }]);
  });

  it.each([
    [{}, '/body/mobile'],
    [{ mobile: '042-111-222-333' }, '/body/mobile'],
    [{ user_id: '923211234567' }, '/body/user_id'],
    [{ mobile: '03211234568', name: 'x'.repeat(101) }, '/body/name'],
    [{ mobile: '03211234568', language: 'klingon' }, '/body/language'],
    [{ mobile: '03211234568', tags: ['a,b'] }, '/body/tags'],
    [{ mobile: '03211234568', tags: ['x'.repeat(41)] }, '/body/tags'],
    [{ mobile: '03211234568', fields: { name: 'x' } }, '/body/fields'],
    [{ mobile: '03211234568', fields: { 'a b': 'x' } }, '/body/fields'],
    [{ mobile: '03211234568', fields: { a: 'x'.repeat(301) } }, '/body/fields'],
  ])('is refused as %j', async (body, pointer) => {
    const refused = await ask('POST /v1/contacts', body);
    expect(refused.status).toBe(400);
    expect(errorsOf(refused.body)).toEqual([expect.objectContaining({ pointer })]);
  });

  it('is changed in what is given, and gone when it is deleted', async () => {
    const given = { mobile: '03211234570', tags: ['a'], fields: { city: 'Multan', shoe: '42' } };
    const { body: made } = await ask('POST /v1/contacts', given);
    const path = `/v1/contacts/${String(made['id'])}`;
    const change = { name: 'Bilal', user_id: 'PK.123', fields: { city: '', size: 'L' } };
    expect((await ask(`PATCH ${path}`, change)).body).toMatchObject({
      ...{ mobile: '923211234570', user_id: 'PK.123', name: 'Bilal', tags: ['a'] },
      fields: { shoe: '42', size: 'L' },
    });
    expect((await ask(`PATCH ${path}`, { mobile: '' })).body['mobile']).toBeNull();
    expect((await ask(`PATCH ${path}`, { user_id: '' })).status).toBe(400);
    expect((await ask(`PATCH ${path}`, {})).status).toBe(400);
    expect((await ask(`DELETE ${path}`)).status).toBe(204);
    expect((await ask(`GET ${path}`)).body).toMatchObject({ code: 'contact_unknown' });
    const [line] = (await ask('GET /v1/audit?action=contact.remove&limit=1')).body.data;
    expect(line).toMatchObject({ detail: { contact: Number(made['id']) } });
    expect(JSON.stringify(line)).not.toContain('923211234570');
  });
});

describe('a filter', () => {
  let filtered: AskV1;
  const mobiles = [1, 2, 3, 4].map((at) => mobileOf(0, 700 + at));
  beforeAll(async () => {
    const own = await openShop(paigham.world, { rupees: '1' });
    filtered = v1At(paigham.baseUrl, own.apiKey);
    const people = [
      { name: 'Ayesha 100%', tags: ['vip', 'lahore'], language: 'ur', fields: { city: 'Lahore' } },
      { name: 'Bilal', tags: ['vip'], language: 'en', fields: { city: 'lahore' } },
      { name: 'چاند', tags: [], fields: { city: 'Multan' } },
      { name: '', tags: ['lahore'] },
    ];
    for (const [at, person] of people.entries()) {
      const made = await filtered('POST /v1/contacts', { mobile: mobiles[at], ...person });
      expect(made.status).toBe(201);
    }
    await filtered('POST /v1/suppressions', { number: mobiles[1], scope: 'promotional' });
    await filtered('POST /v1/contacts', { user_id: 'PK.77', name: 'Hidden' });
    await filtered('POST /v1/suppressions', { user_id: 'PK.77' });
  });

  it.each([
    ['', ['PK.77', 3, 2, 1, 0]],
    ['tag=vip', [1, 0]],
    ['tag=vip,lahore', [0]],
    ['without_tag=vip', ['PK.77', 3, 2]],
    ['language=ur', [0]],
    ['search=ayesha', [0]],
    ['search=%25', [0]],
    ['search=%DA%86%D8%A7%D9%86', [2]],
    ['field=city%3DLAHORE', [1, 0]],
    ['opted_out=true', ['PK.77', 1]],
    ['opted_out=false', [3, 2, 0]],
    ['since=2020-01-01T00:00:00Z', ['PK.77', 3, 2, 1, 0]],
    ['until=2020-01-01T00:00:00Z', []],
    ['tag=vip&opted_out=false&language=ur', [0]],
  ])('finds by %s', async (query, expected) => {
    const { body } = await filtered(`GET /v1/contacts?${query}`);
    const found = body.data.map((it) => it['user_id'] ?? mobiles.indexOf(String(it['mobile'])));
    expect(found).toEqual(expected);
    const { body: counted } = await filtered(`GET /v1/contacts/count?${query}`);
    expect(counted['contacts']).toBe(expected.length);
  });

  it('finds a number as people write it, and pages', async () => {
    const local = `0${mobiles[2]?.slice(2, 5)}-${mobiles[2]?.slice(5)}`;
    const { body } = await filtered(`GET /v1/contacts?search=${encodeURIComponent(local)}`);
    expect(body.data).toMatchObject([{ name: 'چاند' }]);
    const first = await filtered('GET /v1/contacts?limit=3');
    const cursor = String(first.body['next_cursor']);
    const second = await filtered(`GET /v1/contacts?limit=3&cursor=${cursor}`);
    expect([first.body.data.length, second.body.data.length]).toEqual([3, 2]);
    expect((await filtered('GET /v1/contacts?limit=3&cursor=x')).status).toBe(400);
  });

  it.each(['tag=,', 'language=%25', 'field=city', 'field=name%3Dx', 'until=x'])(
    'is refused as %s',
    async (query) => {
      expect((await filtered(`GET /v1/contacts?${query}`)).status).toBe(400);
      expect((await filtered(`GET /v1/exports/contacts?${query}`)).status).toBe(400);
    },
  );

  it('changes and deletes as many as were counted, and no others', async () => {
    const filter = { tag: 'vip' };
    const stale = await filtered('POST /v1/contacts/tag', { filter, add: ['gold'], count: 1 });
    expect(errorsOf(stale.body)).toMatchObject([{ pointer: '/body/count' }]);
    const tagged = await filtered('POST /v1/contacts/tag', {
      ...{ filter, add: ['gold'], remove: ['vip'], count: 2 },
    });
    expect(tagged.body).toMatchObject({ contacts: 2 });
    expect((await filtered('GET /v1/contacts?tag=gold')).body.data[1]?.['tags']).toEqual([
      'gold',
      'lahore',
    ]);
    const none = await filtered('POST /v1/contacts/tag', { filter, add: [], count: 0 });
    expect(none.status).toBe(400);
    expect((await filtered('POST /v1/contacts/purge', { filter: {} })).status).toBe(400);
    const gone = { filter: { tag: 'gold' }, count: 2 };
    expect((await filtered('POST /v1/contacts/purge', gone)).body).toMatchObject({ contacts: 2 });
    expect((await filtered('GET /v1/contacts/count')).body).toEqual({
      contacts: 3,
      with_mobile: 2,
    });
  });
});

describe('an import', () => {
  const [one, two] = [1, 2].map((at) => mobileOf(1, 800 + at));
  const file = [
    'Order,Phone,Customer Name,Tags,City',
    `17,${one},Sana,"New, EID!",Karachi`,
    `18,0${two?.slice(2)},Omar,,`,
    `19,${one},,regular,Lahore`,
    '20,12345,Nobody,,',
    '21,,Empty,,',
  ].join('\n');

  it('is looked at before, and merges what is written by number', async () => {
    const seen = await importFile(file, { dry_run: 'true' });
    expect(seen).toMatchObject({
      ...{ dry_run: true, kind: 'text', rows: 5, people: 2, repeated: 1, wrong: 2, added: null },
      wrong_rows: [
        { row: 5, shown: '12345', column: 'B' },
        { row: 6, shown: 'Empty', column: 'B', detail: 'has no number' },
      ],
      columns: [
        { letter: 'A', as: 'order', samples: expect.arrayContaining(['17']) },
        { letter: 'B', as: 'mobile' },
        { letter: 'C', as: 'name' },
        { letter: 'D', as: 'tags' },
        { letter: 'E', as: 'city' },
      ],
    });
    expect((await ask(`GET /v1/contacts?search=${one}`)).body.data).toEqual([]);
    const keyed = { file, path: '/v1/contacts/import?tags=November' };
    const headers = { 'idempotency-key': 'november' };
    const done = await batches.upload({ ...keyed, headers });
    expect(done.body).toMatchObject({ dry_run: false, added: 2, changed: 0, full: false });
    expect((await batches.upload({ ...keyed, headers })).body).toEqual(done.body);
    const other = await batches.upload({ ...keyed, file: `${file}\n`, headers });
    expect(other.body).toMatchObject({ code: 'idempotency_conflict' });
    const [sana] = (await ask(`GET /v1/contacts?search=${one}`)).body.data;
    expect(sana).toMatchObject({
      ...{ mobile: one, name: 'Sana', tags: ['eid', 'new', 'november', 'regular'] },
      fields: { city: 'Lahore', order: '19' },
    });
    expect(await importFile(file, { tags: 'november' })).toMatchObject({ added: 0, changed: 2 });
    expect((await ask(`GET /v1/contacts?search=${one}`)).body.data).toMatchObject([
      { name: 'Sana', tags: sana?.['tags'], fields: sana?.['fields'] },
    ]);
    const [line] = (await ask('GET /v1/audit?action=contact.import&limit=1')).body.data;
    expect(line).toMatchObject({ detail: { added: 0, changed: 2, wrong: 2 } });
  });

  it('takes the columns that are named, and refuses what it cannot read', async () => {
    const columns = 'mobile=B,name=C';
    const seen = await importFile(file, { dry_run: 'true', columns });
    expect((seen as { columns: readonly { as: unknown }[] }).columns.map((it) => it.as)).toEqual([
      ...[null, 'mobile', 'name', null, null],
    ]);
    for (const wrong of [{ columns: 'name=C' }, { columns: 'mobile' }, { tags: 'a,!' }]) {
      expect(await importFile(file, wrong)).toMatchObject({ status: 400 });
    }
    expect(await importFile('<html></html>')).toMatchObject({ code: expect.any(String) });
  });

  it('takes a column of whole names alone, and first and last names together', async () => {
    const namesOf = async (headings: string, row: string) => {
      const body = await importFile(
        `${headings},Phone\n${row},0${mobileOf(1, 990).slice(2)}\n`,
        {},
      );
      expect(body).toMatchObject({ rows: 1, wrong: 0 });
      return (await ask(`GET /v1/contacts?search=${mobileOf(1, 990)}`)).body.data[0]?.['name'];
    };
    expect(await namesOf('First Name,Last Name,Name', 'Ali,Raza,Ali Raza')).toBe('Ali Raza');
    expect(await namesOf('First Name,Last Name', 'Sana,Bibi')).toBe('Sana Bibi');
  });

  it('refuses a file without rows, and a column that it does not have', async () => {
    expect(await importFile('{}')).toMatchObject({ status: 400, code: 'file_empty' });
    const beyond = await importFile(file, { columns: 'mobile=Z' });
    expect(beyond).toMatchObject({
      status: 400,
      errors: [{ pointer: '/query/columns', detail: expect.stringMatching(/whose last is E$/) }],
    });
  });

  it('takes back what the export has written', async () => {
    const [sana] = (await ask(`GET /v1/contacts?search=${one}`)).body.data;
    // It would run as a formula, and begins with what the export puts before one.
    await ask(`PATCH /v1/contacts/${String(sana?.['id'])}`, { name: "'=Sana" });
    const { text } = await ask(`GET /v1/exports/contacts?search=${one}`);
    expect(text).toContain('Sana');
    expect(text).not.toContain('{');
    const [headings = ''] = text.split('\r\n');
    expect(headings).toMatch(/tags,(.+,)?city,/);
    const [id] = (await ask(`GET /v1/contacts?search=${one}`)).body.data;
    await ask(`DELETE /v1/contacts/${String(id?.['id'])}`);
    expect(await importFile(text)).toMatchObject({ added: 1, wrong: 0 });
    const [back] = (await ask(`GET /v1/contacts?search=${one}`)).body.data;
    expect({ ...back, id: 0, created_at: 0, updated_at: 0 }).toEqual({
      ...{ ...id, id: 0, created_at: 0, updated_at: 0 },
    });
  });

  it('is bounded for an account that nobody has verified', async () => {
    const own = await openShop(paigham.world, { rupees: '1' });
    must(await setAccount(paigham.world.admin, { accountId: own.accountId, verified: false }));
    const its = callBatches(paigham.baseUrl, own);
    const rows = Array.from({ length: 10_002 }, (_, at) => mobileOf(2, at)).join('\n');
    const path = '/v1/contacts/import';
    const { body } = await its.upload({ file: rows, path });
    expect(body).toMatchObject({ added: 10_000, full: true });
    const one = { mobile: mobileOf(2, 20_000) };
    const added = await v1At(paigham.baseUrl, own.apiKey)('POST /v1/contacts', one);
    expect(added).toMatchObject({ status: 400, body: { errors: [{ pointer: '/body/mobile' }] } });
  });
});

describe('a segment', () => {
  const people = [0, 1, 2].map((at) => ({
    mobile: mobileOf(3, 900 + at),
    name: ['Zara', '', 'Asad, "A"'][at],
    tags: ['winter'],
  }));

  it('has a name, is counted, and is sent to like a file', async () => {
    for (const person of people) await ask('POST /v1/contacts', person);
    const named = { name: 'Winter', filter: { tag: 'winter' } };
    const made = await ask('POST /v1/segments', named);
    expect(made).toMatchObject({ status: 201, body: named });
    const id = String(made.body['id']);
    expect((await ask('POST /v1/segments', { ...named, name: 'WINTER' })).status).toBe(400);
    expect((await stranger(`GET /v1/segments/${id}/count`)).body).toMatchObject({
      code: 'segment_unknown',
    });
    expect((await ask(`GET /v1/segments/${id}/count`)).body).toEqual({
      contacts: 3,
      with_mobile: 3,
    });
    await ask('POST /v1/suppressions', { number: people[2]?.mobile });
    const asked = {
      sender: shop.senders.shared,
      template_id: String(shop.transactional),
      message: { text: 'Dear {{name|customer}}, 10% off.' },
      segment_id: id,
    };
    const dry = await batches.post({ ...asked, dry_run: true });
    expect(dry).toMatchObject({
      status: 200,
      body: {
        ...{ rows: 3, rows_left_out: 1, recipients: 2, file: { name: 'Winter' } },
        examples: [{ text: 'Dear Zara, 10% off.' }, { text: 'Dear customer, 10% off.' }],
      },
    });
    const key = { 'idempotency-key': 'winter' };
    const sent = await batches.post({ ...asked, async: true }, key);
    expect(sent.status).toBe(202);
    const batch = await batches.untilOver(String(sent.body.id));
    expect(batch).toMatchObject({ source: 'upload', recipients: 2, rows_left_out: 1 });
    expect((await batches.post({ ...asked, async: true }, key)).body.id).toBe(sent.body.id);
    const strange = await batches.post({ ...asked, segment_id: '999999' });
    expect(strange.body).toMatchObject({ code: 'segment_unknown' });
  });

  it('sends by a filter alone, and says what is wrong with a request', async () => {
    const asked = {
      sender: shop.senders.shared,
      template_id: String(shop.transactional),
      message: { text: 'Hello {{city}}' },
      dry_run: true,
    };
    const filter = { tag: 'winter' };
    const { body } = await batches.post({ ...asked, filter });
    expect(body).toMatchObject({ code: expect.stringMatching(/^rows_/) });
    const empty = await batches.post({ ...asked, filter: { tag: 'nobody' } });
    expect(empty.status).toBeGreaterThanOrEqual(400);
    for (const [wrong, pointer] of [
      [{ filter, url: 'https://files.example/a.csv' }, '/body/url'],
      [{ filter, segment_id: '1' }, '/body/filter'],
      [{ filter, number_column: 'B' }, '/body/number_column'],
      [{ filter: { language: '%' } }, '/body/filter/language'],
      [{ filter, message: { text: 'Hi #B#' } }, '/body/message/text'],
      [{ filter, message: { text: 'Hi {{a b}}' } }, '/body/message/text'],
      [{ filter, message: { text: 'Hi {{nme}}' } }, '/body/message'],
    ] as const) {
      const refused = await batches.post({ ...asked, ...wrong });
      expect(errorsOf(refused.body)).toEqual([expect.objectContaining({ pointer })]);
    }
  });

  it('is changed and removed, and its contacts stay', async () => {
    const { body } = await ask('POST /v1/segments', { name: 'All', filter: {} });
    const path = `/v1/segments/${String(body['id'])}`;
    const changed = await ask(`PATCH ${path}`, { filter: { tag: 'WINTER', opted_out: false } });
    expect(changed.body).toMatchObject({ name: 'All', filter: { opted_out: false } });
    expect((await ask(`GET ${path}/count`)).body['contacts']).toBe(2);
    expect((await ask(`PATCH ${path}`, { filter: { tag: '!' } })).status).toBe(400);
    expect((await ask(`DELETE ${path}`)).status).toBe(204);
    expect((await ask('GET /v1/segments')).body.data).toMatchObject([{ name: 'Winter' }]);
    expect((await ask('GET /v1/contacts/count?tag=winter')).body['contacts']).toBe(3);
  });
});
