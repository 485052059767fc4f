/** The rows that get nothing, as they are in their file, to be mended and uploaded again. */
import type { Batch } from '../../shared/api/types.ts';
import { inWords } from '../../shared/i18n/i18n.ts';

/** @param why the heading of the column after the last, which says what is wrong. */
export function saveLeftOut({ left_out: leftOut, check }: Batch, why: string): void {
  const rows = (leftOut ?? []).flatMap(({ cells, reason }) =>
    cells === undefined ? [] : [{ cells, reason: inWords(reason) }],
  );
  const headings = check?.headings ?? [];
  const width = Math.max(headings.length, ...rows.map(({ cells }) => cells.length));
  const lineOf = (cells: readonly string[], last: string): string =>
    [...Array.from({ length: width }, (_, at) => cells[at] ?? ''), last].map(cellOf).join(',');
  const head = headings.length === 0 ? [] : [lineOf(headings, why)];
  const lines = [...head, ...rows.map(({ cells, reason }) => lineOf(cells, reason))];
  const text = `\ufeff${lines.join('\r\n')}\r\n`;
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'rows-left-out.csv';
  link.click();
  URL.revokeObjectURL(url);
}

/** `+92 300 1234567` and `-5 %` are no formulas: they stay as they were. */
const NUMBER = /^[+-][\d\s().,-]*%?$/;

/** A spreadsheet would run what begins like a formula. */
function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
