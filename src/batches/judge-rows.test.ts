import { describe, expect, it } from 'vitest';
import {
  makeAccount,
  makeFileRequest,
  makeTemplate,
  ROUTING,
  type Written,
  type WrittenOfFile,
} from '../../test/support/fixtures.ts';
import { wordsOf } from '../domain/message/file-send.ts';
import type { Template } from '../domain/template/template.ts';
import { acceptFile } from './accept-file.ts';
import type { FileRow } from '../domain/message/file-row.ts';
import { RowJudge } from './judge-rows.ts';

const ORDER = makeTemplate(31, 'Dear #name#, order #order_no#.');
const VALUES = '{"name":"#B#","order_no":"#C#/#D#"}';
const ALI = ['923001234567', 'Ali', '17', 'x'];

type Change = Partial<Omit<Written, 'account'>> & WrittenOfFile & { readonly template?: Template };

function judgeOf({ template = ORDER, ...change }: Change = {}): RowJudge {
  const account = makeAccount({ templates: new Map([[template.id, template]]) });
  const { request } = makeFileRequest({
    account,
    template_id: String(template.id),
    message: VALUES,
    ...change,
  });
  const source = { kind: 'upload', file: '' } as const;
  const context = { routing: ROUTING, demoText: '' };
  const order = acceptFile(request, source, context);
  if ('reason' in order) throw new Error(order.reason);
  return new RowJudge(order, '', undefined);
}

/** Rows of a file whose first row is number 1. */
const numbered = (...cells: readonly (readonly string[])[]): readonly FileRow[] =>
  cells.map((row, at) => ({ row: at + 1, cells: row }));

/** What became of each row, in order. */
function fates(rows: readonly FileRow[], change: Change = {}): readonly string[] {
  const { ready, leftOut } = judgeOf(change).judge(rows);
  const all = [
    ...ready.map((it) => [it.row, `${it.recipient} ${it.text}`] as const),
    ...leftOut.map((it) => [it.row, `${it.code} ${it.shown}: ${wordsOf(it)}`] as const),
  ];
  return all.toSorted(([a], [b]) => a - b).map(([, fate]) => fate);
}

