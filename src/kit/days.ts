import { dayOfId } from './ids.ts';

/**
 * Rows by the day of their message: the suffix of the partitions that they are in. Statements that
 * know the day name the partition itself, so that their cost does not grow with the days kept; a
 * group is nearly always of one day.
 */
export function byDay<Row>(
  rows: readonly Row[],
  messageIdOf: (row: Row) => number,
): ReadonlyMap<string, readonly Row[]> {
  const [first] = rows;
  if (first === undefined) return new Map();
  const day = dayOfId(messageIdOf(first));
  if (rows.every((row) => dayOfId(messageIdOf(row)) === day)) return new Map([[day, rows]]);
  return Map.groupBy(rows, (row) => dayOfId(messageIdOf(row)));
}
