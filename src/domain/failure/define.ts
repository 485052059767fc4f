import type { Failure } from './failure.ts';

type Entry = Partial<Failure> & Pick<Failure, 'code' | 'httpStatus' | 'sentence'>;

/** Ours to fix; the caller may try again afterwards. */
export const FOR_NOW = {
  code: '12',
  httpStatus: 503,
  permanent: false,
  alarm: true,
  retryAfterSeconds: 60,
} as const;

/**
 * A table of failures at the API: permanent, not billable and without alarm unless an entry says
 * so.
 */
export function define<const Table extends Record<string, Entry>>(
  table: Table,
): { readonly [Reason in keyof Table]: Failure } {
  const complete = Object.entries(table).map(([reason, entry]): [string, Failure] => [
    reason,
    { permanent: true, billable: false, alarm: false, ...entry },
  ]);
  return Object.fromEntries(complete) as { readonly [Reason in keyof Table]: Failure };
}
