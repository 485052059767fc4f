import type { AccountId } from '../../domain/ids.ts';
import type { Sender } from '../../domain/sender/sender.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

export type SenderRecord = Sender & { readonly reason: string | null };

const LIST_SENDERS = `
  select id, name, route, state, reason from senders where account_id = $1 order by id`;

export async function listSenders(
  reader: Reader,
  accountId: AccountId,
): Promise<readonly SenderRecord[]> {
  return reader.read<SenderRecord>('list-senders', LIST_SENDERS, [accountId]);
}

const LIST_SHARED = `select name from shared_senders order by name`;

/** The pre-approved names of the Simple SMS route. */
export async function listSharedSenders(reader: Reader): Promise<readonly string[]> {
  const rows = await reader.read<{ readonly name: string }>('list-shared-senders', LIST_SHARED, []);
  return rows.map(({ name }) => name);
}
