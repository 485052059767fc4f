/**
 * Whether a number may be used: asked of the platform when the link opens, and again with growing
 * backoff while the platform cannot be reached. A refused credential or a locked number waits until
 * somebody sees to it.
 */
import type { CarrierState } from '../../domain/carrier/carrier.ts';
import type { PlatformOutcome, PlatformRefusal } from '../../domain/chat/platform.ts';
import { limit } from '../../domain/limits.ts';
import { backoffMs } from '../../kit/backoff.ts';
import type { Clock, Timer } from '@paigham/base/clock.ts';
import type { Random } from '@paigham/base/random.ts';
import { meaningOfCode } from './platform-errors.ts';

type AvailabilityDeps = {
  readonly clock: Clock;
  readonly random: Random;
  /** Reads the number. */
  readonly ask: () => Promise<PlatformOutcome<unknown>>;
  readonly onChange: (state: CarrierState) => void;
};

/** What the platform says of an object that does not exist, or not for this credential. */
const NO_SUCH: readonly number[] = [33, 100];

export class Availability {
  readonly #deps: AvailabilityDeps;
  #phase: 'new' | 'asking' | 'waiting' | 'open' | 'needs_attention' | 'stopped' = 'new';
  /** Consecutive failures. */
  #failures = 0;
  #openedAtMs = Number.NEGATIVE_INFINITY;
  #timer: Timer | undefined;

  constructor(deps: AvailabilityDeps) {
    this.#deps = deps;
  }

  get isOpen(): boolean {
    return this.#phase === 'open';
  }

  start(): void {
    if (this.#phase === 'new') void this.#ask();
  }

  /** A call could not be sent: nothing is tried until the platform can be reached again. */
  unreachable(words: string): void {
    if (this.#phase !== 'open') return;
    const heldMs = this.#deps.clock.monotonicMs() - this.#openedAtMs;
    if (heldMs >= limit('linkSettledMs')) this.#failures = 0;
    this.#askLater(words, 0);
  }

  /** Nothing is tried until somebody changes the link. */
  attention(words: string): void {
    if (this.#phase === 'stopped' || this.#phase === 'needs_attention') return;
    this.#timer?.cancel();
    this.#phase = 'needs_attention';
    this.#deps.onChange({ kind: 'needs_attention', words });
  }

  stop(): void {
    this.#timer?.cancel();
    this.#phase = 'stopped';
  }

  async #ask(): Promise<void> {
    this.#phase = 'asking';
    this.#deps.onChange({ kind: 'unbound', words: undefined });
    const outcome = await this.#deps.ask();
    if (this.#phase !== 'asking') return;
    switch (outcome.kind) {
      case 'done':
        this.#phase = 'open';
        this.#openedAtMs = this.#deps.clock.monotonicMs();
        this.#deps.onChange({ kind: 'bound' });
        break;
      case 'refused':
        this.#refused(outcome.refusal);
        break;
      case 'unsent':
      case 'lost':
        this.#askLater(`the platform cannot be reached: ${outcome.why}`, 0);
    }
  }

  #refused({ code, retryAfterMs = 0 }: PlatformRefusal): void {
    const { reaction } = meaningOfCode(code);
    if (reaction?.kind === 'stop_number') this.attention(reaction.words);
    else if (NO_SUCH.includes(code)) {
      this.attention('the platform knows no such number, or the credential does not open it');
    } else this.#askLater(`the platform answered ${code}`, retryAfterMs);
  }

  #askLater(words: string, leastMs: number): void {
    const { clock, random, onChange } = this.#deps;
    this.#phase = 'waiting';
    onChange({ kind: 'unbound', words });
    this.#failures += 1;
    const chance = random.randomInt(0, 1_000) / 1_000;
    const settings = { firstMs: limit('linkRetryFirstMs'), lastMs: limit('linkRetryLastMs') };
    const delayMs = Math.max(leastMs, backoffMs(this.#failures, chance, settings));
    this.#timer = clock.setTimer(delayMs, () => void this.#ask());
  }
}
