/**
 * The evidence for the invariants: the database, queried with the tests' own SQL, and what the
 * simulated operators say they received. None of the service's own code is involved.
 */

/** Queries the database; a bigint comes as a number. */
export type Ask = <Row>(sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

/** A distinct text part as operators received it; the lines of `GET /copies`. */
export type HeardCopies = {
  readonly destination: string;
  /** `2/3`, or '' for a message with one part. */
  readonly part: string;
  readonly text: string;
  readonly heard: number;
  /** How often an operator would have delivered it. */
  readonly taken: number;
};

export type Evidence = {
  readonly ask: Ask;
  /** Ids that callers got with OK. */
  readonly okIds: readonly number[];
  readonly copies: readonly HeardCopies[];
  /** Receipts and replies that the service has acknowledged to the operators. */
  readonly acknowledged: number;
  /** Whether everything has ended, as it must after a while without faults. */
  readonly isOver: boolean;
};

/** The first few of many, in words. */
export function some<Row>(rows: readonly Row[], words: (row: Row) => string): readonly string[] {
  const shown = rows.slice(0, 5).map(words);
  return rows.length > 5 ? [...shown, `… and ${rows.length - 5} more like the last`] : shown;
}
