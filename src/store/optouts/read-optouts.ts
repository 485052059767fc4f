import type { AccountId } from '../../domain/ids.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import type { OptoutScope } from './write-optouts.ts';

/** An opt-out of one account. */
export type StandingOptout = {
  readonly accountId: AccountId;
  readonly recipient: string;
  readonly scope: OptoutScope;
};

const READ_OPTOUTS = `
  select o.account_id as "accountId", o.recipient::text, o.scope
  from unnest($1::bigint[], $2::bigint[]) as t (account_id, recipient)
  join optouts o on o.account_id = t.account_id and o.recipient = t.recipient`;

/** Which of these numbers have opted out of which of these accounts. */
export async function readOptouts(
  transaction: Transaction,
  asked: readonly Omit<StandingOptout, 'scope'>[],
): Promise<readonly StandingOptout[]> {
  if (asked.length === 0) return [];
  return transaction.run<StandingOptout>('read-optouts', READ_OPTOUTS, [
    asked.map(({ accountId }) => accountId),
    asked.map(({ recipient }) => recipient),
  ]);
}
