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

  it('is the only thing that shows them', async () => {
    const { body } = await batches.upload({ file: `${mobileOf(0, 1)},Ali\n8584,Nobody\n` });
    expect(body).toMatchObject({ rows: 2, rows_left_out: 1, examples: null, left_out: null });
  });
});
