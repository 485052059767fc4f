/**
 * Rows on their way from the reading program: one text and three lists of numbers for a whole
 * batch, because a message of a million small strings costs more than reading them.
 */

/** One row with something in it. */
export type SheetRow = {
  /** Its number in the sheet, or its place in a text file, from 1. */
  readonly row: number;
  /** Column A first; `''` where nothing is. Empty cells at the end are left out. */
  readonly cells: readonly string[];
};

export type PackedRows = {
  readonly text: string;
  /** Where each cell ends in `text`. */
  readonly ends: Uint32Array;
  /** The cells of each row, and its number. */
  readonly widths: Uint32Array;
  readonly numbers: Uint32Array;
};

export function packRows(rows: readonly SheetRow[]): PackedRows {
  const cells: string[] = [];
  for (const row of rows) for (const cell of row.cells) cells.push(cell);
  const ends = new Uint32Array(cells.length);
  let end = 0;
  for (let index = 0; index < ends.length; index++) {
    end += cells[index]?.length ?? 0;
    ends[index] = end;
  }
  return {
    text: cells.join(''),
    ends,
    widths: Uint32Array.from(rows, (row) => row.cells.length),
    numbers: Uint32Array.from(rows, ({ row }) => row),
  };
}

export function unpackRows({ text, ends, widths, numbers }: PackedRows): SheetRow[] {
  let cell = 0;
  let start = 0;
  return Array.from(numbers, (row, index) => {
    const cells: string[] = [];
    for (let left = widths[index] ?? 0; left > 0; left--) {
      const end = ends[cell++] ?? start;
      cells.push(text.slice(start, end));
      start = end;
    }
    return { row, cells };
  });
}
