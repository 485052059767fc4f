/** Rows of .xls, read by SheetJS: the whole sheet is in memory, which the heap's limit bounds. */
import { readFileSync } from 'node:fs';
import type * as Xlsx from '@e965/xlsx';
import { checkCompound } from './compound.ts';
import { damaged, Refusal } from './fault.ts';
import { asShown, createNumberFormats, type NumberFormats } from './number-text.ts';
import type { Source } from './source.ts';

/** Rows between two looks at whether the reader of the rows keeps up. */
const FLUSH_ROWS = 1_000;

/** What a formula gives that has no value. */
const errors = new Map([
  [0x00, '#NULL!'],
  [0x07, '#DIV/0!'],
  [0x0f, '#VALUE!'],
  [0x17, '#REF!'],
  [0x1d, '#NAME?'],
  [0x24, '#NUM!'],
  [0x2a, '#N/A'],
]);

function textOf(cell: Xlsx.CellObject, numbers: NumberFormats): string {
  switch (cell.t) {
    case 'n':
      return numbers.show(asShown(String(cell.z ?? 'General')), Number(cell.v));
    case 's':
      return String(cell.v).replaceAll('\0', '').toWellFormed();
    case 'b':
      return cell.v === true ? 'TRUE' : 'FALSE';
    case 'e':
      return errors.get(Number(cell.v)) ?? '';
    case 'd':
    case 'z':
      return '';
  }
}

function check(bytes: Buffer, xlsx: typeof Xlsx): { readonly isOld: boolean } {
  try {
    return checkCompound(bytes, xlsx.CFB);
  } catch (error) {
    throw error instanceof Refusal ? error : damaged('structure');
  }
}

/** What SheetJS throws is about the file, but for what the machine lacks. */
function parse(bytes: Buffer, xlsx: typeof Xlsx): Xlsx.WorkBook {
  const options = { type: 'buffer', dense: true, cellNF: true } as const;
  const unwanted = { cellText: false, cellHTML: false, cellFormula: false } as const;
  try {
    return xlsx.read(bytes, { ...options, ...unwanted });
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const isLocked = error instanceof Error && /password|encrypt/i.test(error.message);
    throw isLocked ? new Refusal({ kind: 'encrypted' }) : damaged('structure');
  }
}

/** The first sheet that is shown and has something in it. Throws a Refusal. */
export async function readXls(source: Source): Promise<void> {
  const { sink } = source;
  const xlsx = await import('@e965/xlsx');
  const bytes = readFileSync(source.fd);
  if (check(bytes, xlsx).isOld) xlsx.set_cptable(await import('@e965/xlsx/dist/cpexcel'));
  const book = parse(bytes, xlsx);
  const numbers = createNumberFormats(xlsx.SSF, book.Workbook?.WBProps?.date1904 === true);
  for (const [index, name] of book.SheetNames.entries()) {
    if ((book.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0) continue;
    const rows = (book.Sheets[name] as Xlsx.DenseWorkSheet | undefined)?.['!data'] ?? [];
    for (let row = 0; row < rows.length; row++) {
      const cells = rows[row];
      if (cells === undefined) continue;
      sink.add(
        row + 1,
        Array.from(cells, (cell) => (cell === undefined ? '' : textOf(cell, numbers))),
      );
      sink.share = (row + 1) / rows.length;
      if (row % FLUSH_ROWS === 0) await sink.flush();
    }
    if (sink.rows > 0) return;
  }
  throw new Refusal({ kind: 'empty' });
}
