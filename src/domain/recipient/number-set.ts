/**
 * A set of mobile numbers that stays small with a million of them: a Set of strings would take ten
 * times the memory.
 */
import { isUserId } from '../chat/user-id.ts';

/** All stored numbers begin with these digits; the nine after them fit 32 bits. */
const SAME_DIGITS = 3;
const FIRST_SLOTS = 1_024;
/** Open addressing slows down when it is fuller. */
const MOST_FULL = 0.6;

export class NumberSet {
  #slots = new Uint32Array(FIRST_SLOTS);
  #size = 0;
  /** Ids of chat users: few. */
  readonly #others = new Set<string>();

  /** Adds a number in its stored form, or the id of a chat user; false if it was there. */
  add(number: string): boolean {
    if (isUserId(number)) return this.#others.size < this.#others.add(number).size;
    // Zero marks a free slot.
    const key = Number(number.slice(SAME_DIGITS)) + 1;
    const place = placeOf(this.#slots, key);
    if (this.#slots[place] === key) return false;
    this.#slots[place] = key;
    this.#size += 1;
    if (this.#size > this.#slots.length * MOST_FULL) this.#grow();
    return true;
  }

  get size(): number {
    return this.#size + this.#others.size;
  }

  #grow(): void {
    const grown = new Uint32Array(this.#slots.length * 2);
    for (const key of this.#slots) if (key !== 0) grown[placeOf(grown, key)] = key;
    this.#slots = grown;
  }
}

/** Where a key is, or would go. */
function placeOf(slots: Uint32Array, key: number): number {
  const mask = slots.length - 1;
  let place = (Math.imul(key, 0x9e3779b1) >>> 7) & mask;
  while (slots[place] !== 0 && slots[place] !== key) place = (place + 1) & mask;
  return place;
}
