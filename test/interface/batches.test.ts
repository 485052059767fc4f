/** `/v1/batches`: its shapes, its limits, and what strangers see (contract sections 8 and 11). */
import { createServer, type Server } from 'node:http';
import { plain } from '../../src/kit/postgres/statement.ts';
import { readdirSync } from 'node:fs';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BATCH } from '../../src/features/batches/batch-shape.http.ts';
import { BATCH_ROW } from '../../src/features/batches/batch-rows.http.ts';
import { PROBLEM } from '../../src/api/v1/answer.ts';
import { limit } from '../../src/domain/limits.ts';
import { faultsOf } from '../../src/kit/shape.ts';
import { callBatches, csvOf, fieldsOf } from '../support/batches.ts';
import type { Batches, ShownBatch, V1Answer } from '../support/batches.ts';
import { eventually } from '../support/eventually.ts';
import { send } from '../support/caller.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { askRaw } from '../support/raw-http.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { temporaryDir } from '../support/temporary.ts';

const dataDir = temporaryDir();
let paigham: Paigham;
let shop: Shop;
let batches: Batches;
let stranger: Batches;
let site: Server;
let siteUrl: string;

beforeAll(async () => {
  paigham = await startPaigham({ config: { dataDir, fetchLoopback: true } });
  shop = await openShop(paigham.world, { rupees: '10000' });
  batches = callBatches(paigham.baseUrl, shop);
  stranger = callBatches(paigham.baseUrl, await openShop(paigham.world, { rupees: '10' }));
  site = createServer((_, response) => response.end(csvOf(numbers(3))));
  await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve));
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/people.csv`;
});
afterAll(() => {
  site.close();
});

const numbers = (count: number, from = 0): readonly string[] =>
  Array.from({ length: count }, (_, index) => mobileOf((index % 4) as 0, from + index));

const onDisk = (): readonly string[] => readdirSync(join(dataDir, 'files'));

function expectProblem({ status, headers, body }: V1Answer, code: string): void {
  expect(body).toMatchObject({ code, status });
  expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(faultsOf(PROBLEM, body)).toEqual([]);
  expect(headers.get('ratelimit-policy')).toMatch(/^"(?:reads|changes|sends)";q=/);
}

describe('a batch', () => {
  it('from numbers has no file, and its rows are the positions in the request', async () => {
    const list = numbers(3).join(',');
    const { id = 0 } = await send(paigham.baseUrl, shop.write('Hello.', list));
    const batch = await batches.untilOver(String(id));
    expect(faultsOf(BATCH, batch)).toEqual([]);
    expect(batch).toMatchObject({ source: 'numbers', file: null, rows: null, recipients: 3 });
    const rows = await batches.get<{ data: readonly object[] }>(`/v1/batches/${id}/rows`);
    expect(rows.body.data.map((row) => faultsOf(BATCH_ROW, row))).toEqual([[], [], []]);
    expect(rows.body).toMatchObject({ data: [{ row: 1 }, { row: 2 }, { row: 3 }] });
  });

  it('is seen before it is sent: its columns, first rows, and rows without a number', async () => {
    const [one = '', two = ''] = numbers(2);
    const preview = async (file: string, fileName = 'people.csv') => {
      const { status, body } = await batches.upload({
        file,
        fileName,
        path: '/v1/batches/preview',
      });
      return { status, body: body as unknown };
    };
    const before = (await batches.get<{ data: readonly object[] }>('/v1/batches')).body.data.length;
    const seen = await preview(
      `Mobile,Name\n${one},\n0421234567,Sana\n${two},${'x'.repeat(200)}\n`,
    );
    expect(seen).toEqual({
      status: 200,
      body: {
        ...{ kind: 'text', rows: 3, number_column: 'A', rows_hidden: 0, rows_left_out: 1 },
        columns: [
          { letter: 'A', heading: 'Mobile', samples: [one, '0421234567', two] },
          { letter: 'B', heading: 'Name', samples: ['Sana', `${'x'.repeat(99)}…`] },
        ],
        first_rows: [
          { row: 2, cells: [one] },
          { row: 3, cells: ['0421234567', 'Sana'] },
          { row: 4, cells: [two, `${'x'.repeat(99)}…`] },
        ],
        left_out: [
          {
            row: 3,
            number: '0421234567',
            column: 'A',
            reason: expect.stringContaining('landline'),
          },
        ],
      },
    });
    const orders = `Name,Order,Mobile\nAli,3001234567,${one}\nSana,17,0421234567\n`;
    expect(await preview(orders, 'orders.csv')).toMatchObject({
      body: { rows: 2, number_column: 'C', rows_left_out: 1, left_out: [{ column: 'C' }] },
    });
    const titled = `Eid sale\n\n20 November\nName,Mobile\nAli,${one}\nSana,0421234567\n`;
    expect(await preview(titled)).toMatchObject({
      body: { rows: 2, number_column: 'B', columns: [{ heading: 'Name' }, { heading: 'Mobile' }] },
    });
    // Whoever has but one heading has no title.
    expect(await preview(`Mobile\n${one},Ali\nAli,${two}\n`)).toMatchObject({
      body: { rows: 2, number_column: 'A', rows_left_out: 1, columns: [{ heading: 'Mobile' }, {}] },
    });
    expect(await preview('PK\u0003\u0004 is no workbook', 'people.xlsx')).toMatchObject({
      ...{ status: 400, body: { code: 'file_damaged' } },
    });
    expect(onDisk()).toEqual([]);
    const after = (await batches.get<{ data: readonly object[] }>('/v1/batches')).body.data.length;
    expect(after).toBe(before);
  });

  it('from a link is fetched, now or later', async () => {
    const { sender = '', template_id: template = '' } = fieldsOf(shop);
    const body = { sender, template_id: template, message: { text: 'Dear #B#' }, url: siteUrl };
    const made = await batches.post(body);
    const file = { name: 'people.csv', bytes: csvOf(numbers(3)).length, kind: 'text' };
    expect([made.status, made.body]).toMatchObject([201, { source: 'link', recipients: 3, file }]);
    const later = await batches.post({ ...body, async: true }, { 'Idempotency-Key': 'link-1' });
    expect([later.status, later.body.source]).toEqual([202, 'link']);
    expect(faultsOf(BATCH, later.body)).toEqual([]);
    const again = await batches.post({ async: true, ...body }, { 'Idempotency-Key': 'link-1' });
    expect(again.body.id).toBe(later.body.id);
    expect(await batches.untilOver(later.body.id ?? '')).toMatchObject({
      ...{ recipients: 3, file },
    });
    const unnamed = await batches.post({ ...body, url: siteUrl.replace('people.csv', 'd/1/edit') });
    expect(unnamed.body).toMatchObject({ file: { ...file, name: null } });
  });

  it.each(['', '?async=1'])(
    'that is uploaded%s keeps the name and size of its file',
    async (query) => {
      const csv = csvOf(numbers(2));
      const long = 'x'.repeat(300);
      for (const [fileName, name] of [
        ['لوگ.csv', 'لوگ.csv'],
        ['lists/people.csv', 'people.csv'],
        [`${long}.csv`, long.slice(0, limit('uploadNameCharacters'))],
        ['a\u202eb.csv', 'ab.csv'],
      ] as const) {
        const made = await batches.upload({ file: csv, fileName, query });
        const batch = await batches.untilOver(made.body.id ?? '');
        const file = { name, bytes: csv.length, kind: 'text' };
        expect(batch).toMatchObject({ source: 'upload', file });
        const list = await batches.get<{ data: readonly ShownBatch[] }>('/v1/batches?limit=200');
        expect(list.body.data.find(({ id }) => id === batch.id)).toMatchObject({ file });
      }
    },
  );

  it('of another account is treated like one that does not exist', async () => {
    const made = await batches.upload({ file: csvOf(numbers(2)) });
    const own = `/v1/batches/${made.body.id}`;
    const foreign = await stranger.get(own);
    expectProblem(foreign, 'batch_unknown');
    for (const id of ['1', '0', 'abc', '99999999999999999999', '-1', '1e3']) {
      expect((await stranger.get(`/v1/batches/${id}`)).body).toEqual(foreign.body);
    }
    expectProblem(await stranger.get(`${own}/rows`), 'batch_unknown');
    expectProblem(await stranger.get(`${own}/rows?format=csv`), 'batch_unknown');
    expect((await stranger.get('/v1/batches')).body).toEqual({ data: [], next_cursor: null });
  });

  it.each([
    ['/v1/batches?limit=201', '/query/limit'],
    ['/v1/batches?state=open', '/query/state'],
    ['/v1/batches?source=fax', '/query/source'],
    ['/v1/batches?cursor=zz', '/query/cursor'],
    ['/v1/batches?sender=x', '/query/sender'],
  ])('list %s is refused by name', async (path, pointer) => {
    const answer = await batches.get(path);
    expectProblem(answer, 'parameters_invalid');
    expect(answer.body).toMatchObject({ errors: [{ pointer }] });
  });

  it.each(['format=xls', 'cursor=zz', 'state=gone', 'limit=0'])(
    'rows with %s are refused by name',
    async (query) => {
      const made = await batches.upload({ file: csvOf(numbers(1)) });
      const answer = await batches.get(`/v1/batches/${made.body.id}/rows?${query}`);
      expectProblem(answer, 'parameters_invalid');
    },
  );

  it.each([
    ['text/csv', 'text/csv'],
    ['text/csv;q=0.9, application/json', 'text/csv'],
    ['application/json, text/csv', 'application/json'],
    ['*/*', 'application/json'],
    ['', 'application/json'],
  ])('its rows for %j come as %s', async (accept, type) => {
    const made = await batches.upload({ file: csvOf(numbers(1)) });
    const answer = await batches.get(`/v1/batches/${made.body.id}/rows`, { Accept: accept });
    expect(answer.headers.get('content-type')).toBe(`${type}; charset=utf-8`);
  });

  it('takes no other method, and answers HEAD like GET', async () => {
    const { status, headers } = await fetch(`${paigham.baseUrl}/v1/batches`, { method: 'PUT' });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, POST']);
    const made = await batches.upload({ file: csvOf(numbers(1)) });
    const head = await fetch(`${paigham.baseUrl}/v1/batches/${made.body.id}/rows?format=csv`, {
      ...{ method: 'HEAD', headers: { Authorization: `Bearer ${shop.apiKey}` } },
    });
    expect([head.status, head.headers.get('content-type')]).toEqual([
      200,
      'text/csv; charset=utf-8',
    ]);
    expect(await head.text()).toBe('');
  });
});

describe('an upload', () => {
  it.each<[Readonly<Record<string, string>>, string]>([
    [{ foo: 'bar' }, '/body/foo'],
    [{ message: 'Dear' }, '/body/message'],
    [{ message: '{"text":1}' }, '/body/message/text'],
    [{ type: 'urdu' }, '/body/type'],
    [{ duplicate: 'maybe' }, '/body/duplicate'],
    [{ network: 'Nobody' }, '/body/network'],
    [{ url: siteUrl }, '/body/url'],
    [{ dry_run: '1', async: '1' }, '/body/async'],
  ])('with the fields %j is refused by name, and leaves no file', async (fields, pointer) => {
    const answer = await batches.upload({ file: csvOf(numbers(1)), fields });
    expectProblem(answer, 'parameters_invalid');
    expect(answer.body).toMatchObject({ errors: [{ pointer }] });
    expect(onDisk()).toEqual([]);
  });

  it.each([
    ['?dry_run=0', { dry_run: '1' }, '/body/dry_run'],
    ['?dry_run=1', { dry_run: '0' }, '/body/dry_run'],
    ['?async=0', { async: '1' }, '/body/async'],
  ])('that says otherwise in %s than in its fields is refused', async (query, fields, pointer) => {
    const answer = await batches.upload({ file: csvOf(numbers(1)), query, fields });
    expectProblem(answer, 'parameters_invalid');
    expect(answer.body).toMatchObject({ errors: [{ pointer }] });
  });

  it('needs a file or a link', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fieldsOf(shop))) form.set(name, value);
    const headers = { Authorization: `Bearer ${shop.apiKey}` };
    const url = `${paigham.baseUrl}/v1/batches`;
    const response = await fetch(url, { method: 'POST', body: form, headers });
    expect(await response.json()).toMatchObject({ errors: [{ pointer: '/body/url' }] });
    expectProblem(
      await batches.post({ message: {}, sender: '', template_id: '' }),
      'parameters_invalid',
    );
  });

  it.each([
    [{ sender: ' ' }, 'sender_empty', 'sender'],
    [{ sender: 'Nobody' }, 'sender_not_approved', 'sender'],
    [{ template_id: '999999' }, 'template_unknown', 'template_id'],
    [{ message: '{}' }, 'variable_missing', 'message/text'],
    [{ message: '{"text":"#AAA#"}' }, 'column_out_of_reach', 'message'],
  ])('with %j is refused like any send', async (fields, code, field) => {
    for (const query of ['', '?async=1']) {
      const answer = await batches.upload({ file: csvOf(numbers(1)), fields, query });
      expectProblem(answer, code);
      expect(answer.body).toMatchObject({ errors: [{ pointer: `/body/${field}` }] });
    }
  });

  it.each<[string | Uint8Array, string]>([
    ['', 'file_empty'],
    ['<!doctype html><html><body>Sign in</body></html>', 'file_saved_as_page'],
    [Buffer.from('%PDF-1.7\n%\xE2\xE3'), 'file_kind_unknown'],
    ['92300,Ali', 'rows_without_number'],
  ])('of %j is refused for the file', async (file, code) => {
    expectProblem(await batches.upload({ file }), code);
    const later = await batches.upload({ file, query: '?async=1' });
    const { problem } = await batches.until(later.body.id ?? '', 'refused');
    expect(problem).toMatchObject({ code });
  });

  it('needs a valid key before a byte of it is stored', async () => {
    const before = onDisk();
    const wrong = callBatches(paigham.baseUrl, { ...shop, apiKey: 'wrong' });
    const answer = await wrong.upload({ file: csvOf(numbers(1)) });
    expect([answer.status, onDisk()]).toEqual([401, before]);
  });

  it('that announces too large a size is refused before it comes', async () => {
    const { status, body } = await askRaw(
      paigham.baseUrl,
      'POST /v1/batches HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=x\r\n' +
        `Authorization: Bearer ${shop.apiKey}\r\nContent-Length: 200000000\r\n\r\n`,
    );
    expect([status, JSON.parse(body)]).toMatchObject([413, { code: 'file_too_large' }]);
  });

  it('finds no room while the maximum number is open, until one has ended', async () => {
    const most = limit('uploadsOpen');
    await paigham.db.transact((transaction) =>
      transaction.run(
        plain(
          'test-open-uploads',
          `insert into uploads (account_id, batch_id, state, file_name, file_bytes, request,
                              received_at, started_at, tries)
         select $1, n, 'waiting', '', 0, '{}', now(), now() + interval '1 day', 1
         from generate_series(1, $2::int - 1) n`,
        ),
        [shop.accountId, most],
      ),
    );
    const last = await batches.upload({ file: '92300,Ali', query: '?async=1' });
    expect(last.status).toBe(202);
    await batches.until(last.body.id ?? '', 'refused');
    await paigham.db.transact((transaction) =>
      transaction.run(
        plain(
          'test-one-more',
          `insert into uploads (account_id, batch_id, state, file_name, file_bytes, request,
                              received_at, started_at, tries)
         values ($1, 1000, 'waiting', '', 0, '{}', now(), now() + interval '1 day', 1)`,
        ),
        [shop.accountId],
      ),
    );
    const refused = await batches.upload({ file: '92300,Ali', query: '?async=1' });
    expectProblem(refused, 'uploads_waiting');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await paigham.db.transact((transaction) =>
      transaction.run(plain('test-no-uploads', 'delete from uploads where batch_id <= 1000'), []),
    );
  });

  it('finds no room while its account has the maximum under way', async () => {
    const sockets: Socket[] = [];
    for (let open = 0; open < limit('uploadsPerAccount'); open += 1) {
      sockets.push(beginUpload(paigham.baseUrl, shop.apiKey));
    }
    await eventually('their files', () => onDisk().length === limit('uploadsPerAccount'));
    const refused = await batches.upload({ file: csvOf(numbers(1)) });
    expectProblem(refused, 'uploads_busy');
    expect(refused.status).toBe(503);
    expect((await stranger.upload({ file: '92300,Ali' })).status).toBe(400);
    for (const socket of sockets) socket.destroy();
    await eventually('an empty disk', () => onDisk().length === 0);
    expect((await batches.upload({ file: csvOf(numbers(1)) })).status).toBe(201);
  });
});

/** Starts an upload that does not end. */
function beginUpload(baseUrl: string, apiKey: string): Socket {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(
    'POST /v1/batches HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n' +
      `Authorization: Bearer ${apiKey}\r\nContent-Type: multipart/form-data; boundary=b\r\n\r\n` +
      '--b\r\nContent-Disposition: form-data; name="file"; filename="x.csv"\r\n\r\n923001234567',
  );
  return socket;
}
