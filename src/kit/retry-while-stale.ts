/**
 * Retries as long as what an attempt relied on turns out to be stale; the caller ensures
 * that the next one uses something fresher. undefined if the last of `most` tries was stale
 * too.
 */
export async function retryWhileStale<Result>(
  most: number,
  attempt: (tries: number) => Promise<Result | 'stale'>,
): Promise<Result | undefined> {
  for (let tries = 0; tries < most; tries += 1) {
    const result = await attempt(tries);
    if (result !== 'stale') return result;
  }
  return undefined;
}
