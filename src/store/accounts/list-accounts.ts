import type { AccountId } from '../../domain/ids.ts';
import { micros, type Micros } from '../../domain/pricing/money.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

/** An account as staff see it. */
export type AccountRecord = {
  readonly id: AccountId;
  readonly name: string;
  readonly state: 'active' | 'disabled';
  readonly verified: boolean;
  readonly fixedContent: boolean;
  readonly mnpCoverage: boolean;
  readonly mnpOption: boolean;
  readonly always200: boolean;
  readonly lookalikes: boolean;
  readonly ipList: readonly string[];
  readonly postpaid: boolean;
  readonly availableMicros: Micros;
  /** Keys that are valid now. */
  readonly keys: number;
  readonly createdAtMs: number;
};

type Row = {
  readonly id: AccountId;
  readonly name: string;
  readonly state: 'active' | 'disabled';
  readonly verified: boolean;
  readonly fixed_content: boolean;
  readonly mnp_coverage: boolean;
  readonly mnp_option: boolean;
  readonly always_200: boolean;
  readonly lookalikes: boolean;
  readonly ip_list: readonly string[];
  readonly postpaid: boolean;
  readonly available_micros: number;
  readonly keys: number;
  readonly created_at: number;
};

const COLUMNS = `
  select a.id, a.name, a.state, a.verified, a.fixed_content, a.mnp_coverage, a.mnp_option,
         a.always_200, a.lookalikes, a.ip_list, b.postpaid, b.available_micros, a.created_at,
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

/** The account of exactly this name; the desk lets no second one take it. */
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
    verified: row.verified,
    fixedContent: row.fixed_content,
    mnpCoverage: row.mnp_coverage,
    mnpOption: row.mnp_option,
    always200: row.always_200,
    lookalikes: row.lookalikes,
    ipList: row.ip_list,
    postpaid: row.postpaid,
    availableMicros: micros(BigInt(row.available_micros)),
    keys: row.keys,
    createdAtMs: row.created_at,
  };
}
