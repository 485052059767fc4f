/**
 * Calls `each` for every item, in order, and yields to other work after every `perTurn` items, so
 * that a request of a hundred thousand recipients holds up nobody.
 */
export async function inTurns<Item, Done>(
  items: Iterable<Item>,
  perTurn: number,
  each: (item: Item, index: number) => Done,
): Promise<Done[]> {
  const done: Done[] = [];
  for (const item of items) {
    done.push(each(item, done.length));
    if (done.length % perTurn === 0) await nextTurn();
  }
  return done;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

/** Runs work that yields now and then to its end, without a break. */
export function toItsEnd<Done>(work: Generator<undefined, Done, void>): Done {
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
}

/** Runs such work and lets everything else run at each of its stops. */
export async function turnByTurn<Done>(work: Generator<undefined, Done, void>): Promise<Done> {
  let step = work.next();
  for (; step.done !== true; step = work.next()) await nextTurn();
  return step.value;
}

/** `items` in their order, `most` of them at a time; none of none. */
export function* piecesOf<Item>(
  items: readonly Item[],
  most: number,
): Generator<readonly Item[], void> {
  for (let from = 0; from < items.length; from += most) yield items.slice(from, from + most);
}
