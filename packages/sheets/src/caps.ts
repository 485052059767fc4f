/** How much of a file is read before it is refused. The caller chooses; `0` is never right. */
export type SheetCaps = {
  /** Of the file as it lies on the disk. */
  readonly fileBytes: number;
  /** Of all parts of a workbook that are unpacked. */
  readonly unpackedBytes: number;
  readonly zipEntries: number;
  readonly sheets: number;
  /** The number of the last row. */
  readonly rows: number;
  /** The number of the last filled column: 702 is ZZ. */
  readonly columns: number;
  /** Filled cells of the sheet. */
  readonly cells: number;
  /** UTF-16 units of one cell. */
  readonly cellCharacters: number;
  /** UTF-16 units of one row of a text file, and of one text in a workbook's XML. */
  readonly rowCharacters: number;
  /** UTF-16 units of all texts that the cells of a workbook share. */
  readonly sharedCharacters: number;
  readonly sharedStrings: number;
  /** Of the program that reads: its heap. */
  readonly heapBytes: number;
  /** Time that the reader works; that of whoever takes the rows does not count. */
  readonly workMs: number;
};

/** What a cap is named in a fault. */
export type CapName = keyof SheetCaps;
