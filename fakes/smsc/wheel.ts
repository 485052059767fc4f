/** Many delayed actions with one timer: due times are rounded up to a tick. */

const tickMs = 5;

export class Wheel<Item> {
  private readonly onDue: (items: readonly Item[]) => void;
  private readonly slots = new Map<number, Item[]>();
  private timer: NodeJS.Timeout | undefined = undefined;
  private doneTick = 0;
  size = 0;

  constructor(onDue: (items: readonly Item[]) => void) {
    this.onDue = onDue;
  }

  add(delayMs: number, item: Item): void {
    if (this.timer === undefined) {
      this.doneTick = currentTick();
      this.timer = setInterval(this.turn, tickMs);
    }
    const tick = Math.max(this.doneTick + 1, Math.ceil((performance.now() + delayMs) / tickMs));
    const slot = this.slots.get(tick);
    if (slot === undefined) this.slots.set(tick, [item]);
    else slot.push(item);
    this.size += 1;
  }

  clear(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.slots.clear();
    this.size = 0;
  }

  private readonly turn = (): void => {
    for (const now = currentTick(); this.doneTick < now;) {
      this.doneTick += 1;
      const items = this.slots.get(this.doneTick);
      if (items === undefined) continue;
      this.slots.delete(this.doneTick);
      this.size -= items.length;
      this.onDue(items);
    }
    if (this.size === 0) this.clear();
  };
}

const currentTick = (): number => Math.floor(performance.now() / tickMs);
