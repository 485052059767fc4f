/**
 * Cuts text into rows and cells (RFC 4180, and common variations): a cell that begins with a
 * quotation mark ends at the next single one, and whatever follows in its line before the delimiter
 * is added as it is; a quotation mark elsewhere is an ordinary character. Rows end with CR LF, LF
 * or CR. A cell of several lines must be closed by the last character of the cell, and must not
 * look like rows of its own: a stray mark would otherwise give one person the rows of others.
 */
import { damaged, tooLarge } from './fault.ts';

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;

/** Where a cell ends, or that the text ends first. */
type Cell = { readonly value: string; readonly end: number } | 'unfinished' | 'open';

export class CsvCutter {
  private readonly delimiter: number;
  private readonly rowCharacters: number;
  private readonly onRow: (row: number, cells: string[]) => void;
  /** The beginning of a row that is not complete yet. */
  private rest = '';
  private row = 0;
  /** Whether a quoted cell of this row has several lines. */
  private isLong = false;

  constructor(
    delimiter: string,
    rowCharacters: number,
    onRow: (row: number, cells: string[]) => void,
  ) {
    this.delimiter = delimiter.charCodeAt(0);
    this.rowCharacters = rowCharacters;
    this.onRow = onRow;
  }

  /** Takes more text; throws a Refusal when a row gets too long. */
  write(text: string): void {
    this.cut(this.rest.length === 0 ? text : this.rest + text, false);
    const { rest, rowCharacters } = this;
    if (rest.length <= rowCharacters) return;
    if (this.endsInQuote(rest)) throw damaged('open_quote', this.row + 1);
    throw tooLarge('rowCharacters', rowCharacters);
  }

  /** The text has ended. Throws a Refusal when quotation marks swallowed whole rows. */
  end(): void {
    this.cut(this.rest, true);
  }

  /** The row and the column in which the text so far ends. */
  place(): { readonly row: number; readonly column: number } {
    let column = 1;
    for (let at = 0; ; column++) {
      const cell = this.cutCell(this.rest, at, true);
      if (typeof cell === 'string' || cell.end >= this.rest.length) break;
      at = cell.end + 1;
    }
    return { row: this.row + 1, column };
  }

  private cut(text: string, isLast: boolean): void {
    let start = 0;
    while (start < text.length) {
      const next = this.cutRow(text, start, isLast);
      if (next < 0) break;
      start = next;
    }
    this.rest = text.slice(start);
  }

  /** Where the next row begins; negative if this one is not complete. */
  private cutRow(text: string, start: number, isLast: boolean): number {
    const cells: string[] = [];
    this.isLong = false;
    for (let at = start; ;) {
      const cell = this.cutCell(text, at, isLast);
      if (cell === 'unfinished') return -1;
      if (cell === 'open') throw damaged('open_quote', this.row + 1);
      cells.push(cell.value);
      if (cell.end < text.length && text.charCodeAt(cell.end) === this.delimiter) {
        at = cell.end + 1;
        continue;
      }
      const isPair = text.charCodeAt(cell.end) === CR && text.charCodeAt(cell.end + 1) === LF;
      const next = cell.end + (isPair ? 2 : 1);
      if (next - start > this.rowCharacters) throw tooLarge('rowCharacters', this.rowCharacters);
      if (this.isLong && this.holdsRows(text.slice(start, cell.end))) {
        throw damaged('open_quote', this.row + 1);
      }
      this.onRow(++this.row, cells);
      return next;
    }
  }

  private cutCell(text: string, start: number, isLast: boolean): Cell {
    if (text.charCodeAt(start) === QUOTE) return this.cutQuoted(text, start, isLast);
    const end = this.findEnd(text, start, isLast);
    return end < 0 ? 'unfinished' : { value: text.slice(start, end), end };
  }

  private cutQuoted(text: string, start: number, isLast: boolean): Cell {
    let value = '';
    for (let from = start + 1; ;) {
      const quote = text.indexOf('"', from);
      if (quote < 0) return isLast ? closeLast(value, text.slice(from), text.length) : 'unfinished';
      if (quote + 1 === text.length && !isLast) return 'unfinished';
      value += text.slice(from, quote);
      if (text.charCodeAt(quote + 1) !== QUOTE) {
        const end = this.findEnd(text, quote + 1, isLast);
        if (end < 0) return 'unfinished';
        const follows = text.slice(quote + 1, end);
        const hasLines = LINE_END.test(value);
        this.isLong ||= hasLines;
        return hasLines && follows !== '' ? 'open' : { value: value + follows, end };
      }
      value += '"';
      from = quote + 2;
    }
  }

  /**
   * Whether a row of several lines is several rows, which a stray mark and another further on made
   * one: as many cells in each line, and a number at the beginning of all but perhaps a heading.
   */
  private holdsRows(written: string): boolean {
    const delimiter = String.fromCharCode(this.delimiter);
    const rows = written.split(/\r\n|\r|\n/).map((line) => line.split(delimiter));
    const width = rows[0]?.length ?? 0;
    return (
      width > 1 &&
      rows.every((cells, at) => cells.length === width && (at === 0 || isNumber(cells[0] ?? '')))
    );
  }

  /** The next delimiter or row end from `start`; negative if there is none yet. */
  private findEnd(text: string, start: number, isLast: boolean): number {
    const { delimiter } = this;
    for (let at = start; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === delimiter || code === LF) return at;
      if (code === CR) return at + 1 < text.length || isLast ? at : -1;
    }
    return isLast ? text.length : -1;
  }

  /** Whether a quotation mark made the incomplete row this long. */
  private endsInQuote(text: string): boolean {
    for (let at = 0; at < text.length;) {
      const cell = this.cutCell(text, at, true);
      if (cell === 'open') return true;
      if (cell === 'unfinished') return false;
      if (cell.end >= text.length) return text.charCodeAt(at) === QUOTE && !text.endsWith('"');
      at = cell.end + 1;
    }
    return false;
  }
}

const LINE_END = /[\r\n]/;

/** Seven digits or more, and no letters: what a column of phone numbers holds. */
function isNumber(cell: string): boolean {
  return !/\p{L}/u.test(cell) && (cell.match(/\p{Nd}/gu)?.length ?? 0) >= 7;
}

/** The last cell of a file may lack its closing quotation mark, unless it ran over further rows. */
function closeLast(before: string, rest: string, end: number): Cell {
  const value = before + rest.replace(/(\r\n|\r|\n)$/, '');
  return LINE_END.test(value) ? 'open' : { value, end };
}
