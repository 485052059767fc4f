import type { Reader } from '../../kit/postgres/pool.ts';
import type { KeyName } from './idempotency-keys.ts';

const FIND_ANSWER = `
  select 1 from idempotency_keys
  where account_id = $1 and key = $2 and answer is not null
    and created_at > to_timestamp($3::float8 / 1000)`;

/** Whether a request with this key has been accepted since a moment. */
export async function findAnswer(
  reader: Reader,
  { accountId, key }: KeyName,
  sinceMs: number,
): Promise<boolean> {
  return (await reader.read('find-answer', FIND_ANSWER, [accountId, key, sinceMs])).length > 0;
}
