/** What a cell shows in place of a value when its formula fails. */

const ERRORS = new Set([
  '#NULL!',
  '#DIV/0!',
  '#VALUE!',
  '#REF!',
  '#NAME?',
  '#NUM!',
  '#N/A',
  '#GETTING_DATA',
  '#SPILL!',
  '#CALC!',
  '#FIELD!',
  '#BLOCKED!',
  '#CONNECT!',
  '#BUSY!',
  '#UNKNOWN!',
  '#EXTERNAL!',
  '#PYTHON!',
  // Google Sheets.
  '#ERROR!',
]);

/** Shown for one that a newer program has added. */
export const UNKNOWN_ERROR = '#ERROR!';

/**
 * Whether a cell holds the error of a formula and nothing else. Text files have it as text, and so
 * have workbooks into which values were pasted; LibreOffice also writes `Err:502`.
 */
export function isErrorValue(cell: string): boolean {
  const text = cell.trim();
  return ERRORS.has(text) || /^Err:\d{3}$/.test(text);
}
