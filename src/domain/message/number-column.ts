/** Which column of a file has the numbers, and which row its headings: guessed from the first. */
import { readRecipient } from '../recipient/recipient.ts';
import { isBlank } from '../template/template.ts';
import { readNumberOf, type FileRow } from './file-row.ts';

/** How people head their numbers, in English and Urdu. */
const HEADINGS =
  /phone|mobile|cell|contact|number|msisdn|whats ?app|\btel\b|recipient|فون|موبائل|رابطہ|نمبر/iu;
/** What a heading is worth beside a column full of numbers. */
const HEADING_WORTH = 0.5;

/**
 * The column from 1 that most looks like numbers, the first one of several; a column without any
 * only by its heading, else the first.
 * @param rows the first ones of the file, its heading included.
 */
export function guessNumberColumn(rows: readonly FileRow[]): number {
  const width = Math.max(1, ...rows.map(({ cells }) => cells.length));
  let [best, worth] = [1, 0];
  for (let column = 1; column <= width; column += 1) {
    const cells = rows.map((row) => row.cells[column - 1] ?? '').filter((cell) => !isBlank(cell));
    const share = cells.filter(isLikeNumber).length / Math.max(1, cells.length);
    const isHeaded = HEADINGS.test(rows[0]?.cells[column - 1] ?? '');
    const total = share + (isHeaded ? HEADING_WORTH : 0);
    if (total > worth) [best, worth] = [column, total];
  }
  return best;
}

/** A number, or what a spreadsheet has left of one. */
function isLikeNumber(cell: string): boolean {
  const reading = readRecipient(cell);
  return reading.ok || reading.refusal.reason === 'spreadsheet_damage';
}

/** Rows that may stand above the headings: a title, a date, a blank one. */
const ABOVE = 5;

/**
 * Without a title above the headings: rows of one cell, then one of several texts, of which one
 * heads numbers.
 * @param rows the first of the file.
 */
export function withoutTitle(rows: readonly FileRow[]): readonly FileRow[] {
  const at = rows.slice(0, ABOVE + 1).findIndex((row) => headingsIn(row).length !== 1);
  const headings = headingsIn(rows[at]);
  return at > 0 && headings.some((it) => HEADINGS.test(it)) ? rows.slice(at) : rows;
}

/** The filled cells of a row, if none of them is a number. */
function headingsIn(row: FileRow | undefined): readonly string[] {
  if (row === undefined) return [];
  const filled = row.cells.flatMap((cell, at) => (isBlank(cell) ? [] : [at + 1]));
  const isText = filled.every((column) => readNumberOf(row, column, true) === 'heading');
  return isText ? filled.map((column) => row.cells[column - 1] ?? '') : [];
}
