import type { AccountId } from '../../domain/ids.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

/** What can be switched on an account. Absent: stays as it is. */
export type AccountSettings = {
  readonly verified?: boolean;
  readonly fixedContent?: boolean;
  readonly mnpCoverage?: boolean;
  readonly mnpOption?: boolean;
  readonly always200?: boolean;
  readonly lookalikes?: boolean;
  /** Addresses and networks in CIDR form; empty: from anywhere. */
  readonly ipList?: readonly string[];
};

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

export async function updateAccount(
  transaction: Transaction,
  accountId: AccountId,
  settings: AccountSettings,
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
