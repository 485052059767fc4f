import type { AccountId } from '../../domain/ids.ts';
import { insertAccount } from '../../store/accounts/insert-account.ts';
import { findAccountByName } from '../../store/accounts/list-accounts.ts';
import { grantSharedSenders, waitForSharing } from '../../store/senders/write-senders.ts';
import { change, changed, refuse, type Admin, type Outcome } from '../admin.ts';
import { issueKey } from './issue-key.ts';

export type NewAccount = { readonly name: string };

export type CreatedAccount = {
  readonly accountId: AccountId;
  /** Shown once; later only after the Profile page's re-authentication. */
  readonly apiKey: string;
};

const NAME_CHARACTERS = 100;

/** Opens an account: active, unverified, without credit, with its first API key. */
export async function createAccount(
  admin: Admin,
  { name }: NewAccount,
): Promise<Outcome<CreatedAccount>> {
  const isName = name.trim() === name && /^[^\p{Cc}]+$/u.test(name);
  if (!isName || name.length > NAME_CHARACTERS) {
    return refuse('name', `must have 1 to ${NAME_CHARACTERS} characters, no blank at either end`);
  }
  if (/^\d+$/.test(name)) return refuse('name', 'must not be a number: it would look like an id');
  return change(admin, { action: 'account.create' }, async (transaction) => {
    const namesake = await findAccountByName(transaction, name);
    if (namesake !== undefined) return refuse('name', `is taken by account ${namesake.id}`);
    const accountId = await insertAccount(transaction, name, admin.clock.nowMs());
    await waitForSharing(transaction);
    await grantSharedSenders(transaction, { accountId }, admin.clock.nowMs());
    const apiKey = await issueKey(admin, transaction, accountId);
    return { ...changed({ accountId, apiKey }, { name }), accountId };
  });
}
