import type { AccountId } from '../../domain/ids.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

const LIST_CHANGED = `
  select known.id
  from unnest($1::bigint[], $2::bigint[]) as known (id, version)
  left join balances b on b.account_id = known.id
  where b.version is distinct from known.version`;

/** Which of the accounts, known at these versions, have another version now. */
export async function listChangedAccounts(
  reader: Reader,
  known: readonly { readonly id: AccountId; readonly version: number }[],
): Promise<readonly AccountId[]> {
  if (known.length === 0) return [];
  const values = [known.map(({ id }) => id), known.map(({ version }) => version)];
  const rows = await reader.read<{ readonly id: AccountId }>(
    'list-changed-accounts',
    LIST_CHANGED,
    values,
  );
  return rows.map(({ id }) => id);
}
