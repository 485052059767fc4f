import type { Row } from '../../shared/operation/result.tsx';

const beginningOf = (row: Row): number => Date.parse(String(row['valid_from']));

/** Whether a price is in force, was, or will be: the latest that has begun is, among its like. */
export function standingOf(
  row: Row,
  rows: readonly Row[],
  { ofSame, nowMs }: { readonly ofSame: readonly string[]; readonly nowMs: number },
): 'now' | 'later' | 'past' {
  const atMs = beginningOf(row);
  if (atMs > nowMs) return 'later';
  const isReplaced = rows.some((other) => {
    const otherMs = beginningOf(other);
    const isLater = otherMs > atMs || (otherMs === atMs && Number(other['id']) > Number(row['id']));
    return otherMs <= nowMs && isLater && ofSame.every((it) => other[it] === row[it]);
  });
  return isReplaced ? 'past' : 'now';
}
