import type { AccountId } from '../../domain/ids.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

/** What is looked for: lines of an account about an action, whose detail has these fields. */
export type AuditAsk = {
  readonly accountId: AccountId;
  readonly action: string;
  readonly detail: Readonly<Record<string, unknown>>;
};

const FIND_LAST = `
  select at as "atMs", detail from audit
  where account_id = $1 and action = $2 and detail @> $3::jsonb
  order by id desc limit 1`;

export type FoundAudit = {
  /** Milliseconds since 1970. */
  readonly atMs: number;
  readonly detail: Readonly<Record<string, unknown>>;
};

/** The newest of such lines; undefined: there is none. */
export async function findLastAudit(
  reader: Reader,
  { accountId, action, detail }: AuditAsk,
): Promise<FoundAudit | undefined> {
  const values = [accountId, action, JSON.stringify(detail)];
  const [row] = await reader.read<FoundAudit>('find-last-audit', FIND_LAST, values);
  return row;
}
