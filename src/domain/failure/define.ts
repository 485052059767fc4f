import type { Failure } from './failure.ts';

type Entry = Partial<Failure> & Pick<Failure, 'code' | 'httpStatus' | 'sentence'>;

/** A table of failures at doors: permanent, not billable and no alarm unless an entry says so. */
export function define<const Table extends Record<string, Entry>>(
  table: Table,
): { readonly [Reason in keyof Table]: Failure } {
  const complete = Object.entries(table).map(([reason, entry]): [string, Failure] => [
    reason,
    { permanent: true, billable: false, alarm: false, ...entry },
  ]);
  return Object.fromEntries(complete) as { readonly [Reason in keyof Table]: Failure };
}
