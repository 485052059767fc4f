/**
 * Does `each` for every item, in order, and lets everything else that waits have its turn between
 * groups of them: a request of a hundred thousand recipients holds up nobody.
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

/** Work that stops now and then, done in one turn. */
export function toItsEnd<Done>(work: Generator<undefined, Done, void>): Done {
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
}

/** The same, with a turn for everything else at each of its stops. */
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
