/** What waits in the queue, and moving it from one link to another. */
import type { NodeLease } from '../../domain/carrier/carrier.ts';
import type { AccountId, LinkId, OperatorId } from '../../domain/ids.ts';
import { ALPHABETS, type MessageKey } from '../../domain/message/message.ts';
import type { Category } from '../../domain/routing/routing.ts';
import type { Priority, SenderRoute } from '../../domain/sender/sender.ts';
import { TEST_LINKS } from '../../domain/testing/test-mode.ts';
import { read } from '../../kit/postgres/callable.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { statement } from '../../kit/postgres/statement.ts';
import { numberList } from '../../kit/postgres/values.ts';

/**
 * By the index of what waits, so that what is held until the morning is not scanned. Link 0
 * stands for a route that was removed.
 */
const waiting = (bound: string): string => `
  select counted.link_id, count(*) as messages from (
    select l.id as link_id
    from (select id from links union all select 0) as l, (values (0), (1)) as p (priority)
    cross join lateral (
      select 1 from queue q
      where q.link_id = l.id and q.node is null and q.priority = p.priority and ${bound}
      limit :most
    ) as q
    limit :most
  ) as counted
  group by counted.link_id`;

type OfLink = { readonly linkId: LinkId; readonly messages: number };

const COUNT_QUEUE = statement<OfLink>('count-queue', waiting('q.due_at <= @dueByMs'));

const COUNT_HELD = statement<OfLink>(
  'count-held',
  waiting('q.due_at > @dueByMs and q.lost_until is null'),
);

/** Queued messages, by the link that they wait for; links for which none waits are left out. */
export type WaitingByLink = ReadonlyMap<LinkId, number>;

const byLink = (rows: readonly OfLink[]): WaitingByLink => {
  return new Map(rows.map(({ linkId, messages }) => [linkId, messages]));
};

/** Messages that wait for a link and are due by `dueByMs`, counted up to `most` in all. */
export async function countQueue(
  reader: Reader,
  most: number,
  dueByMs: number,
): Promise<WaitingByLink> {
  return byLink(await reader.read(COUNT_QUEUE, { most, dueByMs }));
}

/** Messages, none of them lost, that are due later than `dueByMs`, counted up to `most`. */
export async function countHeld(reader: Reader, most: number, dueByMs: number): Promise<number> {
  return allWaiting(byLink(await reader.read(COUNT_HELD, { most, dueByMs })));
}

/** Since when what waits for a link might have left, whatever was tried meanwhile. */
export type Oldest = {
  /** 0: of a link that was removed. */
  readonly linkId: LinkId;
  readonly priority: Priority;
  readonly sinceMs: number;
};

const SINCE = `l.id = q.link_id and q.priority = p.priority and q.node is null
    and q.lost_until is null`;

/**
 * For each line in which something waits that is due by `dueByMs`, or that is tried again.
 * The head of the line, and the first of what was put back: two rows by their indexes for each
 * line, however many wait.
 */
export const findOldest = read.many<{ dueByMs: number }, Oldest>(
  'find-oldest',
  `select l.id as link_id, p.priority, least(head.since, again.since) as since
  from (select id from links union all select 0) as l
  cross join (values (0), (1)) as p (priority)
  left join lateral (
    select coalesce(q.since, q.due_at) as since from queue q
    where ${SINCE} and q.due_at <= @dueByMs order by q.due_at, q.turn limit 1
  ) as head on true
  left join lateral (
    select q.since from queue q where ${SINCE} and q.since is not null order by q.since limit 1
  ) as again on true
  where head.since is not null or again.since is not null`,
);

export function allWaiting(waiting: WaitingByLink): number {
  let messages = 0;
  for (const ofLink of waiting.values()) messages += ofLink;
  return messages;
}

type Count = { readonly messages: number };

/** Messages that wait for these links and are due by `dueByMs`, counted up to `most`. */
export const countWaiting = read.value<
  { readonly links: readonly LinkId[]; readonly most: number; readonly dueByMs: number },
  Count
>(
  'count-waiting',
  `select count(*) as messages from (
    select 1 from queue
    where node is null and link_id = any (:links::int[]) and due_at <= @dueByMs
    limit :most
  ) as q`,
);

/**
 * The chat numbers that large requests wait for and that have fewer than `most` messages waiting,
 * due by `dueByMs`. Messages waiting behind another to the same person do not count: otherwise a
 * list with one person in it a thousand times would hold up all others.
 */
export const findNumbersWithRoom = read.values<
  { readonly most: number; readonly atMs: number; readonly dueByMs: number },
  { readonly linkId: LinkId }
>(
  'numbers-with-room',
  `select l.id as link_id
  from (select id from links union all select ${TEST_LINKS.chat}) l
  where l.id = any (array(select f.link_id from feeds f where f.chat_due_at <= @atMs))
    and (select count(*) from (
      select 1 from queue q
      where q.link_id = l.id and q.node is null and q.priority = 0 and q.due_at <= @dueByMs
        and not q.behind
      limit :most
    ) as q) < :most`,
);

/** Messages of an account that wait for any link, counted up to `most`. */
export const countOfAccount = read.value<
  { readonly accountId: AccountId; readonly most: number },
  Count
>(
  'count-of-account',
  `select count(*) as messages from (
    select 1 from queue where account_id = :accountId and node is null limit :most
  ) as q`,
);

/**
 * Messages under a sender name that wait, counted up to `most`, and of how many accounts.
 * The message is looked up for each entry: a join would let the planner read all messages.
 */
export const countOfSender = read.single<
  { name: string; most: number },
  Count & { readonly accounts: number }
