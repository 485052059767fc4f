/** What is compared: systems that take a message by HTTP and send it by SMPP. */

const SYSTEM_NAMES = ['paigham', 'kannel-spool', 'kannel-no-store'] as const;
export type SystemName = (typeof SYSTEM_NAMES)[number];

/** GET <before><recipient><between><code><after> on 127.0.0.1:<port> sends one message. */
export type SendRequest = {
  readonly port: number;
  readonly before: string;
  readonly between: string;
  readonly after: string;
};

/** How many messages reached their end, and when the last did (milliseconds since 1970). */
export type Finished = { readonly messages: number; readonly lastAtMs: number };

/** A running system, bound to the simulated operator. */
export type Running = {
  readonly request: SendRequest;
  /** The same at its other nodes, which share the load. */
  readonly further?: readonly SendRequest[];
  /** Its own processes, whose processor time counts, with their descendants. */
  readonly roots: readonly number[];
  /** Messages accepted and not yet handed to the operator. */
  waiting(): Promise<number>;
  /** Messages that reached their end; cheap to ask. */
  finished(): Promise<number>;
  /** The same from the system's own records, once it is idle. */
  audit(): Promise<Finished>;
  stop(): Promise<void>;
};

export type System = {
  readonly name: SystemName;
  /** Starts it, new and empty, with the operator on this port. */
  start(): Promise<Running>;
};
