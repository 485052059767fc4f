/** The queue as staff see it: what waits for which link, and what they may do about it. */
import type { AccountId, LinkId } from '../../domain/ids.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import { read, write } from '../../kit/postgres/callable.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { only, statement } from '../../kit/postgres/statement.ts';
import { ATTEMPT_OUTCOMES, SHOWN_RECIPIENT_SQL } from '../../domain/message/message.ts';
import { PAUSED_AFTER_SQL } from '../../domain/message/hold.ts';
import { MAY_MOVE } from '../../store/queue/look-at-queue.ts';

type QueueLine = {
  /** Undefined: for a route that was removed. */
  readonly link: string | undefined;
  readonly codes: number;
  readonly others: number;
  /** Of both, what is due in the future: tried again, held for its hours, or unconfirmed. */
  readonly later: number;
  readonly inHands: number;
  readonly oldestMs: number | undefined;
};

/** What waits for each link; links for which nothing waits are left out. */
export const listQueueLines = read.many<void, QueueLine>(
  'list-queue-lines',
  `select l.name as link,
    count(*) filter (where q.node is null and q.priority = 1) as codes,
    count(*) filter (where q.node is null and q.priority <> 1) as others,
    count(*) filter (where q.node is null and q.due_at > now()) as later,
    count(*) filter (where q.node is not null) as in_hands,
    min(q.due_at) as oldest
  from queue q left join links l on l.id = q.link_id
  group by l.name order by l.name nulls last`,
);

type WaitingEntry = {
  readonly messageId: number;
  readonly accountId: AccountId;
  readonly recipient: string;
  readonly attempt: number;
  readonly dueAtMs: number;
  readonly expiresAtMs: number;
  /** It is being sent. */
  readonly inHands: boolean;
  /** The last attempt's answer was lost. */
  readonly isLost: boolean;
  readonly lastReason: string | undefined;
  readonly lastStatus: number | undefined;
};

/** The messages that a choice means. */
export type QueueChoice = {
  readonly linkId: LinkId;
  readonly accountId: AccountId | undefined;
};

const CHOSEN = `q.link_id = :linkId and (:accountId::bigint is null or q.account_id = :accountId)`;

/** The first that will leave. */
export const showQueue = read.many<QueueChoice & { readonly most: number }, WaitingEntry>(
  'show-queue',
  `select q.message_id, q.account_id, ${SHOWN_RECIPIENT_SQL} as recipient, q.attempt, q.due_at,
    q.expires_at, q.node is not null as in_hands, q.lost_until is not null as is_lost,
    a.reason as last_reason, a.status as last_status
  from (select * from queue q where ${CHOSEN} order by q.priority desc, q.due_at, q.turn
    limit :most) as q
  join messages m on m.account_id = q.account_id and m.id = q.message_id
  left join attempts a on a.account_id = q.account_id and a.message_id = q.message_id
    and a.attempt = q.attempt and a.part = 1
  order by q.priority desc, q.due_at, q.turn`,
);

/**
 * What is due or tried again, nobody is sending, and of which no attempt needs an explanation: an
 * operator may have it. What waits behind another one to the same person is due. What is scheduled,
 * held for its hours or paused keeps its time.
 */
const IDLE = `${CHOSEN} and q.node is null and q.lost_until is null
  and (q.due_at <= now() or q.since is not null
    or q.behind and q.due_at < ${PAUSED_AFTER_SQL})
  and (q.attempt = 0 or not exists (
    select from attempts a
    where a.account_id = q.account_id and a.message_id = q.message_id
      and a.outcome = ${ATTEMPT_OUTCOMES.ambiguous}))`;

type Concerned = { readonly messages: number; readonly reservedMicros: Micros };

const MEASURE = (condition: string): string => `
  select count(*) as messages,
    coalesce(sum(m.price_micros - m.posted_micros), 0)::bigint as reserved_micros
  from (select q.account_id, q.message_id, q.lost_until from queue q where ${IDLE}
    order by q.priority desc, q.due_at, q.turn limit :most) as q
  join messages m on m.account_id = q.account_id and m.id = q.message_id
  where ${condition}`;

const MEASURE_IDLE = statement<Concerned>('measure-idle', MEASURE('true'));
const MEASURE_MOVABLE = statement<Concerned>('measure-movable', MEASURE(MAY_MOVE));

/** How many messages, and how much reserved money, giving up or moving concerns. */
export async function measureQueue(
  reader: Reader,
  choice: QueueChoice & { readonly most: number },
  what: 'expire' | 'move',
): Promise<Concerned> {
  return only(await reader.read(what === 'move' ? MEASURE_MOVABLE : MEASURE_IDLE, choice));
}

const CHANGE = (set: string, condition: string): string => `
  with chosen as (
    select q.account_id, q.message_id, q.lost_until, q.ctid as place from queue q where ${IDLE}
    order by q.priority desc, q.due_at, q.turn
    limit :most for update skip locked
  ), done as (
    update queue q set ${set}
    from chosen c
    where q.ctid = c.place and q.node is null and ${condition}
    returning 1
  )
  select count(*) as messages from done`;

const MAY = `exists (
  select from messages m
  where m.account_id = q.account_id and m.id = q.message_id and ${MAY_MOVE})`;

/** Gives messages up: within half a minute they expire and are released. Returns how many. */
export const expireQueue = write.value<
  QueueChoice & { readonly most: number; readonly atMs: number },
  { readonly messages: number }
>('expire-queue', CHANGE('expires_at = least(q.expires_at, @atMs)', 'true'));
/** Moves messages of which the operator has nothing to another link. Returns how many. */
export const moveQueue = write.value<
  QueueChoice & {
    readonly most: number;
    readonly atMs: number;
    readonly toLinkId: LinkId;
  },
  { readonly messages: number }
>('move-queue', CHANGE('link_id = :toLinkId, due_at = least(q.due_at, @atMs)', MAY));
