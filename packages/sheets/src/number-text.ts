/**
 * How a workbook's numbers become text: in full, and dates as they are displayed.
 *
 * Number formats that keep leading zeros: `0000`, `00000-0000000-0`, `"D-"0000`.
 */
import type * as Xlsx from '@e965/xlsx';

/**
 * A number in full, never with an exponent: 923001234567. Fractions have the 15 digits that
 * spreadsheet programs work with, so that 0.1 + 0.2 is 0.3. '' if it is not a number.
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

/** How a number format displays a number, as far as we reproduce it. */
type Shape = 'plain' | 'digits' | 'date' | 'percent' | 'boolean';

/** The number formats of a workbook's cells, and the first day of its dates. */
export type NumberFormats = {
  readonly shapeOf: (format: string) => Shape;
  /**
   * The text of a number: dates, times and leading zeros as displayed, percentages with their sign,
   * everything in full.
   */
  readonly show: (format: string, value: number) => string;
};

/** A percent sign outside quoted text in the format. */
const percentSign = /^(?:[^"\\%]|"[^"]*"|\\.)*%/;

/** Dates repeat: this many texts are cached. */
const REMEMBERED = 20_000;

/** Formats that viewers display in their own locale: ours has the day first. */
const local = new Map([
  ['m/d/yy', 'dd-mm-yyyy'],
  ['m/d/yy h:mm', 'dd-mm-yyyy h:mm'],
]);

/** A built-in format, as displayed. */
export function asShown(builtIn: string): string {
  return local.get(builtIn) ?? builtIn;
}

const whole = /^-?\d+$/;

/**
 * A whole number through its mask. A fraction is written in full, because the displayed one is
 * rounded.
 */
function digitsText(mask: DigitMask | undefined, value: number): string {
  const text = numberText(value);
  if (mask === undefined || !whole.test(text)) return text;
  return showDigits(mask, text) ?? text;
}

/** LibreOffice's format for booleans, which are numbers. */
const TRUTH = '"TRUE";"TRUE";"FALSE"';

/** `ssf`: SheetJS's renderer of number formats. */
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
    // The format cannot be read: the number itself is all we can show.
    return error instanceof Error ? numberText(value) : '';
  }
}

/** Such a format, split at its zeros. */
type DigitMask = {
  /** The text before the first digit. */
  readonly head: string;
  /** Groups of digits, and the text after each. */
  readonly runs: readonly { readonly zeros: number; readonly text: string }[];
  readonly zeros: number;
  /** How many more sections there are: for negative numbers, and for zero. */
  readonly sections: number;
  /** Only characters used between the digits of phone numbers. */
  readonly hasSeparatorsAlone: boolean;
};

/** Excel's own limit; without one, a format of a million zeros would fill every cell. */
const FORMAT_CHARACTERS = 255;

/** A single zero is just `General`, and before a unit (`0"kg"`) an amount. */
const FEWEST_ZEROS = 2;

/** The length of the shortest form of a mobile number. */
const PHONE_DIGITS = 10;

/** Colours and locales, which do not change the digits. */
const PREFIX = /^(?:\[(?:black|blue|cyan|green|magenta|red|white|yellow|\$-[\da-f]{1,4})\])*/i;

/**
 * Zeros, quoted text, an escaped character, one that needs no quotes, or the end of the section.
 */
const PIECE = /(0+)|"([^"]*)"|\\(.)|([ ()-])|(;)/suy;

const separatorsAlone = /^[\s.()\p{Pd}]*$/u;

/** A format as a mask; undefined for any other format: decimals, grouping, dates. */
export function readDigitMask(format: string): DigitMask | undefined {
  if (format.length > FORMAT_CHARACTERS) return undefined;
  const runs: { zeros: number; text: string }[] = [];
  let head = '';
  let sections = 1;
  PIECE.lastIndex = PREFIX.exec(format)?.[0].length ?? 0;
  while (PIECE.lastIndex < format.length) {
    const piece = PIECE.exec(format);
    if (piece === null) return undefined;
    const [, zeros, quoted, escaped, sign, end] = piece;
    if (end !== undefined) {
      sections = format.split(';').length;
      break;
    }
    const last = runs.at(-1);
    const text = quoted ?? escaped ?? sign ?? '';
    if (zeros !== undefined) runs.push({ zeros: zeros.length, text: '' });
    else if (last === undefined) head += text;
    else last.text += text;
  }
  const zeros = runs.reduce((sum, run) => sum + run.zeros, 0);
  if (zeros < FEWEST_ZEROS) return undefined;
  const literals = head + runs.map(({ text }) => text).join('');
  return { head, runs, zeros, sections, hasSeparatorsAlone: separatorsAlone.test(literals) };
}

/**
 * Digits through a mask, as spreadsheet programs display them: the last digit at the last zero, and
 * any excess in front of the first. `digits`: a whole number in full, with its sign. undefined
 * where the number itself should be used: when another section applies, and when a number as long
 * as a phone number has characters around it that no phone number has.
 */
function showDigits(mask: DigitMask, digits: string): string | undefined {
  const isNegative = digits.startsWith('-');
  const bare = isNegative ? digits.slice(1) : digits;
  if (isNegative && mask.sections > 1) return undefined;
  if (bare === '0' && mask.sections > 2) return undefined;
  if (bare.length >= PHONE_DIGITS && !mask.hasSeparatorsAlone) return undefined;
  const padded = bare.padStart(mask.zeros, '0');
  let text = isNegative ? `-${mask.head}` : mask.head;
  let from = 0;
  let to = padded.length - mask.zeros;
  for (const run of mask.runs) {
    to += run.zeros;
    text += padded.slice(from, to) + run.text;
    from = to;
  }
  return text;
}
