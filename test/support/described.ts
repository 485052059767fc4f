/** What PostgreSQL says about a statement that it has prepared but not run. */
import pg from 'pg';

export type Column = {
  readonly name: string;
  /** The oid of its type. */
  readonly type: number;
  /** The JavaScript type of its values; `any`: JSON. */
  readonly kind: 'number' | 'bigint' | 'string' | 'boolean' | 'object' | 'any';
  /** It comes directly from a table, whose column may be null. */
  readonly mayBeNull: boolean;
};

const { builtins } = pg.types;

const KINDS = new Map<number, Column['kind']>([
  [builtins.BOOL, 'boolean'],
  [builtins.INT2, 'number'],
  [builtins.INT4, 'number'],
  [builtins.INT8, 'number'],
  [builtins.FLOAT8, 'number'],
  [builtins.TIMESTAMPTZ, 'number'],
  [builtins.TEXT, 'string'],
  [builtins.DATE, 'string'],
  [builtins.NUMERIC, 'string'],
  [builtins.JSON, 'any'],
  [builtins.JSONB, 'any'],
]);
const VOID = 2278;

type Field = Pick<pg.FieldDef, 'name' | 'dataTypeID' | 'tableID' | 'columnID'>;

/** Prepares an unnamed statement and describes it; touches no row. */
class Describing {
  readonly #text: string;
  readonly #done: (outcome: readonly Field[] | Error) => void;
  #outcome: readonly Field[] | Error = [];

  constructor(text: string, done: (outcome: readonly Field[] | Error) => void) {
    this.#text = text;
    this.#done = done;
  }

  submit(connection: pg.Connection): void {
    connection.parse({ text: this.#text, name: '', types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    this.#outcome = fields;
  }

  handleError(error: Error): void {
    this.#outcome = error;
    this.#done(error);
  }

  handleReadyForQuery(): void {
    this.#done(this.#outcome);
  }
}

/** The columns of a statement. Rejects if the schema cannot run it. */
export async function describeStatement(
  client: pg.Client,
  text: string,
): Promise<readonly Column[]> {
  const outcome = await new Promise<readonly Field[] | Error>((resolve) => {
    client.query(new Describing(text, resolve));
  });
  if (outcome instanceof Error) throw new Error(`${outcome.message}: ${text}`);
  const nullable = await client.query<{ place: number }>(
    `select t.place::int from unnest($1::oid[], $2::int[]) with ordinality as t (rel, num, place)
     join pg_attribute a on a.attrelid = t.rel and a.attnum = t.num and not a.attnotnull`,
    [outcome.map((it) => it.tableID), outcome.map((it) => it.columnID)],
  );
  const places = new Set(nullable.rows.map(({ place }) => place - 1));
  return outcome.map(({ name, dataTypeID }, index) => ({
    name,
    type: dataTypeID,
    kind: kindOf(name, dataTypeID),
    mayBeNull: places.has(index),
  }));
}

function kindOf(name: string, type: number): Column['kind'] {
  if (type === VOID) return 'any';
  if (name.endsWith('_micros')) return 'bigint';
  return KINDS.get(type) ?? 'object';
}
