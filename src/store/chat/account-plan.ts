import type { AccountId } from '../../domain/ids.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';

/** What staff set on an account for the chat service. */
export type AccountPlan = {
  readonly templatesMost: number;
  readonly collapseBlanks: boolean;
};

const FIND = `
  select chat_templates_most as "templatesMost", chat_collapse_blanks as "collapseBlanks"
  from accounts where id = $1`;

/** @throws when there is no such account. */
export async function findAccountPlan(reader: Reader, accountId: AccountId): Promise<AccountPlan> {
  const [plan] = await reader.read<AccountPlan>('find-account-plan', FIND, [accountId]);
  if (plan === undefined) throw new Error('the account is gone');
  return plan;
}

const UPDATE = `
  update accounts set
    chat_templates_most = coalesce($2, chat_templates_most),
    chat_collapse_blanks = coalesce($3, chat_collapse_blanks)
  where id = $1`;

/** Changes what is given and leaves the rest. */
export async function updateAccountPlan(
  transaction: Transaction,
  accountId: AccountId,
  { templatesMost, collapseBlanks }: Partial<AccountPlan>,
): Promise<void> {
  const values = [accountId, templatesMost ?? null, collapseBlanks ?? null];
  await transaction.run('update-account-plan', UPDATE, values);
}
