/**
 * Reads the rows of a file one by one, whatever is sent to them: its heading, hidden rows, whom
 * each names. A first row without a number is a heading.
 */
import { readUserId } from '../domain/chat/user-id.ts';
import { readNumberOf, type FileRow } from '../domain/message/file-row.ts';
import type { LeftOutRow } from '../domain/message/file-send.ts';
import { NumberSet } from '../domain/recipient/number-set.ts';
import { columnOf } from '../domain/template/column-text.ts';
import type { RowsOrder } from './accept-file.ts';
import { leavingOut } from './address-rows.ts';

/** A row that names somebody. */
export type NamedRow = FileRow & { readonly recipient: string };

export abstract class RowReader<Ready extends { readonly recipient: string }> {
  readonly #order: RowsOrder;
  readonly #seen: NumberSet | undefined;
  #isFirst = true;
  /** The header; undefined: the file has none. */
  headings: readonly string[] | undefined;
  /** Rows that name a recipient: all but the header. */
  rows = 0;
  /** The last column that any row uses. */
  widest = 0;

  constructor(order: RowsOrder) {
    this.#order = order;
    this.#seen = order.keepsRepeated ? undefined : new NumberSet();
  }

  /** What is sent to a row, or why nothing is. */
  protected abstract make(row: NamedRow): Ready | LeftOutRow;

  judge(rows: readonly FileRow[]) {
    const ready: Ready[] = [];
    const leftOut: LeftOutRow[] = [];
    for (const row of rows) {
      this.widest = Math.max(this.widest, row.cells.length);
      const judged = this.#judgeRow(row);
      if (judged === undefined) continue;
      this.rows += 1;
      if (isLeftOut(judged)) leftOut.push(judged);
      else ready.push(judged);
    }
    return { ready, leftOut };
  }

  /** undefined: the header, or a row that is not asked for. */
  #judgeRow(file: FileRow): Ready | LeftOutRow | undefined {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    const { numberColumn, only, takesUsers } = this.#order;
    const { row, cells } = file;
    const user = takesUsers ? readUserId(cells[numberColumn - 1] ?? '') : undefined;
    const named = user ?? readNumberOf({ row, cells }, numberColumn, isFirst);
    if (named === 'heading') {
      this.headings = cells;
      return undefined;
    }
    if (only !== undefined && row !== only.row) return undefined;
    if (file.hidden === true && !this.#order.includesHidden) {
      const shown = typeof named === 'string' ? named : named.shown;
      return { row, shown, column: undefined, code: 12, reason: 'hidden', rule: 'hidden' };
    }
    if (typeof named !== 'string') return named;
    const made = this.make({ ...file, recipient: only?.to ?? named });
    if (isLeftOut(made)) return namingField(this.#order, made);
    const { recipient } = made;
    if (this.#seen?.add(recipient) === false) {
      return leavingOut(this.#order)({ row, recipient }, 'repeated', 'repeated');
    }
    return made;
  }
}

/** Of contacts it is known what is empty: there is no sheet to look into. */
function namingField({ contacts }: RowsOrder, row: LeftOutRow): LeftOutRow {
  const at = row.column === undefined ? 0 : columnOf(row.column);
  // The numbers are in the first.
  const name = contacts?.columns[at - 2]?.name;
  return row.reason === 'cell_empty' && name !== undefined ? { ...row, rule: `no ${name}` } : row;
}

const isLeftOut = (it: object): it is LeftOutRow => 'code' in it;
