/** The cells of one sheet of an .xlsx file, as they come. */
import { damaged, tooLarge } from './fault.ts';
import { isErrorValue, UNKNOWN_ERROR } from './error-values.ts';
import type { NumberFormats } from './number-text.ts';
import type { SharedStrings } from './shared-strings.ts';
import type { Source } from './source.ts';
import { type Attributes, parseXml, unescapeText } from './xml.ts';
import type { Zip } from './zip.ts';

/** What turns a cell's raw value into text. */
export type CellTexts = {
  readonly strings: SharedStrings;
  /** The number format of each style. */
  readonly formats: readonly string[];
  readonly numbers: NumberFormats;
  readonly date1904: boolean;
};

/** Excel's own last column, XFD: nothing can be beyond it. */
const LAST_COLUMN = 16_384;
/** Already in our form, like most numbers. */
const plainNumber = /^[1-9]\d{0,10}(?:\d{0,4}|\.\d{0,3}[1-9])$/;

/** `BC12` → 55; 0 when it names no column. */
function columnOf(reference: string): number {
  let column = 0;
  for (let index = 0; index < reference.length && index < 4; index++) {
    const letter = reference.charCodeAt(index) - 0x40;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column <= LAST_COLUMN ? column : 0;
}

/** Days since 1899-12-30, from the ISO dates in cells of the strict format. */
function serialOf(text: string, date1904: boolean): number {
  const ms = Date.parse(/[zZ]$|T.*[+-]\d\d:\d\d$/.test(text) ? text : `${text}Z`);
  const day = Number.isNaN(ms) ? Date.parse(text) : ms;
  return day / 86_400_000 + (date1904 ? 24_107 : 25_569);
}

class SheetCells {
  private readonly source: Source;
  private readonly texts: CellTexts;
  private row = 0;
  private isHidden = false;
  private column = 0;
  private cells: string[] = [];
  private type = 'n';
  private style = 0;
  private raw = '';
  private isTaking = false;
  private isPhonetic = false;
  /** Nothing after the last row of the part matters. */
  isInside = false;

  constructor(source: Source, texts: CellTexts) {
    this.source = source;
    this.texts = texts;
  }

  readonly open = (name: string, attributes: Attributes): void => {
    if (!this.isInside) {
      this.isInside = name === 'sheetData';
      return;
    }
    switch (name) {
      case 'row':
        this.openRow(attributes);
        return;
      case 'c':
        this.openCell(attributes);
        return;
      case 'v':
      case 't':
        this.isTaking = !this.isPhonetic;
        return;
      case 'rPh':
        this.isPhonetic = true;
        return;
      default:
    }
  };

  readonly close = (name: string): void => {
    if (!this.isInside) return;
    switch (name) {
      case 'v':
      case 't':
        this.isTaking = false;
        return;
      case 'rPh':
        this.isPhonetic = false;
        return;
      case 'c':
        this.closeCell();
        return;
      case 'sheetData':
        this.isInside = false;
        this.endRow();
        return;
      default:
    }
  };

  readonly text = (text: string): void => {
    if (this.isTaking) this.raw += text;
  };

  private openRow({ r, hidden }: Attributes): void {
    const row = r === undefined ? this.row + 1 : Number(r);
    if (!Number.isInteger(row) || row < this.row || row === 0) {
      throw damaged('structure', this.row + 1);
    }
    // Some programs write a row element for each cell.
    if (row === this.row) return;
    this.endRow();
    this.row = row;
    this.isHidden = hidden === '1' || hidden === 'true';
  }

  private endRow(): void {
    if (this.row > 0) this.source.sink.add(this.row, this.cells, this.isHidden);
    this.column = 0;
    this.cells = [];
  }

  private openCell({ r, t, s }: Attributes): void {
    this.column = r === undefined ? this.column + 1 : columnOf(r);
    if (this.column === 0) throw damaged('structure', this.row);
    this.type = t ?? 'n';
    this.style = s === undefined ? 0 : Number(s);
    this.raw = '';
  }

  private closeCell(): void {
    if (this.raw === '') return;
    const { caps } = this.source;
    if (this.column > caps.columns) throw tooLarge('columns', caps.columns);
    while (this.cells.length < this.column - 1) this.cells.push('');
    this.cells[this.column - 1] = this.textOf(this.raw);
  }

  private textOf(raw: string): string {
    switch (this.type) {
      case 's':
        return this.sharedText(raw);
      case 'str':
      case 'inlineStr':
        return unescapeText(raw);
      case 'b':
        return raw.trim() === '1' || raw.trim() === 'true' ? 'TRUE' : 'FALSE';
      case 'e':
        return isErrorValue(raw) ? raw : UNKNOWN_ERROR;
      case 'd':
        return this.dateText(raw);
      case 'n':
        return this.numberText(raw);
      default:
        throw damaged('structure', this.row);
    }
  }

  private sharedText(raw: string): string {
    const text = this.texts.strings.get(Number(raw));
    if (text === undefined) throw damaged('structure', this.row);
    return text;
  }

  private numberText(raw: string): string {
    const format = this.texts.formats[this.style] ?? 'General';
    const { numbers } = this.texts;
    if (plainNumber.test(raw) && numbers.shapeOf(format) === 'plain') return raw;
    const value = Number(raw);
    if (!Number.isFinite(value)) throw damaged('structure', this.row);
    return numbers.show(format, value);
  }

  private dateText(raw: string): string {
    const format = this.texts.formats[this.style] ?? 'General';
    const serial = serialOf(raw, this.texts.date1904);
    const { numbers } = this.texts;
    const isShown = Number.isFinite(serial) && numbers.shapeOf(format) === 'date';
    return isShown ? numbers.show(format, serial) : raw;
  }
}

/** Reads the sheet into the source's sink. Throws a Refusal. */
export async function readWorksheet(
  source: Source,
  zip: Zip,
  part: string,
  texts: CellTexts,
): Promise<void> {
  const cells = new SheetCells(source, texts);
  const onShare = (share: number): void => {
    source.sink.share = share;
  };
  await parseXml(zip.read(part, onShare), cells, {
    mostCharacters: source.caps.rowCharacters,
    afterChunk: () => source.sink.flush(),
  });
}
