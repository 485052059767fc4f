import type { AccountId } from '../../domain/ids.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

/** Who did what. `detail` is plain JSON without secrets. */
export type AuditLine = {
  readonly actor: string;
  /** A noun and a verb: `account.disable`. */
  readonly action: string;
  readonly detail: Readonly<Record<string, unknown>>;
};

const INSERT_AUDIT = `
  insert into audit (account_id, actor, action, detail, at)
  values ($1, $2, $3, $4, to_timestamp($5::float8 / 1000))`;

/** Writes an audit line; `accountId` is undefined for what belongs to no account. */
export async function insertAudit(
  transaction: Transaction,
  accountId: AccountId | undefined,
  line: AuditLine,
  atMs: number,
): Promise<void> {
  const { actor, action, detail } = line;
  const values = [accountId ?? null, actor, action, JSON.stringify(detail), atMs];
  await transaction.run('insert-audit', INSERT_AUDIT, values);
}
