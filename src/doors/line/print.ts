/** Answers in columns, for people. */
import type { Answer, Fields, Value } from './command.ts';

const EMPTY = 'None found.';
const NONE = '–';

/** The text of an answer for people; without the options `narrowedBy` there may be more. */
export function printAnswer(answer: Answer, narrowedBy: readonly string[] = []): string {
  const { data, text, note } = answer;
  const shown =
    text ?? (isList(data) ? printList(data, answer.empty, narrowedBy) : printFields(data));
  return note === undefined ? shown : `${shown}\n\n${note}`;
}

function isList(data: Answer['data']): data is readonly Fields[] {
  return Array.isArray(data);
}

function printList(
  records: readonly Fields[],
  empty: string = EMPTY,
  narrowedBy: readonly string[],
): string {
  if (records.length > 0) return printTable(records);
  const options = narrowedBy.map((name) => `--${name}`).join(', ');
  return options === '' ? empty : `${empty} There may be some without ${options}.`;
}

function printFields(fields: Fields): string {
  const rows = Object.entries(fields).map(([name, value]) => [heading(name), show(value)]);
  return align(rows, []);
}

/** Rows under headings; numbers and money stand at the right. */
export function printTable(records: readonly Fields[]): string {
  const [first] = records;
  if (first === undefined) return EMPTY;
  const names = Object.keys(first);
  const rows = records.map((record) => names.map((name) => show(record[name] ?? null)));
  const isNumeric = names.map((_, column) => {
    const cells = rows.map((row) => row[column] ?? '').filter((cell) => cell !== NONE);
    return cells.length > 0 && cells.every((cell) => /^-?[\d.]+$/.test(cell));
  });
  return align([names.map(heading), ...rows], isNumeric);
}

function heading(name: string): string {
  return name.replaceAll('_', ' ');
}

function show(value: Value): string {
  if (value === null || value === '') return NONE;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  return value.length === 0 ? NONE : value.join(', ');
}

function align(rows: readonly (readonly string[])[], atRight: readonly boolean[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, cell.length)));
  }
  const pad = (cell: string, column: number): string =>
    atRight[column] === true
      ? cell.padStart(widths[column] ?? 0)
      : cell.padEnd(widths[column] ?? 0);
  return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}
