/** How much of a file is read before it is refused. The caller chooses; `0` is never valid. */
export type SheetCaps = {
  /** Of the file on disk. */
  readonly fileBytes: number;
  /** Of all unpacked parts of a workbook. */
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
  /** Heap of the reading process. */
  readonly heapBytes: number;
  /** Time the reader works; waiting for its consumer does not count. */
  readonly workMs: number;
};

/** The name of a cap in a fault. */
export type CapName = keyof SheetCaps;
