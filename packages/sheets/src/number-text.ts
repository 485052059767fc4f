/** How numbers of a workbook are written as text: in full, and dates as they are shown. */
import type * as Xlsx from '@e965/xlsx';

/**
 * A number in full, never with an exponent: 923001234567. Fractions have the 15 digits that
 * spreadsheet programs work with, so that 0.1 + 0.2 is 0.3. '' for what is no number.
 */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return '';
  const rounded = Number.isInteger(value) ? value : Number(value.toPrecision(15));
  if (Number.isInteger(rounded)) {
    return Math.abs(rounded) < 1e21 ? String(rounded) : BigInt(rounded).toString();
  }
  const text = String(rounded);
  const small = /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(text);
  if (small === null) return text;
  const [, sign = '', first = '', more = '', exponent = '0'] = small;
  return `${sign}0.${'0'.repeat(Number(exponent) - 1)}${first}${more}`;
}

/** Formats of a workbook's cells, and the day from which its dates count. */
export type DateFormats = {
  /** Whether `format` shows a date or a time. */
  readonly isDate: (format: string) => boolean;
  /** The text that a cell with the value shows; its number in full when it shows no date. */
  readonly show: (format: string, value: number) => string;
};

/** Dates repeat: so many texts are remembered. */
const REMEMBERED = 20_000;

/** The format that programs write as "short date": shown by the place of the viewer. */
export const SHORT_DATE = 'm/d/yyyy';

/** `ssf`: number formats as SheetJS renders them. */
export function createDateFormats(ssf: typeof Xlsx.SSF, date1904: boolean): DateFormats {
  const dates = new Map<string, boolean>();
  const shown = new Map<string, string>();
  const isDate = (format: string): boolean => {
    let is = dates.get(format);
    if (is === undefined) {
      is = format !== 'General' && ssf.is_date(format) === true;
      dates.set(format, is);
    }
    return is;
  };
  const render = (format: string, value: number): string => {
    try {
      return String(ssf.format(format, value, { date1904 })) || numberText(value);
    } catch (error) {
      // A format that cannot be read: the number is what is left to show.
      return error instanceof Error ? numberText(value) : '';
    }
  };
  return {
    isDate,
    show(format, value) {
      if (!isDate(format)) return numberText(value);
      const key = `${value} ${format}`;
      let text = shown.get(key);
      if (text === undefined) {
        if (shown.size >= REMEMBERED) shown.clear();
        text = render(format, value);
        shown.set(key, text);
      }
      return text;
    },
  };
}
