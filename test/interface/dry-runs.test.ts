/** What a dry run of a file shows at `/v1/batches`: texts, and left-out rows. */
import { beforeAll, describe, expect, it } from 'vitest';
import { callBatches, type Batches } from '../support/batches.ts';
import { sharedPaigham } from '../support/shared.ts';
import { mobileOf, openShop } from '../support/shop.ts';

let batches: Batches;

beforeAll(async () => {
  const paigham = await sharedPaigham();
  batches = callBatches(paigham.baseUrl, await openShop(paigham.world, { rupees: '1000' }));
});

describe('a dry run', () => {
  it('shows three texts as people will read them, and the left-out rows', async () => {
    const file = [
      'Mobile,Name',
      `${mobileOf(0, 1)},Ali’s order`,
      '8584,Nobody',
      `${mobileOf(1, 2)},Bano ${'x'.repeat(160)}`,
      `${mobileOf(2, 3)},`,
      `${mobileOf(2, 4)},Chand`,
      `${mobileOf(3, 5)},Daud`,
      '9.23E+11,Ehsan',
    ].join('\n');
    const message = '{"text":"Dear #B#, it is ready."}';
    const dry = await batches.upload({ file, fields: { dry_run: '1', message } });
    const example = (row: number, number: string, name: string, parts = 1) => {
      const text = `Dear ${name}, it is ready.`;
      return { row, number, text, parts, price: parts === 1 ? '4.80' : '9.60' };
    };
    expect(dry.body).toMatchObject({ state: 'dry_run', rows: 7, rows_left_out: 3 });
    expect(dry.body).toMatchObject({
      examples: [
        example(2, mobileOf(0, 1), "Ali's order"),
        example(4, mobileOf(1, 2), `Bano ${'x'.repeat(160)}`, 2),
        example(6, mobileOf(2, 4), 'Chand'),
      ],
      left_out: [
        { row: 3, number: '8584', column: 'A', reason: 'a short code' },
        { row: 5, number: mobileOf(2, 3), column: 'B', reason: 'empty' },
        {
          ...{ row: 8, number: '9.23E+11', column: 'A' },
          reason: 'damaged by a spreadsheet: 9.23E+11 (format the column as text)',
        },
      ],
    });
  });

  it('reads the numbers from any column, and says what costs more, and why', async () => {
    const long = 'x'.repeat(170);
    const file = [
      'Order,Name,Contact no',
      `A-1,عائشہ ${'x'.repeat(70)},${mobileOf(0, 1)}`,
      `A-2,${long},${mobileOf(1, 2)}`,
      `A-3,Eid 🌙 ${long},${mobileOf(2, 3)}`,
      `A-4,Ali,${mobileOf(0, 1)}`,
      'A-5,=Sana,0421234567',
    ].join('\n');
    const fields = { number_column: 'c', type: 'unicode', message: '{"text":"Dear #B#"}' };
    const dry = await batches.upload({ file, fields: { ...fields, dry_run: '1' } });
    expect([dry.status, dry.body]).toMatchObject([
      200,
      {
        ...{ recipients: 4, rows: 5, rows_left_out: 1, parts: 8, price: '38.40' },
        check: {
          ...{ headings: ['Order', 'Name', 'Contact no'], rows_repeated: 1, rows_hidden: 0 },
          unicode: { messages: 2, price: '9.60', characters: ['ع', 'ا', 'ئ', 'ش', 'ہ', '🌙'] },
          long: { messages: 2, price: '9.60' },
        },
        left_out: [
          { row: 6, column: 'C', number: '0421234567', cells: ['A-5', '=Sana', '0421234567'] },
        ],
      },
    ]);
    const once = await batches.upload({
      file,
      fields: { ...fields, dry_run: '1', duplicate: '0' },
    });
    expect(once.body).toMatchObject({ recipients: 3, check: { rows_repeated: 1 } });
    const later = await batches.upload({ file, fields, query: '?async=1' });
    expect(await batches.until(later.body.id ?? '', 'sent')).toMatchObject({ recipients: 4 });
    for (const column of ['', '7', 'AAA', '#C#']) {
      const wrong = await batches.upload({ file, fields: { ...fields, number_column: column } });
      expect([wrong.status, wrong.body]).toMatchObject([
        400,
        { errors: [{ pointer: '/body/number_column' }] },
      ]);
    }
    const beyond = await batches.upload({ file, fields: { ...fields, number_column: 'ZZ' } });
    expect(beyond.body).toMatchObject({ code: 'column_missing' });
  });

  it('is the only thing that shows them', async () => {
    const { body } = await batches.upload({ file: `${mobileOf(0, 1)},Ali\n8584,Nobody\n` });
    expect(body).toMatchObject({
      rows: 2,
      rows_left_out: 1,
      examples: null,
      left_out: null,
      check: null,
    });
  });
});
