import type { MessageKey, MessageState, ReceiptLevel } from '../../domain/message/message.ts';
import { MESSAGE_STATES, RECEIPT_LEVELS } from '../../domain/message/message.ts';
import { numberList, textList } from '../../kit/postgres/lists.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { byDay } from '../../kit/ids.ts';

/** An operator's final word on one part. */
export type PartReceipt = MessageKey & {
  readonly attempt: number;
  readonly part: number;
  readonly state: MessageState;
  readonly error: string | undefined;
  readonly level: ReceiptLevel;
};

const recordReceiptsIn = (day: string): string => `
  update attempts_${day} a
  set receipt_state = t.state, receipt_error = t.error, receipt_level = t.level,
      receipt_at = to_timestamp($8::float8 / 1000)
  from unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::smallint[], $5::smallint[],
              $6::text[], $7::smallint[])
       as t (account_id, message_id, attempt, part, state, error, level)
  where a.account_id = t.account_id and a.message_id = t.message_id
    and a.attempt = t.attempt and a.part = t.part
    and (a.receipt_state is null or a.receipt_state = ${MESSAGE_STATES.unknown})`;

/** Writes first receipts beside their attempts. One that is already answered keeps its word. */
export async function recordReceipts(
  transaction: Transaction,
  receipts: readonly PartReceipt[],
  atMs: number,
): Promise<void> {
  const record = ([day, rows]: [string, readonly PartReceipt[]]): Promise<unknown> =>
    transaction.run(`record-receipts-${day}`, recordReceiptsIn(day), [
      numberList(rows.map((it) => it.accountId)),
      numberList(rows.map((it) => it.messageId)),
      numberList(rows.map((it) => it.attempt)),
      numberList(rows.map((it) => it.part)),
      numberList(rows.map((it) => MESSAGE_STATES[it.state])),
      textList(rows.map((it) => it.error ?? null)),
      numberList(rows.map((it) => RECEIPT_LEVELS[it.level])),
      atMs,
    ]);
  await Promise.all([...byDay(receipts, ({ messageId }) => messageId)].map(record));
}
