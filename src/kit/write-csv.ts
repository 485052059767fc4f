/** Comma-separated values in the form that spreadsheets read best (RFC 4180). */

/** Tells them that what follows is UTF-8: without it Urdu comes out as gibberish. */
export const BYTE_ORDER_MARK = '\uFEFF';

export type Cell = string | number | null;

/**
 * Text that begins with one of these is a formula to a spreadsheet program, full-width forms
 * included (OWASP, "CSV Injection"). With apostrophes before it, it gets one more: whoever takes
 * one off has what it was.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** Money that was taken: a number to spreadsheets, and nothing that runs. */
const NEGATIVE_AMOUNT = /^-\d+\.\d{2,6}$/;

/**
 * One line. A text that would run as a formula gets an apostrophe before it; digits stay digits,
 * so that a number is read as what it is.
 */
export function writeCsvLine(cells: readonly Cell[]): string {
  return `${cells.map(writeCell).join(',')}\r\n`;
}

function writeCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const isFormula = FORMULA.test(cell) && !NEGATIVE_AMOUNT.test(cell);
  const harmless = isFormula ? `'${cell}` : cell;
  return /["',\r\n;\t]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
