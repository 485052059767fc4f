/** Random numbers that repeat with their seed: what happens in a simulated run, and when. */
import { createHash } from 'node:crypto';

export type Draw = {
  /** A whole number from 0 to below `most`. */
  below(most: number): number;
  /** True in this percentage of cases. */
  percent(share: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** Independent random numbers, so that drawing more in one place changes nothing in another. */
  fork(name: string): Draw;
};

export function createDraw(seed: string): Draw {
  let counter = 0;
  const below = (most: number): number => {
    counter += 1;
    const digest = createHash('sha256').update(`${seed} ${counter}`).digest();
    return digest.readUIntBE(0, 6) % most;
  };
  return {
    below,
    percent: (share) => below(100) < share,
    pick(items) {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
    fork: (name) => createDraw(`${seed} ${name}`),
  };
}
