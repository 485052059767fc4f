/**
 * Judges the rows of a file one by one: who gets what (contract section 8). Column A is the number
 * unless the request says otherwise; a first row without one there is a header. A fault in a row is
 * reported with its column and rule, and does not affect other rows.
 */
import type { AddressedMessage } from '../domain/message/draft.ts';
import { readNumberOf, type FileRow } from '../domain/message/file-row.ts';
import type { LeftOutRow, RowReason } from '../domain/message/file-send.ts';
import { limit } from '../domain/limits.ts';
import { NumberSet } from '../domain/recipient/number-set.ts';
import { isErrorValue } from '@paigham/sheets';
import { lettersOf, writeColumnText } from '../domain/template/column-text.ts';
import { faultOfValue, isBlank, render, type ValueFault } from '../domain/template/template.ts';
import type { Refusal } from '../domain/failure/failure.ts';
import type { FileOrder, RowValue } from './accept-file.ts';
import { leavingOut } from './address-rows.ts';
import { settleText, type SettledText } from '../journey/accept/settle-text.ts';

export type ReadyRow = Pick<AddressedMessage, 'recipient' | 'text' | 'alphabet' | 'parts'> & {
  readonly row: number;
};

export type JudgedRows = {
  readonly ready: readonly ReadyRow[];
  readonly leftOut: readonly LeftOutRow[];
};

export class RowJudge {
  readonly #order: FileOrder;
  readonly #demoText: string;
  readonly #values = new Map<string, string>();
  readonly #seen: NumberSet | undefined;
  #isFirst = true;
  /** The header; undefined: the file has none. */
  headings: readonly string[] | undefined;
  /** Rows that name a recipient: all but the header. */
  rows = 0;
  /** The last column that any row uses. */
  widest = 0;

  constructor(order: FileOrder, demoText: string) {
    this.#order = order;
    this.#demoText = demoText;
    this.#seen = order.keepsRepeated ? undefined : new NumberSet();
  }

  judge(rows: readonly FileRow[]): JudgedRows {
    const ready: ReadyRow[] = [];
    const leftOut: LeftOutRow[] = [];
    for (const row of rows) {
      this.widest = Math.max(this.widest, row.cells.length);
      const judged = this.#judgeRow(row);
      if (judged === undefined) continue;
      this.rows += 1;
      if ('code' in judged) leftOut.push(judged);
      else ready.push(judged);
    }
    return { ready, leftOut };
  }

  /** undefined: the header. */
  #judgeRow({ row, cells, hidden }: FileRow): ReadyRow | LeftOutRow | undefined {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    const { numberColumn } = this.#order;
    const named = readNumberOf({ row, cells }, numberColumn, isFirst);
    if (named === 'heading') {
      this.headings = cells;
      return undefined;
    }
    if (hidden === true && !this.#order.includesHidden) {
      const shown = typeof named === 'string' ? named : named.shown;
      return { row, shown, column: undefined, code: 12, reason: 'hidden', rule: 'hidden' };
    }
    if (typeof named !== 'string') return named;
    const recipient = named;
    const wrong = (reason: RowReason, rule: string, column?: number): LeftOutRow => ({
      row,
      shown: recipient,
      code: 12,
      reason,
      rule,
      column: column === undefined ? undefined : lettersOf(column),
    });
    const fault = this.#fill(cells);
    if (fault !== undefined) return wrong(fault.reason, fault.rule, fault.column);
    const { textColumn } = this.#order;
    const whole = textColumn === undefined ? undefined : (cells[textColumn - 1] ?? '');
    // Codes, and what is old, are kept without their text.
    if (whole === '') return wrong('cell_empty', 'empty', textColumn);
    const text = this.#settle(whole);
    if ('reason' in text) return wrong(...this.#faultOfText(text, cells));
    if (this.#seen?.add(recipient) === false) {
      return leavingOut(this.#order)({ row, recipient }, 'repeated', 'repeated');
    }
    return { row, recipient, text: text.text, alphabet: text.alphabet, parts: text.parts };
  }

  /** Fills the row's cells into the values. */
  #fill(cells: readonly string[]): RowFault | undefined {
    for (const value of this.#order.values) {
      const { variable, text } = value;
      const error = text.columns.find((column) => isErrorValue(cells[column - 1] ?? ''));
      if (error !== undefined) {
        return { reason: 'cell_error', rule: (cells[error - 1] ?? '').trim(), column: error };
      }
      const damaged = text.columns.find((column) => cells[column - 1]?.includes('\ufffd'));
      if (damaged !== undefined) {
        return { reason: 'value_unprintable', rule: 'a damaged character in it', column: damaged };
      }
      const empty = text.columns.find((column) => isBlank(cells[column - 1] ?? ''));
      if (empty !== undefined && variable.optional !== true)
        return { reason: 'cell_empty', rule: 'empty', column: empty };
      const written = writeColumnText(text, cells);
      if (text.columns.length > 0) {
        const fault = faultOfValue(variable, written);
        if (fault !== undefined) return { ...faultOfCell(fault), column: columnIn(value, cells) };
      }
      this.#values.set(variable.name, written);
    }
    return undefined;
  }

  /** @param whole its text as it was sent before; undefined: it is rendered. */
  #settle(whole: string | undefined): SettledText | Refusal {
    const { account, sender, template, unicode } = this.#order;
    const text = whole && withoutEnd(whole, this.#demoText);
    return settleText(text ?? render(template.wording, this.#values), {
      account,
      unicode,
      demoText: this.#demoText,
      senderRoute: sender.route,
    });
  }

  #faultOfText(
    { reason, details }: Refusal,
    cells: readonly string[],
  ): [RowReason, string, number | undefined] {
    if (reason !== 'needs_unicode') {
      const most = limit('partsPerMessage');
      return ['text_too_long', `a text of more than ${most} parts`, undefined];
    }
    const character = details?.['character'];
    const quote = typeof character === 'object' ? character.quote : '';
    const columns = this.#order.values.flatMap(({ text }) => text.columns);
    const column = columns.find((it) => cells[it - 1]?.includes(quote) === true);
    return ['needs_unicode', `${shownCharacter(quote)} needs type=unicode`, column];
  }
}

/** The demo text is added again, if it still has to be. */
const withoutEnd = (text: string, end: string): string =>
  end !== '' && text.endsWith(end) ? text.slice(0, -end.length) : text;

type RowFault = {
  readonly reason: RowReason;
  readonly rule: string;
  readonly column: number | undefined;
};

function faultOfCell(fault: ValueFault): Pick<RowFault, 'reason' | 'rule'> {
  switch (fault.fault) {
    case 'empty':
      return { reason: 'cell_empty', rule: 'empty' };
    case 'too_long':
      return { reason: 'value_too_long', rule: `longer than ${fault.maxLength} characters` };
    case 'wrong_kind':
      return { reason: 'value_kind', rule: `not of the kind ${fault.type}` };
    case 'control_character':
      return {
        reason: 'value_unprintable',
        rule: 'a control character or half a character in it',
      };
    case 'missing':
    case 'unknown':
    case 'not_text':
      throw new Error('the values of a request were not judged');
  }
}

/** The column that causes a value's fault: the longest of its cells. */
function columnIn({ text }: RowValue, cells: readonly string[]): number | undefined {
  const lengthOf = (column: number): number => cells[column - 1]?.length ?? 0;
  return text.columns.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0];
}

/** A character in a form that a report can show. */
function shownCharacter(character: string): string {
  if (/^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character)) return `"${character}"`;
  const point = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `the character U+${point}`;
}
