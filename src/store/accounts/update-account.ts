import type { AccountId } from '../../domain/ids.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import type { AccountSettings } from './account-settings.ts';

const UPDATE_ACCOUNT = `
  update accounts set
    verified = coalesce($2, verified),
    fixed_content = coalesce($3, fixed_content),
    mnp_coverage = coalesce($4, mnp_coverage),
    mnp_option = coalesce($5, mnp_option),
    always_200 = coalesce($6, always_200),
    lookalikes = coalesce($7, lookalikes),
    ip_list = coalesce($8, ip_list)
  where id = $1`;

/** Sets what is given; what is absent stays as it is. */
export async function updateAccount(
  transaction: Transaction,
  accountId: AccountId,
  settings: Partial<AccountSettings>,
): Promise<void> {
  await transaction.run('update-account', UPDATE_ACCOUNT, [
    accountId,
    settings.verified ?? null,
    settings.fixedContent ?? null,
    settings.mnpCoverage ?? null,
    settings.mnpOption ?? null,
    settings.always200 ?? null,
    settings.lookalikes ?? null,
    settings.ipList ?? null,
  ]);
}

const UPDATE_STATE = `update accounts set state = $2 where id = $1`;

export async function updateAccountState(
  transaction: Transaction,
  accountId: AccountId,
  state: 'active' | 'disabled',
): Promise<void> {
  await transaction.run('update-account-state', UPDATE_STATE, [accountId, state]);
}

const UPDATE_POSTPAID = `
  update balances set postpaid = $2
  where account_id = $1 and ($2 or available_micros >= 0)
  returning account_id`;

/** False when the account owes money: then it cannot become prepaid. */
export async function updatePostpaid(
  transaction: Transaction,
  accountId: AccountId,
  postpaid: boolean,
): Promise<boolean> {
  const values = [accountId, postpaid];
  const rows = await transaction.run('update-postpaid', UPDATE_POSTPAID, values);
  return rows.length === 1;
}
