import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGroup, type GroupSettings } from './group.ts';

/** A piece of work that ends when the test says so. */
type Work = {
  readonly items: readonly number[];
  readonly end: (results?: readonly string[]) => void;
  readonly fail: (error: Error) => void;
};

const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** A group whose work the test holds in hand: each item's result is its text. */
function openGroup(settings: Partial<GroupSettings<number, string>> = {}) {
  const works: Work[] = [];
  const group = createGroup<number, string>({
    work: (items) =>
      new Promise((resolve, reject) => {
        works.push({
          items,
          end: (results) => resolve(results ?? items.map(String)),
          fail: reject,
        });
      }),
    mostItems: 3,
    ...settings,
  });
  /** Ends the piece of work at this place and lets the next begin. */
  const end = async (at: number): Promise<void> => {
    works[at]?.end();
    await nextTurn();
  };
  const begun = (): (readonly number[])[] => works.map(({ items }) => items);
  return { group, works, end, begun };
}

describe('a group with a pace', () => {
  /** A pace that goes on when the test says so. */
  function openPaced() {
    const waits: (() => void)[] = [];
    const pace = (): Promise<void> => new Promise((resolve) => void waits.push(resolve));
    return { waits, ...openGroup({ pace }) };
  }

  it('gathers until it may begin', async () => {
    const { group, waits, begun } = openPaced();
    void group.add(1);
    await nextTurn();
    void group.add(2);
    expect(begun()).toEqual([]);
    waits[0]?.();
    await nextTurn();
    expect(begun()).toEqual([[1, 2]]);
  });

  it('says whether it follows another at once', async () => {
    const told: boolean[] = [];
    const pace = async (isNext: boolean): Promise<void> => void told.push(isNext);
    const { group, end } = openGroup({ pace });
    void group.add(1);
    await nextTurn();
    void group.add(2);
    await end(0);
    await end(1);
    void group.add(3);
    await nextTurn();
    expect(told).toEqual([false, true, false]);
  });

  it('does not wait when it is full', async () => {
    const { group, waits, begun } = openPaced();
    for (const item of [1, 2, 3]) void group.add(item);
    await nextTurn();
    expect([waits.length, begun()]).toEqual([0, [[1, 2, 3]]]);
  });
});

describe('a group', () => {
  it('takes together what arrives in one turn, and gives each its own result', async () => {
    const { group, begun, end } = openGroup();
    const results = Promise.all([group.add(1), group.add(2), group.add(3)]);
    expect(begun()).toEqual([]);
    await nextTurn();
    expect(begun()).toEqual([[1, 2, 3]]);
    await end(0);
    expect(await results).toEqual(['1', '2', '3']);
  });

  it('does not let a single item wait for company', async () => {
    const { group, begun, end } = openGroup();
    const result = group.add(1);
    await nextTurn();
    expect(begun()).toEqual([[1]]);
    await end(0);
    expect(await result).toBe('1');
  });

  it('gathers while one piece of work is under way, and has no two at once', async () => {
    const { group, begun, end } = openGroup();
    const first = group.add(1);
    await nextTurn();
    const rest = [group.add(2), group.add(3)];
    await nextTurn();
    expect(begun()).toEqual([[1]]);
    await end(0);
    expect(await first).toBe('1');
    expect(begun()).toEqual([[1], [2, 3]]);
    await end(1);
    expect(await Promise.all(rest)).toEqual(['2', '3']);
  });

  it('keeps the order of arrival and its bound of items', async () => {
    const { group, begun, end } = openGroup();
    const results = [1, 2, 3, 4, 5, 6, 7].map((item) => group.add(item));
    await nextTurn();
    for (const at of [0, 1, 2]) await end(at);
    expect(begun()).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
    expect(await Promise.all(results)).toEqual(['1', '2', '3', '4', '5', '6', '7']);
  });

  it('keeps its bound of weight, but takes an item that alone is heavier', async () => {
    const settings = { weigh: (item: number) => item, mostWeight: 10, mostItems: 100 };
    const { group, begun, end } = openGroup(settings);
    const results = [4, 6, 1, 99, 5, 5, 1].map((item) => group.add(item));
    await nextTurn();
    for (const at of [0, 1, 2, 3, 4]) await end(at);
    expect(begun()).toEqual([[4, 6], [1], [99], [5, 5], [1]]);
    expect(await Promise.all(results)).toHaveLength(7);
  });
});

