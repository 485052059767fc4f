import type { AccountId, OperatorId } from '../../domain/ids.ts';
import { numberList, textList } from '../../kit/postgres/lists.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';

/** What an account has saved of a number. */
export type SavedLookup = {
  readonly accountId: AccountId;
  readonly recipient: string;
  readonly operatorId: OperatorId;
  readonly lookedUpAtMs: number;
};

type Row = {
  readonly account_id: AccountId;
  readonly recipient: string;
  readonly operator_id: OperatorId;
  readonly looked_up_at: number;
};

const FIND_LOOKUPS = `
  select account_id, recipient::text, operator_id, looked_up_at
  from lookups
  where account_id = $1 and recipient = any ($2::bigint[])
    and looked_up_at >= to_timestamp($3::float8 / 1000)`;

/** What an account has saved of these numbers since a moment (milliseconds since 1970). */
export async function findLookups(
  reader: Reader,
  ask: {
    readonly accountId: AccountId;
    readonly recipients: readonly string[];
    readonly sinceMs: number;
  },
): Promise<readonly SavedLookup[]> {
  const values = [ask.accountId, textList(ask.recipients), ask.sinceMs];
  return (await reader.read<Row>('find-lookups', FIND_LOOKUPS, values)).map(saved);
}

const FIND_LOOKUPS_OF = `
  select l.account_id, l.recipient::text, l.operator_id, l.looked_up_at
  from unnest($1::bigint[], $2::bigint[]) as t (account_id, recipient)
  join lookups l on l.account_id = t.account_id and l.recipient = t.recipient`;

/**
 * The same for numbers of several accounts, whatever their age. Sent behind the lock of their
 * balances it sees what was committed until then, and nobody adds to it before the end.
 */
export async function findLookupsOf(
  transaction: Transaction,
  names: readonly { readonly accountId: AccountId; readonly recipient: string }[],
): Promise<readonly SavedLookup[]> {
  const values = [
    numberList(names.map(({ accountId }) => accountId)),
    textList(names.map(({ recipient }) => recipient)),
  ];
  return (await transaction.run<Row>('find-lookups-of', FIND_LOOKUPS_OF, values)).map(saved);
}

function saved(row: Row): SavedLookup {
  return {
    accountId: row.account_id,
    recipient: row.recipient,
    operatorId: row.operator_id,
    lookedUpAtMs: row.looked_up_at,
  };
}

const LIST_LOOKUPS = `
  select account_id, recipient::text, operator_id, looked_up_at
  from lookups
  where recipient = $2::bigint and ($1::bigint is null or account_id = $1)
  order by looked_up_at desc
  limit 100`;

/** What accounts, or one of them, have saved of a number; the youngest first. For staff. */
export async function listLookups(
  reader: Reader,
  ask: { readonly accountId: AccountId | undefined; readonly recipient: string },
): Promise<readonly SavedLookup[]> {
  const values = [ask.accountId ?? null, ask.recipient];
  return (await reader.read<Row>('list-lookups', LIST_LOOKUPS, values)).map(saved);
}
