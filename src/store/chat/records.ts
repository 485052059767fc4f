/** What the platform said about chat messages, and their charges: read under a lock and written. */
import type { ChatPrice } from '../../domain/chat/chat-tariff.ts';
import { CHAT_MONEY, chatMoneyOf, type ChatRecord } from '../../domain/chat/progress.ts';
import { isReason } from '../../domain/failure/failure.ts';
import type { AccountId, LinkId, TransferId } from '../../domain/ids.ts';
import { textKept } from '../../domain/message/forgotten.ts';
import {
  MESSAGE_STATES,
  SHOWN_RECIPIENT_SQL,
  stateOf,
  type MessageKey,
} from '../../domain/message/message.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import { eachDay } from '../../kit/ids.ts';
import { read } from '../../kit/postgres/callable.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { daily, rowsOf, statement } from '../../kit/postgres/statement.ts';

/** A chat message found by a status from the platform; locked until the transaction ends. */
export type LockedChat = MessageKey & {
  readonly linkId: LinkId;
  readonly category: ChatPrice;
  /** Digits, or the platform's id of a person without a number. */
  readonly recipient: string;
  readonly record: ChatRecord;
  readonly priceMicros: Micros;
  /** The transfer that posted it. */
  readonly settleId: TransferId | undefined;
  readonly expiresAtMs: number;
  /** Up to when a word is waited for; undefined: it is over. */
  readonly waitUntilMs: number | undefined;
  /** Its place in the queue or, before that, in its batch; undefined: it has left. */
  readonly inLine: 'waiting' | 'held' | undefined;
};

type Row = Omit<LockedChat, 'record'> &
  Omit<ChatRecord, 'state' | 'money' | 'reason'> & {
    readonly state: number;
    readonly money: number;
    readonly reason: string | undefined;
  };

/**
 * Rows that somebody else has locked are skipped, not waited for: settling attempts
 * locks messages in another order, and of two transactions waiting for each other one would
 * be aborted.
 */
const RECORDS = `
  select m.account_id, m.id as message_id, c.link_id, c.category,
         ${SHOWN_RECIPIENT_SQL} as recipient, m.state,
         m.reason, m.price_micros, m.settle_id, m.sent_at, m.expires_at, c.money, c.wait_until,
         c.lost_at, c.delivered_at, c.read_at, c.failed_at, c.billable, c.pricing, c.error_code,
         coalesce((
           select case when q.node is null then 'waiting' else 'held' end from queue q
           where q.account_id = m.account_id and q.message_id = m.id
         ), (
           select 'waiting' from feeds f
           where f.account_id = m.account_id and f.batch_id = m.batch_id
             and f.next_position <= m.position and m.state = ${MESSAGE_STATES.waiting}
         )) as in_line`;

const LOCK = daily<Row>(
  'lock-chat-records',
  (day) => `${RECORDS}
  from ${rowsOf({ accountId: 'bigint', messageId: 'bigint' })}
  join chat_messages_${day} c on c.account_id = t.account_id and c.id = t.message_id
  join messages_${day} m on m.account_id = t.account_id and m.id = t.message_id
  order by m.account_id, m.id
  for update of c, m skip locked`,
);

/** Locks chat messages that nobody else has locked. A key may be given once. */
export async function lockRecords(
  transaction: Transaction,
  keys: readonly MessageKey[],
): Promise<readonly LockedChat[]> {
  const rows = await eachDay(keys, (day, some) => transaction.run(LOCK(day), { rows: some }));
  return rows.map(lockedChat);
}

const OVERDUE = `
  select w.account_id, w.id from chat_messages w
  where w.wait_until <= @atMs
  order by w.wait_until limit :most`;

const LOCK_OVERDUE = statement<Row>(
  'lock-chat-overdue',
  `${RECORDS}
  from (${OVERDUE}) as t
  join chat_messages c on c.account_id = t.account_id and c.id = t.id
  join messages m on m.account_id = t.account_id and m.id = t.id
  where c.wait_until <= @atMs
  order by m.account_id, m.id
  for update of c, m skip locked`,
);

/** Locks chat messages whose deadline for a status has passed at `atMs`. */
export async function lockOverdue(
  transaction: Transaction,
  ask: { readonly atMs: number; readonly most: number },
): Promise<readonly LockedChat[]> {
  return (await transaction.run(LOCK_OVERDUE, ask)).map(lockedChat);
}

/** The accounts of those: their balances are locked before them. */
export const listOverdueAccounts = read.values<
  { readonly atMs: number; readonly most: number },
  { readonly accountId: AccountId }
>('chat-overdue-accounts', `select distinct account_id from (${OVERDUE}) as t`);

function lockedChat(row: Row): LockedChat {
  const { state, money, reason, lostAtMs, sentAtMs, deliveredAtMs, readAtMs, ...rest } = row;
  const { failedAtMs, billable, pricing, errorCode, ...chat } = rest;
  const record = {
    state: stateOf(state),
    money: chatMoneyOf(money),
    reason: isReason(reason) ? reason : undefined,
    lostAtMs,
    sentAtMs,
    deliveredAtMs,
    readAtMs,
    failedAtMs,
    billable,
    pricing,
    errorCode,
  };
  return { ...chat, record };
}

