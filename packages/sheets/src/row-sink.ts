import type { SheetCaps } from './caps.ts';
import { tooLarge } from './fault.ts';
import type { SheetRow } from './packed-rows.ts';

/** Rows that travel together. */
const BATCH_ROWS = 1_000;
/** A batch of wide rows is closed before it grows out of hand. */
const BATCH_CHARACTERS = 1_000_000;

/** Sends some rows, and how much of the file has been read with them, 0 to 1. */
export type SendRows = (rows: readonly SheetRow[], share: number) => Promise<void>;

/** Takes the rows of a file as they are read, holds them to the caps, and sends them in batches. */
export class RowSink {
  private readonly caps: SheetCaps;
  private readonly send: SendRows;
  private batch: SheetRow[] = [];
  private batchCharacters = 0;
  private cells = 0;
  private ready: SheetRow[][] = [];
  /** Rows with something in them so far. */
  rows = 0;
  /** How much of the file has been read, 0 to 1, as far as whoever reads it can tell. */
  share = 0;

  constructor(caps: SheetCaps, send: SendRows) {
    this.caps = caps;
    this.send = send;
  }

  /** Takes a row; one with nothing in it is passed over. Throws a Refusal past a cap. */
  add(row: number, cells: string[]): void {
    const { caps } = this;
    let width = cells.length;
    while (width > 0 && cells[width - 1] === '') width--;
    if (width === 0) return;
    if (row > caps.rows) throw tooLarge('rows', caps.rows);
    if (width > caps.columns) throw tooLarge('columns', caps.columns);
    // Whoever made the array gives it away.
    cells.length = width;
    for (const cell of cells) {
      if (cell === '') continue;
      if (cell.length > caps.cellCharacters) {
        throw tooLarge('cellCharacters', caps.cellCharacters);
      }
      this.cells++;
      this.batchCharacters += cell.length;
    }
    if (this.cells > caps.cells) throw tooLarge('cells', caps.cells);
    this.rows++;
    this.batch.push({ row, cells });
    if (this.batch.length >= BATCH_ROWS || this.batchCharacters >= BATCH_CHARACTERS) this.close();
  }

  private close(): void {
    if (this.batch.length > 0) this.ready.push(this.batch);
    this.batch = [];
    this.batchCharacters = 0;
  }

  /** Sends the batches that are full, waiting while too many are on their way. */
  async flush(): Promise<void> {
    if (this.ready.length === 0) return;
    const batches = this.ready;
    this.ready = [];
    for (const batch of batches) await this.send(batch, Math.min(1, this.share));
  }

  /** Sends what is left. */
  async end(): Promise<void> {
    this.close();
    await this.flush();
  }
}
