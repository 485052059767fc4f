/** The counts of one cap and account, in fifths of the cap's window. */
import { MINUTE_MS } from '../durations.ts';
import type { AccountId } from '../ids.ts';
import type { Cap } from './policy.ts';

const SLICES = 5;

/** How many keys all counters together may remember. */
export type Room = { keys: number };

export type Slice = { readonly startMs: number; readonly counts: Map<number, number> };

/** What other nodes have counted for a key, by node. */
export type ForeignCounts = Map<number, Map<string, ForeignEntry>>;
export type ForeignEntry = { readonly counted: number; readonly endsMs: number };

/** A key's own count, and how long its newest slice still counts. */
export type OwnCount = {
  readonly key: number;
  readonly counted: number;
  readonly endsInMs: number;
};

export class Counter {
  readonly capId: number;
  readonly accountId: AccountId;
  readonly #sliceMs: number;
  readonly #windowMs: number;
  readonly #room: Room;
  /** Oldest first. */
  #slices: Slice[] = [];
  #nowMs = 0;
  /** Keys whose count may differ from what was last shared. */
  readonly #changed = new Set<number>();
  readonly #told = new Map<number, number>();
  readonly #alarmed = new Map<number, number>();

  constructor(cap: Cap, accountId: AccountId, room: Room) {
    this.capId = cap.id;
    this.accountId = accountId;
    this.#windowMs = cap.minutes * MINUTE_MS;
    this.#sliceMs = this.#windowMs / SLICES;
    this.#room = room;
  }

  /** Moves to a moment, dropping what is past. */
  at(nowMs: number): this {
    this.#nowMs = Math.max(this.#nowMs, nowMs);
    for (let [oldest] = this.#slices; oldest && this.#isPast(oldest); [oldest] = this.#slices) {
      this.forgetOldest();
    }
    return this;
  }

  total(key: number, foreign: ForeignCounts | undefined): number {
    const others = foreign?.get(key);
    return others === undefined ? this.#own(key) : this.#own(key) + this.#sum(others);
  }

  /** Counts one more and returns the slice it is counted in. */
  add(key: number, isHot: boolean): Slice {
    const slice = this.#current();
    const counted = slice.counts.get(key);
    if (counted === undefined) this.#room.keys += 1;
    slice.counts.set(key, (counted ?? 0) + 1);
    if (isHot) this.#changed.add(key);
    return slice;
  }

  /** Takes one back, unless its slice is gone by now. */
  giveBack(key: number, slice: Slice): void {
    const counted = slice.counts.get(key);
    if (counted === undefined) return;
    if (counted > 1) slice.counts.set(key, counted - 1);
    else if (slice.counts.delete(key) && this.#slices.includes(slice)) this.#room.keys -= 1;
    if (this.#told.has(key)) this.#changed.add(key);
  }

  /** True once per full key, while it stays full. */
  mayAlarm(key: number): boolean {
    if ((this.#alarmed.get(key) ?? 0) > this.#nowMs) return false;
    for (const [past, untilMs] of this.#alarmed) {
      if (untilMs > this.#nowMs) break;
      this.#alarmed.delete(past);
    }
    this.#alarmed.delete(key);
    this.#alarmed.set(key, this.#nowMs + this.#windowMs);
    return true;
  }

  /** Counts that differ from what was shared; 0 when nothing is left. */
  news(): readonly OwnCount[] {
    const keys = [...this.#changed];
    this.#changed.clear();
    return keys.flatMap((key) => {
      const counted = this.#own(key);
      if ((this.#told.get(key) ?? 0) === counted) return [];
      if (counted === 0) this.#told.delete(key);
      else this.#told.set(key, counted);
      return [{ key, counted, endsInMs: this.#endsInMs(key) }];
    });
  }

  /** A key's shared count did not arrive. */
  tellAgain(key: number): void {
    this.#told.set(key, -1);
    this.#changed.add(key);
  }

  /** When its oldest slice began; undefined without slices. */
  oldestMs(): number | undefined {
    return this.#slices[0]?.startMs;
  }

  forgetOldest(): void {
    const [oldest] = this.#slices;
    if (oldest === undefined) return;
    this.#slices = this.#slices.slice(1);
    this.#room.keys -= oldest.counts.size;
    for (const key of oldest.counts.keys()) if (this.#told.has(key)) this.#changed.add(key);
  }

  isEmpty(): boolean {
    return this.#slices.length === 0 && this.#changed.size === 0;
  }

  #isPast(slice: Slice): boolean {
    return this.#nowMs >= slice.startMs + this.#sliceMs + this.#windowMs;
  }

  #current(): Slice {
    const newest = this.#slices.at(-1);
    if (newest !== undefined && this.#nowMs < newest.startMs + this.#sliceMs) return newest;
    const slice = { startMs: this.#nowMs, counts: new Map<number, number>() };
    this.#slices.push(slice);
    return slice;
  }

  #own(key: number): number {
    let sum = 0;
    for (const { counts } of this.#slices) sum += counts.get(key) ?? 0;
    return sum;
  }

  #sum(others: Map<string, ForeignEntry>): number {
    let sum = 0;
    for (const [from, { counted, endsMs }] of others) {
      if (endsMs <= this.#nowMs) others.delete(from);
      else sum += counted;
    }
    return sum;
  }

  #endsInMs(key: number): number {
    const newest = this.#slices.findLast(({ counts }) => counts.has(key));
    if (newest === undefined) return 0;
    return newest.startMs + this.#sliceMs + this.#windowMs - this.#nowMs;
  }
}
