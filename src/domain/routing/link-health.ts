/**
 * How a link stands, as the node that holds it judges it.
 *
 * - `up`: bound, and the operator answers.
 * - `trying`: bound, but its breaker has been open: a few messages go, to see whether it closes.
 * - `down`: not bound for some seconds, failing, or held by no living node.
 * - `needs_attention`: the operator refuses the login; nothing is tried until somebody changes it.
 */
export type LinkState = 'up' | 'trying' | 'down' | 'needs_attention';

export type LinkHealth = {
  readonly state: LinkState;
  /** Why, in the operator's or the system's words; undefined where there is nothing to say. */
  readonly words: string | undefined;
  /** Since when it has been in this state, in milliseconds since 1970. */
  readonly sinceMs: number;
};

/** What stands in for the health of a link of which nobody has said anything. */
export const UNHEARD: LinkHealth = {
  state: 'down',
  words: 'no node has opened it yet',
  sinceMs: 0,
};

/** Whether messages that wait for a link had better go by another. */
export function isUnusable({ state }: LinkHealth): boolean {
  return state === 'down' || state === 'needs_attention';
}
