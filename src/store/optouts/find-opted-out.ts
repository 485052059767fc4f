import type { AccountId } from '../../domain/ids.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

const FIND_OPTED_OUT = `
  select o.recipient::text from optouts o
  where o.account_id = $1 and o.recipient = any ($2::bigint[]) and (o.scope = 'all' or $3)`;

/**
 * Of these numbers, those that want nothing of the account, or nothing promotional when that is
 * asked.
 */
export async function findOptedOut(
  reader: Reader,
  ask: {
    readonly accountId: AccountId;
    readonly recipients: readonly string[];
    readonly promotional: boolean;
  },
): Promise<ReadonlySet<string>> {
  const values = [ask.accountId, ask.recipients, ask.promotional];
  const rows = await reader.read<{ readonly recipient: string }>(
    'find-opted-out',
    FIND_OPTED_OUT,
    values,
  );
  return new Set(rows.map(({ recipient }) => recipient));
}
