/** What a file would come to, for a person who has not paid for it yet. */
import { BYTE_ORDER_MARK, writeCsvLine } from '../../kit/write-csv.ts';
import { harmless } from '../print.ts';
import { plural, showCount } from '../../admin/show.ts';
import type { ServedBatch } from './served-batch.ts';

/** Rows that are left out are named up to here; a file takes all of them. */
const MOST_NAMED = 20;

/** The first texts as people will read them, and the rows that are left out. */
export function describePreview(dryRun: ServedBatch): readonly string[] {
  const { examples, left_out: leftOut, rows, rows_left_out: count, currency } = dryRun;
  const texts = (examples ?? []).flatMap(({ row, number, text, parts, price }) => [
    `Row ${row}, ${number}, ${plural(parts, 'part')}, ${price} ${currency}:`,
    ...harmless(text)
      .split('\n')
      .map((line) => `  ${line}`),
  ]);
  if (count === null || count === 0) return texts;
  const named = (leftOut ?? []).slice(0, MOST_NAMED).map(({ row, number, column, reason }) => {
    const where = column === null ? `row ${row}` : `row ${row}, column ${column}`;
    return `  ${where}: ${reason}${reason.includes(number) ? '' : ` (${number})`}`;
  });
  const more = count - named.length;
  const of = `${showCount(count)} of ${plural(rows ?? count, 'row')}`;
  return [
    ...texts,
    `${of} ${count === 1 ? 'is' : 'are'} left out:`,
    ...named,
    ...(more > 0 ? [`  … and ${showCount(more)} more: --dry-run --results FILE saves them`] : []),
  ];
}

/** `4 messages, 4 parts, 19.20 PKR`. */
export function describeSum({ recipients, parts, price, currency }: ServedBatch): string {
  const messages = plural(recipients ?? 0, 'message');
  return `${messages}, ${plural(parts ?? 0, 'part')}, ${price} ${currency}`;
}

/** The rows that a dry run leaves out as CSV, as far as the service lists them. */
export function writeLeftOut({ left_out: leftOut }: ServedBatch): string {
  const lines = (leftOut ?? []).map(({ row, number, column, reason }) =>
    writeCsvLine([row, number, 'left_out', reason, column]),
  );
  const heading = writeCsvLine(['row', 'number', 'state', 'reason', 'column']);
  return BYTE_ORDER_MARK + heading + lines.join('');
}
