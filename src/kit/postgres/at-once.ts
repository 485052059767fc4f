/**
 * Statements that travel and commit together, under one Sync: an implicit transaction block, which
 * takes effect whole or not at all (PostgreSQL, "Pipelining" of the extended query protocol). That
 * saves BEGIN, COMMIT and a description of each result, and is one promise for the whole group.
 *
 * All of them must have been prepared on their connection before: whoever runs a statement in the
 * ordinary way notes it here, with the columns that it returns.
 */
import pg from 'pg';
import type { Answer, Statement } from './statement.ts';

type Columns = {
  readonly fields: Answer['fields'];
  readonly parsers: readonly ((text: string) => unknown)[];
};

/** The driver takes the number of any type; its own types say that it knows some by name. */
type Parsing = {
  readonly getTypeParser: (oid: number, format: 'text') => (text: string) => unknown;
};

const preparedOn = new WeakMap<pg.ClientBase, Map<string, Columns>>();

/** Notes that a statement has been prepared on `client`, and returns such columns. */
export function notePrepared(client: pg.ClientBase, name: string, { fields }: Answer): void {
  const known = preparedOn.get(client) ?? new Map<string, Columns>();
  if (known.has(name)) return;
  const types: Parsing = client;
  const parsers = fields.map(({ dataTypeID }) => types.getTypeParser(dataTypeID, 'text'));
  known.set(name, { fields, parsers });
  preparedOn.set(client, known);
}

export type Bound = { readonly statement: Statement; readonly values: readonly unknown[] };

/**
 * Runs and commits all of `group` in one round trip; their answers, in order. undefined, and
 * nothing sent, when one of them was never prepared on `client`. Rejects with the driver's error:
 * then nothing was done, unless the connection was lost (`isConnectionLost`).
 */
export function runAtOnce(
  client: pg.ClientBase,
  group: readonly Bound[],
): Promise<readonly Answer[]> | undefined {
  const known = preparedOn.get(client);
  const columns = group.flatMap(({ statement }) => known?.get(statement.name) ?? []);
  if (columns.length < group.length) return undefined;
  return new Promise((resolve, reject) => {
    client.query(
      new Group(group, columns, (error, answers) => {
        if (error === null) resolve(answers ?? []);
        else reject(error);
      }),
    );
  });
}

type Callback = (error: Error | null, answers?: readonly Answer[]) => void;

/** As the driver sees it: one query, which it ends when the server is ready for the next. */
class Group extends pg.Query {
  /** The driver puts its own in front of this one, to measure the time. */
  callback: Callback;
  readonly #group: readonly { readonly statement: string; readonly values: Written[] }[];
  readonly #columns: readonly Columns[];
  readonly #rows: unknown[][][];
  /** The statement whose rows are arriving. */
  #at = 0;
  #unreadable: Error | undefined;

  constructor(group: readonly Bound[], columns: readonly Columns[], callback: Callback) {
    super({ text: '' });
    this.callback = callback;
    this.#group = group.map(({ statement, values }) => ({
      statement: statement.name,
      values: values.map(written),
    }));
    this.#columns = columns;
    this.#rows = group.map(() => []);
  }

  override submit = (connection: pg.Connection): void => {
    connection.stream.cork();
    for (const bound of this.#group) {
      connection.bind(bound, true);
      connection.execute(null, true);
    }
    connection.sync();
    connection.stream.uncork();
  };

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const { parsers = [] } = this.#columns[this.#at] ?? {};
    try {
      this.#rows[this.#at]?.push(
        fields.map((text, index) => (text === null ? null : parsers[index]?.(text))),
      );
    } catch (error) {
      this.#unreadable = error instanceof Error ? error : new Error(String(error));
    }
  }

  handleCommandComplete(): void {
    this.#at += 1;
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    const answers = this.#columns.map(({ fields }, index) => ({
      fields,
      rows: this.#rows[index] ?? [],
    }));
    this.callback(this.#unreadable ?? null, answers);
  }
}

type Written = string | Buffer | null;

/** A parameter as the driver writes it. */
function written(value: unknown): Written {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || Buffer.isBuffer(value)) return value;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') {
    return String(value);
  }
  throw new TypeError('a parameter is a text, a number, a truth, octets or null');
}
