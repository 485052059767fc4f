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

/** Resolves when everything else that waits has had its turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
