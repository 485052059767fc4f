/** Counts of guesses that all nodes share, and that restarts do not forget. */
import { HOUR_MS } from '../../domain/durations.ts';
import { limit } from '../../domain/limits.ts';
import { countTries, readTryCounts, renewTries, type TryCount } from './try-counts.sql.ts';
import type { Admin } from '../../operations/admin.ts';

/** What is counted, such as `name zara@example.com`, and how often it may be within a window. */
export type Counted = { readonly key: string; readonly most: number; readonly windowMs: number };

/** All codes that strangers have had sent within the hour. */
export const ALL_CODES: Counted = {
  key: 'codes of all',
  most: limit('codesOfStrangers'),
  windowMs: HOUR_MS,
};

/** Keys that may not be tried, and for how many milliseconds yet. */
type Spent = ReadonlyMap<string, number>;

export type TryCounts = {
  /** Those of them that have had all their tries. */
  look(counted: readonly Counted[]): Promise<Spent>;
  /** Counts a try of each; returns those that have had more than they may, this one included. */
  count(counted: readonly Counted[]): Promise<Spent>;
  /** Begins the window of one anew, with one try. */
  renew(counted: Counted): Promise<void>;
};

export function createTryCounts({ transact, seal }: Pick<Admin, 'transact' | 'seal'>): TryCounts {
  const hashOf = ({ key }: Counted): string => seal.hash(`tries of ${key}`);
  const spentOf = (
    counted: readonly Counted[],
    counts: readonly TryCount[],
    isSpent: (tries: number, most: number) => boolean,
  ): Spent => {
    const byHash = new Map(counts.map((it) => [it.key, it]));
    return new Map(
      counted.flatMap((it): readonly (readonly [string, number])[] => {
        const { tries, endsInMs } = byHash.get(hashOf(it)) ?? { tries: 0, endsInMs: 0 };
        return isSpent(tries, it.most) ? [[it.key, endsInMs]] : [];
      }),
    );
  };
  const windowOf = (it: Counted) => ({ key: hashOf(it), windowMs: it.windowMs });
  return {
    async look(counted) {
      const counts = await transact((tx) => readTryCounts(tx, { keys: counted.map(hashOf) }));
      return spentOf(counted, counts, (tries, most) => tries >= most);
    },
    async count(counted) {
      const counts = await transact((tx) => countTries(tx, { rows: counted.map(windowOf) }));
      return spentOf(counted, counts, (tries, most) => tries > most);
    },
    renew: (counted) => transact((tx) => renewTries(tx, windowOf(counted))),
  };
}
