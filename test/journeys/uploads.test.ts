/** Files uploaded to `POST /v1/batches`: each kind, with and without `async`, to the end. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readBytes } from '../../packages/sheets/test/reading.ts';
import { callBatches, csvOf, type Batches, type ShownBatch } from '../support/batches.ts';
import { eventually } from '../support/eventually.ts';
import { mobileOf } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';
import { asker } from '../support/verify.ts';

const FIXTURES = join(import.meta.dirname, '../../packages/sheets/test/fixtures');

let story: Story;
let batches: Batches;

beforeAll(async () => {
  // A number that ends in 7 cannot be reached.
  const receiptNumbers = [{ pattern: '7$', state: 'UNDELIV', error: '027' }];
  story = await beginStory({ behaviour: { receiptDelayMs: 50, receiptNumbers } });
  batches = callBatches(story.paigham.baseUrl, story.shop);
});

const numbers = (count: number, from = 0): readonly string[] =>
  Array.from({ length: count }, (_, index) => mobileOf((index % 4) as 0, from + index));

const idOf = ({ id }: ShownBatch): string => {
  if (id === null) throw new Error('the batch has no id');
  story.okIds.push(Number(id));
  return id;
};

const chunks = async (): Promise<number> => {
  const ask = asker(story.paigham.db);
  const [row] = await ask<{ readonly many: number }>('select count(*) as many from upload_chunks');
  return row?.many ?? 0;
};

describe.each(['', '?async=1'])('a file of each kind%s', (query) => {
  it.each(['people-comma.csv', 'people-tab.txt', 'people.xlsx', 'people.xls'])(
    '%s is sent from, row by row',
    async (name) => {
      const file = readFileSync(join(FIXTURES, name));
      const made = await batches.upload({
        file,
        fileName: name,
        query,
        fields: { type: 'unicode' },
      });
      expect([made.status, made.headers.get('location')]).toEqual([
        query === '' ? 201 : 202,
        `/v1/batches/${made.body.id}`,
      ]);
      const batch = await batches.untilOver(idOf(made.body));
      expect(batch).toMatchObject({ state: 'sent', source: 'upload', problem: null });
      expect(batch.recipients).toBeGreaterThan(3);
      // 923001234567 cannot be reached, all others can.
      expect(batch.counts?.['delivered']).toBeGreaterThan(0);
      expect((batch.recipients ?? 0) + (batch.rows_left_out ?? 0)).toBe(batch.rows);
    },
  );
});

describe('an upload of 300 rows with async', () => {
  const file = `${csvOf(numbers(300, 5_000))}\n92300,Nobody\n=2+3,"He said ""so"""\n`;
  let batch: ShownBatch;

  it('is charged once, sent, and its file is deleted', async () => {
    const before = await story.balance();
    const made = await batches.upload({ file, fileName: 'فہرست.csv', query: '?async=1' });
    expect(made.body).toMatchObject({
      state: expect.stringMatching(/waiting|reading|sending/) as string,
      file: { name: 'فہرست.csv', bytes: Buffer.byteLength(file) },
    });
    batch = await batches.untilOver(idOf(made.body));
    const unreachable = numbers(300, 5_000).filter((it) => it.endsWith('7')).length;
    expect(batch).toMatchObject({
      ...{ rows: 302, rows_left_out: 2, recipients: 300, price: '1440.00', progress: null },
      counts: { pending: 0, sent: 0, delivered: 300 - unreachable, failed: unreachable },
    });
    expect(before - (await story.balance())).toBeCloseTo(1_440, 6);
    await eventually('the end of its chunks', async () => (await chunks()) === 0);
  });

  it('has its rows in order, in pages and by state', async () => {
    const path = `/v1/batches/${batch.id}/rows`;
    type Page = { readonly data: readonly { readonly row: number }[]; next_cursor: string | null };
    const seen: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body }: { body: Page } = await batches.get<Page>(
        `${path}?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      seen.push(...body.data.map(({ row }) => row));
      cursor = body.next_cursor;
    }
    expect(seen).toEqual(Array.from({ length: 302 }, (_, at) => at + 2));
    const { body } = await batches.get<Page>(`${path}?state=left_out`);
    expect(body).toMatchObject({
      data: [
        { row: 302, number: '92300', state: 'left_out', column: 'A', message_id: null },
        { row: 303, state: 'left_out', column: 'A', parts: 0, price: '0.00' },
      ],
      next_cursor: null,
    });
    const failed = await batches.get<Page>(`${path}?state=failed&limit=200`);
    expect(failed.body.data).toHaveLength(batch.counts?.['failed'] ?? 0);
  });

  it('has them as CSV, which our own reader and any other reads correctly', async () => {
    const path = `/v1/batches/${batch.id}/rows`;
    const csv = await batches.get(path, { Accept: 'text/csv' });
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.headers.get('content-disposition')).toContain(`batch-${batch.id}.csv`);
    const octets = Buffer.from(csv.text);
    expect(csv.text).not.toMatch(/^\uFEFF/);
    const { rows, result } = await readBytes(octets);
    expect(result).toMatchObject({ kind: 'read', fileKind: 'text', rows: 303 });
    type Json = { readonly data: readonly Readonly<Record<string, string | number | null>>[] };
    const pages = await Promise.all(
      [2, 102, 202].map((from) => batches.get<Json>(`${path}?limit=100&cursor=${cursorAt(from)}`)),
    );
    const shown = pages.flatMap(({ body }) => body.data);
    const [heading, ...lines] = rows.map(({ cells }) => cells);
    expect(heading).toEqual(Object.keys(shown[0] ?? {}));
    for (const [at, row] of shown.entries()) {
      const cells = Object.values(row).map((value) => (value === null ? '' : `${value}`));
      expect(
        cells.map((cell, column) => [cell, `'${cell}`].includes(lines[at]?.[column] ?? '')),
      ).toEqual(cells.map(() => true));
      expect(lines[at]?.[1]).toMatch(/^\d+$/);
    }
    expect(await batches.get(`${path}?format=csv`)).toMatchObject({ text: csv.text });
  });

  it('is listed, newest first, and found by its properties', async () => {
    type List = { readonly data: readonly ShownBatch[]; readonly next_cursor: string | null };
    const list = async (query: string): Promise<readonly ShownBatch[]> =>
      (await batches.get<List>(`/v1/batches?${query}`)).body.data;
    const all = await list('source=upload&limit=200');
    // An id carries its second.
    const ids = all.map(({ id }) => Number(id));
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect(all.find(({ id }) => id === batch.id)).toMatchObject({ counts: null, progress: null });
    const paged: (string | null)[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const more: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body }: { body: List } = await batches.get<List>(
        `/v1/batches?source=upload&limit=2${more}`,
      );
      paged.push(...body.data.map(({ id }) => id));
      cursor = body.next_cursor;
    }
    expect(paged).toEqual(all.map(({ id }) => id));
    expect((await list('state=sent&limit=200')).map(({ id }) => id)).toContain(batch.id);
    expect(await list('state=refused')).toEqual([]);
    expect(await list('source=link')).toEqual([]);
  });
});

/** A cursor for the rows starting with `row`; its format is tested elsewhere. */
function cursorAt(row: number): string {
  return Buffer.from(`listBatchRows.${row - 1}`).toString('base64url');
}

