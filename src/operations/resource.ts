/**
 * What is shown of what people keep. Each field of a resource says at once what it is called, what
 * its values may be, and how they are read of a row; the JSON Schema comes of it, the JSON of a
 * row, and the columns at a terminal. The columns of a CSV are those of the schema
 * (features/exports).
 *
 * A field without more is the row's property of its name, as statements name them:
 * `last_characters` is `lastCharacters`, a time `created_at` is `createdAtMs`, an amount `price` is
 * `priceMicros`; a literal is itself. `from` names another property, `derived` makes a value of the
 * whole row.
 */
import { showRupees, type Micros } from '../domain/pricing/money.ts';
import {
  Type,
  type Static,
  type TObject,
  type TLiteral,
  type TProperties,
  type TSchema,
} from '../kit/shape.ts';
import { at, type RawFields, type Value } from './show.ts';

/** An object with these properties and no others. */
export const closed = <Properties extends TProperties>(
  properties: Properties,
  options: { readonly title?: string; readonly description?: string } = {},
) => Type.Object(properties, { ...options, additionalProperties: false });

/** A time as `/v1` writes it. */
export function showTime(atMs: number): string {
  return new Date(atMs).toISOString();
}

export function showTimeOrNull(atMs: number | undefined): string | null {
  return atMs === undefined ? null : showTime(atMs);
}

const READING = Symbol('reading');
const SOURCE = Symbol('source');
const DERIVED = Symbol('derived');

/** A schema whose values are made of those of a row's property, which ends in `Unit`. */
type Reads<Of, Unit extends string = ''> = { readonly [READING]: (value: Of) => Unit };

type From<Source extends string> = { readonly [SOURCE]: Source };

type Derived<Row, Context> = { readonly [DERIVED]: (row: Row, context: Context) => unknown };

/** A copy: a schema may be part of others. TypeBox keeps what is its own where nobody looks. */
function having<Schema extends TSchema, More extends object>(schema: Schema, more: More) {
  const own = Object.getOwnPropertyDescriptors(schema);
  return Object.assign(Object.defineProperties({}, own), more) as Schema & More;
}

/** Types alone say what `how` takes: what is given to it comes from rows of these types. */
const reading = <Schema extends TSchema, Of, Unit extends string = ''>(
  schema: Schema,
  how: Partial<Reading>,
) => having(schema, { [READING]: how }) as unknown as Schema & Reads<Of, Unit>;

/** A value is shown as `show` makes it; `unit` ends the property's name. */
export const shownBy = <Schema extends TSchema, Of, const Unit extends string = ''>(
  schema: Schema,
  show: (value: Of) => Shows<Static<Schema>>,
  how: { readonly unit?: Unit; readonly line?: (value: Of) => RawFields[string] } = {},
) => reading<Schema, Of, Unit>(schema, { ...how, show } as Partial<Reading>);

const described = (description: string | undefined) =>
  description === undefined ? {} : { description };

/** An id: a number in the row, digits for programs. */
export const id = (description?: string) =>
  shownBy(Type.String(described(description)), String as (value: number) => string, {
    line: (value) => value,
  });

/** A time, of milliseconds. */
export const time = (description?: string) =>
  shownBy(Type.String({ format: 'date-time', ...described(description) }), showTime, {
    unit: 'Ms',
    line: at,
  });

/** An amount in rupees, of millionths. */
export const money = (options: { readonly pattern?: string; readonly description?: string } = {}) =>
  shownBy(Type.String(options), showRupees, { unit: 'Micros', line: (value: Micros) => value });

function or<Schema extends TSchema, Other extends TSchema>(
  schema: Schema,
  other: Other,
  instead: string | null,
  description?: string,
) {
  const { unit, show, line } = readingOf(schema);
  const isNone = (value: unknown) => value === undefined || value === null;
  const union = Type.Union([schema, other], described(description));
  return reading<typeof union, ValueOf<Schema> | undefined, UnitOf<Schema>>(union, {
    unit,
    show: (value, context) => (isNone(value) ? instead : show(value, context)),
    line: (value) => (isNone(value) ? instead : line(value)),
  });
}

/** The same, or null where the row has none. */
export const orNull = <Schema extends TSchema>(schema: Schema, description?: string) =>
  or(schema, Type.Null(), null, description);

/** The same, or a word where the row has none: `every`. */
export const orWord = <Schema extends TSchema, const Word extends string>(
  schema: Schema,
  word: Word,
) => or(schema, Type.Literal(word), word);

/** The account of a row that may be for every one. */
export const everyAccount = () => from('accountId', orWord(Type.Integer(), 'every'));

/** A text, or null if there is none. */
export const nullable = (description: string) => orNull(Type.String(), description);

/** A time, or null if there is none yet. */
export const nullableTime = (description: string) => orNull(time(), description);

/** How many. */
export const count = (description?: string) =>
  Type.Integer({ minimum: 0, ...described(description) });

/** The same, or null if it is not known. */
export const nullableCount = (description: string) => orNull(count(), description);

/** A list of them. */
export function each<Schema extends TSchema>(
  schema: Schema,
  options: { readonly description?: string } = {},
) {
  const { show } = readingOf(schema);
  const list = Type.Array(schema, options);
  return reading<typeof list, readonly ValueOf<Schema>[]>(list, {
    show: (values, context) => (values as readonly unknown[]).map((value) => show(value, context)),
  });
}

/** It is read of the row's property `source`, unit included. */
export const from = <const Source extends string, Schema extends TSchema>(
  source: Source,
  schema: Schema,
): Schema & From<Source> => having(schema, { [SOURCE]: source });

