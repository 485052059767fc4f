/**
 * The platform's rate limit for each pair of number and user. A part whose user may not be written
 * to yet is parked here, in order, without holding anything else up. When too many are parked for
 * one user, further parts are turned away, to come again from the queue.
 *
 * A user is free, taken by a part that is about to leave, or closed for a while after one left.
 */
import type { CarrierPart } from '../../domain/carrier/carrier.ts';

type PairLimitSettings = {
  /** Between two messages to one user; 0: no pause. */
  readonly gapMs: number;
  /** A part that would wait longer is not parked. */
  readonly mostWaitMs: number;
  /** How many parts may be parked in all. */
  readonly most: number;
};

type Pair = {
  /** When the user may be written to; undefined while a part is about to leave. */
  freeAtMs: number | undefined;
  readonly parked: CarrierPart[];
};

export class PairLimit {
  readonly #settings: PairLimitSettings;
  readonly #mostOfOne: number;
  /** Users who are pausing, taken, or have parts parked; roughly in the order their pauses end. */
  readonly #pairs = new Map<string, Pair>();
  /** Those that have parts parked. */
  readonly #crowded = new Set<Pair>();
  #parked = 0;

  constructor(settings: PairLimitSettings) {
    this.#settings = settings;
    this.#mostOfOne = settings.gapMs === 0 ? 0 : Math.floor(settings.mostWaitMs / settings.gapMs);
  }

  /** How many parts wait here. */
  get parked(): number {
    return this.#parked;
  }

  /**
   * `go`: the part takes its user and may leave; `parked`: `due` will return it; `full`: refused.
   */
  enter(part: CarrierPart, nowMs: number): 'go' | 'parked' | 'full' {
    if (this.#settings.gapMs === 0) return 'go';
    this.#sweep(nowMs);
    const pair = this.#pairs.get(part.destination);
    if (pair === undefined) {
      this.#pairs.set(part.destination, { freeAtMs: undefined, parked: [] });
      return 'go';
    }
    if (isFree(pair, nowMs) && pair.parked.length === 0) {
      pair.freeAtMs = undefined;
      return 'go';
    }
    const isFull = pair.parked.length >= this.#mostOfOne || this.#parked >= this.#settings.most;
    if (isFull) return 'full';
    pair.parked.push(part);
    this.#crowded.add(pair);
    this.#parked += 1;
    return 'parked';
  }

  /** A part leaves: its user's pause starts now. */
  left(destination: string, nowMs: number): void {
    this.#rest(destination, nowMs + this.#settings.gapMs);
  }

  /** A part did not leave after all. */
  unused(destination: string, nowMs: number): void {
    this.#rest(destination, nowMs);
  }

  /** The platform wants a longer pause for this user. */
  delay(destination: string, nowMs: number): void {
    this.#rest(destination, nowMs + 2 * this.#settings.gapMs);
  }

  /** Parts that may leave now, one per user: each takes its user. */
  due(nowMs: number): readonly CarrierPart[] {
    const parts: CarrierPart[] = [];
    for (const pair of this.#crowded) {
      const part = isFree(pair, nowMs) ? pair.parked.shift() : undefined;
      if (part === undefined) continue;
      pair.freeAtMs = undefined;
      parts.push(part);
      if (pair.parked.length === 0) this.#crowded.delete(pair);
    }
    this.#parked -= parts.length;
    return parts;
  }

  /** How long until `due` returns something; undefined: only after something has left. */
  waitMs(nowMs: number): number | undefined {
    const ends = [...this.#crowded].flatMap(({ freeAtMs }) => freeAtMs ?? []);
    return ends.length === 0 ? undefined : Math.max(0, Math.min(...ends) - nowMs);
  }

  /** Gives up what is parked. */
  takeAll(): readonly CarrierPart[] {
    const parts = [...this.#crowded].flatMap(({ parked }) => parked.splice(0));
    this.#crowded.clear();
    this.#parked = 0;
    return parts;
  }

  #rest(destination: string, freeAtMs: number): void {
    const pair = this.#pairs.get(destination);
    if (pair === undefined) return;
    pair.freeAtMs = freeAtMs;
    // Moves it behind those that end before it.
    this.#pairs.delete(destination);
    this.#pairs.set(destination, pair);
  }

  /** Forgets users who may be written to again, as far as they are in front. */
  #sweep(nowMs: number): void {
    for (const [destination, pair] of this.#pairs) {
      if (!isFree(pair, nowMs) || pair.parked.length > 0) return;
      this.#pairs.delete(destination);
    }
  }
}

function isFree({ freeAtMs }: Pair, nowMs: number): boolean {
  return freeAtMs !== undefined && freeAtMs <= nowMs;
}
