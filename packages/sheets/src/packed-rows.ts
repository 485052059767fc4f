/**
 * Rows on their way from the reading process: one text and three number arrays per batch, because
 * sending a million small strings costs more than reading them.
 */

/** A row that is not empty. */
export type SheetRow = {
  /** Its row number in the sheet, or its position in a text file, from 1. */
  readonly row: number;
  /** Column A first; `''` for empty cells. Trailing empty cells are left out. */
  readonly cells: readonly string[];
  /** The sheet does not show it: a filter or a person hid it. */
  readonly hidden?: true;
};

export type PackedRows = {
  readonly text: string;
  /** Where each cell ends in `text`. */
  readonly ends: Uint32Array;
  /** The number of cells in each row, and the row's number. */
  readonly widths: Uint32Array;
  readonly numbers: Uint32Array;
  /** Which of the rows are hidden, by their place here. */
  readonly hidden: Uint32Array;
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
    hidden: Uint32Array.from(rows.flatMap(({ hidden }, at) => (hidden === true ? [at] : []))),
  };
}

export function unpackRows({ text, ends, widths, numbers, hidden }: PackedRows): SheetRow[] {
  const isHidden = new Set(hidden);
  let cell = 0;
  let start = 0;
  return Array.from(numbers, (row, index) => {
    const cells: string[] = [];
    for (let left = widths[index] ?? 0; left > 0; left--) {
      const end = ends[cell++] ?? start;
      cells.push(text.slice(start, end));
      start = end;
    }
    return isHidden.has(index) ? { row, cells, hidden: true } : { row, cells };
  });
}