describe('what cannot be sent', () => {
  it('is refused at once with the rows, columns and rules', async () => {
    const answer = await batches.upload({ file: '92300,Ali\n0421234567,Sana\n' });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      code: 'rows_without_number',
      errors: [{ pointer: '/file/1/A' }, { pointer: '/file/2/A' }],
    });
  });

  it('is refused after the answer, and stays visible; nothing is charged', async () => {
    const before = await story.balance();
    const made = await batches.upload({ file: '92300,Ali\n', query: '?async=1' });
    expect(made.status).toBe(202);
    const batch = await batches.until(made.body.id ?? '', 'refused');
    expect(batch).toMatchObject({
      ...{ recipients: null, price: null, counts: null, progress: null },
      problem: { code: 'rows_without_number', errors: [{ pointer: '/file/1/A' }] },
    });
    const rows = await batches.get(`/v1/batches/${batch.id}/rows`);
    expect(rows.body).toMatchObject({ data: [{ row: 1, state: 'left_out', column: 'A' }] });
    expect(await story.balance()).toBe(before);
    await eventually('the end of its chunks', async () => (await chunks()) === 0);
  });

  it('is reported before the file is kept, if the request itself is wrong', async () => {
    const fields = { template_id: '1' };
    const answer = await batches.upload({ file: csvOf(numbers(1)), fields, query: '?async=1' });
    expect([answer.status, answer.body]).toMatchObject([404, { code: 'template_unknown' }]);
  });
});

describe('an idempotency key', () => {
  it.each(['', '?async=1'])('sends a file once, however often it is uploaded%s', async (query) => {
    const headers = { 'Idempotency-Key': `file-${query}` };
    const file = csvOf(numbers(5, 9_000));
    const before = await story.balance();
    const first = await batches.upload({ file, query, headers });
    const again = await batches.upload({ file, query, headers, fileName: 'other.csv' });
    expect(again.status).toBe(first.status);
    expect(again.body.id).toBe(first.body.id);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = await batches.upload({ file: csvOf(numbers(6, 9_000)), query, headers });
    expect([other.status, other.body]).toMatchObject([409, { code: 'idempotency_conflict' }]);
    await batches.untilOver(idOf(first.body));
    expect(before - (await story.balance())).toBeCloseTo(5 * 4.8, 6);
  });
});

describe('a dry run', () => {
  it('says what it would cost, and leaves no trace', async () => {
    const before = await story.balance();
    const file = `${csvOf(numbers(4))}\n92300,Nobody\n`;
    const dry = await batches.upload({ file, fields: { dry_run: '1' } });
    expect([dry.status, dry.body]).toMatchObject([
      200,
      { id: null, state: 'dry_run', rows: 5, rows_left_out: 1, recipients: 4, price: '19.20' },
    ]);
    expect(await story.balance()).toBe(before);
  });
});

it('in the end the books are right', async () => {
  expect(await story.breaches()).toEqual([]);
});
