/** Values that refer to columns of a file: `Dear #B#` (seed section 4.2, contract section 8). */

/** A value split up: literals[0], the cell of columns[0], literals[1], … literals[n]. */
export type ColumnText = {
  readonly literals: readonly string[];
  /** Column numbers, from 1 for A. Empty: the value is the same in every row. */
  readonly columns: readonly number[];
};

/** `ZZ`: the last column that can be referred to. */
export const LAST_COLUMN = 702;

const REFERENCE = /#([A-Za-z]{1,3})#/g;
const LETTER_A = 'A'.charCodeAt(0) - 1;

/**
 * Splits a value at its references, in either case. Three letters count as a reference, too, to a
 * column that no file here has, so that recipients never see them.
 */
export function readColumnText(value: string): ColumnText {
  const literals: string[] = [];
  const columns: number[] = [];
  let from = 0;
  for (const match of value.matchAll(REFERENCE)) {
    literals.push(value.slice(from, match.index));
    columns.push(columnOf(match[1] ?? ''));
    from = match.index + match[0].length;
  }
  literals.push(value.slice(from));
  return { literals, columns };
}

/** The value for one row; a cell that the row does not have is empty. */
export function writeColumnText(text: ColumnText, cells: readonly string[]): string {
  let value = text.literals[0] ?? '';
  for (let index = 0; index < text.columns.length; index += 1) {
    const cell = cells[(text.columns[index] ?? 0) - 1] ?? '';
    value += cell + (text.literals[index + 1] ?? '');
  }
  return value;
}

/** The number of a column by its letters, in either case: 1 for A, 27 for AA. */
export function columnOf(letters: string): number {
  let column = 0;
  for (const letter of letters.toUpperCase())
    column = column * 26 + letter.charCodeAt(0) - LETTER_A;
  return column;
}

/** The letters of a column: A for 1, ZZ for 702. */
export function lettersOf(column: number): string {
  let letters = '';
  for (let left = column; left > 0; left = Math.floor((left - 1) / 26)) {
    letters = String.fromCharCode(LETTER_A + 1 + ((left - 1) % 26)) + letters;
  }
  return letters;
}

/**
 * What a column is called in sentences: by its letters, except the one whose letters callers take
 * for an acceptance.
 */
export function columnWords(column: number): string {
  const letters = lettersOf(column);
  return letters.includes('OK') ? `column number ${column}` : `column ${letters}`;
}