/** The new record of a message that this transaction has locked. */
export type WrittenChat = MessageKey & {
  readonly record: ChatRecord;
  /** Charged in all, and by which transfer; undefined: not charged. */
  readonly posted: { readonly micros: Micros; readonly settleId: TransferId } | undefined;
  /** Up to when a word is waited for; undefined: it is over. */
  readonly waitUntilMs: number | undefined;
  /** The platform has sent a status for it. */
  readonly isHeard: boolean;
  /** Its id at the platform. */
  readonly heardKey: string | undefined;
  /** When it ended, where the platform named no moment. */
  readonly endedAtMs: number | undefined;
  /** It left the queue without an answer: this records that the platform accepted it. */
  readonly isTaken: boolean;
  /** A node has it in its hands, and may have to try again: it forgets a code's text itself. */
  readonly isHeld: boolean;
};

// The platform gives whole seconds by its own clock: no moment comes before the one it follows.
const SENT = `coalesce(m.sent_at,
  case when t.sent_at is not null then greatest(t.sent_at, m.accepted_at) end)`;
const DONE = `case when t.done_at is null then m.done_at else
  greatest(t.done_at, t.sent_at, m.sent_at, m.accepted_at) end`;

/** Most statuses say nothing that the message's own row has: it is only written for the others. */
const WRITE_MESSAGES = daily(
  'write-chats-of',
  (day) => `
  update messages_${day} m
  set state = t.state, reason = t.reason,
      sent_at = ${SENT}, done_at = ${DONE},
      posted_micros = coalesce(t.posted_micros, m.posted_micros),
      settle_id = coalesce(t.settle_id, m.settle_id),
      parts_taken = greatest(m.parts_taken, t.parts_taken),
      text = case when t.is_held then m.text else ${textKept(day, 'false')} end
  from ${rowsOf({
    accountId: 'bigint',
    messageId: 'bigint',
    state: 'smallint',
    reason: 'text',
    sentAtMs: 'timestamptz',
    doneAtMs: 'timestamptz',
    postedMicros: 'bigint',
    settleId: 'bigint',
    partsTaken: 'smallint',
    isHeld: 'boolean',
  })}
  where m.account_id = t.account_id and m.id = t.message_id
    and (m.state <> t.state or m.reason is distinct from t.reason
      or m.parts_taken < t.parts_taken or t.settle_id is not null
      or m.sent_at is distinct from ${SENT} or m.done_at is distinct from ${DONE})`,
);

const WRITE_CHATS = daily(
  'write-chats',
  (day) => `
  update chat_messages_${day} c
  set money = t.money, wait_until = t.wait_until, lost_at = t.lost_at,
      heard_at = case when t.is_heard then coalesce(c.heard_at, @atMs) else c.heard_at end,
      heard_key = coalesce(c.heard_key, t.heard_key),
      delivered_at = t.delivered_at, read_at = t.read_at, failed_at = t.failed_at,
      billable = t.billable, pricing = t.pricing, error_code = t.error_code
  from ${rowsOf({
    accountId: 'bigint',
    messageId: 'bigint',
    money: 'smallint',
    waitUntilMs: 'timestamptz',
    lostAtMs: 'timestamptz',
    isHeard: 'boolean',
    deliveredAtMs: 'timestamptz',
    readAtMs: 'timestamptz',
    failedAtMs: 'timestamptz',
    billable: 'boolean',
    pricing: 'jsonb',
    errorCode: 'int',
    heardKey: 'text',
  })}
  where c.account_id = t.account_id and c.id = t.message_id`,
);

/** Writes records of locked messages; `atMs` is when the platform's status arrived. */
export async function writeRecords(
  transaction: Transaction,
  chats: readonly WrittenChat[],
  atMs: number,
): Promise<void> {
  const written = chats.map((it) => ({
    ...it.record,
    ...it,
    state: MESSAGE_STATES[it.record.state],
    money: CHAT_MONEY[it.record.money],
    doneAtMs: doneAtOf(it),
    postedMicros: it.posted?.micros,
    settleId: it.posted?.settleId,
    partsTaken: it.isTaken ? 1 : 0,
  }));
  await eachDay(written, async (day, rows) => {
    await Promise.all([
      transaction.run(WRITE_MESSAGES(day), { rows }),
      transaction.run(WRITE_CHATS(day), { rows, atMs }),
    ]);
    return [];
  });
}

/** When it became final, by the platform's clock; read counts as delivered. */
function doneAtOf({ record, endedAtMs }: WrittenChat): number | undefined {
  switch (record.state) {
    case 'waiting':
    case 'held':
    case 'sent':
      return undefined;
    case 'delivered':
      return record.deliveredAtMs ?? record.readAtMs;
    case 'failed':
    case 'rejected':
    case 'expired':
    case 'cancelled':
      return record.failedAtMs ?? endedAtMs;
    case 'unknown':
      return endedAtMs;
  }
}
