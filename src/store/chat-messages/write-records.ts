import { CHAT_MONEY, type ChatRecord } from '../../domain/chat/record.ts';
import type { TransferId } from '../../domain/ids.ts';
import { MESSAGE_STATES, type MessageKey } from '../../domain/message/message.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import { byDay } from '../../kit/ids.ts';
import { numberList, textList } from '../../kit/postgres/lists.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

/** A record as it is from now on, of a message that this transaction has locked. */
export type WrittenChat = MessageKey & {
  readonly record: ChatRecord;
  /** Charged in all, and by which transfer; undefined: not charged. */
  readonly posted: { readonly micros: Micros; readonly settleId: TransferId } | undefined;
  /** Up to when a word is waited for; undefined: it is over. */
  readonly waitUntilMs: number | undefined;
  /** The platform has spoken of it. */
  readonly isHeard: boolean;
  /** And called it so. */
  readonly heardKey: string | undefined;
  /** When it ended, where the platform named no moment. */
  readonly endedAtMs: number | undefined;
  /** It has left the line without an answer: that the platform took it is recorded with this. */
  readonly isTaken: boolean;
};

// The platform tells whole seconds by its own clock: no moment comes before the one it follows.
const writeMessagesIn = (day: string): string => `
  update messages_${day} m
  set state = t.state, reason = t.reason,
      sent_at = coalesce(m.sent_at, case when t.sent_at is not null
        then greatest(to_timestamp(t.sent_at / 1000), m.accepted_at) end),
      done_at = case when t.done_at is null then m.done_at else
        greatest(to_timestamp(t.done_at / 1000), to_timestamp(t.sent_at / 1000), m.sent_at,
                 m.accepted_at) end,
      posted_micros = coalesce(t.posted_micros, m.posted_micros),
      settle_id = coalesce(t.settle_id, m.settle_id),
      parts_taken = greatest(m.parts_taken, t.taken)
  from unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::text[], $5::float8[], $6::float8[],
              $7::bigint[], $8::bigint[], $9::smallint[])
       as t (account_id, id, state, reason, sent_at, done_at, posted_micros, settle_id, taken)
  where m.account_id = t.account_id and m.id = t.id`;

const writeChatsIn = (day: string): string => `
  update chat_messages_${day} c
  set money = t.money, wait_until = to_timestamp(t.wait_until / 1000),
      lost_at = to_timestamp(t.lost_at / 1000),
      heard_at = case when t.heard = 1 then coalesce(c.heard_at, to_timestamp($13::float8 / 1000))
                      else c.heard_at end,
      heard_key = coalesce(c.heard_key, t.heard_key),
      delivered_at = to_timestamp(t.delivered_at / 1000),
      read_at = to_timestamp(t.read_at / 1000), failed_at = to_timestamp(t.failed_at / 1000),
      billable = t.billable = 1, pricing = t.pricing, error_code = t.error_code
  from unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::float8[], $5::float8[],
              $6::smallint[], $7::float8[], $8::float8[], $9::float8[], $10::smallint[],
              $11::jsonb[], $12::int[], $14::text[])
       as t (account_id, id, money, wait_until, lost_at, heard, delivered_at, read_at, failed_at,
             billable, pricing, error_code, heard_key)
  where c.account_id = t.account_id and c.id = t.id`;

/** Writes records of messages that are locked; `atMs` is when the platform was heard. */
export async function writeRecords(
  transaction: Transaction,
  chats: readonly WrittenChat[],
  atMs: number,
): Promise<void> {
  const write = ([day, rows]: [string, readonly WrittenChat[]]): readonly Promise<unknown>[] => {
    const keys = [
      numberList(rows.map((it) => it.accountId)),
      numberList(rows.map((it) => it.messageId)),
    ];
    return [
      transaction.run(`write-chats-of-${day}`, writeMessagesIn(day), [...keys, ...messages(rows)]),
      transaction.run(`write-chats-${day}`, writeChatsIn(day), [
        ...[...keys, ...besides(rows), atMs],
        textList(rows.map(({ heardKey }) => heardKey ?? null)),
      ]),
    ];
  };
  await Promise.all([...byDay(chats, ({ messageId }) => messageId)].flatMap(write));
}

function messages(rows: readonly WrittenChat[]): readonly unknown[] {
  return [
    rows.map(({ record }) => MESSAGE_STATES[record.state]),
    textList(rows.map(({ record }) => record.reason ?? null)),
    rows.map(({ record }) => record.sentAtMs ?? null),
    rows.map((it) => doneAtOf(it) ?? null),
    rows.map(({ posted }) => posted?.micros ?? null),
    rows.map(({ posted }) => posted?.settleId ?? null),
    rows.map(({ isTaken }) => (isTaken ? 1 : 0)),
  ];
}

function besides(rows: readonly WrittenChat[]): readonly unknown[] {
  return [
    rows.map(({ record }) => CHAT_MONEY[record.money]),
    rows.map(({ waitUntilMs }) => waitUntilMs ?? null),
    rows.map(({ record }) => record.lostAtMs ?? null),
    rows.map(({ isHeard }) => (isHeard ? 1 : 0)),
    rows.map(({ record }) => record.deliveredAtMs ?? null),
    rows.map(({ record }) => record.readAtMs ?? null),
    rows.map(({ record }) => record.failedAtMs ?? null),
    rows.map(({ record: { billable } }) => (billable === undefined ? null : billable ? 1 : 0)),
    rows.map(({ record }) =>
      record.pricing === undefined ? null : JSON.stringify(record.pricing),
    ),
    rows.map(({ record }) => record.errorCode ?? null),
  ];
}

/** When it came to its end, by the platform's clock; read stands in for delivered. */
function doneAtOf({ record, endedAtMs }: WrittenChat): number | undefined {
  switch (record.state) {
    case 'waiting':
    case 'sent':
      return undefined;
    case 'delivered':
      return record.deliveredAtMs ?? record.readAtMs;
    case 'failed':
    case 'rejected':
    case 'expired':
      return record.failedAtMs ?? endedAtMs;
    case 'unknown':
      return endedAtMs;
  }
}
