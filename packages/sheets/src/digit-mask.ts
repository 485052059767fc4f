/** Number formats that keep zeros in front: `0000`, `00000-0000000-0`, `"D-"0000`. */

/** Such a format, cut at its zeros. */
export type DigitMask = {
  /** What stands before the first digit. */
  readonly head: string;
  /** Digits that belong together, and the text behind them. */
  readonly runs: readonly { readonly zeros: number; readonly text: string }[];
  readonly zeros: number;
  /** What follows the first section: others for negative numbers, and for zero. */
  readonly sections: number;
  /** Only signs that are written between the digits of phone numbers. */
  readonly hasSeparatorsAlone: boolean;
};

/** Excel's own bound; without one, a format of a million zeros would fill every cell. */
const FORMAT_CHARACTERS = 255;

/** A single zero is what `General` is, and before a unit (`0"kg"`) an amount. */
const FEWEST_ZEROS = 2;

/** As many digits as the shortest form of a mobile number has. */
const PHONE_DIGITS = 10;

/** Colours and languages change nothing that is seen of digits. */
const PREFIX = /^(?:\[(?:black|blue|cyan|green|magenta|red|white|yellow|\$-[\da-f]{1,4})\])*/i;

/** Zeros, a quoted text, an escaped sign, a sign that needs no quotes, the end of the section. */
const PIECE = /(0+)|"([^"]*)"|\\(.)|([ ()-])|(;)/suy;

const separatorsAlone = /^[\s.()\p{Pd}]*$/u;

/** The mask that a format is; undefined for every other format: decimals, groups, dates. */
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
 * Digits behind a mask, as spreadsheet programs show them: the last digit at the last zero, what
 * is too long in front of the first. `digits`: a whole number in full, with its sign. undefined
 * where the number itself is to be read: what another section shows, and a number as long as a
 * phone's among signs that no phone number has.
 */
export function showDigits(mask: DigitMask, digits: string): string | undefined {
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
