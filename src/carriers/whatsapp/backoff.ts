/**
 * How long the platform wants nothing sent: from one number, from all numbers of a business
 * account, or from everything this node uses. A node's links share the latter two; other nodes
 * learn of them from the platform themselves. Times are monotonic.
 */
import type { ChatBusinessId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { BackoffScope } from './platform-errors.ts';

export type SharedBackoff = {
  /** Nothing leaves until then; the later end wins. */
  extend(whose: ChatBusinessId | 'app', untilMs: number): void;
  /** When numbers of this business account may be used again; a past time means now. */
  endMs(businessId: ChatBusinessId): number;
  /** Calls `wake` when a backoff begins or changes; returns a function that ends this. */
  watch(wake: () => void): () => void;
};

export function createSharedBackoff(): SharedBackoff {
  const ends = new Map<ChatBusinessId | 'app', number>();
  const watchers = new Set<() => void>();
  const endOf = (key: ChatBusinessId | 'app'): number => ends.get(key) ?? Number.NEGATIVE_INFINITY;
  return {
    extend(whose, untilMs) {
      if (endOf(whose) >= untilMs) return;
      ends.set(whose, untilMs);
      for (const wake of watchers) wake();
    },
    endMs: (businessId) => Math.max(endOf(businessId), endOf('app')),
    watch(wake) {
      watchers.add(wake);
      return () => void watchers.delete(wake);
    },
  };
}

export class Backoff {
  readonly #businessId: ChatBusinessId;
  readonly #shared: SharedBackoff;
  #untilMs = Number.NEGATIVE_INFINITY;

  constructor(businessId: ChatBusinessId, shared: SharedBackoff) {
    this.#businessId = businessId;
    this.#shared = shared;
  }

  /** For as long as the platform says, if it does. */
  begin(
    scope: Exclude<BackoffScope, 'recipient'>,
    retryAfterMs: number | undefined,
    nowMs: number,
  ): void {
    const ownMs = limit(scope === 'number' ? 'chatPauseMs' : 'chatWidePauseMs');
    const untilMs = nowMs + (retryAfterMs ?? ownMs);
    if (scope === 'number') this.#untilMs = Math.max(this.#untilMs, untilMs);
    else this.#shared.extend(scope === 'app' ? 'app' : this.#businessId, untilMs);
  }

  /** How long nothing may leave; 0 or less: it may now. */
  waitMs(nowMs: number): number {
    return Math.max(this.#untilMs, this.#shared.endMs(this.#businessId)) - nowMs;
  }
}
