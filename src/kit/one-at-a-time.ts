/** Shares a reading: calls that come while one is under way get one further, begun after them. */
export function oneAtATime<Read>(read: () => Promise<Read>): () => Promise<Read> {
  let reading: Promise<Read> | undefined;
  let next: Promise<Read> | undefined;
  const begin = (): Promise<Read> => {
    reading = read().finally(() => (reading = undefined));
    return reading;
  };
  const beginNext = async (underWay: Promise<Read>): Promise<Read> => {
    // Its failure is reported to those who asked for it.
    await Promise.allSettled([underWay]);
    next = undefined;
    return begin();
  };
  return () => {
    if (reading === undefined) return begin();
    next ??= beginNext(reading);
    return next;
  };
}
