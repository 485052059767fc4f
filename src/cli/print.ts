/** Answers in columns, for people. */
import { withReadableNames } from '@paigham/base/readable-names.ts';
import { isList, type Answer, type Fields, type Section, type Value } from '../operations/show.ts';

const EMPTY = 'None found.';
const NONE = '–';

/** The text of an answer for people; without the options in `narrowedBy` there may be more. */
export function printAnswer(answer: Answer, narrowedBy: readonly string[] = []): string {
  const { data, sections, note } = answer;
  const list = isList(data) ? printList(data, answer.empty, narrowedBy) : printFields(data);
  const shown = sections === undefined ? list : sections.map(printSection).join('\n\n');
  return harmless(note === undefined ? shown : `${shown}\n\n${note}`);
}

/** JSON without control characters that the terminal would obey. */
export function asJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(UNSEEN, (sign) =>
    [...Array(sign.length).keys()].map((place) => escaped(sign.charCodeAt(place))).join(''),
  );
}

const escaped = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`;

/** What moves the cursor or reverses the writing direction; Urdu needs U+200C and U+200D. */
const UNSEEN = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/gu;
const MARK = '\u{fffd}';

/** Others wrote some of it: a mark replaces whatever would control a terminal. Lines stay. */
export function harmless(text: string): string {
  return text.replaceAll(UNSEEN, MARK);
}

/** On one line: a row stays a row. */
function onOneLine(text: string): string {
  return text.replaceAll(/\r\n|[\t-\r\u0085\u2028\u2029]/g, ' ');
}

const inWords = (value: string): string => onOneLine(withReadableNames(value));

function printSection(section: Section): string {
  if (typeof section === 'string') return section;
  const { title, data } = section;
  const shown = isList(data) ? printTable(data) : printFields(data);
  return title === undefined ? shown : `${title}\n${shown}`;
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

/** Rows under headings; numbers and money are aligned right. */
function printTable(records: readonly Fields[]): string {
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
  if (typeof value === 'string' || typeof value === 'number') return inWords(String(value));
  return value.length === 0 ? NONE : inWords(value.join(', '));
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
