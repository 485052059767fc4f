import { chatMoneyOf } from '../../domain/chat/record.ts';
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
import { micros } from '../../domain/pricing/money.ts';
import type { SenderRoute } from '../../domain/sender/sender.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

const HEAD = `
  select a.name as account, m.reason, m.expires_at, m.price_micros, m.posted_micros, m.reserve_id,
    m.settle_id, coalesce(t.refund_failed, false) as refund_failed,
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
    coalesce(queued_for.enabled, false) as enabled
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
  where m.account_id = $1 and m.id = $2`;

type Head = {
  readonly account: string;
  readonly reason: string | null;
  readonly expires_at: number;
  readonly price_micros: number;
  readonly posted_micros: number;
  readonly reserve_id: number;
  readonly settle_id: number | null;
  readonly refund_failed: boolean;
  readonly lookups_micros: number;
  readonly sender: string | null;
  readonly sender_route: SenderRoute | null;
  readonly template: string | null;
  readonly is_unfed: boolean;
  readonly is_chat: boolean;
  readonly category: string;
  readonly money: number;
  readonly wait_until: number | null;
  readonly lost_at: number | null;
  readonly failed_at: number | null;
  readonly delivered_at: number | null;
  readonly read_at: number | null;
  readonly billable: boolean | null;
  readonly error_code: number | null;
  readonly link_id: number | null;
  readonly attempt: number;
  readonly due_at: number;
  readonly lost_until: number | null;
  readonly node: number | null;
  readonly link: string | null;
  readonly enabled: boolean;
};

const ATTEMPTS = `
  select a.attempt, a.part, coalesce(l.name, a.link_id::text) as link, a.outcome, a.ambiguous,
    a.operator_key, a.status, a.reason, a.node, a.answered_at, a.receipt_state, a.receipt_error,
    a.receipt_at
  from attempts a left join links l on l.id = a.link_id
  where a.account_id = $1 and a.message_id = $2
  order by a.attempt, a.part`;

type AttemptRow = {
  readonly attempt: number;
  readonly part: number;
  readonly link: string;
  readonly outcome: number;
  readonly ambiguous: boolean;
  readonly operator_key: string | null;
  readonly status: number | null;
  readonly reason: string | null;
  readonly node: number;
  readonly answered_at: number;
  readonly receipt_state: number | null;
  readonly receipt_error: string | null;
  readonly receipt_at: number | null;
};

/** Kept receipts of a text; kept statuses of a chat message, by the platform's ids of its parts. */
const RECEIPTS = `
  (select r.id, r.kind, coalesce(l.name, r.link_id::text) as link, r.operator_key,
     r.state, null::text as status, r.error, r.received_at
   from receipts r left join links l on l.id = r.link_id
   where r.account_id = $1 and r.message_id = $2
   order by r.id limit 50)
  union all
  (select c.id, c.kind, coalesce(l.name, c.link_id::text), c.operator_key,
     null::smallint, c.status, null, c.received_at
   from attempts a
   join chat_statuses c on c.account_id = a.account_id and c.link_id = a.link_id
     and c.operator_key = a.operator_key
   left join links l on l.id = c.link_id
   where a.account_id = $1 and a.message_id = $2
   order by c.id limit 50)`;

type ReceiptRow = {
  readonly id: number;
  readonly kind: string;
  readonly link: string;
  readonly operator_key: string | null;
  readonly state: number | null;
  readonly status: string | null;
  readonly error: string | null;
  readonly received_at: number;
};

/** Everything that is known of a message but what it says; undefined: the account has none. */
export async function readLife(
  reader: Reader,
  { accountId, messageId }: MessageKey,
): Promise<MessageLife | undefined> {
  const key = [accountId, messageId];
  const [heads, attempts, receipts] = await Promise.all([
    reader.read<Head>('message-life', HEAD, key),
    reader.read<AttemptRow>('message-attempts', ATTEMPTS, key),
    reader.read<ReceiptRow>('message-receipts', RECEIPTS, key),
  ]);
  const [head] = heads;
  if (head === undefined) return undefined;
  return {
    account: head.account,
    sender: head.sender ?? undefined,
    senderRoute: head.sender_route ?? undefined,
    template: head.template ?? undefined,
    reason: head.reason ?? undefined,
    expiresAtMs: head.expires_at,
    money: moneyOf(head),
    chat: head.is_chat ? chatOf(head) : undefined,
    queued: queuedOf(head),
    isUnfed: head.is_unfed,
    attempts: attempts.map(toAttempt),
    receipts: receipts.map(toReceipt),
  };
}

function moneyOf(head: Head): MessageMoney {
  return {
    priceMicros: micros(BigInt(head.price_micros)),
    postedMicros: micros(BigInt(head.posted_micros)),
    refundsFailed: head.refund_failed,
    reserveId: head.reserve_id,
    settleId: head.settle_id ?? undefined,
    lookupsMicros: micros(BigInt(head.lookups_micros)),
  };
}

function chatOf(head: Head): ChatLife {
  return {
    category: head.category,
    money: chatMoneyOf(head.money),
    waitUntilMs: head.wait_until ?? undefined,
    lostAtMs: head.lost_at ?? undefined,
    failedAtMs: head.failed_at ?? undefined,
    deliveredAtMs: head.delivered_at ?? undefined,
    readAtMs: head.read_at ?? undefined,
    billable: head.billable ?? undefined,
    errorCode: head.error_code ?? undefined,
  };
}

function queuedOf(head: Head): QueuedMessage | undefined {
  if (head.link_id === null) return undefined;
  return {
    link: head.link ?? undefined,
    linkId: head.link_id,
    isEnabled: head.enabled,
    attempt: head.attempt,
    dueAtMs: head.due_at,
    lostUntilMs: head.lost_until ?? undefined,
    node: head.node ?? undefined,
  };
}

const OUTCOMES = new Map<number, AttemptOutcome>(
  Object.entries(ATTEMPT_OUTCOMES).map(([name, stored]) => [stored, name as AttemptOutcome]),
);

function toAttempt(row: AttemptRow): LivedAttempt {
  const outcome = OUTCOMES.get(row.outcome);
  if (outcome === undefined) throw new Error(`no outcome has the number ${row.outcome}`);
  const { receipt_state: state, receipt_at: atMs } = row;
  return {
    attempt: row.attempt,
    part: row.part,
    link: row.link,
    outcome,
    wasLost: row.ambiguous,
    operatorKey: row.operator_key ?? undefined,
    status: row.status ?? undefined,
    reason: row.reason ?? undefined,
    node: row.node,
    answeredAtMs: row.answered_at,
    receipt:
      state === null || atMs === null
        ? undefined
        : { state: stateOf(state), error: row.receipt_error ?? undefined, atMs },
  };
}

function toReceipt(row: ReceiptRow): LivedReceipt {
  return {
    id: row.id,
    kind: row.kind,
    link: row.link,
    operatorKey: row.operator_key ?? undefined,
    says: row.status ?? (row.state === null ? undefined : stateOf(row.state)),
    error: row.error ?? undefined,
    receivedAtMs: row.received_at,
  };
}
