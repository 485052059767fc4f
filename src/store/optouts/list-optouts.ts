import type { AccountId } from '../../domain/ids.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import type { OptoutScope } from './write-optouts.ts';

export type OptoutRecord = {
  readonly recipient: string;
  readonly scope: OptoutScope;
  readonly source: string;
  readonly createdAtMs: number;
};

const LIST_OPTOUTS = `
  select recipient::text, scope, source, created_at as "createdAtMs"
  from optouts where account_id = $1 and recipient > $2
  order by recipient limit $3`;

/** The opt-outs of an account in order of numbers, beginning after one. */
export async function listOptouts(
  reader: Reader,
  accountId: AccountId,
  page: { readonly after: string; readonly most: number },
): Promise<readonly OptoutRecord[]> {
  const values = [accountId, page.after, page.most];
  return reader.read<OptoutRecord>('list-optouts', LIST_OPTOUTS, values);
}
