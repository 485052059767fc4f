/** What the columns of an imported file mean: guessed by their headings, or said. */
import { readConsentCell } from '../../domain/contact/consent-cell.ts';
import {
  CONSENT_COLUMNS,
  CONTACT_COLUMNS,
  fieldNameOf,
  isFieldName,
  readTag,
  type ConsentColumn,
  type Fields,
  type GivenPerson,
} from '../../domain/contact/contact.ts';
import { limit } from '../../domain/limits.ts';
import { columnOf, lettersOf } from '../../domain/template/column-text.ts';
import { isBlank } from '../../domain/template/template.ts';
import { parseJson } from '@paigham/base/json.ts';
import { guessNumberColumn } from '../../domain/message/number-column.ts';
import { readNumberOf, type FileRow } from '../../domain/message/file-row.ts';

/** What is taken from a column, from 1 for A: a column of contacts, `fields`, or a field's name. */
export type Columns = ReadonlyMap<number, string>;

/** As the export of contacts heads them, and of no use to an import. */
const OURS = /^(id|opted_out|created_at|updated_at)$/i;

/** Whether an export of contacts wrote it: its headings say exactly what they mean. */
const isOwnExport = (headings: readonly string[]): boolean =>
  ['id', 'mobile', 'opted_out', 'updated_at'].every((it) => headings.includes(it));

const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [/^(name|((full|customer|client|contact|billing|shipping) ?name)|نام|پورا نام)$/, 'name'],
  [/^(customer|client|recipient)$/, 'name'],
  [/^(language|lang|locale|زبان)$/, 'language'],
  [/^(tags?|labels?|groups?|categories|ٹیگ|گروپ)$/, 'tags'],
  [/^user id$/, 'user_id'],
  [/^fields$/, 'fields'],
];

/** Where half of the cells can be read as consents: else the column is a field. */
const CONSENT_HEADINGS: readonly (readonly [RegExp, ConsentColumn])[] = [
  [
    /^((sms|marketing) )?(consent|opt ?in|opted in)$|^accepts (sms )?marketing$|^(رضامندی|اجازت)$/,
    'sms_consent',
  ],
  [/^(chat|whatsapp) (consent|opt ?in|opted in)$/, 'chat_consent'],
];

/** Which consents a column has; undefined: none. A wrong cell of it leaves its row out. */
function consentOf(heading: string, cells: readonly string[]): ConsentColumn | undefined {
  const words = wordsOf(heading);
  const exact = CONSENT_COLUMNS.find((it) => wordsOf(it) === words);
  const filled = cells.filter((it) => !isBlank(it));
  const read = filled.filter((it) => readConsentCell(cellOf(it)) !== undefined);
  const isRead = read.length > 0 && read.length * 2 >= filled.length;
  return exact ?? (isRead ? CONSENT_HEADINGS.find(([like]) => like.test(words))?.[1] : undefined);
}

/** Taken together where no column has whole names. */
const PART_OF_NAME = /^((first|given|last|family) name|firstname|lastname|surname)$/;

type ReadColumns = {
  readonly columns: Columns;
  /** The first row, if it names columns. */
  readonly headings: readonly string[] | undefined;
};

/** @param rows the first of the file. */
export function guessColumns(rows: readonly FileRow[]): ReadColumns {
  const [first] = rows;
  const isOurs = isOwnExport(first?.cells ?? []);
  const numbers = isOurs ? (first?.cells.indexOf('mobile') ?? 0) + 1 : guessNumberColumn(rows);
  const isHeaded = first !== undefined && readNumberOf(first, numbers, true) === 'heading';
  const headings = isHeaded ? first.cells : undefined;
  const columns = new Map([[numbers, 'mobile']]);
  if (headings === undefined) {
    const named = firstOfNames(rows, numbers);
    if (named !== undefined) columns.set(named, 'name');
    return { columns, headings };
  }
  const partsOfName: number[] = [];
  for (const [at, heading] of headings.entries()) {
    const column = at + 1;
    const isEmpty = rows.slice(1).every((it) => isBlank(it.cells[at] ?? ''));
    if (column === numbers || (isEmpty && !isOurs) || OURS.test(heading.trim())) continue;
    if (isOurs) {
      columns.set(column, heading);
      continue;
    }
    if (PART_OF_NAME.test(wordsOf(heading))) {
      partsOfName.push(column);
      continue;
    }
    const below = rows.slice(1).map(({ cells }) => cells[at] ?? '');
    const meaning = consentOf(heading, below) ?? meaningOf(heading);
    if (meaning === undefined || [...columns.values()].includes(meaning)) continue;
    if (columns.size <= limit('contactFields')) columns.set(column, meaning);
  }
  if (![...columns.values()].includes('name'))
    for (const column of partsOfName) columns.set(column, 'name');
  return { columns, headings };
}

const wordsOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/gu, ' ');

function meaningOf(heading: string): string | undefined {
  const words = wordsOf(heading);
  return MEANINGS.find(([like]) => like.test(words))?.[1] ?? fieldNameOf(heading);
}

