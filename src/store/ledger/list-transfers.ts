import type { AccountId, TransferId } from '../../domain/ids.ts';
import type { LedgerAccount, TransferKind } from '../../domain/ledger/ledger.ts';
import { micros, type Micros } from '../../domain/pricing/money.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

/** A transfer and where the account stood after it. */
export type TransferRecord = {
  readonly id: TransferId;
  readonly kind: TransferKind;
  readonly debit: LedgerAccount;
  readonly credit: LedgerAccount;
  readonly amountMicros: Micros;
  readonly messages: number;
  readonly cause: string | undefined;
  readonly refersTo: TransferId | undefined;
  readonly createdAtMs: number;
  readonly availableMicros: Micros;
  readonly reservedMicros: Micros;
};

type Row = {
  readonly id: TransferId;
  readonly kind: TransferKind;
  readonly debit: LedgerAccount;
  readonly credit: LedgerAccount;
  readonly amount_micros: number;
  readonly messages: number;
  readonly cause: string | null;
  readonly refers_to: TransferId | null;
  readonly created_at: number;
  readonly available: number;
  readonly reserved: number;
};

/** Of transfers of one millisecond, those first that others may have stood on. */
const WITHIN_MOMENT = `
  array_position(
    array['credit', 'reserve', 'post', 'release', 'lookup', 'refund', 'correction'], kind)`;

const runningSum = (side: LedgerAccount): string => `
  (sum(case when credit = '${side}' then amount_micros
            when debit = '${side}' then -amount_micros else 0 end)
     over (order by created_at, ${WITHIN_MOMENT}, id))::bigint as ${side}`;

const LIST_TRANSFERS = `
  select * from (
    select id, kind, debit, credit, amount_micros, messages, cause, refers_to, created_at,
           ${runningSum('available')}, ${runningSum('reserved')}
    from transfers where account_id = $1
  ) as t
  order by created_at desc, ${WITHIN_MOMENT} desc, id desc
  limit $2`;

/** The latest transfers of an account, newest first, each with the standing after it. */
export async function listTransfers(
  reader: Reader,
  accountId: AccountId,
  most: number,
): Promise<readonly TransferRecord[]> {
  const rows = await reader.read<Row>('list-transfers', LIST_TRANSFERS, [accountId, most]);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    debit: row.debit,
    credit: row.credit,
    amountMicros: micros(BigInt(row.amount_micros)),
    messages: row.messages,
    cause: row.cause ?? undefined,
    refersTo: row.refers_to ?? undefined,
    createdAtMs: row.created_at,
    availableMicros: micros(BigInt(row.available)),
    reservedMicros: micros(BigInt(row.reserved)),
  }));
}
