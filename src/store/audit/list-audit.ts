import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

/** A line of the audit as it was written. */
export type AuditRecord = {
  readonly id: number;
  readonly atMs: number;
  readonly actor: string;
  readonly accountId: AccountId | null;
  readonly action: string;
  readonly detail: Readonly<Record<string, unknown>>;
};

/** Which lines are asked for; undefined: all. */
export type AuditSearch = {
  readonly accountId?: AccountId | undefined;
  /** Whole, or the noun alone: `link` finds `link.set`. */
  readonly actions?: readonly string[] | undefined;
  readonly actor?: string | undefined;
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
  /** Older than this line. */
  readonly beforeId?: number | undefined;
  readonly most: number;
};

export type FoundAudit = {
  /** The newest first. */
  readonly lines: readonly AuditRecord[];
  /** Lines before this one were not looked at; undefined: all were. */
  readonly stoppedAt: number | undefined;
};

const NEWEST = 'select coalesce(max(id), 0) as newest from audit';

const LIST_AUDIT = `
  select id, at as "atMs", actor, account_id as "accountId", action, detail from audit
  where id >= $1 and id < $2 and ($3::bigint is null or account_id = $3)
    and ($4::text[] is null or action = any ($4) or split_part(action, '.', 1) = any ($4))
    and ($5::text is null or actor = $5)
    and ($6::float8 is null or at >= to_timestamp($6 / 1000))
    and ($7::float8 is null or at < to_timestamp($7 / 1000))
  order by id desc
  limit $8`;

/**
 * Lines of the audit, the newest first. Of an account all lines are searched, which have an index;
 * of all accounts a bounded stretch.
 */
export async function listAudit(reader: Reader, ask: AuditSearch): Promise<FoundAudit> {
  const { accountId, actions, actor, sinceMs, untilMs, beforeId, most } = ask;
  const [row] = await reader.read<{ readonly newest: number }>('newest-audit', NEWEST, []);
  const below = Math.min(beforeId ?? Number.MAX_SAFE_INTEGER, (row?.newest ?? 0) + 1);
  const from = accountId === undefined ? Math.max(1, below - limit('rowsSearched')) : 1;
  const lines = await reader.read<AuditRecord>('list-audit', LIST_AUDIT, [
    ...[from, below, accountId ?? null, actions ?? null, actor ?? null],
    ...[sinceMs ?? null, untilMs ?? null, most],
  ]);
  const isCut = from > 1 && lines.length < most;
  return { lines, stoppedAt: isCut ? from : undefined };
}