describe('a group of several owners', () => {
  it('has no more of one than it may have, or one item, and leaves nobody out', async () => {
    const settings = {
      ownerOf: (item: number) => Math.floor(item / 100),
      weigh: (item: number) => (item >= 900 ? 50 : 1),
      mostItems: 100,
      mostWeight: 320,
      mostOfOne: () => 2,
    };
    const { group, begun, end } = openGroup(settings);
    const items = [101, 102, 103, 104, 105, 201, 301, 302, 303, 901, 902];
    const results = Promise.all(items.map((item) => group.add(item)));
    await nextTurn();
    for (const at of [0, 1, 2]) await end(at);
    expect(begun()).toEqual([[101, 102, 201, 301, 302, 901], [103, 104, 303, 902], [105]]);
    expect(await results).toEqual(items.map(String));
  });
});

describe('a group whose work fails', () => {
  it('fails the items of that group alone', async () => {
    const { group, works, end } = openGroup();
    const results = Promise.allSettled([1, 2, 3, 4].map((item) => group.add(item)));
    await nextTurn();
    const error = new Error('down');
    works[0]?.fail(error);
    await nextTurn();
    await end(1);
    const failed = { status: 'rejected', reason: error };
    expect(await results).toEqual([failed, failed, failed, { status: 'fulfilled', value: '4' }]);
  });

  it('fails them also when the work throws before it has begun, and goes on', async () => {
    let isBroken = true;
    const { group } = openGroup({
      work: (items) => {
        if (isBroken) throw new Error('broken');
        return Promise.resolve(items.map(String));
      },
    });
    await expect(group.add(1)).rejects.toThrow('broken');
    isBroken = false;
    expect(await group.add(2)).toBe('2');
  });

  it.each([[['1']], [['1', '2', '3']]])(
    'fails them when it gives %j for two items: results are never guessed',
    async (results) => {
      const { group, works } = openGroup();
      const both = Promise.allSettled([group.add(1), group.add(2)]);
      await nextTurn();
      works[0]?.end(results);
      expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    },
  );
});

describe('a group that is split where its work fails', () => {
  const isBad = (item: number): boolean => item > 100;
  const open = (splits: (error: unknown, items: readonly number[]) => boolean) => {
    const tried: (readonly number[])[] = [];
    const group = createGroup<number, string>({
      work(items) {
        tried.push(items);
        if (items.some(isBad)) throw new Error('bad');
        return Promise.resolve(items.map(String));
      },
      splits,
      mostItems: 100,
    });
    return { group, tried };
  };

  it('fails the bad item alone, and keeps the order', async () => {
    const { group, tried } = open(() => true);
    const results = await Promise.allSettled([1, 2, 3, 104, 5].map((item) => group.add(item)));
    expect(results.map(({ status }) => status)).toEqual(
      [1, 2, 3, 104, 5].map((item) => (isBad(item) ? 'rejected' : 'fulfilled')),
    );
    expect(tried).toEqual([[1, 2, 3, 104, 5], [1, 2], [3, 104, 5], [3], [104, 5], [104], [5]]);
  });

  it('fails as a whole where the error says so, and never asks about a single item', async () => {
    const asked: number[] = [];
    const { group, tried } = open((_, items) => asked.push(items.length) > 1);
    const results = await Promise.allSettled([1, 102].map((item) => group.add(item)));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(group.add(103)).rejects.toThrow('bad');
    expect(tried).toEqual([[1, 102], [103]]);
    expect(asked).toEqual([2]);
  });
});

