/** Rows of a file, and whom they name (contract section 8). */
import { isErrorValue } from '@paigham/sheets';
import { limit } from '../limits.ts';
import {
  explainRefusal,
  readRecipient,
  type PhoneNumber,
  type RecipientRefusal,
} from '../recipient/recipient.ts';
import { lettersOf } from '../template/column-text.ts';
import type { LeftOutRow } from './file-send.ts';

export type FileRow = {
  readonly row: number;
  readonly cells: readonly string[];
  /** The sheet does not show it. */
  readonly hidden?: true;
};

/** With fewer digits, a text in the first row is a heading (`Mobile 1`), not a damaged number. */
const NUMBER_DIGITS = 7;

/** The number in a column of a row, or why there is none; `heading`: of the first row only. */
export function readNumberOf(
  { row, cells }: FileRow,
  column: number,
  isFirst: boolean,
): PhoneNumber | 'heading' | LeftOutRow {
  const given = cells[column - 1] ?? '';
  const reading = readRecipient(given);
  if (reading.ok) return reading.number;
  const { refusal } = reading;
  const isError = isErrorValue(given);
  if (isFirst && !isError && isHeading(refusal)) return 'heading';
  const shown = refusal.digits === '' ? shorten(given) : shorten(refusal.digits);
  const rule = isError ? given.trim() : given.trim() === '' ? 'empty' : explainRefusal(refusal);
  return { row, shown, column: lettersOf(column), code: 7, reason: 'number', rule };
}

/** Whether the first cell is a heading rather than a damaged number. */
function isHeading({ reason, digits }: RecipientRefusal): boolean {
  if (digits.length >= NUMBER_DIGITS) return false;
  return reason === 'letters' || (digits === '' && reason !== 'spreadsheet_damage');
}

/** Line ends and tabs are text, other control characters come from damaged data. */
const DAMAGE = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffd]/;

/** What is wrong with the characters of a cell, whatever it is for; undefined: nothing. */
export function damageIn(cell: string): string | undefined {
  if (!DAMAGE.test(cell)) return undefined;
  return cell.includes('\ufffd')
    ? 'a damaged character in it'
    : 'a control character or half a character in it';
}

/** A cell as it is shown: on one line, and not too long. */
export function shorten(text: string, most: number = limit('shownCharacters')): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > most ? `${line.slice(0, most - 1).toWellFormed()}…` : line;
}
