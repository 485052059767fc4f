/** A look into a file before it is sent: what its columns hold, and which rows name nobody. */
import type { Refusal } from '../domain/failure/failure.ts';
import { limit } from '../domain/limits.ts';
import type { FileOutline, LeftOutRow } from '../domain/message/file-send.ts';
import { lettersOf } from '../domain/template/column-text.ts';
import { isBlank } from '../domain/template/template.ts';
import type { Clock } from '@paigham/base/clock.ts';
import { readNumberOf, shorten, type FileRow } from '../domain/message/file-row.ts';
import { guessNumberColumn } from '../domain/message/number-column.ts';
import { readRows } from './read-rows.ts';

/** Reads a file on disk to its end, as a send does; throws on the signal. Nothing is kept. */
export async function previewFile(
  file: string,
  clock: Clock,
  signal: AbortSignal,
): Promise<FileOutline | Refusal> {
  const outline = new Outline();
  for await (const event of readRows({ file, isUpload: true }, clock, signal)) {
    switch (event.kind) {
      case 'rows':
        for (const row of event.rows) outline.add(row);
        break;
      case 'read':
        return outline.finish(event.fileKind);
      case 'refused':
        return event.refusal;
    }
  }
  throw new Error('a file ended without a result');
}

/** Rows by which the column of the numbers is guessed. */
const GUESSED_BY = 100;

/** What was seen of a file so far. */
class Outline {
  /** The first rows, until they are enough to guess by. */
  readonly #unread: FileRow[] = [];
  #numberColumn: number | undefined;
  readonly #samples: string[][] = [];
  readonly #firstRows: FileRow[] = [];
  readonly #firstLeftOut: LeftOutRow[] = [];
  #headings: readonly string[] = [];
  #isFirst = true;
  #rows = 0;
  #hidden = 0;
  #leftOut = 0;

  add(row: FileRow): void {
    if (this.#numberColumn !== undefined) return this.#see(row, this.#numberColumn);
    this.#unread.push(row);
    if (this.#unread.length >= GUESSED_BY) this.#guess();
  }

  #guess(): number {
    const column = guessNumberColumn(this.#unread);
    this.#numberColumn = column;
    for (const row of this.#unread.splice(0)) this.#see(row, column);
    return column;
  }

  #see(row: FileRow, column: number): void {
    const named = readNumberOf(row, column, this.#isFirst);
    this.#isFirst = false;
    while (this.#samples.length < row.cells.length) this.#samples.push([]);
    if (named === 'heading') {
      this.#headings = row.cells.map(show);
      return;
    }
    this.#rows += 1;
    if (row.hidden === true) {
      this.#hidden += 1;
      return;
    }
    this.#sample(row.cells);
    const most = limit('previewRows');
    if (this.#firstRows.length < most) {
      this.#firstRows.push({ row: row.row, cells: row.cells.map(show) });
    }
    if (typeof named === 'string') return;
    this.#leftOut += 1;
    if (this.#firstLeftOut.length < most) this.#firstLeftOut.push(named);
  }

  #sample(cells: readonly string[]): void {
    for (const [at, cell] of cells.entries()) {
      const samples = this.#samples[at];
      if (samples === undefined || samples.length >= limit('previewSamples')) continue;
      if (!isBlank(cell)) samples.push(show(cell));
    }
  }

  finish(kind: FileOutline['kind']): FileOutline {
    const numberColumn = lettersOf(this.#numberColumn ?? this.#guess());
    const columns = this.#samples.map((samples, at) => {
      return { letters: lettersOf(at + 1), heading: this.#headings[at] || undefined, samples };
    });
    const [firstRows, firstLeftOut] = [this.#firstRows, this.#firstLeftOut];
    return {
      kind,
      rows: this.#rows,
      columns,
      numberColumn,
      firstRows,
      hidden: this.#hidden,
      leftOut: this.#leftOut,
      firstLeftOut,
    };
  }
}

function show(cell: string): string {
  return shorten(cell, limit('previewCharacters'));
}
