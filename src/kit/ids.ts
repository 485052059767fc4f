/**
 * Ids that carry their second: 31 bits of seconds since 2026, 6 bits of node, 16 bits that are
 * shuffled within the second. So ids are below 2^53, grow with time (rows are added at the end of
 * their index, a day is a range of ids), two nodes never make the same one, and an account cannot
 * tell from its own ids how many others there were.
 */
import type { Clock } from '@paigham/base/clock.ts';
import type { Random } from '@paigham/base/random.ts';

/** 2026-01-01T00:00:00Z in milliseconds since 1970. */
const EPOCH_MS = 1_767_225_600_000;
export const PER_SECOND = 2 ** 22;
const PER_NODE_AND_SECOND = 2 ** 16;

/** Nodes that can be alive at once. */
export const NODE_SLOTS = 64;

/** How far ids may run ahead of the clock: when a second is used up, or the clock is set back. */
const MOST_SECONDS_AHEAD = 14_400;

/** The smallest id of the second that holds `atMs` (milliseconds since 1970). */
export function firstIdAt(atMs: number): number {
  return Math.max(0, Math.floor((atMs - EPOCH_MS) / 1000)) * PER_SECOND;
}

/** The beginning of the second in which an id was made, in milliseconds since 1970. */
export function timeOfId(id: number): number {
  return Math.floor(id / PER_SECOND) * 1000 + EPOCH_MS;
}

const SECONDS_PER_DAY = 86_400;
const dayNames = new Map<number, string>();

/** The day (UTC) in which an id was made, as partitions are called: `20261120`. */
export function dayOfId(id: number): string {
  const day = Math.floor(id / PER_SECOND / SECONDS_PER_DAY);
  const known = dayNames.get(day);
  if (known !== undefined) return known;
  const date = new Date(day * SECONDS_PER_DAY * 1000 + EPOCH_MS);
  const name = date.toISOString().slice(0, 10).replaceAll('-', '');
  dayNames.set(day, name);
  return name;
}

export type Ids = { next(): number };

/**
 * A source of ids for one node. Borrows from future seconds when a second is used up; never goes
 * back, whatever the clock does.
 * @param slotNow the node's current number, below NODE_SLOTS: a node that lost its lease
 *   gets another.
 */
export function createIds(slotNow: () => number, clock: Clock, random: Random): Ids {
  let second = -1;
  let taken = PER_NODE_AND_SECOND;
  let shuffle = { add: 0, multiply: 1, mask: 0 };

  const begin = (newSecond: number): void => {
    second = newSecond;
    taken = 0;
    shuffle = {
      add: random.randomInt(0, PER_NODE_AND_SECOND),
      multiply: random.randomInt(0, PER_NODE_AND_SECOND / 2) * 2 + 1,
      mask: random.randomInt(0, PER_NODE_AND_SECOND),
    };
  };

  return {
    next() {
      const now = Math.floor((clock.nowMs() - EPOCH_MS) / 1000);
      if (now > second) begin(now);
      else if (taken === PER_NODE_AND_SECOND) begin(second + 1);
      if (second > now + MOST_SECONDS_AHEAD)
        throw new Error('ids have run too far ahead of the clock');
      const slot = slotNow();
      if (slot < 0 || slot >= NODE_SLOTS) throw new Error(`${slot} is no slot of a node`);
      const low = scatter(taken, shuffle);
      taken += 1;
      return second * PER_SECOND + slot * PER_NODE_AND_SECOND + low;
    },
  };
}

/** A bijection of 16-bit numbers: every step can be undone, so different inputs stay different. */
function scatter(
  value: number,
  by: { readonly add: number; readonly multiply: number; readonly mask: number },
): number {
  let mixed = (value * by.multiply + by.add) & 0xffff;
  mixed ^= mixed >>> 7;
  mixed = (Math.imul(mixed, 0x9e3b) ^ by.mask) & 0xffff;
  return mixed ^ (mixed >>> 9);
}

/**
 * Rows by the day of their message: the suffix of their partitions. Statements that
 * know the day name the partition itself, so that their cost does not grow with the days kept; a
 * group nearly always spans one day.
 */
export function byDay<Row>(
  rows: readonly Row[],
  messageIdOf: (row: Row) => number,
): ReadonlyMap<string, readonly Row[]> {
  const [first] = rows;
  if (first === undefined) return new Map();
  const day = dayOfId(messageIdOf(first));
  if (rows.every((row) => dayOfId(messageIdOf(row)) === day)) return new Map([[day, rows]]);
  return Map.groupBy(rows, (row) => dayOfId(messageIdOf(row)));
}

/**
 * Runs a statement for the rows of each day, the oldest first, so that everybody locks them in one
 * order; none waits for the answer of another. Returns all results together.
 */
export async function eachDay<Row extends { readonly messageId: number }, Result>(
  rows: readonly Row[],
  run: (day: string, rows: readonly Row[]) => Promise<readonly Result[]>,
): Promise<readonly Result[]> {
  const days = byDay(rows, ({ messageId }) => messageId);
  const oldestFirst = [...days].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return (await Promise.all(oldestFirst.map(([day, some]) => run(day, some)))).flat();
}

/** The first and the last of these ids: statements that name both look only at their days. */
export function spanOf(rows: readonly { readonly messageId: number }[]): {
  readonly firstId: number;
  readonly lastId: number;
} {
  let [firstId, lastId] = [Number.MAX_SAFE_INTEGER, 0];
  for (const { messageId } of rows) {
    firstId = Math.min(firstId, messageId);
    lastId = Math.max(lastId, messageId);
  }
  return { firstId, lastId };
}
