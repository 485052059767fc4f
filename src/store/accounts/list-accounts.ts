import type { AccountId } from '../../domain/ids.ts';
import { micros, type Micros } from '../../domain/pricing/money.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import {
  SETTINGS,
  settingsOf,
  type AccountSettings,
  type SettingsRow,
} from './account-settings.ts';

/** An account as staff see it. */
export type AccountRecord = AccountSettings & {
  readonly id: AccountId;
  readonly name: string;
  readonly state: 'active' | 'disabled';
  readonly postpaid: boolean;
  readonly availableMicros: Micros;
  /** Keys that are valid now. */
  readonly keys: number;
  readonly createdAtMs: number;
};

type Row = SettingsRow & {
  readonly id: AccountId;
  readonly name: string;
  readonly state: 'active' | 'disabled';
  readonly postpaid: boolean;
  readonly available_micros: number;
  readonly keys: number;
  readonly created_at: number;
};

const COLUMNS = `
  select a.id, a.name, a.state, ${SETTINGS}, b.postpaid, b.available_micros, a.created_at,
         (select count(*) from api_keys k
           where k.account_id = a.id and (k.expires_at is null or k.expires_at > now())) as keys
  from accounts a join balances b on b.account_id = a.id`;

const FIND_ACCOUNT = `${COLUMNS} where a.id = $1`;

export async function findAccount(
  reader: Reader,
  accountId: AccountId,
): Promise<AccountRecord | undefined> {
  const rows = await reader.read<Row>('find-account', FIND_ACCOUNT, [accountId]);
  return rows.map(accountRecord)[0];
}

const FIND_ACCOUNT_BY_NAME = `${COLUMNS} where a.name = $1 order by a.id limit 1`;

/** The account of exactly this name; no second one can take it. */
export async function findAccountByName(
  reader: Reader,
  name: string,
): Promise<AccountRecord | undefined> {
  const rows = await reader.read<Row>('find-account-by-name', FIND_ACCOUNT_BY_NAME, [name]);
  return rows.map(accountRecord)[0];
}

const LIST_ACCOUNTS = `${COLUMNS} where a.id > $1 order by a.id limit $2`;

/** Accounts in order of their ids, beginning after one. */
export async function listAccounts(
  reader: Reader,
  page: { readonly afterId: number; readonly most: number },
): Promise<readonly AccountRecord[]> {
  const values = [page.afterId, page.most];
  const rows = await reader.read<Row>('list-accounts', LIST_ACCOUNTS, values);
  return rows.map(accountRecord);
}

function accountRecord(row: Row): AccountRecord {
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    ...settingsOf(row),
    postpaid: row.postpaid,
    availableMicros: micros(BigInt(row.available_micros)),
    keys: row.keys,
    createdAtMs: row.created_at,
  };
}
