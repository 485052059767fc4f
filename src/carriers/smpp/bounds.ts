/** Bounds of an SMPP link, each with its reason. */

/** A connection that is not up by then will hardly come. */
export const connectTimeoutMs = 10_000;

/** How long a bind must have held for the next loss to count as the first. */
export const settledAfterMs = 10_000;

/** How long a stop waits for answers that are out, where the answer timeout is not shorter. */
export const stopWithinMs = 10_000;

/** How long answers are waited for that are out when the operator says that we are not bound. */
export const rebindWithinMs = 2_000;

/** Receipts and replies not yet committed; above it the link stops reading. */
export const unansweredInbound = 5_000;

/** Submits remembered after their timeout, in case the answer comes after all. */
export const rememberedLate = 10_000;

/** Parts handed over beyond the window and the pace, such as the last parts of long messages. */
export const waitingParts = 5_000;

/** Room is looked for no more often, so that parts leave in groups. */
export const shortestWakeMs = 10;
