/** What many ask for and is read for all of them at once, again only when it is old. */
import type { Clock } from '@paigham/base/clock.ts';

type Kept<Value> = {
  /** At most three periods old; at once, unless it has to be read first. */
  latest(): Promise<Value>;
  /** The same without waiting: undefined when it has to be read first. */
  peek(): Value | undefined;
};

/** Reads something again at most once in a period, and only when it is asked for. */
export function keep<Value>(
  clock: Pick<Clock, 'monotonicMs'>,
  periodMs: number,
  read: () => Promise<Value>,
): Kept<Value> {
  let kept: { readonly value: Value; readonly json: string; readonly atMs: number } | undefined;
  let reading: Promise<Value> | undefined;
  const again = (): Promise<Value> => {
    reading ??= read()
      .then((value) => {
        const json = JSON.stringify(value);
        const same = kept?.json === json ? kept.value : value;
        kept = { value: same, json, atMs: clock.monotonicMs() };
        return same;
      })
      .finally(() => (reading = undefined));
    return reading;
  };
  const usable = (): { readonly value: Value } | undefined => {
    const ageMs = kept === undefined ? Infinity : clock.monotonicMs() - kept.atMs;
    // Whoever needs a value that could not be read hears of it; the others ask again soon.
    if (ageMs >= periodMs) void again().catch(() => undefined);
    return ageMs < 3 * periodMs ? kept : undefined;
  };
  return {
    async latest() {
      const known = usable();
      return known === undefined ? again() : known.value;
    },
    peek: () => usable()?.value,
  };
}
