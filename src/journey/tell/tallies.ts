/** Counts for the operator of the service; never for money. */
export type Tallies = {
  /** Called after each commit with what it came to. */
  count(settled: {
    /** Messages whose attempts were recorded. */
    readonly sent: number;
    /** Messages that got their last word. */
    readonly closed: number;
    /** Inbound PDUs that closed nothing. */
    readonly kept: readonly unknown[];
  }): void;
};
