import { chatMoneyOf, type ChatPricing, type ChatRecord } from '../../domain/chat/record.ts';
import type { ChatPrice } from '../../domain/chat/chat-tariff.ts';
import { FAILURES, type FailureReason } from '../../domain/failure/failure.ts';
import type { AccountId, LinkId, MessageId, TransferId } from '../../domain/ids.ts';
import { stateOf, type MessageKey } from '../../domain/message/message.ts';
import { micros, type Micros } from '../../domain/pricing/money.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';

/** A chat message as a word of the platform finds it; locked until the transaction ends. */
export type LockedChat = MessageKey & {
  readonly linkId: LinkId;
  readonly category: ChatPrice;
  readonly recipient: string;
  readonly record: ChatRecord;
  readonly priceMicros: Micros;
  /** The transfer that posted it. */
  readonly settleId: TransferId | undefined;
  readonly expiresAtMs: number;
  /** Up to when a word is waited for; undefined: it is over. */
  readonly waitUntilMs: number | undefined;
  /** How it stands in the line; undefined: it has left it. */
  readonly inLine: 'waiting' | 'held' | undefined;
};

type Row = {
  readonly account_id: AccountId;
  readonly id: MessageId;
  readonly link_id: LinkId;
  readonly category: ChatPrice;
  readonly recipient: string;
  readonly state: number;
  readonly reason: string | null;
  readonly price_micros: number;
  readonly settle_id: TransferId | null;
  readonly sent_at: number | null;
  readonly expires_at: number;
  readonly wait_until: number | null;
  readonly money: number;
  readonly lost_at: number | null;
  readonly delivered_at: number | null;
  readonly read_at: number | null;
  readonly failed_at: number | null;
  readonly billable: boolean | null;
  readonly pricing: ChatPricing | null;
  readonly error_code: number | null;
  readonly in_line: 'waiting' | 'held' | null;
};

/**
 * Rows that somebody else has locked are left out instead of waited for: whoever settles attempts
 * locks messages in an order of his own, and one of two who wait for each other would have to give
 * up.
 */
const RECORDS = `
  select m.account_id, m.id, c.link_id, c.category, m.recipient::text, m.state, m.reason,
         m.price_micros, m.settle_id, m.sent_at, m.expires_at, c.money, c.wait_until, c.lost_at,
         c.delivered_at, c.read_at, c.failed_at, c.billable, c.pricing, c.error_code,
         (select case when q.node is null then 'waiting' else 'held' end from queue q
          where q.account_id = m.account_id and q.message_id = m.id) as in_line`;

const LOCK_RECORDS = `
  ${RECORDS}
  from unnest($1::bigint[], $2::bigint[]) as t (account_id, id)
  join chat_messages c on c.account_id = t.account_id and c.id = t.id
  join messages m on m.account_id = t.account_id and m.id = t.id
  order by m.account_id, m.id
  for update of c, m skip locked`;

/** Locks chat messages that nobody else has locked. A key may be given once. */
export async function lockRecords(
  transaction: Transaction,
  keys: readonly MessageKey[],
): Promise<readonly LockedChat[]> {
  if (keys.length === 0) return [];
  const rows = await transaction.run<Row>('lock-chat-records', LOCK_RECORDS, [
    keys.map((it) => it.accountId),
    keys.map((it) => it.messageId),
  ]);
  return rows.map(lockedChat);
}

const LOCK_OVERDUE = `
  ${RECORDS}
  from (
    select w.account_id, w.id from chat_messages w
    where w.wait_until <= to_timestamp($1::float8 / 1000)
    order by w.wait_until limit $2
  ) as t
  join chat_messages c on c.account_id = t.account_id and c.id = t.id
  join messages m on m.account_id = t.account_id and m.id = t.id
  where c.wait_until <= to_timestamp($1::float8 / 1000)
  order by m.account_id, m.id
  for update of c, m skip locked`;

/** Locks chat messages whose time for a word of the platform is over at `atMs`. */
export async function lockOverdue(
  transaction: Transaction,
  ask: { readonly atMs: number; readonly most: number },
): Promise<readonly LockedChat[]> {
  const rows = await transaction.run<Row>('lock-chat-overdue', LOCK_OVERDUE, [ask.atMs, ask.most]);
  return rows.map(lockedChat);
}

const OVERDUE_ACCOUNTS = `
  select distinct account_id from (
    select w.account_id from chat_messages w
    where w.wait_until <= to_timestamp($1::float8 / 1000)
    order by w.wait_until limit $2
  ) as t`;

/** The accounts of those: their balances are locked before them. */
export async function listOverdueAccounts(
  reader: Reader,
  ask: { readonly atMs: number; readonly most: number },
): Promise<readonly AccountId[]> {
  type Account = { readonly account_id: AccountId };
  const values = [ask.atMs, ask.most];
  const rows = await reader.read<Account>('chat-overdue-accounts', OVERDUE_ACCOUNTS, values);
  return rows.map((row) => row.account_id);
}

function lockedChat(row: Row): LockedChat {
  const { account_id: accountId, id: messageId, link_id: linkId, category, recipient } = row;
  return {
    accountId,
    messageId,
    linkId,
    category,
    recipient,
    record: recordOf(row),
    priceMicros: micros(BigInt(row.price_micros)),
    settleId: row.settle_id ?? undefined,
    expiresAtMs: row.expires_at,
    waitUntilMs: row.wait_until ?? undefined,
    inLine: row.in_line ?? undefined,
  };
}

function recordOf(row: Row): ChatRecord {
  return {
    state: stateOf(row.state),
    money: chatMoneyOf(row.money),
    lostAtMs: row.lost_at ?? undefined,
    sentAtMs: row.sent_at ?? undefined,
    deliveredAtMs: row.delivered_at ?? undefined,
    readAtMs: row.read_at ?? undefined,
    failedAtMs: row.failed_at ?? undefined,
    billable: row.billable ?? undefined,
    pricing: row.pricing ?? undefined,
    reason: reasonOf(row.reason),
    errorCode: row.error_code ?? undefined,
  };
}

function reasonOf(word: string | null): FailureReason | undefined {
  return word !== null && Object.hasOwn(FAILURES, word) ? (word as FailureReason) : undefined;
}
