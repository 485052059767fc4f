import { read } from 'node:fs';
import { promisify } from 'node:util';
import type { SheetCaps } from './caps.ts';
import { tooLarge } from './fault.ts';
import type { SheetRow } from './packed-rows.ts';

/** An open file, its caps, and where its rows go. */
export type Source = {
  readonly fd: number;
  readonly fileBytes: number;
  readonly caps: SheetCaps;
  readonly sink: RowSink;
};

const CHUNK_BYTES = 256 * 1024;
const readAt = promisify(read);

/** The file's bytes from the start. A chunk is valid until the next one is requested. */
export async function* readChunks(fd: number): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let at = 0; ;) {
    const { bytesRead } = await readAt(fd, buffer, 0, CHUNK_BYTES, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** The first bytes of the file, at most `bytes`. */
export async function readHead(fd: number, bytes: number): Promise<Buffer> {
  const head = Buffer.alloc(bytes);
  const { bytesRead } = await readAt(fd, head, 0, bytes, 0);
  return head.subarray(0, bytesRead);
}

/** Rows per batch. */
const BATCH_ROWS = 1_000;
/** A batch of wide rows is closed before it gets too large. */
const BATCH_CHARACTERS = 1_000_000;

/** Sends some rows, with the fraction of the file read so far, 0 to 1. */
export type SendRows = (rows: readonly SheetRow[], share: number) => Promise<void>;

/**
 * Takes a file's rows as they are read, checks them against the caps, and sends them in batches.
 */
export class RowSink {
  private readonly caps: SheetCaps;
  private readonly send: SendRows;
  private batch: SheetRow[] = [];
  private batchCharacters = 0;
  private cells = 0;
  private ready: SheetRow[][] = [];
  /** Non-empty rows so far. */
  rows = 0;
  /** The fraction of the file read so far, 0 to 1, as far as the reader can tell. */
  share = 0;

  constructor(caps: SheetCaps, send: SendRows) {
    this.caps = caps;
    this.send = send;
  }

  /** Takes a row; an empty one is skipped. Throws a Refusal beyond a cap. */
  add(row: number, cells: string[], isHidden = false): void {
    const { caps } = this;
    let width = cells.length;
    while (width > 0 && cells[width - 1] === '') width--;
    if (width === 0) return;
    if (row > caps.rows) throw tooLarge('rows', caps.rows);
    if (width > caps.columns) throw tooLarge('columns', caps.columns);
    // The caller gives the array away.
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
    this.batch.push(isHidden ? { row, cells, hidden: true } : { row, cells });
    if (this.batch.length >= BATCH_ROWS || this.batchCharacters >= BATCH_CHARACTERS) this.close();
  }

  private close(): void {
    if (this.batch.length > 0) this.ready.push(this.batch);
    this.batch = [];
    this.batchCharacters = 0;
  }

  /** Sends full batches, waiting while too many are on their way. */
  async flush(): Promise<void> {
    if (this.ready.length === 0) return;
    const batches = this.ready;
    this.ready = [];
    for (const batch of batches) await this.send(batch, Math.min(1, this.share));
  }

  /** Sends the rest. */
  async end(): Promise<void> {
    this.close();
    await this.flush();
  }
}
