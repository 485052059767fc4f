/** The table that is printed, and the page that keeps it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { median } from './median.ts';
import type { SystemName } from './system.ts';

/** One line of the table. */
export type Line = {
  readonly what: string;
  readonly cells: Readonly<Record<SystemName, string>>;
  /** Our result compared with the others, and the target. */
  readonly result: string;
  readonly bar: string;
};

const HEAD = ['', 'Paigham', 'Kannel, spool', 'Kannel, no store', 'Paigham to Kannel', 'bar'];
const BEGIN = '<!-- bin/bench writes from here … -->';
const END = '<!-- … to here -->';

/** A figure in readable form. */
export function figure(value: number, digits = 0): string {
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return value.toLocaleString('en', format);
}

/** The median, and the range when there are several. */
export function spread(values: readonly number[], digits = 0): string {
  const middle = figure(median(values), digits);
  if (values.length < 2) return middle;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return `${middle} (${figure(low, digits)}–${figure(high, digits)})`;
}

/** The lines as a table of Markdown, columns aligned. */
export function drawTable(lines: readonly Line[]): string {
  return align([HEAD, ...lines.map(cellsOf)]);
}

function cellsOf({ what, cells, result, bar }: Line): readonly string[] {
  return [what, cells.paigham, cells['kannel-spool'], cells['kannel-no-store'], result, bar];
}

function align(rows: readonly (readonly string[])[]): string {
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const draw = (row: readonly string[]): string =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  const [head, ...rest] = rows.map(draw);
  return [head, rule, ...rest].join('\n');
}

/** Puts the lines into the page, with `note` above them, in place of those of an earlier run. */
export function writePage(path: string, lines: readonly Line[], note: string): void {
  const page = existsSync(path) ? readFileSync(path, 'utf8') : `${BEGIN}\n${END}\n`;
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`${path} has no place for the table`);
  const words = `${BEGIN}\n\n${note}\n\n${drawTable(lines)}\n\n`;
  writeFileSync(path, page.slice(0, from) + words + page.slice(to));
}
