/**
 * Work in groups: what arrives while one group is being processed goes into the next. Under
 * load groups grow and the cost of a commit is shared; without load a single item does not wait.
 */

export type GroupSettings<Item, Result> = {
  /** Does the work of a whole group. Returns the results in the order of the items. */
  readonly work: (items: readonly Item[]) => Promise<readonly Result[]>;
  /**
   * Called when a group of more than one item has failed. True tries each half separately, down to
   * single items, so that one bad item fails alone; false (the default) fails them all.
   */
  readonly splits?: (error: unknown, items: readonly Item[]) => boolean;
  readonly mostItems: number;
  /** How much one item counts against `mostWeight`; 1 when left out. */
  readonly weigh?: (item: Item) => number;
  readonly mostWeight?: number;
  /** Whose an item is: when not all fit, they are taken in turn, as much of each by weight. */
  readonly ownerOf?: (item: Item) => unknown;
  /** How much weight of one owner a group may have, unless one item alone has more. */
  readonly mostOfOne?: () => number;
  /**
   * Waited for before a group that is not full: where nobody is in a hurry, fewer are enough.
   * `isNext`: it follows another at once.
   */
  readonly pace?: (isNext: boolean) => Promise<void>;
};

export type Group<Item, Result> = {
  /** Adds an item to the next group. Settles when that group does. */
  add(item: Item): Promise<Result>;
  /** How many items are waiting or in progress. */
  pending(): number;
  /** Resolves when nothing is waiting or in progress. */
  drained(): Promise<void>;
};

type Waiting<Item, Result> = {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
};

type Queue<Item, Result> = {
  readonly entries: Waiting<Item, Result>[];
  /** Those before have been taken. */
  from: number;
  /** What it may take before it is the next one's turn. */
  credit: number;
};

/** In how many turns a single owner fills a group: the fewer, the longer the others wait. */
const TURNS = 32;

function missing(): never {
  throw new Error('no queue has what waits');
}

/** Makes a group that works one batch at a time. */
export function createGroup<Item, Result>(
  settings: GroupSettings<Item, Result>,
): Group<Item, Result> {
  const { mostItems } = settings;
  const queues = createQueues(settings);
  let atWork = 0;
  let scheduled = false;
  const idle: (() => void)[] = [];

  const workThrough = async (): Promise<void> => {
    for (let isNext = false; queues.waiting() > 0; isNext = true) {
      if (queues.waiting() < mostItems) await settings.pace?.(isNext);
      const taken = queues.take();
      atWork = taken.length;
      await settle(taken, settings);
      atWork = 0;
    }
    scheduled = false;
    for (const wake of idle.splice(0)) wake();
  };

  return {
    add(item) {
      return new Promise((resolve, reject) => {
        queues.enter({ item, resolve, reject });
        if (scheduled) return;
        scheduled = true;
        // At the end of the turn, so that everything that arrived in it goes together.
        setImmediate(() => void workThrough());
      });
    },
    pending: () => queues.waiting() + atWork,
    drained: () =>
      scheduled ? new Promise((resolve) => void idle.push(resolve)) : Promise.resolve(),
  };
}

/** What waits, by owners, who take turns: deficit round robin (Shreedhar, Varghese, 1995). */
function createQueues<Item, Result>({
  mostItems,
  weigh = () => 1,
  mostWeight = Number.POSITIVE_INFINITY,
  ownerOf = () => undefined,
  mostOfOne = () => Number.POSITIVE_INFINITY,
}: GroupSettings<Item, Result>) {
  /** Whoever is first is next. */
  const queues = new Map<unknown, Queue<Item, Result>>();
  let waiting = 0;

  const enter = (entry: Waiting<Item, Result>): void => {
    const owner = ownerOf(entry.item);
    const queue = queues.get(owner);
    waiting += 1;
    if (queue === undefined) {
      queues.set(owner, { entries: [entry], from: 0, credit: 0 });
      return;
    }
    if (queue.from > queue.entries.length / 2)
      queue.from -= queue.entries.splice(0, queue.from).length;
    queue.entries.push(entry);
  };

  const take = (): Waiting<Item, Result>[] => {
    const taken: Waiting<Item, Result>[] = [];
    const most = mostOfOne();
    const isBounded = most < Number.POSITIVE_INFINITY;
    const weights = new Map<unknown, number>();
    /** Who has had as much of this group as one may have. */
    const served = new Map<unknown, Queue<Item, Result>>();
    let weight = 0;
    let isFull = false;
    while (queues.size > 0 && !isFull) {
      const [[owner, queue] = missing()] = queues;
      queue.credit += mostWeight / TURNS;
      for (;;) {
        const next = queue.entries[queue.from];
        if (next === undefined) break;
        const own = weigh(next.item);
        if (own > queue.credit) break;
        isFull = taken.length > 0 && (taken.length >= mostItems || weight + own > mostWeight);
        if (isFull) break;
        if (isBounded) {
          const had = weights.get(owner) ?? 0;
          if (had > 0 && had + own > most) {
            served.set(owner, queue);
            break;
          }
          weights.set(owner, had + own);
        }
        queue.from += 1;
        queue.credit -= own;
        weight += own;
        waiting -= 1;
        taken.push(next);
      }
      // Whoever the group has no more room for is first in the next.
      if (isFull) break;
      queues.delete(owner);
      if (queue.from < queue.entries.length && !served.has(owner)) queues.set(owner, queue);
    }
    for (const [owner, queue] of served) {
      queue.credit = 0;
      queues.set(owner, queue);
    }
    return taken;
  };
  return { enter, take, waiting: () => waiting };
}

async function settle<Item, Result>(
  group: readonly Waiting<Item, Result>[],
  settings: GroupSettings<Item, Result>,
): Promise<void> {
  const items = group.map(({ item }) => item);
  const fail = (error: unknown): void => group.forEach(({ reject }) => reject(error));
  try {
    const results = await settings.work(items);
    if (results.length !== group.length) fail(new Error('a group gives one result per item'));
    else group.forEach(({ resolve }, index) => resolve(results[index] as Result));
  } catch (error) {
    if (group.length === 1 || settings.splits?.(error, items) !== true) return fail(error);
    const middle = Math.floor(group.length / 2);
    await settle(group.slice(0, middle), settings);
    await settle(group.slice(middle), settings);
  }
}
