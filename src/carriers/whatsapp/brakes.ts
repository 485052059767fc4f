/** What keeps a number from sending for a while, at the platform's wish. */
import type { Pace } from '../../domain/carrier/pace.ts';
import type { ChatBusinessId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { Pauses } from './pauses.ts';
import type { BackoffScope } from './platform-errors.ts';

type Whose = Exclude<BackoffScope, 'recipient'>;

export class Brakes {
  readonly #businessId: ChatBusinessId;
  readonly #pace: Pace;
  readonly #pauses: Pauses;
  #untilMs = Number.NEGATIVE_INFINITY;

  constructor(businessId: ChatBusinessId, pace: Pace, pauses: Pauses) {
    this.#businessId = businessId;
    this.#pace = pace;
    this.#pauses = pauses;
  }

  /** The platform wants a slower pace, and a pause first: of so long, where it says so. */
  pull(whose: Whose, retryAfterMs: number | undefined, nowMs: number): void {
    this.#pace.slowDown(nowMs);
    const ownMs = limit(whose === 'number' ? 'chatPauseMs' : 'chatWidePauseMs');
    const untilMs = nowMs + (retryAfterMs ?? ownMs);
    if (whose === 'number') this.#untilMs = Math.max(this.#untilMs, untilMs);
    else if (whose === 'app') this.#pauses.rest({ kind: 'app' }, untilMs);
    else this.#pauses.rest({ kind: 'business', id: this.#businessId }, untilMs);
  }

  /** How long nothing may leave; 0 or less: it may. */
  waitMs(nowMs: number): number {
    return Math.max(this.#untilMs, this.#pauses.endMs(this.#businessId)) - nowMs;
  }

  /** So long that what waits goes back into the line: whether it may still go is asked anew. */
  areLong(nowMs: number): boolean {
    return this.waitMs(nowMs) > limit('chatLinkWaitMs');
  }
}
