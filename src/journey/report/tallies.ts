/** Counts for the operator of the service; never for money. */
export type Tallies = {
  /** Called after each commit with what it came to. */
  count(settled: {
    /** Messages whose attempts were recorded. */
    readonly sent: number;
    /** Messages that got their last word. */
    readonly closed: number;
    /** Inbound PDUs that closed nothing. */
    readonly kept: readonly { readonly kind: string }[];
    /** Answers that were lost, by what the link does then, and those that came after all. */
    readonly lost: Readonly<Record<'resubmit' | 'reconcile' | 'answered', number>>;
  }): void;
  /** What became of a lost answer that was to be explained. */
  reconciled(what: string): void;
};
