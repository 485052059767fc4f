/**
 * Judges the rows of a file of texts one by one: who gets what (contract section 8). A fault in a
 * row is reported with its column and rule, and does not affect other rows.
 */
import type { AddressedMessage } from '../domain/message/draft.ts';
import { shortenAddresses, type ShortLink } from '../domain/message/short-links.ts';
import type { LeftOutRow, RowReason } from '../domain/message/file-send.ts';
import { damageIn } from '../domain/message/file-row.ts';
import { limit } from '../domain/limits.ts';
import { isErrorValue } from '@paigham/sheets';
import { lettersOf, writeColumnText } from '../domain/template/column-text.ts';
import { faultOfValue, isBlank, render, type ValueFault } from '../domain/template/template.ts';
import type { Refusal } from '../domain/failure/failure.ts';
import type { FileOrder, RowValue } from './accept-file.ts';
import { RowReader, type NamedRow } from './row-reader.ts';
import { settleText, type SettledText } from '../journey/accept/settle-text.ts';

export type ReadyRow = Pick<AddressedMessage, 'recipient' | 'text' | 'alphabet' | 'parts'> & {
  readonly row: number;
  readonly links?: readonly ShortLink[];
};

/** What addresses in texts are replaced by. */
export type Shortening = Parameters<typeof shortenAddresses>[1];

export class RowJudge extends RowReader<ReadyRow> {
  readonly #order: FileOrder;
  readonly #demoText: string;
  readonly #shortening: Shortening | undefined;
  readonly #values = new Map<string, string>();

  constructor(order: FileOrder, demoText: string, shortening: Shortening | undefined) {
    super(order);
    this.#order = order;
    this.#demoText = demoText;
    this.#shortening = shortening;
  }

  protected make({ row, cells, recipient }: NamedRow): ReadyRow | LeftOutRow {
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
    const said = this.#say(whole);
    const text = this.#settle(said.text);
    if ('reason' in text) return wrong(...this.#faultOfText(text, cells));
    const ready = { row, recipient, text: text.text, alphabet: text.alphabet, parts: text.parts };
    return said.links === undefined ? ready : { ...ready, links: said.links };
  }

  /** Fills the row's cells into the values. */
  #fill(cells: readonly string[]): RowFault | undefined {
    for (const value of this.#order.values) {
      const { variable, text } = value;
      const fault = faultOfCells(text.columns, cells, variable.optional === true);
      if (fault !== undefined) return fault;
      const written = writeColumnText(text, cells);
      if (text.columns.length > 0) {
        const wrong = faultOfValue(variable, written);
        if (wrong !== undefined) return { ...faultOfCell(wrong), column: columnIn(value, cells) };
      }
      this.#values.set(variable.name, written);
    }
    return undefined;
  }

  /** @param whole its text as it was sent before; undefined: it is rendered. */
  #say(whole: string | undefined): { text: string; links?: readonly ShortLink[] } {
    const before = whole && withoutEnd(whole, this.#demoText);
    const text = before ?? render(this.#order.template.wording, this.#values);
    return this.#shortening === undefined ? { text } : shortenAddresses(text, this.#shortening);
  }

  #settle(text: string): SettledText | Refusal {
    const { account, sender, unicode } = this.#order;
    return settleText(text, {
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

/** What is wrong with the cells that a value is made of, whatever is made of them. */
export function faultOfCells(
  columns: readonly number[],
  cells: readonly string[],
  mayBeEmpty: boolean,
): RowFault | undefined {
  const error = columns.find((column) => isErrorValue(cells[column - 1] ?? ''));
  if (error !== undefined) {
    return { reason: 'cell_error', rule: (cells[error - 1] ?? '').trim(), column: error };
  }
  for (const column of columns) {
    const rule = damageIn(cells[column - 1] ?? '');
    if (rule !== undefined) return { reason: 'value_unprintable', rule, column };
  }
  const empty = columns.find((column) => isBlank(cells[column - 1] ?? ''));
  if (empty === undefined || mayBeEmpty) return undefined;
  return { reason: 'cell_empty', rule: 'empty', column: empty };
}

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