/** It is made of the whole row, and of what is known besides; undefined is shown as null. */
export const derived = <Schema extends TSchema, Row, Context = unknown>(
  schema: Schema,
  make: (row: Row, context: Context) => Shows<Static<Schema>>,
): Schema & Derived<Row, Context> => having(schema, { [DERIVED]: make });

type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;

/** What is not there, and what is undefined, are the same in JSON. */
type Frozen<T> = T extends object
  ? {
      readonly [Key in keyof T]:
        | Frozen<T[Key]>
        | (T extends Readonly<Record<Key, unknown>> ? never : undefined);
    }
  : T;

/** What may be shown as `T`. */
type Shows<T> = Frozen<T> | (null extends T ? undefined : never);

type UnitOf<Schema> = Schema extends Reads<never, infer Unit> ? Unit : '';

type ValueOf<Schema extends TSchema> =
  Schema extends Reads<infer Of, string> ? Of : Shows<Static<Schema>>;

type SourceOf<Name extends string, Schema> =
  Schema extends From<infer Source> ? Source : `${Camel<Name>}${UnitOf<Schema>}`;

type RowOf<Name extends string, Schema extends TSchema> =
  Schema extends Derived<infer Row, never>
    ? Row
    : Schema extends TLiteral
      ? unknown
      : { readonly [Source in SourceOf<Name, Schema>]: ValueOf<Schema> };

type ContextOf<Schema> = Schema extends Derived<never, infer Context> ? Context : unknown;

/** What all of some functions can be given. */
type Given<Take> = [Take] extends [(it: infer All) => void] ? All : never;

type RowOfAll<Fields extends TProperties> = Given<
  { [Name in keyof Fields & string]: (row: RowOf<Name, Fields[Name]>) => void }[keyof Fields &
    string]
>;

type ContextOfAll<Fields extends TProperties> = Given<
  { [Name in keyof Fields]: (context: ContextOf<Fields[Name]>) => void }[keyof Fields]
>;

/** A schema that also shows rows; its fields say what a row must have. */
export type Resource<Fields extends TProperties, Row, Context> = TObject<Fields> &
  Reads<unknown extends Context ? Row : never> & {
    readonly title?: string;
    /** The JSON of a row. `context`: what derived fields ask for; none, where none does. */
    readonly show: Show<Row, Context, Static<TObject<Fields>>>;
    /** At a terminal: these fields, in this order; all of them where none is named. */
    readonly columns: <Name extends keyof Fields & string = keyof Fields & string>(
      ...names: readonly Name[]
    ) => Show<RowOfAll<Pick<Fields, Name>>, ContextOfAll<Pick<Fields, Name>>, RawFields>;
  };

type Show<Row, Context, Shown> = unknown extends Context
  ? (row: Row) => Shown
  : (row: Row, context: Context) => Shown;

type Reading = {
  readonly unit: string;
  readonly show: (value: unknown, context: unknown) => unknown;
  readonly line: (value: unknown) => RawFields[string];
};

const asItIs = (value: unknown): unknown => value ?? null;

function readingOf(schema: TSchema): Reading {
  const { [READING]: reading } = schema as { [READING]?: Partial<Reading> };
  const { unit = '', show = asItIs } = reading ?? {};
  return { unit, show, line: reading?.line ?? ((value) => show(value, undefined) as Value) };
}

type Row = Readonly<Record<string, unknown>>;

/** What is shown as `title`, by its fields. */
export const resource = <Fields extends TProperties>(
  title: string,
  fields: Fields,
  description?: string,
) => part(fields, { title, ...described(description) });

/** The same for what is only shown as a part of others. */
export function part<Fields extends TProperties>(
  fields: Fields,
  options: { readonly title?: string; readonly description?: string } = {},
): Resource<Fields, RowOfAll<Fields>, ContextOfAll<Fields>> {
  const ways = new Map(Object.entries(fields).map(([name, schema]) => [name, wayOf(name, schema)]));
  const show = (row: Row, context: unknown) =>
    Object.fromEntries([...ways].map(([name, way]) => [name, way.show(row, context)]));
  const columns =
    (...names: readonly string[]) =>
    (row: Row, context: unknown) => {
      const shown = names.length === 0 ? [...ways.keys()] : names;
      return Object.fromEntries(shown.map((name) => [name, ways.get(name)?.line(row, context)]));
    };
  // Not enumerable: a schema is written as JSON, and gone through word by word.
  const own = { show: { value: show }, columns: { value: columns } };
  const schema = Object.defineProperties(closed(fields, options), own);
  return reading(schema, { show } as Partial<Reading>) as unknown as ReturnType<
    typeof part<Fields>
  >;
}

/** How one field is read of a row. */
function wayOf(name: string, schema: TSchema) {
  const { [DERIVED]: make, [SOURCE]: source } = schema as Partial<
    Derived<Row, unknown> & From<string>
  >;
  if (make !== undefined) {
    const show = (row: Row, context: unknown) => make(row, context) ?? null;
    return { show, line: show as (row: Row, context: unknown) => Value };
  }
  if ('const' in schema) {
    const show = () => schema.const as Value;
    return { show, line: show };
  }
  const { unit, show, line } = readingOf(schema);
  const camel = name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  const property = source ?? `${camel}${unit}`;
  return {
    show: (row: Row, context: unknown) => show(row[property], context) ?? null,
    line: (row: Row) => line(row[property]),
  };
}
