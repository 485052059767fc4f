import type { AccountId } from '../../domain/ids.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

/** A line of the audit as it was written. */
export type AuditRecord = {
  readonly atMs: number;
  readonly accountId: AccountId | null;
  readonly action: string;
  readonly detail: Readonly<Record<string, unknown>>;
};

const LIST_AUDIT = `
  select at as "atMs", account_id as "accountId", action, detail from audit
  where action = any ($1::text[]) order by id desc limit $2`;

/** The newest lines about such actions. */
export async function listAudit(
  reader: Reader,
  ask: { readonly actions: readonly string[]; readonly most: number },
): Promise<readonly AuditRecord[]> {
  return reader.read<AuditRecord>('list-audit', LIST_AUDIT, [ask.actions, ask.most]);
}
