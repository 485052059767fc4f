import type { AccountId, TransferId } from '../../domain/ids.ts';
import type { TransferKind } from '../../domain/ledger/ledger.ts';
import { micros, type Micros } from '../../domain/pricing/money.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

export type FoundTransfer = { readonly id: TransferId; readonly amountMicros: Micros };

const FIND_TRANSFER = `
  select id, amount_micros from transfers
  where account_id = $1 and kind = $2 and cause = $3
  order by id limit 1`;

/** The first transfer of an account with this kind and cause: a reference used once is found. */
export async function findTransfer(
  reader: Reader,
  accountId: AccountId,
  sought: { readonly kind: TransferKind; readonly cause: string },
): Promise<FoundTransfer | undefined> {
  const values = [accountId, sought.kind, sought.cause];
  const [row] = await reader.read<{ readonly id: TransferId; readonly amount_micros: number }>(
    'find-transfer',
    FIND_TRANSFER,
    values,
  );
  return row && { id: row.id, amountMicros: micros(BigInt(row.amount_micros)) };
}
