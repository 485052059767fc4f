import type { AccountId } from '../../domain/ids.ts';
import { micros, type Micros } from '../../domain/pricing/money.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

export type Balance = {
  readonly availableMicros: Micros;
  readonly postpaid: boolean;
  /** Of the account: what was decided by an older picture is to be decided again. */
  readonly accountVersion: number;
};

type Row = {
  readonly available_micros: number;
  readonly postpaid: boolean;
  readonly version: number;
};

const READ_BALANCE = `
  select available_micros, postpaid, version from balances where account_id = $1`;

/** What an account may spend now; undefined for an unknown account. */
export async function readBalance(
  reader: Reader,
  accountId: AccountId,
): Promise<Balance | undefined> {
  const [row] = await reader.read<Row>('read-balance', READ_BALANCE, [accountId]);
  if (row === undefined) return undefined;
  return {
    availableMicros: micros(BigInt(row.available_micros)),
    postpaid: row.postpaid,
    accountVersion: row.version,
  };
}
