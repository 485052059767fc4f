/** Whoever was told of less than all the room there can be hears when there is more. */
export type RoomBellParts = {
  /** Room for one-time codes. */
  readonly roomInFront: () => number;
  /** Whether there is room enough to tell of; awaits again what is missing. */
  readonly isWorthTelling: () => boolean;
  /** Sends what waits. */
  readonly pump: () => void;
  readonly tell: () => void;
};

export class RoomBell {
  readonly #parts: RoomBellParts;
  #isAwaited = false;
  #isFrontAwaited = false;
  #isDue = false;

  constructor(parts: RoomBellParts) {
    this.#parts = parts;
  }

  get isAwaited(): boolean {
    return this.#isAwaited;
  }

  /** Somebody may want more than there is. */
  awaitMore(): void {
    this.#isAwaited = true;
  }

  awaitFront(): void {
    this.#isFrontAwaited = true;
  }

  /** Once for all that happens in one turn. */
  later(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      this.ring();
    });
  }

  /** Sends what waits, and tells of the room that is left. */
  ring(): void {
    const { roomInFront, isWorthTelling, pump, tell } = this.#parts;
    pump();
    const isFrontDue = this.#isFrontAwaited && roomInFront() > 0;
    this.#isFrontAwaited &&= !isFrontDue;
    if (isFrontDue || (this.#isAwaited && this.#isWorth(isWorthTelling))) tell();
  }

  #isWorth(isWorthTelling: () => boolean): boolean {
    this.#isAwaited = false;
    return isWorthTelling();
  }
}
