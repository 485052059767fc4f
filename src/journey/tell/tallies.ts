import type { Settled } from '../settle/settle.ts';

/** Counts for the operator of the service; never for money. */
export type Tallies = { count(settled: Settled): void };
