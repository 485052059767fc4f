/** How numbers of a workbook are written as text: in full, and dates as they are shown. */
import type * as Xlsx from '@e965/xlsx';
import { type DigitMask, readDigitMask, showDigits } from './digit-mask.ts';

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

/** What a number format makes of a number, as far as it is kept. */
type Shape = 'plain' | 'digits' | 'date' | 'percent' | 'boolean';

/** Formats of a workbook's cells, and the day from which its dates count. */
export type NumberFormats = {
  readonly shapeOf: (format: string) => Shape;
  /**
   * The text of a number: dates, times and zeros in front as shown, percentages with their sign,
   * all in full.
   */
  readonly show: (format: string, value: number) => string;
};

/** A percent sign that is no mere text of the format. */
const percentSign = /^(?:[^"\\%]|"[^"]*"|\\.)*%/;

/** Dates repeat: so many texts are remembered. */
const REMEMBERED = 20_000;

/** Formats that every viewer shows in the way of his place: ours is day first. */
const local = new Map([
  ['m/d/yy', 'dd-mm-yyyy'],
  ['m/d/yy h:mm', 'dd-mm-yyyy h:mm'],
]);

/** A format that is known by its number, as it is shown. */
export function asShown(builtIn: string): string {
  return local.get(builtIn) ?? builtIn;
}

const whole = /^-?\d+$/;

/** A whole number behind its mask. A fraction is read in full: what is shown is rounded. */
function digitsText(mask: DigitMask | undefined, value: number): string {
  const text = numberText(value);
  if (mask === undefined || !whole.test(text)) return text;
  return showDigits(mask, text) ?? text;
}

/** How LibreOffice writes the format of its truth values, which are numbers. */
const TRUTH = '"TRUE";"TRUE";"FALSE"';

/** `ssf`: number formats as SheetJS renders them. */
export function createNumberFormats(ssf: typeof Xlsx.SSF, date1904: boolean): NumberFormats {
  const shapes = new Map<string, Shape>();
  const masks = new Map<string, DigitMask>();
  const shown = new Map<string, string>();
  const judge = (format: string): Shape => {
    if (format === 'General') return 'plain';
    if (format === TRUTH) return 'boolean';
    const mask = readDigitMask(format);
    if (mask !== undefined) {
      masks.set(format, mask);
      return 'digits';
    }
    if (ssf.is_date(format) === true) return 'date';
    return percentSign.test(format) ? 'percent' : 'plain';
  };
  const shapeOf = (format: string): Shape => {
    const known = shapes.get(format);
    if (known !== undefined) return known;
    const shape = judge(format);
    shapes.set(format, shape);
    return shape;
  };
  const showDate = (format: string, value: number): string => {
    const key = `${value} ${format}`;
    const known = shown.get(key);
    if (known !== undefined) return known;
    if (shown.size >= REMEMBERED) shown.clear();
    const text = render(ssf, format, { value, date1904 });
    shown.set(key, text);
    return text;
  };
  return {
    shapeOf,
    show(format, value) {
      switch (shapeOf(format)) {
        case 'plain':
          return numberText(value);
        case 'digits':
          return digitsText(masks.get(format), value);
        case 'percent':
          return `${numberText(value * 100)}%`;
        case 'boolean':
          return value === 0 ? 'FALSE' : 'TRUE';
        case 'date':
          return showDate(format, value);
      }
    },
  };
}

function render(
  ssf: typeof Xlsx.SSF,
  format: string,
  { value, date1904 }: { readonly value: number; readonly date1904: boolean },
): string {
  try {
    return String(ssf.format(format, value, { date1904 })) || numberText(value);
  } catch (error) {
    // A format that cannot be read: the number is what is left to show.
    return error instanceof Error ? numberText(value) : '';
  }
}