/** Without headings: the first column of words. */
function firstOfNames(rows: readonly FileRow[], numbers: number): number | undefined {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  for (let column = 1; column <= width; column += 1) {
    const cells = rows.map((it) => it.cells[column - 1] ?? '').filter((it) => !isBlank(it));
    const worded = cells.filter((it) => /^\p{L}[\p{L}\p{M}\s.'’-]*$/u.test(it.trim()));
    if (column !== numbers && cells.length > 0 && worded.length * 2 > cells.length) return column;
  }
  return undefined;
}

const COLUMNS: readonly string[] = [...CONTACT_COLUMNS, ...CONSENT_COLUMNS];

/** `mobile=B,name=C,city=F`; undefined: it says nothing that can be read. */
export function readColumns(given: string): Columns | undefined {
  const columns = new Map<number, string>();
  for (const pair of given.split(',')) {
    const [, name = '', letters = ''] = /^\s*([^=]+?)\s*=\s*([A-Za-z]{1,2})\s*$/u.exec(pair) ?? [];
    const isKnown = COLUMNS.includes(name) || isFieldName(name);
    if (letters === '' || !isKnown) return undefined;
    columns.set(columnOf(letters), name);
  }
  const meanings = [...columns.values()];
  return meanings.includes('mobile') || meanings.includes('user_id') ? columns : undefined;
}

/** The column that has the numbers, by its letters; undefined: none has. */
export function numberColumnOf(columns: Columns): string | undefined {
  const found = [...columns].find(([, meaning]) => meaning === 'mobile');
  return found === undefined ? undefined : lettersOf(found[0]);
}

/** A text that an export has kept from running as a formula. */
const cellOf = (cell: string): string => {
  const text = cell.trim();
  return text.startsWith("'") ? text.replace(/^'(?='*[=+\-@＝＋－＠])/u, '') : text;
};

/** The person of a row, as it is in the file; `tags` are added to those of the row. */
export function givenIn(
  { cells }: FileRow,
  columns: Columns,
  tags: readonly string[],
): GivenPerson {
  const person: { mobile?: string; user_id?: string; name?: string; language?: string } = {};
  const fields: Record<string, string> = {};
  const own: string[] = [];
  for (const [column, meaning] of columns) {
    const cell = cellOf(cells[column - 1] ?? '');
    if (cell === '' || isConsentColumn(meaning)) continue;
    if (meaning === 'tags') own.push(...tagsIn(cell));
    else if (meaning === 'fields') Object.assign(fields, fieldsIn(cell));
    else if (meaning === 'name') person.name = [person.name ?? '', cell].join(' ').trim();
    else if (meaning === 'mobile' || meaning === 'user_id' || meaning === 'language')
      person[meaning] = cell;
    else fields[meaning] = cell;
  }
  const all = [...new Set([...own, ...tags])].slice(0, limit('contactTags'));
  return { ...person, tags: all, fields };
}

/** What a cell of tags has in it, as far as it can be: nobody is left out for a tag. */
function tagsIn(cell: string): readonly string[] {
  const given = jsonIn<readonly unknown[]>(cell, Array.isArray, cell.split(/[,;|]/u));
  return given.flatMap((it) => {
    if (typeof it !== 'string') return [];
    const tag = readTag(it);
    if (tag !== undefined) return tag;
    const plain = it.replaceAll(/[^\p{L}\p{M}\p{N}_.\u200c -]+/gu, ' ');
    const short = plain.replace(/^[^\p{L}\p{N}]+/u, '').slice(0, limit('contactTagCharacters'));
    return readTag(short) ?? [];
  });
}

/** The fields of our own export, which are JSON. */
function fieldsIn(cell: string): Fields {
  const found = jsonIn(cell, (it) => typeof it === 'object' && it !== null, {});
  return Object.fromEntries(Object.entries(found).map(([name, text]) => [name, String(text)]));
}

/** JSON of this kind, or what stands for any other text. */
function jsonIn<Value>(cell: string, isRight: (it: unknown) => boolean, otherwise: Value): Value {
  const read = /^[[{]/u.test(cell) ? parseJson(cell) : undefined;
  return isRight(read) ? (read as Value) : otherwise;
}

const isConsentColumn = (meaning: string): meaning is ConsentColumn =>
  (CONSENT_COLUMNS as readonly string[]).includes(meaning);

/** The cells of a row that say who has agreed, with their columns; blank ones say nothing. */
export function consentsIn(
  { cells }: FileRow,
  columns: Columns,
): readonly { readonly meaning: ConsentColumn; readonly cell: string; readonly column: string }[] {
  const found = [];
  for (const [at, meaning] of columns) {
    if (!isConsentColumn(meaning)) continue;
    const cell = cellOf(cells[at - 1] ?? '');
    if (cell !== '') found.push({ meaning, cell, column: lettersOf(at) });
  }
  return found;
}
