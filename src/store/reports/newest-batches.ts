import type { AccountId } from '../../domain/ids.ts';
import { plain } from '../../kit/postgres/statement.ts';
import { BATCH_STATES } from '../../domain/message/message.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

export type BatchName = { readonly accountId: AccountId; readonly id: number };

/** The newest of each account by its key, then the newest of all: no table is read to its end. */
const NEWEST_BATCHES = `
  select a.id as "accountId", b.id from accounts a
  cross join lateral (
    (select b.id from batches b
     where b.account_id = a.id and b.id < $1 and b.state = ${BATCH_STATES.published}
     order by b.id desc limit $2)
    union
    (select u.batch_id from uploads u
     where u.account_id = a.id and u.batch_id < $1 and u.state <> 'done'
     order by u.batch_id desc limit $2)
  ) as b
  order by b.id desc
  limit $2`;

/** Batches of all accounts, the newest first. */
export async function listNewestBatches(
  reader: Reader,
  beforeId: number | undefined,
  most: number,
): Promise<readonly BatchName[]> {
  const values = [beforeId ?? Number.MAX_SAFE_INTEGER, most];
  return reader.read(plain<BatchName>('newest-batches', NEWEST_BATCHES), values);
}
