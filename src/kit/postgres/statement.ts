/**
 * Statements, and the one convention that maps their parameters and rows to values.
 *
 * Parameters are named, and taken from an object by name:
 *
 * | in the text                | what is taken                                            |
 * |----------------------------|----------------------------------------------------------|
 * | `:name`                    | the property; undefined becomes null                     |
 * | `@sentAtMs`                | a moment: milliseconds since 1970 as a timestamptz       |
 * | `:config::jsonb`           | anything, as JSON                                        |
 * | `:ids::bigint[]`           | a list, or one that values.ts has written                |
 * | `rowsOf({ id: 'bigint' })` | the property `rows`: a list of objects, as a table `t`   |
 *
 * Rows are objects whose properties are the columns in camel case:
 *
 * | column                     | property                                                 |
 * |----------------------------|----------------------------------------------------------|
 * | `sent_at` of timestamptz   | `sentAtMs`: milliseconds since 1970                      |
 * | `price_micros`             | `priceMicros`: a bigint                                  |
 * | null                       | undefined                                                |
 * | anything else              | as in values.ts                                          |
 *
 * The contents of a JSON value are left as they are; `fromJson` reads rows made by `jsonList`.
 * The type argument of `statement` is the caller's claim on the rows: test/store/statements.test.ts
 * prepares each statement and compares.
 */
import type { QueryArrayResult } from 'pg';
import { numberList, textList, timeText } from './values.ts';

/** A statement that is prepared under its name in each session that runs it. */
export type Statement<Row = unknown> = {
  readonly name: string;
  /** With `$1` and so on. */
  readonly text: string;
  /** The names of its parameters, in order; for a list of rows `rows.` and the property. */
  readonly parameters: readonly string[];
  valuesOf(given: object): unknown[];
  rowsOf(result: Answer): readonly Row[];
};

/** What the driver returns for a statement. */
export type Answer = Pick<QueryArrayResult, 'fields' | 'rows'>;

/** A statement that names the partition of a day. */
type DailyStatement<Row = unknown> = (day: string) => Statement<Row>;

const made = new Map<string, Statement | DailyStatement>();

/** Every statement of the modules that are loaded, by its name: for the test that checks them. */
export const statements: ReadonlyMap<string, Statement | DailyStatement> = made;

function register<Made extends Statement | DailyStatement>(name: string, it: Made): Made {
  if (made.has(name)) throw new Error(`two statements are called ${name}`);
  made.set(name, it);
  return it;
}

/** Makes a statement; names have at most 63 characters and must be unique. */
export function statement<Row = never>(name: string, text: string): Statement<Row> {
  return register(name, compile<Row>(name, text));
}

/** Makes a statement for each day on demand: the suffix of partitions (kit/days). */
export function daily<Row = never>(
  name: string,
  textOf: (day: string) => string,
): DailyStatement<Row> {
  const ofDays = new Map<string, Statement<Row>>();
  return register(name, (day) => {
    const known = ofDays.get(day);
    if (known !== undefined) return known;
    const compiled = compile<Row>(`${name}-${day}`, textOf(day));
    ofDays.set(day, compiled);
    return compiled;
  });
}

/**
 * A statement outside the convention, for tests and tools: its parameters are a list, and its
 * columns have their own names.
 */
export function plain<Row = never>(name: string, text: string): Statement<Row> {
  return {
    name,
    text,
    parameters: [],
    valuesOf: (given) => (Array.isArray(given) ? given : []),
    rowsOf: ({ fields, rows }) =>
      rows.map(
        (values) => Object.fromEntries(fields.map((it, index) => [it.name, values[index]])) as Row,
      ),
  };
}

/** The type of a column of `rowsOf`. A timestamptz is given in milliseconds, as `…Ms`. */
type ColumnType =
  | 'bigint'
  | 'int'
  | 'smallint'
  | 'float8'
  | 'boolean'
  | 'text'
  | 'bytea'
  | 'json'
  | 'jsonb'
  | 'timestamptz';

/**
 * Objects as a table `t`, for a `from`: their properties and the columns' types. `place` adds a
 * column that counts them from 1.
 */
export function rowsOf(columns: Readonly<Record<string, ColumnType>>, place?: 'place'): string {
  const lists = Object.entries(columns).map(([name, type]) => `:rows.${name}::${type}[]`);
  const names = Object.entries(columns).map(([name, type]) =>
    columnOf(type === 'timestamptz' ? name.replace(/Ms$/, '') : name),
  );
  const [ordinality, counted] = place === undefined ? ['', []] : [' with ordinality', [place]];
  return `unnest(${lists.join(', ')})${ordinality} as t (${[...names, ...counted].join(', ')})`;
}

declare const row: unique symbol;

/** A row that a statement returns inside a JSON value. */
export type JsonOf<Row> = { readonly [row]: Row };

/** Such rows, by the same convention as others. */
export function fromJson<Row>(rows: readonly JsonOf<Row>[]): readonly Row[] {
  return rows.map((row) => {
    const entries: readonly [string, unknown][] = Object.entries(row);
    return Object.fromEntries(
      entries.map(([column, value]) => [propertyOf(column), valueOf(column, value)]),
    ) as Row;
  });
}

