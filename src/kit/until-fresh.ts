/**
 * Tries again as long as what an attempt went by turns out to be stale; whoever attempts sees to it
 * that the next one goes by something fresher. undefined when the last of `most` tries was stale
 * too.
 */
export async function untilFresh<Result>(
  most: number,
  attempt: (tries: number) => Promise<Result | 'stale'>,
): Promise<Result | undefined> {
  for (let tries = 0; tries < most; tries += 1) {
    const result = await attempt(tries);
    if (result !== 'stale') return result;
  }
  return undefined;
}
