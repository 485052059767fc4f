/** The references of payments, across accounts: a bank slip pays once. */
import type { AccountId } from '../../domain/ids.ts';
import type { TransferKind } from '../../domain/ledger/ledger.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { statement } from '../../kit/postgres/statement.ts';

type Paid = {
  readonly accountId: AccountId;
  readonly accountName: string;
  readonly atMs: number;
};

type Ask = {
  readonly accountId: AccountId;
  readonly kind: TransferKind;
  readonly cause: string;
};

const LOCK = statement(
  'lock-reference',
  `select pg_advisory_xact_lock(hashtextextended('reference ' || :kind || ' ' || :cause, 0))`,
);

// A look into the index of each account: one for all would be written by every send.
const FIND_ELSEWHERE = statement<Paid>(
  'find-reference-elsewhere',
  `select a.id as account_id, a.name as account_name, t.created_at as at
  from accounts a
  cross join lateral (
    select created_at from transfers
    where account_id = a.id and kind = :kind and kind in ('credit', 'correction')
      and cause = :cause
    order by id limit 1
  ) as t
  where a.id <> :accountId
  order by t.created_at limit 1`,
);

/**
 * Where else a reference was used first; undefined: nowhere. Until the transaction ends nobody
 * else can use it.
 */
export async function lockReference(transaction: Transaction, ask: Ask): Promise<Paid | undefined> {
  const { kind, cause } = ask;
  await transaction.run(LOCK, { kind, cause });
  return (await transaction.run(FIND_ELSEWHERE, ask))[0];
}
