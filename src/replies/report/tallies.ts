/** Counts for the operator of the service. */
export type ReplyTallies = {
  /** Called after each commit with what it came to. */
  count(told: {
    /** Replies that are stored now and belong to an account. */
    readonly matched: number;
    /** Of nobody: staff should look. */
    readonly unmatched: number;
    /** Handed over again and known. */
    readonly repeated: number;
    /** Stored with parts missing. */
    readonly incomplete: number;
    /** Numbers that opted out or came back. */
    readonly heeded: number;
  }): void;
};