describe('what is pending in a group', () => {
  it('is what gathers and what is at work', async () => {
    const { group, end } = openGroup();
    expect(group.pending()).toBe(0);
    const results = [1, 2, 3, 4].map((item) => group.add(item));
    expect(group.pending()).toBe(4);
    await nextTurn();
    expect(group.pending()).toBe(4);
    await end(0);
    expect(group.pending()).toBe(1);
    await end(1);
    await Promise.all(results);
    expect(group.pending()).toBe(0);
  });

  it('is waited for by drained, failures too, and what arrives meanwhile', async () => {
    const { group, works, end } = openGroup();
    await group.drained();
    const order: string[] = [];
    const note = (what: string) => () => void order.push(what);
    const first = group.add(1).catch(note('first failed'));
    const drained = [group.drained(), group.drained()].map((it) => it.then(note('drained')));
    await nextTurn();
    const second = group.add(2).then(note('second done'));
    works[0]?.fail(new Error('down'));
    await nextTurn();
    expect(order).toEqual(['first failed']);
    await end(1);
    await Promise.all([first, second, ...drained]);
    expect(order).toEqual(['first failed', 'second done', 'drained', 'drained']);
    await group.drained();
  });

  it('is drained before anything has been added, and again after it was used', async () => {
    const { group, end } = openGroup();
    await group.drained();
    const result = group.add(1);
    await nextTurn();
    await end(0);
    await result;
    await group.drained();
    expect(group.pending()).toBe(0);
  });
});

describe('a group whose items have owners', () => {
  type Owned = { readonly owner: string; readonly weight: number; readonly at: number };

  /** What each group holds, when all of these wait while the first is at work. */
  async function groupsOf(
    items: readonly Omit<Owned, 'at'>[],
    bounds: { readonly mostItems: number; readonly mostWeight: number },
  ): Promise<(readonly Owned[])[]> {
    const groups: (readonly Owned[])[] = [];
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const group = createGroup<Owned, number>({
      async work(taken) {
        await begun;
        groups.push(taken);
        return taken.map(({ at }) => at);
      },
      ownerOf: ({ owner }) => owner,
      weigh: ({ weight }) => weight,
      ...bounds,
    });
    const first = group.add({ owner: 'first', weight: 1, at: -1 });
    await nextTurn();
    const results = items.map((item, at) => group.add({ ...item, at }));
    begin();
    await first;
    expect(await Promise.all(results)).toEqual(items.map((_, at) => at));
    return groups.slice(1);
  }

  it('takes them in turn, as much of each by weight', async () => {
    const of = (owner: string, weight: number, count: number) =>
      Array.from({ length: count }, () => ({ owner, weight }));
    const items = [...of('a', 1, 200), ...of('b', 10, 20), ...of('c', 1, 1)];
    const [group = []] = await groupsOf(items, { mostItems: 100, mostWeight: 64 });
    const weightOf = (it: string) =>
      group.reduce((sum, { owner, weight }) => sum + (owner === it ? weight : 0), 0);
    expect(weightOf('c')).toBe(1);
    expect(Math.abs(weightOf('a') - weightOf('b'))).toBeLessThanOrEqual(12);
  });

  it('keeps everybody’s order and the bounds, and puts nobody off for ever', async () => {
    const item = fc.record({
      owner: fc.constantFrom('a', 'b', 'c', 'd'),
      weight: fc.integer({ min: 1, max: 60 }),
    });
    const bounds = fc.record({
      mostItems: fc.integer({ min: 1, max: 9 }),
      mostWeight: fc.integer({ min: 1, max: 50 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(item, { maxLength: 60 }), bounds, async (items, of) => {
        const groups = await groupsOf(items, of);
        for (const group of groups) {
          const weight = group.reduce((sum, it) => sum + it.weight, 0);
          expect(group.length).toBeLessThanOrEqual(of.mostItems);
          if (group.length > 1) expect(weight).toBeLessThanOrEqual(of.mostWeight);
        }
        for (const owner of ['a', 'b', 'c', 'd']) {
          const order = groups.flat().flatMap((it) => (it.owner === owner ? [it.at] : []));
          expect(order).toEqual(order.toSorted((one, other) => one - other));
        }
      }),
    );
  });
});