/** All rows of a query as one JSON value (`JsonOf`). Use `msOf` for timestamps. */
export function jsonList(rows: string): string {
  return `(select coalesce(json_agg(it), '[]') from (${rows}) as it)`;
}

/** A timestamp column for `jsonList`: milliseconds since 1970. */
export function msOf(column: string): string {
  const name = column.replace(/^\w+\./, '');
  return `round(extract(epoch from ${column}) * 1000)::bigint as ${name}_ms`;
}

/** `:name` or `@name`, with a cast behind it. */
const PARAMETER =
  /(?<![:\w])(?<sign>[:@])(?<name>[a-z]\w*(?:\.\w+)?)(?:::(?<type>\w+)(?<list>\[\])?)?/gi;

type Parameter = {
  readonly sign: string;
  readonly name: string;
  readonly type: string | undefined;
  readonly list: string | undefined;
};

type Read = (given: Readonly<Record<string, unknown>>) => unknown;

function compile<Row>(name: string, written: string): Statement<Row> {
  const reads = new Map<string, Read>();
  const text = written.replaceAll(PARAMETER, (...match: readonly unknown[]) => {
    const { sign, name, type, list = '' } = match.at(-1) as Parameter;
    if (!reads.has(name) || type !== undefined) reads.set(name, readOf(name, type, list !== ''));
    const place = `$${[...reads.keys()].indexOf(name) + 1}`;
    if (sign === '@') return `to_timestamp(${place}::float8 / 1000)`;
    return type === undefined ? place : `${place}::${type}${list}`;
  });
  const takers = [...reads.values()];
  let shape: { readonly columns: readonly Column[]; readonly empty: Entry } | undefined;
  return {
    name,
    text,
    parameters: [...reads.keys()],
    valuesOf: (given) => takers.map((take) => take(given as Readonly<Record<string, unknown>>)),
    rowsOf({ fields, rows }) {
      if (rows.length === 0) return [];
      const { columns, empty } = (shape ??= shapeOf(fields));
      return rows.map((values) => rowOf(columns, empty, values) as Row);
    },
  };
}

function readOf(parameter: string, type: string | undefined, isList: boolean): Read {
  const [first = '', property] = parameter.split('.');
  if (property !== undefined) {
    const write = listOf(type as ColumnType);
    return ({ rows }) => write(rows as readonly Entry[], property);
  }
  if (isList) {
    const write = listOf(type as ColumnType);
    return (given) => {
      const list = given[first];
      if (!Array.isArray(list)) return list ?? null;
      return write(
        list.map((value) => ({ value })),
        'value',
      );
    };
  }
  if (type === 'json' || type === 'jsonb') return (given) => jsonOf(given[first]);
  return (given) => given[first] ?? null;
}

type Entry = Readonly<Record<string, unknown>>;

/** Writes one property of all rows as a list of this type. */
function listOf(type: ColumnType): (rows: readonly Entry[], property: string) => string {
  switch (type) {
    case 'bigint':
    case 'int':
    case 'smallint':
    case 'float8':
    case 'boolean':
      return (rows, property) => numberList(rows.map((it) => it[property] as number));
    case 'text':
      return (rows, property) => textList(rows.map((it) => it[property] as string));
    case 'bytea':
      return (rows, property) => textList(rows.map((it) => hexOf(it[property])));
    case 'json':
    case 'jsonb':
      return (rows, property) => textList(rows.map((it) => jsonOf(it[property])));
    case 'timestamptz':
      return (rows, property) => textList(rows.map((it) => momentOf(it[property])));
  }
}

function jsonOf(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value);
}

function hexOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return `\\x${Buffer.from(value as Uint8Array).toString('hex')}`;
}

function momentOf(value: unknown): string | null {
  return value === undefined || value === null ? null : timeText(value as number);
}

type Column = { readonly property: string; readonly isMoney: boolean };

const TIMESTAMPTZ = 1184;

function shapeOf(fields: Answer['fields']) {
  const columns = fields.map(({ name, dataTypeID }): Column => {
    return { property: propertyOf(name, dataTypeID), isMoney: isMoney(name) };
  });
  return { columns, empty: Object.fromEntries(columns.map((it) => [it.property, undefined])) };
}

/** From an empty row, so that all have one shape: this is on the hot path. */
function rowOf(columns: readonly Column[], empty: Entry, values: readonly unknown[]): Entry {
  const row: Record<string, unknown> = { ...empty };
  for (let index = 0; index < columns.length; index += 1) {
    const value = values[index];
    const column = columns[index];
    if (value === null || column === undefined) continue;
    row[column.property] = column.isMoney ? BigInt(value as number) : value;
  }
  return row;
}

function valueOf(column: string, value: unknown): unknown {
  if (value === null) return undefined;
  return isMoney(column) ? BigInt(value as number) : value;
}

function isMoney(column: string): boolean {
  return column.endsWith('_micros');
}

/** The property of a column: `account_id` is `accountId`, a moment `sent_at` is `sentAtMs`. */
export function propertyOf(column: string, type?: number): string {
  const name = column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return type === TIMESTAMPTZ ? `${name}Ms` : name;
}

/** Quoted: a property may be named like an SQL keyword. */
function columnOf(property: string): string {
  return `"${property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}"`;
}

/** The row of a statement that always returns one. */
export function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('a statement that gives a row gave none');
  return row;
}
