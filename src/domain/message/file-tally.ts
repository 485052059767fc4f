import { refuse, type Refusal } from '../failure/failure.ts';
import { limit } from '../limits.ts';
import { micros, type Micros } from '../pricing/money.ts';
import { columnOf, columnWords } from '../template/column-text.ts';
import type { FilteredRecipient } from './draft.ts';
import type { ExampleRow, LeftOutRow } from './file-send.ts';

/** What the rows of a file have come to so far: sums, and the first rows of either fate. */
export class FileTally {
  /** Messages that are sent, and their parts. */
  messages = 0;
  parts = 0;
  leftOut = 0;
  /** The row of the last message. */
  lastRow = 0;
  /** The first rows that are sent. */
  readonly examples: ExampleRow[] = [];
  readonly #recipients: string[] = [];
  readonly #firstLeftOut: LeftOutRow[] = [];
  readonly #byCode = { 7: 0, 9: 0, 12: 0 };
  /** Rows with which nothing is wrong: no rule or no price leads to their operator. */
  #notCarried = 0;
  #priceMicros = 0n;

  /** Counts rows that are sent. */
  add(
    rows: readonly ExampleRow[],
    sums: { readonly parts: number; readonly priceMicros: Micros },
  ): void {
    this.messages += rows.length;
    this.parts += sums.parts;
    this.#priceMicros += sums.priceMicros;
    this.lastRow = Math.max(this.lastRow, rows.at(-1)?.row ?? 0);
    for (const example of rows.slice(0, limit('examplesInAnswer') - this.examples.length)) {
      const { row, recipient, text, parts, priceMicros } = example;
      this.examples.push({ row, recipient, text, parts, priceMicros });
    }
    const room = limit('resultsPerAnswer') - this.#recipients.length;
    for (const { recipient } of rows.slice(0, Math.max(0, room))) this.#recipients.push(recipient);
  }

  /** Counts rows that nothing is sent to. */
  leaveOut(rows: readonly LeftOutRow[]): void {
    this.leftOut += rows.length;
    for (const { code, reason } of rows) {
      this.#byCode[code] += 1;
      if (reason === 'no_route' || reason === 'no_price') this.#notCarried += 1;
    }
    const room = limit('rowsInAnswer') - this.#firstLeftOut.length;
    for (const row of rows.slice(0, Math.max(0, room))) this.#firstLeftOut.push(row);
  }

  get priceMicros(): Micros {
    return micros(this.#priceMicros);
  }

  /** The first recipients, as many as an answer lists. */
  get recipients(): readonly string[] {
    return this.#recipients;
  }

  /** The first rows that were left out, as many as an answer lists, in the order of the file. */
  get firstLeftOut(): readonly LeftOutRow[] {
    return this.#firstLeftOut.toSorted((a, b) => a.row - b.row);
  }

  /**
   * Why nothing can be sent when no row is left, by the order in which checks win: a column that
   * the file has not, what is ours to mend, policy, texts, numbers; the first rows are named.
   * undefined: some are left.
   */
  refusal(columns: { readonly needed: number; readonly widest: number }): Refusal | undefined {
    if (this.messages > 0) return undefined;
    if (this.leftOut === 0) return refuse('file_empty');
    const { needed, widest } = columns;
    if (needed > widest) {
      return refuse('column_missing', { column: columnWords(needed), last: columnWords(widest) });
    }
    const named = this.firstLeftOut.slice(0, limit('rowsNamed')).map(wordsOf);
    const more = this.leftOut - named.length;
    const rows = [...named, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
    if (this.#notCarried > 0) return refuse('rows_not_carried', { rows });
    if (this.#byCode[9] > 0) return refuse('rows_rejected', { rows });
    return refuse(this.#byCode[12] > 0 ? 'rows_unusable' : 'rows_without_number', { rows });
  }
}

/** `row 17, column C: empty`. */
export function wordsOf({ row, column, rule }: LeftOutRow): string {
  return `row ${row}${column === undefined ? '' : `, ${columnWords(columnOf(column))}`}: ${rule}`;
}

/** A row that was left out as answers list it: never what else than digits stood in the file. */
export function filteredOf(row: LeftOutRow): FilteredRecipient {
  const shown = /^\d+$/.test(row.shown) ? row.shown : `row ${row.row}`;
  return { shown, reason: wordsOf(row), code: row.code };
}
