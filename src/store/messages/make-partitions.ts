import { DAY_MS } from '../../domain/durations.ts';
import { firstIdAt } from '../../kit/ids.ts';
import { statement } from '../../kit/postgres/statement.ts';
import { timeText } from '../../kit/postgres/values.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

const MAKE_DAY = statement('make-day', 'select make_day(:name, :from, :to)');

/**
 * Creates the day partitions of messages, attempts, chat messages and deliveries to webhooks from
 * the day before `nowMs`, this many days ahead.
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
    await transaction.run(MAKE_DAY, { name, from, to });
  }
}
