/** Everything known about one message except its text, for staff. */
import { chatMoneyOf } from '../../domain/chat/progress.ts';
import type {
  ChatLife,
  LivedAttempt,
  LivedReceipt,
  MessageLife,
  MessageMoney,
  QueuedMessage,
} from '../../domain/message/life.ts';
import {
  ATTEMPT_OUTCOMES,
  stateOf,
  type AttemptOutcome,
  type MessageKey,
} from '../../domain/message/message.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { statement } from '../../kit/postgres/statement.ts';

type Head = Pick<
  MessageLife,
  'account' | 'sender' | 'senderRoute' | 'template' | 'reason' | 'expiresAtMs' | 'isUnfed'
> &
  MessageMoney &
  Omit<ChatLife, 'money' | 'category'> &
  Partial<Pick<QueuedMessage, 'linkId' | 'attempt' | 'dueAtMs'>> &
  Pick<QueuedMessage, 'link' | 'isEnabled' | 'lostUntilMs' | 'node'> & {
    readonly isChat: boolean;
    readonly category: string | undefined;
    readonly money: number | undefined;
  };

const HEAD = statement<Head>(
  'message-life',
  `select a.name as account, m.reason, m.expires_at, m.price_micros, m.posted_micros, m.reserve_id,
    m.settle_id, coalesce(t.refund_failed, false) as refunds_failed,
    coalesce((select l.amount_micros from lookup_charges l
      where l.account_id = m.account_id and l.request_id = coalesce(m.batch_id, m.id)), 0)
      as lookups_micros,
    case when c.id is null then s.name else chat_link.config ->> 'digits' end as sender,
    s.route as sender_route,
    case when c.id is null then sms.name else chat.name end as template,
    exists (select from feeds f where f.account_id = m.account_id and f.batch_id = m.batch_id
      and f.next_position <= m.position) as is_unfed,
    c.id is not null as is_chat, c.category, c.money, c.wait_until, c.lost_at, c.failed_at,
    c.delivered_at, c.read_at, c.billable, c.error_code,
    q.link_id, q.attempt, q.due_at, q.lost_until, q.node, queued_for.name as link,
    coalesce(queued_for.enabled, false) as is_enabled
  from messages m
  join accounts a on a.id = m.account_id
  left join chat_messages c on c.account_id = m.account_id and c.id = m.id
  left join senders s on c.id is null and s.account_id = m.account_id and s.id = m.sender_id
  left join links chat_link on chat_link.id = c.link_id
  left join templates sms on c.id is null and sms.account_id = m.account_id
    and sms.id = m.template_id
  left join chat_templates chat on c.id is not null and chat.account_id = m.account_id
    and chat.id = m.template_id
  left join tariffs t on t.id = m.tariff_id
  left join queue q on q.account_id = m.account_id and q.message_id = m.id
  left join links queued_for on queued_for.id = q.link_id
  where m.account_id = :accountId and m.id = :messageId`,
);

type AttemptRow = Omit<LivedAttempt, 'outcome' | 'receipt'> & {
  readonly outcome: number;
  readonly receiptState: number | undefined;
  readonly receiptError: string | undefined;
  readonly receiptAtMs: number | undefined;
};

const ATTEMPTS = statement<AttemptRow>(
  'message-attempts',
  `select a.attempt, a.part, coalesce(l.name, a.link_id::text) as link, a.outcome,
    a.ambiguous as was_lost, a.operator_key, a.status, a.reason, a.node, a.answered_at,
    a.receipt_state, a.receipt_error, a.receipt_at
  from attempts a left join links l on l.id = a.link_id
  where a.account_id = :accountId and a.message_id = :messageId
  order by a.attempt, a.part`,
);

type ReceiptRow = Omit<LivedReceipt, 'says'> & {
  readonly state: number | undefined;
  readonly status: string | undefined;
};

/** Kept receipts of a text; kept statuses of a chat message, by the platform's ids of its parts. */
const RECEIPTS = statement<ReceiptRow>(
  'message-receipts',
  `(select r.id, r.kind, coalesce(l.name, r.link_id::text) as link, r.operator_key,
     r.state, null::text as status, r.error, r.received_at
   from receipts r left join links l on l.id = r.link_id
   where r.account_id = :accountId and r.message_id = :messageId
   order by r.id limit 50)
  union all
  (select c.id, c.kind, coalesce(l.name, c.link_id::text), c.operator_key,
     null::smallint, c.status, null, c.received_at
   from attempts a
   join chat_statuses c on c.account_id = a.account_id and c.link_id = a.link_id
     and c.operator_key = a.operator_key
   left join links l on l.id = c.link_id
   where a.account_id = :accountId and a.message_id = :messageId
   order by c.id limit 50)`,
);

export async function readAttempts(
  reader: Reader,
  key: MessageKey,
): Promise<readonly LivedAttempt[]> {
  return (await reader.read(ATTEMPTS, key)).map(attemptOf);
}

/** Everything known about a message except its text; undefined: the account has none. */
export async function readLife(reader: Reader, key: MessageKey): Promise<MessageLife | undefined> {
  const [heads, attempts, receipts] = await Promise.all([
    reader.read(HEAD, key),
    readAttempts(reader, key),
    reader.read(RECEIPTS, key),
  ]);
  const [head] = heads;
  if (head === undefined) return undefined;
  const { account, sender, senderRoute, template, reason, expiresAtMs, isUnfed } = head;
  return {
    account,
    sender,
    senderRoute,
    template,
    reason,
    expiresAtMs,
    isUnfed,
    money: moneyOf(head),
    chat: chatOf(head),
    queued: queuedOf(head),
    attempts,
    receipts: receipts.map(receiptOf),
  };
}

function moneyOf(head: Head): MessageMoney {
  const { priceMicros, postedMicros, refundsFailed, reserveId, settleId, lookupsMicros } = head;
  return { priceMicros, postedMicros, refundsFailed, reserveId, settleId, lookupsMicros };
}

function chatOf({ category, money, ...head }: Head): ChatLife | undefined {
  if (category === undefined || money === undefined) return undefined;
  const { waitUntilMs, lostAtMs, failedAtMs, deliveredAtMs, readAtMs, billable, errorCode } = head;
  const heard = { waitUntilMs, lostAtMs, failedAtMs, deliveredAtMs, readAtMs, billable, errorCode };
  return { category, money: chatMoneyOf(money), ...heard };
}

function queuedOf({ linkId, attempt, dueAtMs, ...head }: Head): QueuedMessage | undefined {
  if (linkId === undefined || attempt === undefined || dueAtMs === undefined) return undefined;
  const { link, isEnabled, lostUntilMs, node } = head;
  return { link, linkId, isEnabled, attempt, dueAtMs, lostUntilMs, node };
}

const OUTCOMES = new Map<number, AttemptOutcome>(
  Object.entries(ATTEMPT_OUTCOMES).map(([name, stored]) => [stored, name as AttemptOutcome]),
);

function attemptOf(row: AttemptRow): LivedAttempt {
  const { receiptState: state, receiptError: error, receiptAtMs: atMs, ...attempt } = row;
  const outcome = OUTCOMES.get(row.outcome);
  if (outcome === undefined) throw new Error(`no outcome has the number ${row.outcome}`);
  const isHeard = state !== undefined && atMs !== undefined;
  return {
    ...attempt,
    outcome,
    receipt: isHeard ? { state: stateOf(state), error, atMs } : undefined,
  };
}

function receiptOf({ state, status, ...receipt }: ReceiptRow): LivedReceipt {
  return { ...receipt, says: status ?? (state === undefined ? undefined : stateOf(state)) };
}
