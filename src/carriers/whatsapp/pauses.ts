/** What rests together: the numbers of a business account, or all that this node calls with. */
export type Resting = { readonly kind: 'business'; readonly id: number } | { readonly kind: 'app' };

/**
 * Pauses that concern more than one number. The links of a node share them; other nodes hear of
 * them from the platform themselves.
 */
export type Pauses = {
  /** Until when nothing leaves; later ends win. Times are those of one monotonic clock. */
  rest(what: Resting, untilMs: number): void;
  /** When a number of this business account may be used again; a moment that is over: now. */
  endMs(businessId: number): number;
  /** Calls `wake` when a pause begins or changes; gives what ends that. */
  watch(wake: () => void): () => void;
};

export function createPauses(): Pauses {
  const ends = new Map<number | 'app', number>();
  const watchers = new Set<() => void>();
  const keyOf = (what: Resting): number | 'app' => (what.kind === 'app' ? 'app' : what.id);
  const endOf = (key: number | 'app'): number => ends.get(key) ?? Number.NEGATIVE_INFINITY;
  return {
    rest(what, untilMs) {
      const key = keyOf(what);
      if (endOf(key) >= untilMs) return;
      ends.set(key, untilMs);
      for (const wake of watchers) wake();
    },
    endMs: (businessId) => Math.max(endOf(businessId), endOf('app')),
    watch(wake) {
      watchers.add(wake);
      return () => void watchers.delete(wake);
    },
  };
}
