/** What is compared: systems that take a message by HTTP and send it by SMPP. */

const SYSTEM_NAMES = ['paigham', 'kannel-spool', 'kannel-no-store'] as const;
export type SystemName = (typeof SYSTEM_NAMES)[number];

/** GET <before><recipient><between><code><after> of 127.0.0.1:<port> sends one message. */
export type SendRequest = {
  readonly port: number;
  readonly before: string;
  readonly between: string;
  readonly after: string;
};

/** How many messages have their end, and when the last of them got it (milliseconds since 1970). */
export type Finished = { readonly messages: number; readonly lastAtMs: number };

/** A system under way, bound to the simulated operator. */
export type Running = {
  readonly request: SendRequest;
  /** The processes whose processor time is its own, with their descendants. */
  readonly roots: readonly number[];
  /** Messages that are accepted and not yet handed to the operator. */
  waiting(): Promise<number>;
  /** Messages that have their end; cheap to ask. */
  finished(): Promise<number>;
  /** The same from the record that the system keeps, once it has come to rest. */
  audit(): Promise<Finished>;
  stop(): Promise<void>;
};

export type System = {
  readonly name: SystemName;
  /** Starts it, new and empty, against the operator on this port. */
  start(): Promise<Running>;
};
