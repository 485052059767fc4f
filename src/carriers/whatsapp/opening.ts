/**
 * Whether a number may be used: asked of the platform when the link is opened, and again with
 * growing pauses while the platform cannot be reached. A credential that is refused, or a number
 * that is locked, waits for somebody to look after it.
 */
import type { CarrierState } from '../../domain/carrier/carrier.ts';
import type { PlatformOutcome, PlatformRefusal } from '../../domain/chat/platform.ts';
import { limit } from '../../domain/limits.ts';
import type { Clock, Timer } from '../../kit/clock.ts';
import type { Random } from '../../kit/random.ts';
import { meaningOfCode } from './platform-errors.ts';

export type OpeningParts = {
  readonly clock: Clock;
  readonly random: Random;
  /** Reads the number. */
  readonly ask: () => Promise<PlatformOutcome<unknown>>;
  readonly onChange: (state: CarrierState) => void;
};

type Phase = 'new' | 'asking' | 'waiting' | 'open' | 'needs_attention' | 'stopped';

/** What the platform says of an object that is not there, or not for this credential. */
const NO_SUCH: readonly number[] = [33, 100];

export class Opening {
  readonly #parts: OpeningParts;
  #phase: Phase = 'new';
  #pauseMs = limit('linkRetryFirstMs');
  #openedAtMs = Number.NEGATIVE_INFINITY;
  #timer: Timer | undefined;

  constructor(parts: OpeningParts) {
    this.#parts = parts;
  }

  get isOpen(): boolean {
    return this.#phase === 'open';
  }

  start(): void {
    if (this.#phase === 'new') void this.#ask();
  }

  /** A call could not be written: nothing is tried until the platform is there again. */
  unreachable(words: string): void {
    if (this.#phase !== 'open') return;
    const heldMs = this.#parts.clock.monotonicMs() - this.#openedAtMs;
    if (heldMs >= limit('linkSettledMs')) this.#pauseMs = limit('linkRetryFirstMs');
    this.#askLater(words, 0);
  }

  /** Nothing is tried until somebody changes the link. */
  attention(words: string): void {
    if (this.#phase === 'stopped' || this.#phase === 'needs_attention') return;
    this.#timer?.cancel();
    this.#phase = 'needs_attention';
    this.#parts.onChange({ kind: 'needs_attention', words });
  }

  stop(): void {
    this.#timer?.cancel();
    this.#phase = 'stopped';
  }

  async #ask(): Promise<void> {
    this.#phase = 'asking';
    this.#parts.onChange({ kind: 'unbound', words: undefined });
    const outcome = await this.#parts.ask();
    if (this.#phase !== 'asking') return;
    switch (outcome.kind) {
      case 'done':
        this.#phase = 'open';
        this.#openedAtMs = this.#parts.clock.monotonicMs();
        this.#parts.onChange({ kind: 'bound' });
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
    const { clock, random, onChange } = this.#parts;
    this.#phase = 'waiting';
    onChange({ kind: 'unbound', words });
    const jitterMs = random.randomInt(0, Math.ceil(this.#pauseMs / 2));
    const delayMs = Math.max(leastMs, this.#pauseMs + jitterMs);
    this.#pauseMs = Math.min(2 * this.#pauseMs, limit('linkRetryLastMs'));
    this.#timer = clock.setTimer(delayMs, () => void this.#ask());
  }
}
