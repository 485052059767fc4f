import { firstIdAt } from '../../kit/ids.ts';
import { timeText } from '../../kit/postgres/values.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

const DAY_MS = 86_400_000;

/**
 * Rows are updated twice soon after they are written: room on their own page keeps indexes out of
 * it. A day is not counted before it has thousands of rows: a plan made for a handful reads them
 * all, and is kept while they become many.
 */
const STORAGE = `
  fillfactor = 70, autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_scale_factor = 0.1,
  autovacuum_vacuum_insert_threshold = 10000, autovacuum_analyze_threshold = 10000,
  autovacuum_analyze_scale_factor = 0.2, autovacuum_vacuum_cost_delay = 1`;

/**
 * Makes the day partitions of messages, attempts and chat messages from the day of `nowMs` on, so
 * many days ahead.
 */
export async function makePartitions(
  transaction: Transaction,
  nowMs: number,
  daysAhead: number,
): Promise<void> {
  const today = Math.floor(nowMs / DAY_MS);
  for (let day = today - 1; day <= today + daysAhead; day += 1) {
    const name = timeText(day * DAY_MS)
      .slice(0, 10)
      .replaceAll('-', '');
    const from = firstIdAt(day * DAY_MS);
    const to = firstIdAt((day + 1) * DAY_MS);
    if (to === from) continue;
    for (const table of ['messages', 'attempts', 'chat_messages']) {
      const partition = `${table}_${name}`;
      await transaction.run(
        `make-${partition}`,
        `create table if not exists ${partition} partition of ${table}
         for values from (${from}) to (${to}) with (${STORAGE})`,
        [],
      );
    }
  }
}
