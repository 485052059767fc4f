/**
 * Calls `each` for every item, in order, and yields to other work between every `perTurn` items, so
 * that a request with a hundred thousand recipients holds nobody up.
 * @param isLong whether the turn has been long enough before that.
 */
export async function forEachYielding<Item, Done>(
  items: Iterable<Item>,
  perTurn: number,
  each: (item: Item, index: number) => Done,
  isLong: () => boolean = () => false,
): Promise<Done[]> {
  const done: Done[] = [];
  for (const item of items) {
    if (done.length > 0 && (done.length % perTurn === 0 || isLong())) await nextTurn();
    done.push(each(item, done.length));
  }
  return done;
}

const waiting: (() => void)[] = [];

/**
 * One piece of work in each turn of the event loop, whoever's it is: many large requests delay the
 * small ones no more than one.
 */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(goOn);
  });
}

function goOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(goOn);
}

/** Runs work that yields now and then to its end, without pausing. */
export function runToEnd<Done>(work: Generator<undefined, Done, void>): Done {
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
}

/** Runs such work and lets everything else run at each yield. */
export async function runYielding<Done>(work: Generator<undefined, Done, void>): Promise<Done> {
  let step = work.next();
  for (; step.done !== true; step = work.next()) await nextTurn();
  return step.value;
}

/** `items` in order, at most `most` at a time; nothing for no items. */
export function* piecesOf<Item>(
  items: readonly Item[],
  most: number,
): Generator<readonly Item[], void> {
  for (let from = 0; from < items.length; from += most) yield items.slice(from, from + most);
}
