/** Taking messages that are due, for the node that holds their link. */
import type { NodeLease } from '../../domain/carrier/carrier.ts';
import type { AccountId, LinkId, MessageId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { MESSAGE_STATES } from '../../domain/message/message.ts';
import type { Priority } from '../../domain/sender/sender.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { only, statement } from '../../kit/postgres/statement.ts';
import { numberList } from '../../kit/postgres/values.ts';
import type { QueuedBatch } from './held-queue.ts';
import {
  type DueMessage,
  inOrder,
  type Leased,
  LEASED,
  readLeased,
  take,
  type TakenDue,
} from './leased.ts';
import { last } from '../../kit/postgres/callable.ts';

const DUE = `
  from queue
  where link_id = :linkId and node is null and due_at <= @atMs
    and priority >= :least and lost_until is null
  order by priority desc, due_at, turn
  limit :most`;

const TAKE_DUE = statement<Leased>(
  'take-due',
  take(`select ctid ${DUE}`, ', attempt = q.attempt + 1'),
);

/**
 * The same for a chat number, but what has one before it in its lane is put behind that one
 * instead. One that is put off beyond `:turnMs` holds up nobody. Each row costs one look at its
 * lane, however many wait in it: the one just before it answers for all. So does one that was
 * accepted before it, in a large request that is still entering the queue: found by its recipient,
 * never by its batch, all of which would be read. `freeNext` makes it due; should that be missed,
 * it is looked at again.
 */
const TAKE_IN_TURN = statement<Leased>(
  'take-in-turn',
  `with due as (
    select ctid as place, account_id, recipient, priority, turn ${DUE} for update skip locked
  ),
  judged as (
    select d.place, coalesce(e.ahead, u.ahead) as ahead from due d
    left join lateral (
      select to_timestamp(
               case when w.behind then :putOffMs::float8 else :turnMs::float8 end / 1000) as ahead
      from queue w
      where w.account_id = d.account_id and w.link_id = :linkId and w.recipient = d.recipient
        and w.priority = d.priority and w.turn < d.turn
        and (w.node is not null or w.behind or w.due_at <= @turnMs)
      order by w.turn desc limit 1
    ) as e on true
    left join lateral (
      select @turnMs as ahead
      from feeds f
      cross join lateral (
        select b.first_message, b.last_message from batches b
        where b.account_id = f.account_id and b.id = f.batch_id limit 1
      ) as b
      cross join lateral (
        select from messages m
        where m.recipient = d.recipient and m.id between b.first_message and b.last_message
          and m.id between :firstFed and :lastFed
          and m.batch_id + 0 = f.batch_id and m.account_id + 0 = f.account_id
          and m.position >= f.next_position and m.state = ${MESSAGE_STATES.waiting}
        limit 1
      ) as m
      where f.account_id = d.account_id and f.link_id = :linkId and d.priority = 0
        and f.turn + f.last_position < d.turn and f.chat_due_at <= @turnMs
      limit 1
    ) as u on true
  )
  update queue q set
    node = case when j.ahead is null then :slot::smallint end,
    epoch = case when j.ahead is null then :epoch::int end,
    attempt = q.attempt + case when j.ahead is null then 1 else 0 end,
    behind = j.ahead is not null,
    due_at = coalesce(j.ahead, q.due_at)
  from judged j where q.ctid = j.place ${LEASED}`,
);

/** Of the messages still to enter the queue of a link: only their days are looked at. */
const FIND_FED = statement<{ readonly firstFed: number; readonly lastFed: number }>(
  'find-fed',
  `select coalesce(min(b.first_message), 0) as first_fed,
         coalesce(max(b.last_message), 0) as last_fed
  from feeds f join batches b on b.account_id = f.account_id and b.id = f.batch_id
  where f.link_id = :linkId and f.chat_due_at <= @turnMs`,
);

type AskDue = {
  readonly linkId: LinkId;
  /** Maximum examined, and so taken. */
  readonly most: number;
  readonly atMs: number;
  /** Nothing of a lower priority. */
  readonly least: Priority;
  /** Those of one lane one after the other. */
  readonly inTurn: boolean;
};

export type Due = {
  readonly taken: readonly TakenDue[];
  /** There may be more, of this priority or a lower one. */
  readonly more: Priority | undefined;
};

/** Leases the oldest due messages of a link to this node, most urgent first. */
export async function takeDue(
  transaction: Transaction,
  lease: NodeLease,
  ask: AskDue,
): Promise<Due> {
  const { atMs, most, inTurn, ...asked } = ask;
  const given = { ...lease, ...asked, atMs, most };
  const rows = inTurn
    ? await takeInTurn(transaction, given)
    : await transaction.run(TAKE_DUE, given);
  const [taken] = await Promise.all([
    readLeased(
      transaction,
      rows.filter(({ behind }) => !behind),
    ),
    transaction.commit(),
  ]);
  const last = rows.length < most ? undefined : inOrder(rows).at(-1);
  return { taken, more: last?.priority };
}

async function takeInTurn(
  transaction: Transaction,
  given: NodeLease & Pick<AskDue, 'linkId' | 'most' | 'atMs' | 'least'>,
): Promise<readonly Leased[]> {
  const { linkId, atMs } = given;
  const turnMs = atMs + limit('chatTurnWaitMs');
  const fed = only(await transaction.run(FIND_FED, { linkId, turnMs }));
  const putOffMs = atMs + limit('retryLastMs');
  return transaction.run(TAKE_IN_TURN, { ...given, ...fed, turnMs, putOffMs });
}

const ADOPT_DEAD = statement<Leased>(
  'adopt-dead',
  take('select ctid from queue where node = :deadSlot and epoch = :deadEpoch limit :most'),
);

/** Takes over what a dead node held: attempts that may or may not have reached the operator. */
export async function adoptDead(
  transaction: Transaction,
  lease: NodeLease,
  { dead, most }: { readonly dead: NodeLease; readonly most: number },
): Promise<readonly DueMessage[]> {
  const given = { ...lease, deadSlot: dead.slot, deadEpoch: dead.epoch, most };
  return readLeased(transaction, await transaction.run(ADOPT_DEAD, given));
}

const WAITS = 'w.node is null and w.lost_until is null';
/** Its message, if no operator can have anything of it. */
const UNTOUCHED = `from messages m
     where m.account_id = w.account_id and m.id = w.message_id and m.parts_taken = 0
       and m.reason is distinct from 'answer_lost'`;

const TAKE_WAITING = statement<Leased>(
  'take-waiting',
  take(
    `select w.ctid from queue w
   where w.account_id = :accountId and w.message_id = any (:messageIds::bigint[])
     and ${WAITS} and exists (select ${UNTOUCHED})`,
  ),
);

/** Takes messages that wait and of which no operator can have anything, to end them. */
export async function takeWaiting(
  transaction: Transaction,
  lease: NodeLease,
  of: { readonly accountId: AccountId; readonly messageIds: readonly MessageId[] },
): Promise<readonly DueMessage[]> {
  return readLeased(transaction, await transaction.run(TAKE_WAITING, { ...lease, ...of }));
}

const TAKE_BATCH = statement<Leased>(
  'take-batch',
  take(
    `select w.ctid from queue w
   where w.account_id = :accountId and w.message_id between :firstMessage and :lastMessage
     and ${WAITS} and :id = (select m.batch_id ${UNTOUCHED}) limit :most`,
  ),
);

/** The same for one batch, `most` at once. */
export async function takeBatch(
  transaction: Transaction,
  lease: NodeLease,
  of: QueuedBatch & { readonly most: number },
): Promise<readonly DueMessage[]> {
  return readLeased(transaction, await transaction.run(TAKE_BATCH, { ...lease, ...of }));
}

const TAKE_EXPIRED = statement<Leased>(
  'take-expired',
  take(
    `select ctid from queue
   where node is null and expires_at <= @atMs and lost_until is null
   limit :most`,
  ),
);

/**
 * Takes messages whose validity has ended while no link could carry them. One whose answer is lost
 * is never called expired: the operator may have it.
 */
export async function takeExpired(
  transaction: Transaction,
  lease: NodeLease,
  ask: { readonly atMs: number; readonly most: number },
): Promise<readonly DueMessage[]> {
  return readLeased(transaction, await transaction.run(TAKE_EXPIRED, { ...lease, ...ask }));
}

const TAKE_LOST = statement<Leased>(
  'take-lost',
  take(
    `select ctid from queue
   where link_id = :linkId and node is null and lost_until is not null
     and due_at <= @atMs and message_id <> all (:but::bigint[])
   order by due_at
   limit :most`,
  ),
);

/** Leases messages of a link whose lost answers are due to be queried, oldest first. */
export async function takeLost(
  transaction: Transaction,
  lease: NodeLease,
  ask: {
    readonly linkId: LinkId;
    readonly most: number;
    readonly atMs: number;
    /** Skipped: they are explained, but that is not stored yet. */
    readonly but: readonly MessageId[];
  },
): Promise<readonly DueMessage[]> {
  return readLeased(transaction, await transaction.run(TAKE_LOST, { ...lease, ...ask }));
}

const TAKE_UNASKED = statement<Leased>(
  'take-unasked',
  take(
    `select ctid from queue
   where node is null and lost_until <= @beforeMs
   limit :most`,
  ),
);

/** Takes messages whose lost answers should have been queried before `beforeMs` and were not. */
export async function takeUnasked(
  transaction: Transaction,
  lease: NodeLease,
  ask: { readonly beforeMs: number; readonly most: number },
): Promise<readonly DueMessage[]> {
  return readLeased(transaction, await transaction.run(TAKE_UNASKED, { ...lease, ...ask }));
}

/** Messages of one account to one person through one link: they leave one after the other. */
export type OrderingKey = {
  readonly accountId: AccountId;
  /** Digits. */
  readonly recipient: string;
  readonly priority: Priority;
};

/** Whose number became known while a message to them was under way waits in that lane by now. */
const NOW = `case when t.recipient > 0 then t.recipient else coalesce((
          select u.recipient from chat_people p
          join chat_users u on u.account_id = p.account_id and u.user_key = p.user_id
          where p.account_id = t.account_id and p.id = t.recipient), t.recipient) end`;

const FREE_NEXT = statement(
  'free-next',
  `update queue q set behind = false, due_at = @atMs
  from (
    select h.place
    from unnest(:accountId::bigint[], :recipient::bigint[], :priority::smallint[])
         as t (account_id, recipient, priority)
    cross join lateral (
      select w.ctid as place from queue w
      where w.account_id = t.account_id and w.link_id = :linkId and w.recipient = ${NOW}
        and w.priority = t.priority and w.behind and w.node is null
      order by w.turn limit 1
      for update of w skip locked
    ) as h
  ) as t
  where q.ctid = t.place and q.node is null`,
);

/**
 * Makes the first message waiting in each of these lanes due. Whether something is still
 * ahead of it, `takeDue` decides. Skips what somebody else is about to free or to settle.
 * Does not wait for earlier statements.
 */
export async function freeNext(
  transaction: Transaction,
  linkId: LinkId,
  { lanes, atMs }: { readonly lanes: readonly OrderingKey[]; readonly atMs: number },
): Promise<void> {
  if (lanes.length === 0) return;
  await transaction.run(FREE_NEXT, {
    accountId: numberList(lanes.map((it) => it.accountId)),
    recipient: lanes.map((it) => it.recipient),
    priority: numberList(lanes.map((it) => it.priority)),
    linkId,
    atMs,
  });
}

/** The same in all lanes of a link: a new holder knows of none. */
export const freeFirst = last.run<{ linkId: LinkId; atMs: number }>(
  'free-first',
  `update queue q set behind = false, due_at = @atMs
  where q.node is null and q.ctid = any (array(
    select distinct on (w.account_id, w.recipient, w.priority) w.ctid from queue w
    where w.link_id = :linkId and w.node is null and w.behind
    order by w.account_id, w.recipient, w.priority, w.turn))`,
);
