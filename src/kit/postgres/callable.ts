/**
 * Statements that are called: `find(reader, { accountId, id })`. The compiler checks what they
 * are given; that the text names no other parameter, and that the rows have these columns, is
 * checked against PostgreSQL (test/store/statements.test.ts).
 *
 * `read` takes whatever reads; `write` only a transaction, which the API never has.
 */
import { only, type Statement, statement } from './statement.ts';
import type { Reader, Transaction } from './transaction.ts';

/** A statement that is called. No parameters: `void`. */
type Callable<On, Given, Row, Result> = ((on: On, given: Given) => Promise<Result>) & {
  readonly statement: Statement<Row>;
};

type Rows<Row> = Promise<readonly Row[]>;
type Send<On> = <Row>(on: On, statement: Statement<Row>, values?: object) => Rows<Row>;

type WriteRows<On, Row, More> = ((on: On, rows: readonly Row[], more: More) => Promise<void>) & {
  readonly statement: Statement;
};
type Only<Row> = Row[keyof Row];

const columnOf = <Row extends object>(row: Row) => Object.values(row)[0] as Only<Row>;

function callables<On>(send: Send<On>) {
  const callable = <Given, Row, Result>(
    name: string,
    text: string,
    resultOf: (rows: Rows<Row>) => Promise<Result>,
  ): Callable<On, Given, Row, Result> => {
    const made = statement<Row>(name, text);
    const call = (on: On, given: Given): Promise<Result> =>
      resultOf(send(on, made, given as object | undefined));
    return Object.assign(call, { statement: made });
  };
  return {
    /** All rows. */
    many: <Given, Row>(name: string, text: string) =>
      callable<Given, Row, readonly Row[]>(name, text, (rows) => rows),
    /** The first row, or undefined. */
    one: <Given, Row>(name: string, text: string) =>
      callable<Given, Row, Row | undefined>(name, text, async (rows) => (await rows)[0]),
    /** The row of a statement that always gives one. */
    single: <Given, Row>(name: string, text: string) =>
      callable<Given, Row, Row>(name, text, async (rows) => only(await rows)),
    /** The only column of the row of a statement that always gives one. */
    value: <Given, Row extends object>(name: string, text: string) =>
      callable<Given, Row, Only<Row>>(name, text, async (rows) => columnOf(only(await rows))),
    /** The only column of the first row, or undefined. */
    maybeValue: <Given, Row extends object>(name: string, text: string) =>
      callable<Given, Row, Only<Row> | undefined>(name, text, async (rows) => {
        const [row] = await rows;
        return row && columnOf(row);
      }),
    /** The only column of all rows. */
    values: <Given, Row extends object>(name: string, text: string) =>
      callable<Given, Row, readonly Only<Row>[]>(name, text, async (rows) =>
        (await rows).map(columnOf),
      ),
    /** Whether there is a row. */
    any: <Given>(name: string, text: string) =>
      callable<Given, never, boolean>(name, text, async (rows) => (await rows).length > 0),
    /** How many rows. */
    count: <Given>(name: string, text: string) =>
      callable<Given, never, number>(name, text, async (rows) => (await rows).length),
    /** Nothing: no row is looked at. */
    run: <Given = void>(name: string, text: string) =>
      callable<Given, never, void>(name, text, async (rows) => void (await rows)),
    /** The same for a list of rows, `:rows`; nothing is sent for none. */
    rows: <Row, More extends object | void = void>(
      name: string,
      text: string,
    ): WriteRows<On, Row, More> => {
      const made = statement(name, text);
      return Object.assign(
        async (on: On, rows: readonly Row[], more: More) => {
          if (rows.length > 0) await send(on, made, { ...more, rows });
        },
        { statement: made },
      );
    },
  };
}

export const read = callables<Reader>((reader, ...asked) => reader.read(...asked));
export const write = callables<Transaction>((transaction, ...asked) => transaction.run(...asked));
/** The same for the last of a transaction: COMMIT travels with it. */
export const last = callables<Transaction>((transaction, ...asked) => transaction.last(...asked));
