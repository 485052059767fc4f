/**
 * Work in groups: what arrives while one group is at work goes together in the next. Under load
 * groups grow and the cost of a commit is shared; without load a single item does not wait.
 */

export type GroupSettings<Item, Result> = {
  /** Does the work of a whole group; the results stand in the order of the items. */
  readonly work: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Items in one group, at most. */
  readonly mostItems: number;
  /** How much one item counts against `mostWeight`; 1 when left out. */
  readonly weigh?: (item: Item) => number;
  readonly mostWeight?: number;
};

export type Group<Item, Result> = {
  /** Adds an item to the group that is gathering. Settles as the work of its group does. */
  add(item: Item): Promise<Result>;
  /** Items that gather or are at work. */
  pending(): number;
  /** Resolves when nothing gathers and nothing is at work. */
  drained(): Promise<void>;
};

type Waiting<Item, Result> = {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
};

/** Makes a group with one piece of work under way at a time. */
export function createGroup<Item, Result>(
  settings: GroupSettings<Item, Result>,
): Group<Item, Result> {
  const { work, mostItems, weigh = () => 1, mostWeight = Number.POSITIVE_INFINITY } = settings;
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
    while (gathering.length > 0) {
      const taken = takeGroup();
      atWork = taken.length;
      await settle(taken, work);
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
        // At the end of the turn, so that all that arrived in it goes together.
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
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
): Promise<void> {
  try {
    const results = await work(group.map(({ item }) => item));
    if (results.length !== group.length) throw new Error('a group gives one result per item');
    group.forEach(({ resolve }, index) => resolve(results[index] as Result));
  } catch (error) {
    for (const { reject } of group) reject(error);
  }
}
