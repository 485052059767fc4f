/** Clicks on short links, gathered for a moment and written together. */
import { limit } from '../../domain/limits.ts';
import type { Clock } from '@paigham/base/clock.ts';
import type { Database } from '../../kit/postgres/pool.ts';
import { addClicks, type Clicked } from './short-links.sql.ts';

export type Clicks = {
  /** Counts a click; of more links at once than `clicksGathered` it is lost. */
  note(code: string): void;
  hasAny(): boolean;
  /** Writes what was gathered. What cannot be written now is kept for the next time. */
  write(): Promise<void>;
};

export function createClicks({
  db,
  clock,
}: {
  readonly db: Pick<Database, 'transact'>;
  readonly clock: Clock;
}): Clicks {
  const gathered = new Map<string, Clicked>();
  const most = limit('clicksOfLink');
  const add = ({ code, clicks, firstMs, lastMs }: Clicked): void => {
    const before = gathered.get(code);
    if (before === undefined && gathered.size >= limit('clicksGathered')) return;
    gathered.set(code, {
      code,
      clicks: Math.min(most, clicks + (before?.clicks ?? 0)),
      firstMs: Math.min(firstMs, before?.firstMs ?? firstMs),
      lastMs: Math.max(lastMs, before?.lastMs ?? lastMs),
    });
  };
  const write = async (): Promise<void> => {
    const rows = [...gathered.values()];
    if (rows.length === 0) return;
    gathered.clear();
    try {
      await db.transact((transaction) => addClicks(transaction, { rows, most }));
    } catch (error) {
      rows.forEach(add);
      throw error;
    }
  };
  return {
    note(code) {
      const atMs = clock.nowMs();
      add({ code, clicks: 1, firstMs: atMs, lastMs: atMs });
    },
    hasAny: () => gathered.size > 0,
    write,
  };
}
