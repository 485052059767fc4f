import type { AccountId } from '../../domain/ids.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

/** What staff set on an account for the chat service. */
export type AccountPlan = {
  readonly templatesMost: number;
  readonly collapseBlanks: boolean;
};

const FIND = `
  select chat_templates_most as "templatesMost", chat_collapse_blanks as "collapseBlanks"
  from accounts where id = $1`;

/** @throws when there is no such account. */
export async function findAccountChat(reader: Reader, accountId: AccountId): Promise<AccountPlan> {
  const [plan] = await reader.read<AccountPlan>('find-account-chat', FIND, [accountId]);
  if (plan === undefined) throw new Error('the account is gone');
  return plan;
}
