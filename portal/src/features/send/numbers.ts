/**
 * Reads numbers as they are typed or pasted, so that one sees at once which are none. The service
 * judges them again, and more finely.
 */

import { digitsOf } from '../../shared/i18n/digits.ts';

export type ReadNumbers = {
  /** All of them, in their order: the service names what it cannot read by its place. */
  readonly written: readonly string[];
  /** As written, each number once. */
  readonly good: readonly string[];
  readonly repeated: readonly string[];
  /** What is no mobile number of Pakistan. */
  readonly bad: readonly string[];
};

const MOBILE = /^(?:(?:\+|00)?920?|0)?(3\d{9})$/;

/** A line, a comma or a semicolon ends a number; blanks, dots and dashes may stand within. */
export function readNumbers(text: string): ReadNumbers {
  const pieces = text.split(/[\n\r\t,;،؛]+/).map((it) => it.trim());
  const written = pieces.filter((it) => it !== '');
  const seen = new Set<string>();
  const read = { written, good: [] as string[], repeated: [] as string[], bad: [] as string[] };
  for (const one of written) {
    const number = nationalOf(one);
    if (number === undefined) read.bad.push(one);
    else if (seen.has(number)) read.repeated.push(one);
    else {
      seen.add(number);
      read.good.push(one);
    }
  }
  return read;
}

function nationalOf(written: string): string | undefined {
  return MOBILE.exec(digitsOf(written).replaceAll(/[\s\p{Cf}.\p{Pd}\p{Ps}\p{Pe}]/gu, ''))?.[1];
}
