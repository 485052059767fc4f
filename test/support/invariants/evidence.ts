/**
 * What the invariants are judged from: the database, asked in SQL of the tests' own, and what the
 * simulated operators say they heard. Nothing of the service's own code takes part.
 */

/** Asks the database; a bigint comes as a number. */
export type Ask = <Row>(sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

/** One different text part as the operators heard it; the lines of `GET /copies`. */
export type HeardCopies = {
  readonly destination: string;
  /** `2/3`, or '' for a message of one part. */
  readonly part: string;
  readonly text: string;
  readonly heard: number;
  /** How often an operator would have carried it out. */
  readonly taken: number;
};

export type Evidence = {
  readonly ask: Ask;
  /** Ids that callers were given with OK. */
  readonly okIds: readonly number[];
  readonly copies: readonly HeardCopies[];
  /** Receipts and replies that the service has acknowledged to the operators. */
  readonly acknowledged: number;
  /** Whether everything has come to its end, as it must after a while without faults. */
  readonly isOver: boolean;
};

/** The first few of many, in words. */
export function some<Row>(rows: readonly Row[], words: (row: Row) => string): readonly string[] {
  const shown = rows.slice(0, 5).map(words);
  return rows.length > 5 ? [...shown, `… and ${rows.length - 5} more like the last`] : shown;
}