>(
  'count-of-sender',
  `select count(*) as messages, count(distinct account_id) as accounts from (
    select q.account_id
    from queue q
    cross join lateral (
      select sender_id from messages where account_id = q.account_id and id = q.message_id limit 1
    ) as m
    join senders s on s.account_id = q.account_id and s.id = m.sender_id and s.name = :name
    where q.node is null
    limit :most
  ) as found`,
);

type HeldEntry = MessageKey & {
  readonly linkId: LinkId;
  readonly attempt: number;
  /** Its answer is lost: see `Outgoing`. */
  readonly lostUntilMs: number | undefined;
};

/** What a lease has held since before `beforeMs`. */
export const listHeld = read.many<NodeLease & { beforeMs: number }, HeldEntry>(
  'held-long',
  `select account_id, message_id, link_id, attempt, lost_until from queue
  where node = :slot and epoch = :epoch and due_at < @beforeMs
  order by message_id
  limit 1000`,
);

/** A message that waits for a link and may use another, with the facts that rules consider. */
export type WaitingMessage = MessageKey & {
  /** Of its last attempt: the message is unchanged as long as this is. */
  readonly attempt: number;
  readonly recipient: string;
  readonly operatorId: OperatorId;
  readonly senderRoute: SenderRoute;
  readonly category: Category;
};

/** A position in the queue of a link, for the next look. */
export type PlaceInLine = { readonly dueAt: string; readonly turn: string };

type LookAtLine = {
  readonly linkId: LinkId;
  readonly priority: 0 | 1;
  /** undefined: from its head. */
  readonly after: PlaceInLine | undefined;
  readonly most: number;
  /** What is due later waits for its hours, and then for whichever link is up. */
  readonly dueByMs: number;
};

type LineSeen = {
  readonly messages: readonly WaitingMessage[];
  /** Where the next look continues; undefined at the end of the queue. */
  readonly next: PlaceInLine | undefined;
};

/**
 * Which waiting messages may change their link at all. A message that is half at the operator
 * stays with it, and a chat message with its number. Nor may one move whose last attempt
 * must first be explained.
 */
export const MAY_MOVE = `(m.parts_taken = 0 and q.lost_until is null
  and m.alphabet <> ${ALPHABETS.chat})`;

const LOOK = statement<WaitingMessage & PlaceInLine & { readonly mayMove: boolean }>(
  'look-at-line',
  `select q.account_id, q.message_id, q.attempt, q.due_at::text as due_at, q.turn::text,
         m.recipient::text, m.operator_id, coalesce(s.route, 'simple') as sender_route,
         coalesce(t.category, 'transactional') as category, ${MAY_MOVE} as may_move
  from (
    select account_id, message_id, attempt, due_at, turn, lost_until from queue
    where link_id = :linkId and node is null and priority = :priority
      and (due_at, turn) > (:dueAt::timestamptz, :turn::bigint)
      and due_at <= @dueByMs
    order by priority desc, due_at, turn
    limit :most
  ) as q
  join messages m on m.account_id = q.account_id and m.id = q.message_id
  left join senders s on s.account_id = m.account_id and s.id = m.sender_id
  left join templates t on t.account_id = m.account_id and t.id = m.template_id
  order by q.due_at, q.turn`,
);

const HEAD_OF_LINE: PlaceInLine = { dueAt: '-infinity', turn: '0' };

/** What waits for a link, oldest first. Locks nothing: moving checks again. */
export async function lookAtLine(reader: Reader, look: LookAtLine): Promise<LineSeen> {
  const { after = HEAD_OF_LINE, ...ask } = look;
  const rows = await reader.read(LOOK, { ...ask, ...after });
  const last = rows.length < look.most ? undefined : rows.at(-1);
  return {
    messages: rows.filter(({ mayMove }) => mayMove),
    next: last && { dueAt: last.dueAt, turn: last.turn },
  };
}

/** From one link to another; both have seen the message as it was at `attempt`. */
export type Move = Pick<WaitingMessage, 'accountId' | 'messageId' | 'attempt'> & {
  readonly to: LinkId;
};

const MOVE = statement<{ readonly linkId: LinkId }>(
  'move-waiting',
  `update queue q set link_id = t.link_id
  from (
    select u.link_id, h.place
    from unnest(:accountId::bigint[], :messageId::bigint[], :attempt::smallint[], :to::int[])
         as u (account_id, message_id, attempt, link_id)
    cross join lateral (
      select w.ctid as place from queue w
      where w.account_id = u.account_id and w.message_id = u.message_id
        and w.link_id = :from and w.node is null and w.attempt = u.attempt
        and w.lost_until is null
      limit 1 for update skip locked
    ) as h
  ) as t
  where q.ctid = t.place
  returning q.link_id`,
);

/**
 * Moves messages that wait for `from` to the queues of other links, keeping their age. Returns how
 * came to each: those that somebody took or moved meanwhile are left alone.
 */
export async function moveWaiting(
  transaction: Transaction,
  from: LinkId,
  moves: readonly Move[],
): Promise<ReadonlyMap<LinkId, number>> {
  const rows = await transaction.last(MOVE, {
    from,
    accountId: numberList(moves.map((it) => it.accountId)),
    messageId: numberList(moves.map((it) => it.messageId)),
    attempt: numberList(moves.map((it) => it.attempt)),
    to: numberList(moves.map((it) => it.to)),
  });
  const moved = new Map<LinkId, number>();
  for (const { linkId } of rows) moved.set(linkId, (moved.get(linkId) ?? 0) + 1);
  return moved;
}