describe('the rows of a file', () => {
  it('have a text of their own each, and the number in column A', () => {
    expect(fates(numbered(ALI, ['03111234567', 'Bano', '18', 'y']))).toEqual([
      '923001234567 Dear Ali, order 17/x.',
      '923111234567 Dear Bano, order 18/y.',
    ]);
  });

  it.each(['Mobile', 'نمبر', '', 'Phone 1', 'Mobile number (03xx xxxxxxx)'])(
    'do not include the header: %j in the first A',
    (heading) => {
      const judge = judgeOf();
      const judged = judge.judge(numbered([heading, 'Name', 'No', 'Part'], ALI));
      expect(judged.ready.map(({ row }) => row)).toEqual([2]);
      expect([judged.leftOut, judge.rows, judge.widest]).toEqual([[], 1, 4]);
    },
  );

  it.each([
    ['12345', '7 12345: row 1, column A: a short code'],
    ['0300', '7 0300: row 1, column A: too short for a mobile number'],
    [
      '9.23001E+11',
      '7 9.23001E+11: row 1, column A: damaged by a spreadsheet: 9.23001E+11 ' +
        '(format the column as text)',
    ],
    ['O3001234567', '7 3001234567: row 1, column A: the letter "O" among the digits'],
  ])('include a damaged number, which is not a header: %j', (first, fate) => {
    expect(fates(numbered([first, 'Ali', '1', 'x'], ALI))[0]).toBe(fate);
  });

  it('include one whose number is a formula that failed, which is not a header', () => {
    expect(fates(numbered(['#N/A', 'Ali', '1', 'x'], ALI))[0]).toBe(
      '7 #N/A: row 1, column A: #N/A',
    );
  });

  it('may be wrong in columns that no value names', () => {
    const rows = numbered([...ALI, '#REF!', '\ufffd']);
    expect(fates(rows)).toEqual(['923001234567 Dear Ali, order 17/x.']);
  });

  it('that the sheet hides are left out unless they are asked for', () => {
    const hidden: FileRow = { row: 2, cells: ['03111234567', 'Bano', '18', 'y'], hidden: true };
    const rows = [...numbered(ALI), hidden];
    expect(fates(rows)[1]).toBe('12 923111234567: row 2: hidden');
    expect(fates(rows, { hidden: '0' })[1]).toBe('12 923111234567: row 2: hidden');
    expect(fates(rows, { hidden: '1' })[1]).toBe('923111234567 Dear Bano, order 18/y.');
  });

  it('that are hidden hold no place of a number that is sent once', () => {
    const rows: FileRow[] = [
      { row: 1, cells: ALI, hidden: true },
      { row: 2, cells: ALI },
    ];
    expect(fates(rows, { duplicate: '0' })[1]).toBe('923001234567 Dear Ali, order 17/x.');
  });

  it('after the first one have a number or are reported', () => {
    expect(fates(numbered(ALI, ['Mobile', 'x', 'y', 'z'], ['', 'x', 'y', 'z'])).slice(1)).toEqual([
      '7 Mobile: row 2, column A: the letter "M" among the digits',
      '7 : row 3, column A: empty',
    ]);
  });

  it.each([
    ['a formula that failed', ['923001234567', '#N/A', '1', 'x'], 'row 1, column B: #N/A'],
    ['one of LibreOffice', ['923001234567', 'Ali', ' Err:502 ', 'x'], 'row 1, column C: Err:502'],
    [
      'a character that is damaged',
      ['923001234567', 'Imran\ufffds', '1', 'x'],
      'row 1, column B: a damaged character in it',
    ],
    ['a cell that is empty', ['923001234567', ' ', '1', 'x'], 'row 1, column B: empty'],
    ['a cell that is not there', ['923001234567', 'Ali', '1'], 'row 1, column D: empty'],
    [
      'a value that is too long, in its longest cell',
      ['923001234567', 'Ali', '1', 'x'.repeat(160)],
      'row 1, column D: longer than 160 characters',
    ],
    [
      'a control character',
      ['923001234567', 'A\u0007li', '1', 'x'],
      'row 1, column B: a control character or half a character in it',
    ],
    [
      'a control character of the upper half',
      ['923001234567', 'A\u0085li', '1', 'x'],
      'row 1, column B: a control character or half a character in it',
    ],
    [
      'a character that needs unicode',
      ['923001234567', 'Ali', '1', 'علی'],
      'row 1, column D: "ع" needs type=unicode',
    ],
  ])('are reported for %s', (_, cells, words) => {
    expect(fates(numbered(cells))).toEqual([`12 923001234567: ${words}`]);
  });

  it('are reported for a text of too many parts, whichever cell caused it', () => {
    const long = makeTemplate(32, `#name##order_no#${'y'.repeat(1_400)}`);
    const cells = ['923001234567', 'x'.repeat(150), '1', 'x'];
    expect(fates(numbered(cells), { template: long })).toEqual([
      '12 923001234567: row 1: a text of more than 10 parts',
    ]);
  });

  it('may leave empty what is optional', () => {
    const note = { name: 'note', type: 'text' as const, maxLength: 40, optional: true };
    const template = makeTemplate(34, 'Hello #note#', { variables: [note] });
    const message = '{"note":"#B#"}';
    expect(
      fates(numbered(['03001234567', ' '], ['03001234568', 'Ali']), { template, message }),
    ).toEqual(['923001234567 Hello  ', '923001234568 Hello Ali']);
  });

  it('are judged by the kinds of their values', () => {
    const digits = [{ name: 'code', type: 'digits' as const, maxLength: 8 }];
    const template = makeTemplate(33, 'Code #code#', { variables: digits });
    const message = '{"code":"#B#"}';
    expect(
      fates(numbered(['03001234567', '48x1'], ['03001234567', '4821']), { template, message }),
    ).toEqual([
      '12 923001234567: row 1, column B: not of the kind digits',
      '923001234567 Code 4821',
    ]);
  });

  it('carry Urdu with type=unicode', () => {
    expect(fates(numbered(['03001234567', 'علی', '1', 'x']), { type: 'unicode' })).toEqual([
      '923001234567 Dear علی, order 1/x.',
    ]);
  });

  it('keep repeated numbers unless told otherwise: then the first that can be sent wins', () => {
    const broken = ['03001234567', '', '1', 'x'];
    const rows = numbered(broken, ALI, ['+92 300 1234567', 'Other', '2', 'y']);
    expect(fates(rows).slice(1)).toEqual([
      '923001234567 Dear Ali, order 17/x.',
      '923001234567 Dear Other, order 2/y.',
    ]);
    expect(fates(rows, { duplicate: '0' }).slice(1)).toEqual([
      '923001234567 Dear Ali, order 17/x.',
      '7 923001234567: row 3, column A: repeated',
    ]);
  });

  it('show no more than a line of what was in A', () => {
    const { leftOut } = judgeOf().judge(numbered(ALI, [`a\nb\t${'c'.repeat(100)}`]));
    expect(leftOut[0]?.shown).toBe(`a b ${'c'.repeat(35)}…`);
  });
});
