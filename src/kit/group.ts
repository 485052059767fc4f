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
  /** Items in one group, at most. */
  readonly mostItems: number;
  /** How much one item counts against `mostWeight`; 1 when left out. */
  readonly weigh?: (item: Item) => number;
  readonly mostWeight?: number;
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

/** Makes a group that works one batch at a time. */
export function createGroup<Item, Result>(
  settings: GroupSettings<Item, Result>,
): Group<Item, Result> {
  const { mostItems, weigh = () => 1, mostWeight = Number.POSITIVE_INFINITY } = settings;
  let gathering: Waiting<Item, Result>[] = [];
  let atWork = 0;
  let scheduled = false;
  const idle: (() => void)[] = [];

  const takeGroup = (): Waiting<Item, Result>[] => {
    let weight = 0;
    let count = 0;
    for (const { item } of gathering) {
      weight += weigh(item);
      if (count > 0 && (count >= mostItems || weight > mostWeight)) break;
      count += 1;
    }
    const taken = gathering.slice(0, count);
    gathering = gathering.slice(count);
    return taken;
  };

  const workOff = async (): Promise<void> => {
    for (let isNext = false; gathering.length > 0; isNext = true) {
      if (gathering.length < mostItems) await settings.pace?.(isNext);
      const taken = takeGroup();
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
        gathering.push({ item, resolve, reject });
        if (scheduled) return;
        scheduled = true;
        // At the end of the turn, so that everything that arrived in it goes together.
        setImmediate(() => void workOff());
      });
    },
    pending: () => gathering.length + atWork,
    drained: () =>
      scheduled ? new Promise((resolve) => void idle.push(resolve)) : Promise.resolve(),
  };
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
